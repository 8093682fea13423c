// SPDX-License-Identifier: Apache-2.0
// Every case of tests/bits/generate.py, an independent program, by the definition and by every policy: the
// same bits.
//
// It must pass unchanged on other machines and with other compiler flags.
#include "bits.hpp"

using namespace bits_tests;

TEST_CASE("bits: the mix shows every other grouping and order") {
    check_reduce<std::uint64_t>("u64", "mix", mix{}, all);
}

TEST_CASE("bits: plus") {
    check_reduce<std::int32_t>("i32", "plus", impulse::plus{}, some);
    check_reduce<float>("f32", "plus", impulse::plus{}, all);
    check_reduce<double>("f64", "plus", impulse::plus{}, some);
#if HAS_HALF
    check_reduce<half>("f16", "plus", impulse::plus{}, some);
#endif
}

TEST_CASE("bits: multiplies") {
    check_reduce<float>("f32", "multiplies", impulse::multiplies{}, some);
    check_reduce<double>("f64", "multiplies", impulse::multiplies{}, some);
}

TEST_CASE("bits: extremes") {
    const auto check = [](auto zero, const std::string& type) {
        using T = decltype(zero);
        check_reduce<T>(type, "minimum", impulse::minimum{}, some);
        check_reduce<T>(type, "maximum", impulse::maximum{}, some);
        check_reduce<T>(type, "minimum_number", impulse::minimum_number{}, some);
        check_reduce<T>(type, "maximum_number", impulse::maximum_number{}, some);
    };
    check(0.f, "f32");
    check(0.0, "f64");
}

TEST_CASE("bits: dot") {
    check_dot<float>("f32");
    check_dot<double>("f64");
#if HAS_HALF
    check_dot<half>("f16");
#endif
}

TEST_CASE("bits: sums of squares, by a transform and by an iterator") {
    check_square_plus<float>("f32");
    check_square_plus<double>("f64");
}

TEST_CASE("bits: wide sums") {
    for_cases("f32", "sum_wide", "one", [](const one_case& c) {
        const std::vector<float> x = c.items<float>();
        for_policies([&](const char* how, const auto& policy) {
            expect(how, impulse::reduce(policy, x, c.init<double>()), c["result"]);
        });
        expect("tree_fold", impulse::tree_fold(x, 0.0, impulse::plus{}), c["result"]);
    });
}

TEST_CASE("bits: mean and variance") {
    check_statistics<float>("f32");
    check_statistics<double>("f64");
}

TEST_CASE("bits: products of matrices") {
    for_cases("f32", "mat2", "one", [](const one_case& c) {
        const auto matrices = [](const std::vector<float>& x) {
            std::vector<matrix> all;
            for (std::size_t i = 0; i < x.size(); i += 4)
                all.push_back({{x[i], x[i + 1], x[i + 2], x[i + 3]}});
            return all;
        };
        const std::vector<matrix> x = matrices(c.items<float>());
        matrix init;
        const auto words = bits::split(c["init"]);
        const auto expected = bits::split(c["result"]);
        for (std::size_t j = 0; j < 4; ++j) init.field[j] = bits::value<float>(bits::from_hex(words.at(j)));
        const auto check = [&](const char* how, const matrix& result) {
            for (std::size_t j = 0; j < 4; ++j) expect(how, result.field[j], expected.at(j));
        };
        check("tree_fold", impulse::tree_fold(x, init, matrix_product{}));
        for_policies([&](const char* how, const auto& policy) {
            check(how, impulse::reduce(policy, x, init, matrix_product{}));
        });
    });
}

TEST_CASE("bits: products that the next call adds to") {
    check_reduce<float>("f32", "fma_bait", bait{}, all);
}

TEST_CASE("bits: leaves of sixteen items") { check_reduce<float>("f32", "leaf16_plus", leaves_of_16{}, all); }

TEST_CASE("bits: batches") {
    for_cases("u64", "mix", "batches", [](const one_case& c) {
        const auto x = c.items<std::uint64_t>();
        const auto length = static_cast<index_t>(c.number("length"));
        const auto init = c.init<std::uint64_t>();
        const auto expected = bits::split(c["result"]);
        const auto check = [&](const char* how, const std::vector<std::uint64_t>& results) {
            REQUIRE(results.size() == expected.size());
            for (std::size_t i = 0; i < results.size(); ++i) expect(how, results[i], expected[i]);
        };
        for_all_policies([&](const char* how, const auto& policy) {
            check(how, impulse::reduce(policy, impulse::batches(x, length), init, mix{}));
        });
    });
}

TEST_CASE("bits: parts, whole and joined") {
    for_cases("u64", "mix", "forest", [](const one_case& c) {
        const auto x = c.items<std::uint64_t>();
        const auto first = static_cast<index_t>(c.first());
        for_all_policies([&](const char* how, const auto& policy) {
            expect_nodes(how, impulse::reduce_part(policy, x, first, mix{}), c["result"]);
        });
        const std::size_t n = x.size();
        for (const std::size_t cut : {std::size_t{0}, std::size_t{1}, n / 3, n / 2, n - 1, n}) {
            const std::vector<std::uint64_t> a(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(cut));
            const std::vector<std::uint64_t> b(x.begin() + static_cast<std::ptrdiff_t>(cut), x.end());
            const auto left = impulse::reduce_part(a, first, mix{});
            const auto right = impulse::reduce_part(b, first + static_cast<index_t>(cut), mix{});
            expect_nodes("joined", impulse::join(left, right, mix{}), c["result"]);
        }
    });
}

TEST_CASE("bits: no kind of case is left out") {
    const std::vector<std::string> floats{
        "plus",    "multiplies",     "dot",  "square_plus", "minimum",
        "maximum", "minimum_number", "mean", "variance",    "maximum_number"};
    std::set<std::string> known{
        "u64 mix one", "u64 mix batches", "u64 mix forest",   "i32 plus one",     "f16 plus one",
        "f16 dot one", "f32 mat2 one",    "f32 sum_wide one", "f32 fma_bait one", "f32 leaf16_plus one"};
    for (const std::string& op : floats) known.insert({"f32 " + op + " one", "f64 " + op + " one"});
    for (const one_case& c : all_cases()) {
        CAPTURE(c.line.substr(0, 100));
        CHECK(known.contains(c["type"] + " " + c["op"] + " " + c.form()));
    }
}
