// SPDX-License-Identifier: Apache-2.0
/// \file
/// Policies on grids of emulated blocks: operators that take their items in a way of their own.
/// Integers of one and two bytes by the word, positions of extreme items by their number in a lane, large
/// accumulators of small items in several rounds.
#include <doctest/doctest.h>

#include <build.hpp>
#include <emulated/check.hpp>
#include <monoids.hpp>
#include <same_bits.hpp>
#include <sizes.hpp>

#include <impulse/extrema.hpp>
#include <impulse/iterators.hpp>
#include <impulse/norm.hpp>
#include <impulse/policies/last_block.hpp>
#include <impulse/statistics.hpp>
#include <impulse/tree.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

using emulated::turns;
using impulse::index_t;
using support::same_bits;

namespace {

/// f(items, policy) on machines of each size, with items of each size class of a tile.
template <int Width, class Make, class F>
void for_each_input(index_t tile, const Make& make, const F& f) {
    auto random = support::random_source(3);
    emulated::fibers machine(turns::by_chance);
    for (const auto& size : emulated::machine_sizes) {
        emulated::gpu<emulated::fibers, Width> on(machine, size);
        for (const index_t n : support::size_classes(size.warps * size.tiles, tile, random)) {
            std::vector<decltype(make(random))> items;
            for (index_t i = 0; i < n; ++i) items.push_back(make(random));
            CAPTURE(n);
            CAPTURE(size.warps);
            f(items, impulse::last_block.on(on.place()));
            f(items, impulse::last_block.tune({.items = 10}).on(on.place()));
        }
    }
}

/// Any value, often one of the ends of the type.
template <class T>
struct make_narrow {
    T operator()(std::mt19937_64& random) const {
        const auto bits = random();
        if (bits % 64 == 0) return std::numeric_limits<T>::min();
        if (bits % 64 == 1) return std::numeric_limits<T>::max();
        return static_cast<T>(bits >> 32);
    }
};

template <class T, class Acc, class Policy>
void check_words(const Policy& policy, const std::vector<T>& items) {
    std::uint64_t sum = 5;
    for (const T x : items) sum += static_cast<std::uint64_t>(static_cast<std::int64_t>(x));
    const auto there =
        impulse::reduce(policy, items, Acc{5}, impulse::plus{});  // of int, where Acc is shorter
    CHECK(there == static_cast<decltype(there)>(sum));
    if (items.empty()) return;
    std::vector<T> some(items.size(), T{9});
    constexpr std::size_t second = 4 * 64 / sizeof(T);  // of lane 0's chunks; each of its first word, too
    for (std::size_t i = 0; i < some.size() && i < second + 4; i = i == 15 ? second : i + 1) {
        some[i] = T{3};
        CHECK(impulse::reduce(policy, some, Acc{100}, impulse::minimum{}) == Acc{3});
        some[i] = T{11};
        CHECK(impulse::reduce(policy, some, Acc{0}, impulse::maximum{}) == Acc{11});
        some[i] = T{9};
    }
    const auto ends = std::minmax_element(items.begin(), items.end());
    const auto least = std::numeric_limits<T>::min();
    const auto most = std::numeric_limits<T>::max();
    CHECK(impulse::reduce(policy, items, static_cast<Acc>(most), impulse::minimum{}) ==
          static_cast<Acc>(*ends.first));
    CHECK(impulse::reduce(policy, items, static_cast<Acc>(least), impulse::maximum{}) ==
          static_cast<Acc>(*ends.second));
}

}  // namespace

TEST_SUITE_BEGIN("emulated operators" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE_TEMPLATE("integers of one and two bytes: sums and extremes", T, std::int8_t, std::uint8_t,
                   std::int16_t, char16_t) {
    constexpr index_t tile = emulated::tile_items<4, T, impulse::plus>();
    for_each_input<4>(tile, make_narrow<T>{}, [](const auto& items, const auto& policy) {
        check_words<T, T>(policy, items);
        check_words<T, std::int64_t>(policy, items);
    });
}

namespace {

/// Many are equal, and most of the type's range lies between them.
template <class T>
struct make_ties {
    T operator()(std::mt19937_64& random) const {
        constexpr T step =
            std::is_integral_v<T> ? std::numeric_limits<T>::max() / (std::is_signed_v<T> ? 2 : 4) : 1;
        return static_cast<T>((static_cast<T>(random() % 5) - (std::is_signed_v<T> ? T(2) : T(0))) * step);
    }
};
/// Ordered by one of two members.
struct pair_of {
    int key;
    int other;
};
struct make_pair_of {
    pair_of operator()(std::mt19937_64& random) const {
        return {static_cast<int>(random() % 5), static_cast<int>(random() % 100)};
    }
};
struct by_key {
    bool operator()(const pair_of& a, const pair_of& b) const { return a.key < b.key; }
};

using impulse::detail::less;
static_assert(impulse::detail::selects_items<impulse::detail::first_minimum<less>> &&
              impulse::detail::selects_items<impulse::detail::first_maximum<by_key>> &&
              impulse::detail::selects_items<impulse::detail::first_minimum_last_maximum<less>>);

template <class Policy, class T, class... Compare>
void check_positions(const Policy& policy, const std::vector<T>& items, Compare... compare) {
    const auto both = std::minmax_element(items.begin(), items.end(), compare...);
    CHECK(impulse::min_element(policy, items, compare...) ==
          std::min_element(items.begin(), items.end(), compare...));
    CHECK(impulse::max_element(policy, items, compare...) ==
          std::max_element(items.begin(), items.end(), compare...));
    CHECK(impulse::minmax_element(policy, items, compare...) == both);
}

}  // namespace

TEST_CASE_TEMPLATE("positions of extreme numbers, of which many are equal", T, bool, std::int8_t,
                   std::uint8_t, std::int16_t, char16_t, int, unsigned, float, double, std::int64_t) {
    constexpr index_t tile = index_t{4} * 256 / index_t{sizeof(T)};
    using item =
        std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>;  // of which a vector has memory
    for_each_input<4>(tile < 256 ? tile : 256, make_ties<item>{}, [](const auto& items, const auto& policy) {
        check_positions(policy, items);
        if constexpr (std::is_same_v<T, int>) check_positions(policy, items, std::greater<>{});
        if constexpr (std::is_same_v<T, bool>) {
            const auto bools = std::make_unique<bool[]>(items.size() + 1);
            for (std::size_t i = 0; i < items.size(); ++i) bools[i] = items[i] > 1;
            const auto x = std::span<const bool>(bools.get(), items.size());
            CHECK(impulse::max_element(policy, x) == std::max_element(x.begin(), x.end()));
            CHECK(impulse::min_element(policy, x) == std::min_element(x.begin(), x.end()));
        }
    });
}

TEST_CASE("positions of extreme structs") {
    for_each_input<4>(128, make_pair_of{}, [](const auto& items, const auto& policy) {
        check_positions(policy, items, by_key{});
    });
}

namespace {

/// An accumulator of Bytes bytes, of which each word is a mix that tells the tree; of 4-byte items.
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
        const auto same = [](std::uint32_t item) { return item; };  // so that nothing is staged
        CHECK(impulse::transform_reduce(large, items, init, op, same) == expected);
        const auto apart = impulse::strided(items.data(), 1);  // items that words do not help
        const auto end = apart + static_cast<std::ptrdiff_t>(items.size());
        CHECK(impulse::reduce(policy, apart, end, init, op) == expected);
        CHECK(impulse::reduce(large, apart, end, init, op) == expected);
    });
}

}  // namespace

TEST_CASE("large accumulators of small items: rounds") {
    check_large<4>(large_mix<32>{});
    check_large<8>(large_mix<20>{});
    check_large<16>(large_mix<24>{});
    check_large<8>(large_mix<128>{});
    check_large<4>(large_mix<256>{});
}

TEST_CASE("variance, whose joins are of equal counts or not") {
    const auto make = [](std::mt19937_64& random) { return static_cast<float>(random() % 1000) * 0.37f; };
    for_each_input<8>(512, make, [](const auto& items, const auto& policy) {
        const double serial = impulse::variance(items);
        const double there = impulse::variance(policy, items);
        CHECK(std::memcmp(&serial, &there, sizeof(double)) == 0);
    });
}

TEST_CASE("norms and weighted means, whose accumulators are larger than their items") {
    const auto make = [](std::mt19937_64& random) {
        const auto bits = random();  // among the scales of all three sums
        return std::ldexp(static_cast<double>(bits % 1000) * 0.37,
                          700 * (static_cast<int>((bits >> 40) % 3) - 1));
    };
    for_each_input<8>(256, make, [](const auto& items, const auto& policy) {
        CHECK(same_bits(impulse::norm(policy, items), impulse::norm(items)));
        CHECK(same_bits(impulse::weighted_mean(policy, items, items), impulse::weighted_mean(items, items)));
    });
}

namespace {

/// Neither associates nor commutes, and takes a whole leaf in at once.
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

/// By one item after the other, as it stands in the tree's definition.
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
        const auto later = std::span(items).subspan(1);  // off a word's boundary
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
    check_packs<std::uint8_t, 2, 8>(1024);
    check_packs<std::uint16_t, 4, 8>(512);
    check_packs<std::uint32_t, 16, 4>(256);
    check_packs<std::uint64_t, 2, 8>(128);
}

TEST_CASE("indices of extreme numbers, NaN among them") {
    const auto make = [](std::mt19937_64& random) {
        const auto bits = random() % 5000;
        if (bits == 0) return std::numeric_limits<float>::quiet_NaN();
        return bits % 2 == 0 ? -0.f : static_cast<float>(bits % 100) - 50;
    };
    for_each_input<8>(512, make, [](const auto& items, const auto& policy) {
        const auto here = [&](index_t i) { return items[static_cast<std::size_t>(i)]; };
        if (items.empty()) return;
        const index_t least = impulse::argmin(policy, items), most = impulse::argmax(policy, items);
        CHECK(same_bits(here(least), impulse::min_value(policy, items)));
        CHECK(same_bits(here(most), impulse::max_value(policy, items)));
        CHECK(least == impulse::argmin(items));
        CHECK(most == impulse::argmax(items));
    });
}

namespace {

/// Calls on items that are not there: of those that are none is 0.
int calls_on_nothing = 0;

/// Converts to a number, which is a caller's function.
struct converting {
    std::uint64_t bits;
    operator std::uint64_t() const {
        if (bits == 0) ++calls_on_nothing;
        return bits;
    }
};

/// Takes items in, without lifting one.
struct accumulating {
    std::uint64_t identity() const { return 7; }
    void accumulate(std::uint64_t& acc, const std::uint64_t& item) const {
        if (item == 0) ++calls_on_nothing;
        acc = support::scatter(5 * acc + item);
    }
    std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return support::mix{}(a, b); }
};

}  // namespace

TEST_CASE("nothing of a caller's is called for items that are not there") {
    const auto make = [](std::mt19937_64& random) { return random() | 1; };
    for_each_input<8>(256, make, [](const std::vector<std::uint64_t>& items, const auto& policy) {
        calls_on_nothing = 0;
        const std::uint64_t init = 3;
        CHECK(impulse::reduce(policy, items, init, accumulating{}) ==
              impulse::tree_fold(items, init, accumulating{}));
        CHECK(calls_on_nothing == 0);
        std::vector<converting> same;
        for (const std::uint64_t item : items) same.push_back({item});
        CHECK(impulse::reduce(policy, same, init, support::mix{}) ==
              impulse::tree_fold(items, init, support::mix{}));
        CHECK(calls_on_nothing == 0);
    });
}

TEST_SUITE_END();
