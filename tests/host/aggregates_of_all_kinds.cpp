// SPDX-License-Identifier: Apache-2.0
// Aggregates that take packs, are move-only, finalize, or are wrapped.
#include "aggregates.hpp"

using namespace aggregate_tests;

TEST_CASE("aggregates: an exact operator takes packs of 64 bytes, where it has no runs") {
    const polynomial init{5, 1};
    for (const index_t n : {0, 1, 63, 64, 65, 127, 128, 1000, 10'048, 70'001}) {
        CAPTURE(n);
        const std::string text = random_text(n + 1, 39).substr(1);
        const std::deque<char> apart(text.begin(), text.end());
        const auto expected = impulse::tree_fold(text, init, stepping{});
        const auto check = [&](index_t packs, const auto& reduced) {
            packing::packs = 0;
            CHECK(same_bits(reduced(), expected));
            CHECK(packing::packs.load() == packs);
        };
        support::for_each_shape([&](auto, const auto& policy) {
            const char* const first = text.data();
            check(n / 64, [&] {
                return impulse::reduce(policy, text, init, impulse::assume_associative(packing{}));
            });
            check(n / 64, [&] {
                return impulse::reduce(policy, apart, init, impulse::assume_associative(packing{}));
            });
            check(n / 64, [&] {
                return impulse::reduce(policy, first, first + n, init,
                                       impulse::assume_associative(final_packing{}));
            });
            check(n / 64, [&] {
                return impulse::reduce(policy, text, init, impulse::assume_associative(packing_alone{}));
            });
            check(0, [&] { return impulse::reduce(policy, text, init, packing{}); });
            check(0, [&] {
                return impulse::reduce(policy, text, init,
                                       impulse::assume_associative(packing_and_running{}));
            });
            check(n / 64, [&] {
                return impulse::reduce(policy, apart, init,
                                       impulse::assume_associative(packing_and_running{}));
            });
        });
        support::for_one_policy([&](auto, const auto& policy) {
            const auto [by_packs, by_steps] =
                impulse::reduce(policy, text, impulse::make_values(init, init),
                                impulse::together(impulse::assume_associative(packing{}),
                                                  impulse::assume_associative(stepping{})));
            CHECK(same_bits(by_packs, expected));
            CHECK(same_bits(by_steps, expected));
            CHECK(impulse::reduce(policy, text, init, impulse::unordered(packing{})).power == expected.power);
        });
    }
    const std::string text = random_text(10'000, 40);
    for (const index_t length : {1, 20, 80, 400, 1000}) {
        CAPTURE(length);
        packing::packs = 0;
        const auto got =
            impulse::reduce(impulse::batches(text, length), init, impulse::assume_associative(packing{}));
        CHECK(packing::packs == 10'000 / length * (length / 64));
        const auto expected = impulse::reduce(impulse::batches(text, length), init, stepping{});
        for (std::size_t i = 0; i < expected.size(); ++i) CHECK(same_bits(got[i], expected[i]));
    }
}

TEST_CASE("aggregates: 256 counters in place") {
    const std::string text = random_text(support::scaled(100'000), 35);
    const std::vector<unsigned char> bytes(text.begin(), text.end());
    counts expected{};
    for (const unsigned char byte : bytes) ++expected[byte];
    support::for_each_shape([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, bytes, count_bytes{}) == expected);
        CHECK(impulse::reduce(policy, bytes, counts{}, impulse::unordered(count_bytes{})) == expected);
        CHECK(impulse::reduce(policy, bytes, impulse::assume_associative(count_bytes{})) == expected);
    });
    CHECK(impulse::reduce(std::vector<unsigned char>{}, count_bytes{}) == counts{});
    const auto groups =
        impulse::reduce(impulse::batches(bytes, 25), impulse::assume_associative(count_bytes{}));
    counts all{};
    for (const counts& each : groups) count_bytes{}.combine(all, each);
    CHECK((groups.size() * 25 == bytes.size() && all == expected));
}

TEST_CASE("aggregates: accumulators that cannot be copied") {
    for (const index_t n : {0, 1, 2, 3, 100, 5000, 70'001}) {
        CAPTURE(n);
        const auto items = support::make_items(n, [](index_t i) { return 3 * i + 1; });
        const index_t expected = support::tree_by_definition(items, index_t{7}, [](index_t a, index_t b) {
            return static_cast<index_t>(
                support::mix{}(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b)));
        });
        support::for_each_shape([&](auto, const auto& policy) {
            CHECK(*impulse::reduce(policy, items, std::make_unique<index_t>(7), sum_of_unique{}) ==
                  7 + 3 * n * (n - 1) / 2 + n);
            CHECK(*impulse::reduce(policy, items, std::make_unique<index_t>(7), join_unique{}) == expected);
        });
    }
}

TEST_CASE("aggregates: finalize makes the result, once, at the end") {
    const auto x = one_to_thousand();
    const std::vector<int> none;
    static_assert(std::is_same_v<decltype(impulse::reduce(x, moments{}, own_mean{})), double>);
    support::for_each_shape([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, x, moments{0, 0}, own_mean{}) == 500.5);
        CHECK(impulse::reduce(policy, x, moments{0, 0}, impulse::unordered(own_mean{})) == 500.5);
        CHECK(impulse::reduce(policy, none, moments{2, 8}, own_mean{}) ==
              4);  // of init, because there is no item
        double out = 0;
        impulse::reduce_into(policy, x, &out, moments{0, 0}, own_mean{});
        CHECK(out == 500.5);
        CHECK(impulse::transform_reduce(policy, x, moments{0, 0}, own_mean{}, [](int i) { return 2 * i; }) ==
              1001);
        CHECK(impulse::reduce(policy, x, 0.0, counted_mean{}) == 500.5);
        CHECK(impulse::reduce(policy, none, 0.0, counted_mean{}) == -1);
    });
}

TEST_CASE("aggregates: an empty input gives init, finalized") {
    const std::string none;
    CHECK(impulse::reduce(none, polynomial{7, 1}, impulse::assume_associative(finishing{})) == "7");
    CHECK(same_bits(impulse::reduce(none, in_place{}), polynomial{0, 1}));
    CHECK(same_bits(impulse::tree_fold(none, polynomial{7, 3}, stepping{}), polynomial{7, 3}));
}

namespace {

/// `finalize` halves the result; the class is final.
struct final_half final {
    int operator()(int a, int b) const { return a + b; }
    double finalize(int total) const { return total / 2.0; }
};

/// Has every member, and is final too.
struct final_in_place final {
    void accumulate(polynomial& a, char letter) const { in_place{}.accumulate(a, letter); }
    void combine(polynomial& a, const polynomial& b) const { in_place{}.combine(a, b); }
    polynomial identity() const { return {0, 1}; }
    polynomial finalize(polynomial p) const { return {p.value + 1, p.power}; }
};

}  // namespace

TEST_CASE("aggregates: a wrapper keeps what a final one has") {
    const std::vector<int> x{1, 2};
    CHECK(impulse::reduce(x, 0, final_half{}) == 1.5);
    CHECK(impulse::reduce(x, 0, impulse::unordered(final_half{})) == 1.5);
    CHECK(impulse::reduce(x, 0, impulse::ordered(final_half{})) == 1.5);
    CHECK(impulse::reduce(x, impulse::with_identity(final_half{}, 0)) == 1.5);
    const std::string text = random_text(3000, 36);
    polynomial expected = impulse::reduce(text, in_place{});
    ++expected.value;
    CHECK(same_bits(impulse::reduce(text, impulse::assume_associative(final_in_place{})), expected));
    CHECK(same_bits(impulse::reduce(text, impulse::ordered(final_in_place{})), expected));
    CHECK(same_bits(impulse::reduce(text, polynomial{0, 1},
                                    impulse::unordered(impulse::assume_associative(final_in_place{})))
                        .power,
                    expected.power));
    CHECK(same_bits(impulse::reduce(text, final_in_place{}), expected));
}
