// SPDX-License-Identifier: Apache-2.0
// Kinds of trials: named aggregates, `reduce_first` and projections.
#pragma once

#include "kinds.hpp"

#include <definitions.hpp>
#include <moments.hpp>

#include <algorithm>

namespace impulse {

/// What support::same_bits compares: members, not padding.
template <class Type>
auto bits_of(const value_and_index<Type>& found) {
    return std::tuple(found.value, found.index);
}
inline auto bits_of(const moments_result& found) { return support::members_of(found); }

}  // namespace impulse

namespace fuzz {

/// Calls of `Self::op` without an initial value.
template <class Self>
struct reduced_without_init : reduced<Self> {
    static constexpr bool joins = false;
    template <class X, class Y, class Out, class Then>
    static auto write(const X& x, const Y&, const Out& out, const Then& then) {
        return then(impulse::reduce_into, x, out, Self::op());
    }
    template <class X, class Y, class Then>
    static auto ask(const X& x, const Y&, const Then& then) {
        return then(impulse::reduce, x, Self::op());
    }
};

struct all_moments : reduced_without_init<all_moments> {
    using item = float;
    static item make(std::uint64_t number, bool special) { return uneven<float>(number, special); }
    static impulse::moments op() { return {}; }
    template <class Items, class Others>
    static impulse::moments_result expected(const Items& x, const Others&) {
        const auto all = support::sums_by_definition(x);
        return {all.n, all.center, all.squares, all.cubes, all.fourths};
    }
};

/// Both extremes with their first positions, and a compensated sum with its error.
struct extremes_and_sum : reduced_without_init<extremes_and_sum> {
    using item = float;
    static item make(std::uint64_t number, bool) { return uneven<float>(number, false); }
    static auto op() {
        return impulse::together(impulse::min_loc{}, impulse::max_loc{}, impulse::compensated_sum{});
    }
    template <class Items, class Others>
    static auto expected(const Items& x, const Others&) {
        using found = impulse::value_and_index<float>;
        constexpr float inf = std::numeric_limits<float>::infinity();
        const auto first = [&](auto at, float of_none) {
            return found{x.empty() ? of_none : *at, static_cast<index_t>(at - x.begin())};
        };
        return impulse::make_values(first(std::ranges::min_element(x), inf),
                                    first(std::ranges::max_element(x), -inf),
                                    impulse::tree_fold(x, impulse::compensated_sum{}));
    }
};

/// Neither associative nor commutative; it begins with the first item.
struct firsts : reduced<firsts> {
    using item = std::uint64_t;
    static constexpr bool returns = false;  // it returns std::optional
    static constexpr bool joins = false;
    static item make(std::uint64_t number, bool) { return number; }

    template <class X, class Y, class Out, class Then>
    static auto write(const X& x, const Y&, const Out& out, const Then& then) {
        return then(impulse::reduce_first_into, x, out, support::mix{}, item{7});
    }
    template <class Items, class Others>
    static item expected(const Items& x, const Others&) {
        if (x.empty()) return 7;
        return support::node_by_definition<item>(x, 0, std::ssize(x), support::mix{});
    }
};

struct third_of {
    IMPULSE_SHARED double operator()(float x) const { return static_cast<double>(x) / 3; }
};
struct projected_means : reduced<projected_means> {
    using item = float;
    static constexpr bool joins = false;
    static item make(std::uint64_t number, bool special) { return uneven<float>(number, special); }

    template <class X, class Y, class Out, class Then>
    static auto write(const X& x, const Y&, const Out& out, const Then& then) {
        return then(impulse::mean_into, x, out, third_of{});
    }
    template <class X, class Y, class Then>
    static auto ask(const X& x, const Y&, const Then& then) {
        return then(impulse::mean, x, third_of{});
    }
    template <class Items, class Others>
    static double expected(const Items& x, const Others&) {
        std::vector<double> made(x.size());
        std::ranges::transform(x, made.begin(), third_of{});
        if (made.empty()) return std::numeric_limits<double>::quiet_NaN();
        const double sum = support::node_by_definition<double>(made, 0, std::ssize(made), impulse::plus{});
        return sum / static_cast<double>(made.size());
    }
};

}  // namespace fuzz
