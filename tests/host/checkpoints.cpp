// SPDX-License-Identifier: Apache-2.0
// How a saved state describes itself: a state with other types or operators is refused by their names, though
// its size is right; a tag identifies what has no name.
#include "checkpoints.hpp"

// Saved files contain these names, so they must not change.
TEST_CASE("checkpoints: names of types") {
    CHECK(name_of(true) == "bool");
    CHECK(name_of(std::int8_t{}) == "int8");
    CHECK(name_of('x') == (std::is_signed_v<char> ? "int8" : "uint8"));
    CHECK(name_of(std::uint16_t{}) == "uint16");
    CHECK(name_of(0) == "int32");
    CHECK(name_of(0L) == name_of(std::int64_t{}));
    CHECK(name_of(0LL) == "int64");
    CHECK(name_of(0ULL) == "uint64");
    CHECK(name_of(impulse::detail::wide_integer{}) == "int128");
    CHECK(name_of(impulse::detail::wide_unsigned{}) == "uint128");
    CHECK(name_of(0.f) == "float32");
    CHECK(name_of(0.) == "float64");
    CHECK(name_of(std::complex<float>()) == "complex<float32>");
    CHECK(name_of(std::pair(1, 2.)) == "pair<int32, float64>");
    CHECK(name_of(std::array<std::uint8_t, 120>()) == "array<uint8, 120>");
    CHECK(name_of(impulse::make_values(1, 2.f, false)) == "values<int32, float32, bool>");
    CHECK(name_of(std::integral_constant<int, 1>()) == "1");
    CHECK(name_of(std::integral_constant<long, -120>()) == "-120");
    CHECK(name_of(std::integral_constant<std::int8_t, -128>()) == "-128");
    CHECK(name_of(std::integral_constant<std::uint64_t, ~std::uint64_t{0}>()) == "18446744073709551615");
    CHECK(name_of(std::true_type()) == "true");
    CHECK(name_of(std::false_type()) == "false");
    using wide = impulse::detail::wide_integer;
    CHECK(name_of(std::integral_constant<wide, wide{1} << 64>()) == "18446744073709551616");
    CHECK(name_of(std::integral_constant<wide, -(wide{1} << 126) * 2>()) ==
          "-170141183460469231731687303715884105728");
    CHECK(name_of(interval{}) == "tests::interval");
    CHECK(name_of(column<std::complex<double>, 3>{}) == "tests::column<complex<float64>, 3>");
    CHECK(name_of(column<int*, 3>{}) == "");
    CHECK(name_of(std::array<int*, 3>{}) == "");
    CHECK(name_of(std::string()) == "");
}

TEST_CASE("checkpoints: names of operators") {
    CHECK(name_of(impulse::plus{}) == "plus");
    CHECK(name_of(std::plus<>()) == "plus");
    CHECK(name_of(std::plus<float>()) == "plus");
    CHECK(name_of(std::multiplies<>()) == "multiplies");
    CHECK(name_of(impulse::multiplies{}) == "multiplies");
    CHECK(name_of(impulse::minimum{}) == "minimum");
    CHECK(name_of(impulse::maximum{}) == "maximum");
    CHECK(name_of(impulse::minimum_number{}) == "minimum_number");
    CHECK(name_of(impulse::maximum_number{}) == "maximum_number");
    CHECK(name_of(std::bit_and<>()) == "bit_and");
    CHECK(name_of(impulse::bit_or{}) == "bit_or");
    CHECK(name_of(impulse::bit_xor{}) == "bit_xor");
    CHECK(name_of(std::logical_and<>()) == "logical_and");
    CHECK(name_of(impulse::logical_or{}) == "logical_or");
    CHECK(name_of(impulse::logical_xor{}) == "logical_xor");
    CHECK(name_of(impulse::ordered(std::plus<>())) == "plus");
    CHECK(name_of(impulse::with_identity(std::plus<>(), 0.f)) == "plus");
    CHECK(name_of(impulse::unordered(std::plus<>())) == "unordered<plus>");
    CHECK(name_of(impulse::with_identity(impulse::unordered(hull{}), 0)) == "unordered<tests::hull>");
    CHECK(name_of(impulse::unordered(impulse::with_identity(hull{}, 0))) == "unordered<tests::hull>");
    CHECK(name_of(impulse::ordered(impulse::unordered(hull{}))) == "tests::hull");
    CHECK(name_of(impulse::together(std::plus<>(), hull{})) == "together<plus, tests::hull>");
    CHECK(name_of(impulse::together(std::plus<>(), unnamed_sum{})) == "");
    CHECK(name_of(impulse::unordered(unnamed_sum{})) == "");
    CHECK(name_of(impulse::ordered(greatest_of{})) == "");
    CHECK(name_of(impulse::detail::mean_of{}) == "mean");
    CHECK(name_of(impulse::detail::variance_of{}) == "variance");
    CHECK(name_of(impulse::detail::stddev_of{}) == "stddev");
    CHECK(name_of(impulse::detail::scaled_norm_of{}) == "scaled_norm");
    CHECK(name_of(impulse::detail::first_minimum<impulse::detail::less>{}) == "first_minimum<less>");
    CHECK(name_of(impulse::detail::located<float>{}) == "located<float32>");
}

TEST_CASE("checkpoints: without a tag, what means something else is refused though it has as many bytes") {
    const std::string file = "impulse: file has ";
    const std::string of_floats = saved(sum_of(floats, 0.f));
    CHECK(answer(sum_of(floats, 1.f), of_floats) == taken);
    CHECK(answer(sum_of(integers, 0), of_floats) == file + "items of float32; need items of int32");
    CHECK(answer(sum_of(floats, 0), of_floats) == taken);  // int + float gives float
    CHECK(answer(sum_of(integers, 0.f), of_floats) == file + "items of float32; need items of int32");
    CHECK(answer(sum_of(integers, std::uint32_t{0}), saved(sum_of(integers, 0))) ==
          file + "accumulators of int32; need accumulators of uint32");
    CHECK(answer(sum_of(floats, 0.f, impulse::maximum{}), of_floats) ==
          file + "the operator plus; need the operator maximum");
    CHECK(answer(sum_of(floats, 0.f, impulse::unordered(impulse::plus{})), of_floats) ==
          file + "the operator plus; need the operator unordered<plus>");
    const auto both = impulse::together(impulse::minimum{}, impulse::maximum{});
    const auto exchanged = impulse::together(impulse::maximum{}, impulse::minimum{});
    const auto none = impulse::make_values(0.f, 0.f);
    CHECK(answer(sum_of(floats, none, exchanged), saved(sum_of(floats, none, both))) ==
          file + "the operator together<minimum, maximum>; need the operator together<maximum, minimum>");
}

TEST_CASE("checkpoints: what means the same is taken") {
    const std::string of_floats = saved(sum_of(floats, 0.f));
    auto theirs = impulse::running_reduction<float>(0.f, std::plus<>());
    CHECK(answer(theirs, of_floats) == taken);
    CHECK(theirs.value() == 12.5f);
    CHECK(answer(sum_of(floats, 0.f), saved(theirs)) == taken);
    CHECK(answer(sum_of(floats, 0.f, impulse::ordered(std::plus<>())), of_floats) == taken);
    CHECK(answer(sum_of(floats, 0.f, impulse::with_identity(impulse::plus{}, 0.f)), of_floats) == taken);
    const std::vector<long> longs = {1, 2};
    const std::vector<long long> long_longs = {1, 2};
    CHECK(answer(sum_of(long_longs, 0LL), saved(sum_of(longs, 0L))) == taken);
    const std::vector<interval> intervals = {{1, 2}, {5, 9}, {-1, 0}};
    auto again = impulse::running_reduction<interval>(interval{1, 1}, hull{});
    CHECK(answer(again, saved(sum_of(intervals, interval{1, 1}, hull{}))) == taken);
    CHECK(again.value().low == -1);
    CHECK(again.value().high == 9);
    CHECK(answer(sum_of(floats, 0.f, sum_of_leaves<4>{}), saved(sum_of(floats, 0.f, sum_of_leaves<8>{}))) ==
          "impulse: file has leaves of 8 items; need leaves of 4 items");
}

TEST_CASE("checkpoints: what gives bits up is told from what goes by the tree") {
    const std::string file = "impulse: file has the operator ", free = "unordered<tests::free_sum>";
    const std::string by_chance = saved(sum_of(floats, 0.f, free_sum{}));
    const auto by_tree = [](auto op) { return sum_of(floats, 0.f, impulse::ordered(op)); };
    CHECK(answer(sum_of(floats, 0.f, impulse::unordered(free_sum{})), by_chance) == taken);
    CHECK(answer(sum_of(floats, 0.f, impulse::with_identity(free_sum{}, 0.f)), by_chance) == taken);
    CHECK(answer(by_tree(free_sum{}), by_chance) == file + free + "; need the operator tests::free_sum");
    CHECK(answer(sum_of(floats, 0.f, free_sum{}), saved(by_tree(free_sum{}))) ==
          file + "tests::free_sum; need the operator " + free);
    const auto none = impulse::make_values(0.f, 0.f);
    const auto beside_maximum = [&](auto op) {
        return sum_of(floats, none, impulse::together(op, impulse::maximum{}));
    };
    CHECK(answer(beside_maximum(impulse::ordered(free_sum{})), saved(beside_maximum(free_sum{}))) ==
          file + "together<" + free + ", maximum>; need the operator together<tests::free_sum, maximum>");
    // The order of extremes cannot be observed.
    CHECK(answer(by_tree(impulse::maximum{}), saved(sum_of(floats, 0.f, impulse::maximum{}))) == taken);
}

TEST_CASE("checkpoints: with a tag both are compared") {
    std::ostringstream to;
    sum_of(floats, 0.f).save(to, "celsius");
    CHECK(answer(sum_of(floats, 0.f), to.str(), "celsius") == taken);
    CHECK(answer(sum_of(floats, 0.f), to.str(), "kelvin") ==
          "impulse: file has the tag \"celsius\"; need the tag \"kelvin\"");
    CHECK(answer(sum_of(floats, 0.f), to.str()) ==
          "impulse: file has the tag \"celsius\"; need the tag \"\"");
    CHECK(answer(sum_of(integers, 0), to.str(), "celsius") ==
          "impulse: file has items of float32; need items of int32");
}

TEST_CASE("checkpoints: what has no name needs a tag, and is never taken for what has one") {
    std::ostringstream to;
    const auto unnamed = sum_of(floats, 0.f, unnamed_sum{});
    CHECK(message_of([&] { unnamed.save(to, ""); }) ==
          "impulse: tag is empty, but the operator or a type has no type_id; say in the tag what they are");
    CHECK(to.str().empty());
    unnamed.save(to, "sum");
    CHECK(answer(sum_of(floats, 0.f, unnamed_sum{}), to.str(), "sum") == taken);
    CHECK(answer(sum_of(floats, 0.f), to.str(), "sum") ==
          "impulse: file has an operator without a type_id; need the operator plus");
    CHECK(answer(sum_of(floats, 0.f, [](float a, float b) { return a + b; }), to.str(), "sum") == taken);
    CHECK(answer(sum_of(floats, 0.f, [](float a, float b) { return a + b; }), saved(sum_of(floats, 0.f)),
                 "") == "impulse: file has the operator plus; need an operator without a type_id");
}

TEST_CASE("checkpoints: format 1 is refused, and what is cut short or damaged") {
    std::string of_format_1 = "impulse\n";
    const auto add = [&](auto number) {
        of_format_1.append(reinterpret_cast<const char*>(&number), sizeof number);
    };
    for (const std::uint32_t n : {0x01020304u, 1u, 1u, 4u, 4u, 1u}) add(n);
    add(std::int64_t{1});
    add(std::uint64_t{0});
    add(1.5f);
    std::uint64_t sum = 0xcbf29ce484222325u;
    for (const char c : of_format_1) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    add(sum);
    auto into = sum_of(floats, 0.f);
    CHECK(answer(into, of_format_1) ==
          "impulse: file has format 1, which does not record its types; need format 2");

    const std::string good = saved(sum_of(std::vector{1.f, 2.f, 4.f, 8.f, 16.f}, 0.f, sum_of_leaves<4>{}));
    auto of_leaves = sum_of(floats, 0.f, sum_of_leaves<4>{});
    for (std::size_t n = 0; n < good.size(); ++n) {
        CAPTURE(n);
        CHECK(answer(of_leaves, good.substr(0, n))
                  .starts_with("impulse: file ends after " + std::to_string(n) + " byte"));
        std::string bad = good;
        bad[n] = static_cast<char>(bad[n] ^ (1 << n % 8));
        CHECK(answer(of_leaves, bad).starts_with("impulse: file "));
    }
    CHECK(answer(of_leaves, good) == taken);
    CHECK(of_leaves.value() == 31);
}

// A sanitizer reports a bool whose byte is neither 0 nor 1.
TEST_CASE("checkpoints: bytes are no values before they are known to be right") {
    const std::string good = saved(sum_of(std::vector<std::uint8_t>{1, 0, 1}, false, impulse::logical_or{}));
    for (std::size_t i = good.size() - 10; i < good.size() - 8; ++i) {
        std::string bad = good;
        bad[i] = 2;
        CHECK(answer(sum_of(std::vector<std::uint8_t>{1}, false, impulse::logical_or{}), bad) ==
              "impulse: file is damaged: its checksum does not match its bytes");
    }
}
