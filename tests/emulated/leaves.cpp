// SPDX-License-Identifier: Apache-2.0
// Policies on grids of emulated blocks: large accumulators of small items in several rounds, and operators
// that take a whole leaf at once.
#include <suite.hpp>

#include <emulated/inputs.hpp>

#include <impulse/iterators.hpp>
#include <impulse/reduce.hpp>
#include <impulse/tree.hpp>

using emulated::for_each_input;

TEST_SUITE_BEGIN("emulated operators" * doctest::skip(support::under_thread_sanitizer));

namespace {

/// An accumulator of `Bytes` bytes from 4-byte items. Each of its words depends on the shape of the tree.
template <int Bytes>
struct large_mix {
    struct value {
        std::uint32_t word[Bytes / 4];
        bool operator==(const value&) const = default;
    };
    value lift(std::uint32_t item) const {
        value v;
        for (std::uint32_t w = 0; w < Bytes / 4; ++w) v.word[w] = item + w;
        return v;
    }
    value operator()(const value& a, const value& b) const {
        value v;
        for (int w = 0; w < Bytes / 4; ++w)
            v.word[w] = (a.word[w] ^ (b.word[w] >> 5)) * 2654435761u + 3 * b.word[w];
        return v;
    }
};

struct make_word {
    std::uint32_t operator()(std::mt19937_64& random) const { return static_cast<std::uint32_t>(random()); }
};

template <int Width, int Bytes>
void check_large(const large_mix<Bytes>& op) {
    using value = typename large_mix<Bytes>::value;
    using leaves = impulse::detail::leaves<value, const impulse::contiguous_source<std::uint32_t>,
                                           const large_mix<Bytes>, 256>;
    constexpr index_t tile = index_t{Width} * leaves::shape.per_lane() * leaves::shape.rounds;
    static_assert(leaves::shape.rounds > 1 || Bytes > 192);
    const value init = op.lift(77);
    for_each_input<Width>(tile, make_word{}, [&](const auto& items, const auto& policy) {
        const value expected = impulse::tree_fold(items, init, op);
        CHECK(impulse::reduce(policy, items, init, op) == expected);
        const auto large = policy.tune({.threads = 32, .items = 8 * tile});
        CHECK(impulse::reduce(large, items, init, op) == expected);
        const auto same = [](std::uint32_t item) { return item; };  // no tile is staged
        CHECK(impulse::transform_reduce(large, items, init, op, same) == expected);
        const auto apart = impulse::strided(items.data(), 1);  // no vector loads
        const auto end = apart + static_cast<std::ptrdiff_t>(items.size());
        CHECK(impulse::reduce(policy, apart, end, init, op) == expected);
        CHECK(impulse::reduce(large, apart, end, init, op) == expected);
    });
}

}  // namespace

TEST_CASE("large accumulators of small items: rounds") {
    check_large<4>(large_mix<32>{});
    check_large<8>(large_mix<20>{});
    check_large<4>(large_mix<256>{});
}

namespace {

/// Neither associative nor commutative; it takes a whole leaf at once.
template <class Item, int Leaf>
struct packed_mix {
    static constexpr int leaf = Leaf;
    std::uint64_t lift(Item item) const { return support::scatter(item ^ 0x5555u); }
    std::uint64_t lift(const impulse::pack<Item, Leaf>& items) const {
        std::uint64_t acc = lift(items[0]);
        for (int i = 1; i < Leaf; ++i) accumulate(acc, items[i]);
        return acc;
    }
    void accumulate(std::uint64_t& acc, Item item) const { acc = support::scatter(5 * acc + item); }
    std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return support::mix{}(a, b); }
};

/// Accumulates one item after another, as the tree is defined.
template <class Item, int Leaf>
struct stepped_mix : packed_mix<Item, Leaf> {
    std::uint64_t lift(Item item) const { return packed_mix<Item, Leaf>::lift(item); }
};

template <class Item, int Leaf, int Width>
void check_packs(index_t tile) {
    const auto make = [](std::mt19937_64& random) { return static_cast<Item>(random()); };
    for_each_input<Width>(tile, make, [](const auto& items, const auto& policy) {
        const std::uint64_t init = 3;
        const auto expected = impulse::tree_fold(items, init, stepped_mix<Item, Leaf>{});
        const packed_mix<Item, Leaf> op;
        CHECK(impulse::reduce(policy, items, init, op) == expected);
        CHECK(impulse::reduce(policy, items, init, impulse::ordered(op)) == expected);
        const auto same = [](Item item) { return item; };
        CHECK(impulse::transform_reduce(policy, items, init, op, same) == expected);
        const auto [a, b] = impulse::reduce(policy, items, impulse::make_values(init, init),
                                            impulse::together(op, packed_mix<Item, 2 * Leaf>{}));
        CHECK(a == expected);
        CHECK(b == impulse::tree_fold(items, init, stepped_mix<Item, 2 * Leaf>{}));
        if (items.size() < 2) return;
        const auto later = std::span(items).subspan(1);  // not aligned to a word
        CHECK(impulse::reduce(policy, later, init, op) ==
              impulse::tree_fold(later, init, stepped_mix<Item, Leaf>{}));
    });
}

}  // namespace

TEST_CASE(
    "whole leaves at once, of accumulators larger than an item: staged, or of too many bytes for that") {
    const auto check = [](const auto& packed, const auto& stepped) {
        const auto make = [](std::mt19937_64& random) { return static_cast<std::uint32_t>(random()); };
        for_each_input<8>(8 * packed.leaf, make, [&](const auto& items, const auto& policy) {
            const support::units<3> init{{1, 2, 3}};
            CHECK(impulse::reduce(policy, items, init, packed) == impulse::tree_fold(items, init, stepped));
            if (items.empty()) return;
            const auto later = std::span(items).subspan(1);
            CHECK(impulse::reduce(policy, later, init, packed) == impulse::tree_fold(later, init, stepped));
        });
    };
    check(support::packed_words<4>{}, support::stepped_words<4>{});
    check(support::packed_words<32>{}, support::stepped_words<32>{});
    check(support::packed_words<64>{}, support::stepped_words<64>{});
}

TEST_CASE("whole leaves at once, as packs") {
    check_packs<std::uint8_t, 64, 4>(1024);
    check_packs<std::uint16_t, 4, 8>(512);
    check_packs<std::uint64_t, 2, 8>(128);
}

namespace {

/// They are so few that a warp reads them in one round, by eight vector loads in each lane.
template <int Width>
void check_read_one_by_one() {
    using source = impulse::iterator_source<impulse::strided_iterator<const std::uint64_t*>>;
    using leaves = impulse::detail::leaves<std::uint64_t, const source, const support::mix, 256>;
    static_assert(leaves::shape.few_vector_loads >= impulse::detail::kernel_tuning::few_traded);
    const support::mix op;
    const auto make = [](std::mt19937_64& random) { return static_cast<std::uint64_t>(random()); };
    for_each_input<Width>(Width * leaves::shape.few(), make, [&](const auto& items, const auto& policy) {
        const auto apart = impulse::strided(items.data(), 1);
        const auto end = apart + static_cast<std::ptrdiff_t>(items.size());
        CHECK(impulse::reduce(policy, apart, end, std::uint64_t{5}, op) ==
              impulse::tree_fold(items, std::uint64_t{5}, op));
    });
}

}  // namespace

TEST_CASE("few items that are read one by one") {
    check_read_one_by_one<4>();
    check_read_one_by_one<8>();
    check_read_one_by_one<32>();
}

TEST_SUITE_END();
