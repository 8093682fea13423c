// SPDX-License-Identifier: Apache-2.0
// Segments on the host: each is the tree over its own items, whatever the other segments contain; and the
// mistakes that callers may make.
#include <suite.hpp>

#include <offenders.hpp>
#include <own_place.hpp>
#include <policies.hpp>
#include <values.hpp>

#include <impulse/algorithms.hpp>

using support::mix;

namespace {

constexpr std::uint64_t init = 5;

std::vector<std::uint64_t> hashes(index_t n) {
    return support::make_items(n, support::make_hash{support::seed()});
}

}  // namespace

TEST_CASE("segments: each is the tree's, by every policy and shape") {
    const auto x = hashes(60'000);
    support::for_each_kind_of_offsets(60'000, [&](const std::string& kind, const support::offsets& at) {
        const auto right = support::trees(x, at, init, mix{});
        support::for_each_shape([&](const std::string& name, const auto& policy) {
            CAPTURE(kind);
            CAPTURE(name);
            CHECK((impulse::reduce(policy, impulse::segments(x, at), init, mix{}) == right));
        });
    });
}

TEST_CASE("segments: by many threads, of which each is worth waking for a few items") {
    const auto x = hashes(6000);
    support::for_each_kind_of_offsets(5000, [&](const std::string& kind, const support::offsets& at) {
        CAPTURE(kind);
        CHECK((impulse::reduce(impulse::segments(x, at), init, mix{}) == support::trees(x, at, init, mix{})));
        std::vector<std::uint64_t> out(at.size() - 1);
        for (const index_t processors : {1, 7, 100}) {
            impulse::reduce_into(impulse::last_block.on(own::serial_machine{processors}),
                                 impulse::segments(x, at), out.data(), init, mix{});
            CHECK((out == support::trees(x, at, init, mix{})));
        }
    });
}

TEST_CASE("segments in any order, with gaps and items in common, more than the list has room for") {
    const auto x = hashes(3000);
    for (const index_t longest : {5, 100, 3000}) {
        const auto [begins, ends] = support::scattered_segments(3000, 500, longest, 901);
        const auto right = support::trees(x, begins, ends, init, mix{});
        support::for_each_shape([&, from = begins, to = ends](auto, const auto& policy) {
            CAPTURE(longest);
            CHECK((impulse::reduce(policy, impulse::segments(x, from, to), init, mix{}) == right));
        });
    }
}

TEST_CASE("a group has the same bits alone, first, last, among many, in batches and in segments") {
    const auto x = support::make_items(50'000, [](index_t i) {
        return static_cast<float>(static_cast<double>(support::scatter(static_cast<std::uint64_t>(i)) >> 40) *
                                  1e-3);
    });
    for (const index_t length : {1, 7, 8, 9, 100, 256, 1000, 20'000}) {
        CAPTURE(length);
        const std::vector<float> group(x.begin() + 11, x.begin() + 11 + length);
        const float alone = impulse::reduce(group, 0.1f);
        const auto in_segments = [&](support::offsets at, std::size_t which) {
            const auto all = impulse::reduce(impulse::segments(x, at), 0.1f);
            CHECK(support::same_bits(all[which], alone));
        };
        in_segments({11, 11 + length}, 0);
        in_segments({11, 11 + length, 40'000, 40'000, 50'000}, 0);
        support::offsets many;
        for (index_t i = 0; i < 11; ++i) many.push_back(i);
        many.push_back(11);
        for (index_t i = 11 + length; i <= 50'000; i += 3) many.push_back(i);
        in_segments(many, 11);
        std::vector<float> repeated;
        for (int i = 0; i < 5; ++i) repeated.insert(repeated.end(), group.begin(), group.end());
        for (const float each : impulse::reduce(impulse::batches(repeated, length), 0.1f))
            CHECK(support::same_bits(each, alone));
    }
}

TEST_CASE("segments: the short algorithms take them as they take ranges") {
    const std::vector<int> x{3, 1, 4, 1, 5, 9, 2, 6};
    const support::offsets at{0, 3, 3, 8};
    CHECK((impulse::sum(impulse::segments(x, at)) == std::vector<int>{8, 0, 23}));
    CHECK((impulse::count_if(impulse::segments(x, at), [](int v) { return v > 3; }) ==
           std::vector<index_t>{1, 0, 3}));
    CHECK((impulse::transform_reduce(impulse::segments(x, at), 1, impulse::plus{},
                                     [](int v) { return 10 * v; }) == std::vector<int>{81, 1, 231}));
    const auto both =
        impulse::reduce(impulse::segments(x, at), impulse::together(impulse::minimum{}, impulse::plus{}));
    const auto [least, sum] = both[2];
    CHECK(least == 1);
    CHECK(sum == 23);
    const auto moments_and_sums =
        impulse::reduce(impulse::segments(x, at), impulse::together(impulse::moments{}, impulse::plus{}));
    const auto& [moments, total] = moments_and_sums[2];
    CHECK(moments.count() == 5);
    CHECK(total == 23);
    const auto means = impulse::mean(impulse::segments(x, at));
    CHECK(means[2] == doctest::Approx(4.6));
    CHECK(means[1] != means[1]);
}

TEST_CASE("segments: of pointers and other iterators, with the number of segments") {
    const std::vector<float> x{1, 2, 3, 4, 5, 6, 7};
    const std::vector<unsigned short> offsets{0, 1, 1, 6};
    const std::vector<float> expected{1, 0, 20};
    CHECK(impulse::sum(impulse::segments(x.data(), offsets.data(), 3)) == expected);
    CHECK(impulse::sum(impulse::segments(x.begin(), offsets.begin(), 3u)) == expected);
    CHECK(impulse::sum(impulse::segments(x.data(), offsets.data(), 3, 7)) == expected);
    support::for_each_policy([&](const char*, const auto& policy) {
        std::vector<float> out(3);
        impulse::sum_into(policy, impulse::segments(x.data(), offsets.data(), 3), out.data());
        CHECK(out == expected);
    });
    const unsigned short* const none = nullptr;
    CHECK(impulse::sum(impulse::segments(x.data(), none, 0)).empty());
    CHECK(support::message_of([&] { impulse::segments(x.data(), offsets.data(), -1); }) ==
          "impulse: count is -1; it must be 0 or more");
    CHECK(support::message_of([&] { impulse::sum(impulse::segments(x.data(), offsets.data(), 3, 5)); }) ==
          "impulse: segment 2 has offsets [1, 6), but the input has 5 values");
}

TEST_CASE("segments: offsets that are wrong are named, and nothing is written") {
    const std::vector<int> x(10, 1);
    std::vector<int> out(3, -7);
    const auto call = [&](support::offsets at) {
        return support::message_of([&] { impulse::reduce_into(impulse::segments(x, at), out.data(), 0); });
    };
    CHECK(call({0, 5, 3, 10}) == "impulse: segment 1 has offsets [5, 3), which decrease");
    CHECK(call({0, 5, 6, 11}) == "impulse: segment 2 has offsets [6, 11), but the input has 10 values");
    CHECK(call({-1, 5, 6, 10}) == "impulse: segment 0 has offsets [-1, 5), which begin below 0");
    const std::vector<std::uint64_t> huge{0, 5, 6, ~std::uint64_t{0}};
    CHECK(support::message_of([&] { impulse::reduce_into(impulse::segments(x, huge), out.data(), 0); }) ==
          "impulse: segment 2 has offsets [6, 18446744073709551615), but the input has 10 values");
    const std::vector<signed char> below{0, -5, 6};  // offsets of two different integer types
    const std::vector<std::uint64_t> beyond{1, ~std::uint64_t{0} - 1, 7};
    CHECK(support::message_of([&] {
              impulse::reduce_into(impulse::segments(x, below, beyond), out.data(), 0);
          }) == "impulse: segment 1 has offsets [-5, 18446744073709551614), which begin below 0");
    CHECK(call({}) == "impulse: offsets is empty; it must have one offset more than there are segments");
    CHECK(support::message_of([&] {
              impulse::reduce(impulse::segments(x, std::vector{0, 1}, std::vector{1}), 0);
          }) == "impulse: ends has 1 offset, but begins has 2");
    CHECK((out == std::vector<int>(3, -7)));
}

TEST_CASE("segments: the first of many offenders is named by every policy, and nothing is written") {
    constexpr index_t segments = 100'000;
    const std::vector<int> x(3 * segments, 1);
    const std::vector<int> untouched(segments, -7);
    std::vector<int> out = untouched;
    support::for_each_offender(segments, [&](const support::offsets& at, const std::string& complaint) {
        support::for_each_policy([&](auto, const auto& policy) {
            CHECK(support::message_of([&] {
                      impulse::reduce_into(policy, impulse::segments(x, at), out.data(), 0);
                  }) == complaint);
            CHECK((out == untouched));
        });
    });
}

TEST_CASE_TEMPLATE("segments: numbers in short ones of each length, to the bit, up to the end of an array", T,
                   float, double, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t) {
    const auto check = [](const std::vector<T>& items, const std::vector<index_t>& at, const auto& op) {
        const auto found = impulse::reduce(impulse::segments(items, at), op);
        REQUIRE(found.size() + 1 == at.size());
        for (std::size_t r = 0; r < found.size(); ++r) {
            CAPTURE(r);
            const std::vector<T> own(items.begin() + at[r], items.begin() + at[r + 1]);
            REQUIRE(same_bits(found[r], impulse::tree_fold(own, op)));
        }
    };
    auto random = support::random_source(77);
    for (const index_t most : {1, 4, 9, 33, 70}) {
        CAPTURE(most);
        std::vector<index_t> at{0};
        for (index_t length = 1; length <= most; ++length) at.push_back(at.back() + length);
        for (int i = 0; i < 100; ++i)
            at.push_back(at.back() + support::random_between(random, 1, static_cast<int>(most)));
        at.push_back(at.back() + 1);
        std::vector<T> items(static_cast<std::size_t>(at.back()));
        for (T& item : items)
            item = static_cast<T>(static_cast<T>(support::random_between(random, -1000, 1000)) / T(3));
        check(items, at, impulse::plus{});
        // Of equal length, and but for one of them.
        for (index_t length = 1; length < 10 && 300 * length <= std::ssize(items); ++length) {
            std::vector<index_t> every;
            for (index_t i = 0; i <= 300; ++i) every.push_back(i * length);
            check(items, every, impulse::plus{});
            ++every[static_cast<std::size_t>(support::random_between(random, 1, 299))];
            check(items, every, impulse::plus{});
        }
        if constexpr (!std::is_integral_v<T> || std::is_unsigned_v<T>)  // others overflow
            check(items, at, impulse::multiplies{});
        if constexpr (std::is_integral_v<T>) {
            check(items, at, impulse::bit_and{});
            check(items, at, impulse::bit_or{});
            check(items, at, impulse::bit_xor{});
        } else {
            for (const T odd : {-T(0), std::numeric_limits<T>::infinity(),
                                std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::denorm_min()}) {
                check(std::vector<T>(items.size(), odd), at, impulse::plus{});
                check(std::vector<T>(items.size(), odd), at, impulse::multiplies{});
            }
        }
    }
}

TEST_CASE("segments in turn: batches whose quarters alternate, of equal and of random lengths") {
    own::serial_machine machine{2};
    machine.tuned.row[0].warp_bytes = 2 << 20;
    std::vector<float> x(300'000);
    auto random = support::random_source(78);
    for (float& item : x) item = static_cast<float>(support::random_between(random, -1000, 1000)) / 3;
    for (const int most : {5, 8, 40, 130, 600})
        for (const bool equal : {true, false}) {
            CAPTURE(most);
            CAPTURE(equal);
            std::vector<index_t> at{0};
            while (at.back() < std::ssize(x))
                at.push_back(
                    std::min(std::ssize(x),
                             at.back() + (equal ? most : support::random_between(random, 0, 2 * most))));
            std::vector<float> found(at.size() - 1, -1.f), right;
            impulse::reduce_into(impulse::last_block.on(machine), impulse::segments(x, at), found.data(),
                                 0.f);
            for (std::size_t r = 0; r < found.size(); ++r)
                right.push_back(
                    impulse::tree_fold(std::vector<float>(x.begin() + at[r], x.begin() + at[r + 1]), 0.f));
            CHECK(std::memcmp(found.data(), right.data(), right.size() * sizeof(float)) == 0);
        }
}
