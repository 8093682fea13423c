// SPDX-License-Identifier: Apache-2.0
// Policies on grids of emulated blocks: integers of one and two bytes, processed in words of four bytes, and
// positions of extreme items, found by their number within a lane.
#include <suite.hpp>

#include <emulated/inputs.hpp>

#include <impulse/extrema.hpp>
#include <impulse/reduce.hpp>

#include <algorithm>

using emulated::for_each_input;

namespace {

/// Any value, often the least or the greatest of the type.
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
    const auto there = impulse::reduce(policy, items, Acc{5}, impulse::plus{});  // int, if Acc is shorter
    CHECK(there == static_cast<decltype(there)>(sum));
    if (items.empty()) return;
    std::vector<T> some(items.size(), T{9});
    constexpr std::size_t second = 4 * 64 / sizeof(T);  // the second vector load of lane 0; both are tested
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
    const auto all = impulse::reduce(
        policy, items, impulse::make_values(static_cast<Acc>(most), static_cast<Acc>(least), Acc{5}),
        impulse::together(impulse::minimum{}, impulse::maximum{}, impulse::plus{}));
    CHECK(all.template get<0>() == static_cast<Acc>(*ends.first));
    CHECK(all.template get<1>() == static_cast<Acc>(*ends.second));
    CHECK(all.template get<2>() == there);
}

}  // namespace

TEST_SUITE_BEGIN("emulated operators" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE_TEMPLATE("integers of one and two bytes: sums and extremes", T, std::int8_t, std::uint8_t,
                   std::int16_t, char16_t) {
    constexpr index_t tile = emulated::tile_items<4, T, impulse::plus>();
    for_each_input<4>(tile, make_narrow<T>{}, [](const auto& items, const auto& policy) {
        if constexpr (sizeof(T) == 1) check_words<T, T>(policy, items);
        check_words<T, std::int64_t>(policy, items);
    });
}

namespace {

/// Many values are equal, and most of the type's range lies between them.
template <class T>
struct make_ties {
    T operator()(std::mt19937_64& random) const {
        constexpr T step =
            std::is_integral_v<T> ? std::numeric_limits<T>::max() / (std::is_signed_v<T> ? 2 : 4) : 1;
        return static_cast<T>((static_cast<T>(random() % 5) - (std::is_signed_v<T> ? T(2) : T(0))) * step);
    }
};
/// Compared by one of two members.
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

TEST_CASE_TEMPLATE("positions of extreme numbers, of which many are equal", T, bool, std::int8_t, char16_t,
                   unsigned, float, std::int64_t) {
    constexpr index_t tile = index_t{4} * 256 / index_t{sizeof(T)};
    using item =
        std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>;  // std::vector stores it in memory
    for_each_input<4>(tile < 256 ? tile : 256, make_ties<item>{}, [](const auto& items, const auto& policy) {
        check_positions(policy, items);
        if constexpr (std::is_same_v<T, unsigned>) check_positions(policy, items, std::greater<>{});
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

TEST_SUITE_END();
