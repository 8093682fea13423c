// SPDX-License-Identifier: Apache-2.0
// Kinds of trials that skip NaN: `nansum`, `nanmean`, `nanvar`, `nanargmin`, `nanargmax`.
#pragma once

#include "kinds.hpp"

namespace fuzz {

/// An algorithm whose only argument is its input. One item in four is NaN.
template <const auto& Algorithm, const auto& AlgorithmInto>
struct skips_nan {
    using item = float;
    using second_item = char;  // no second input
    static constexpr bool takes_two = false;
    static constexpr beside is_beside = beside::items;
    static constexpr bool returns = true;
    static constexpr bool joins = false;
    static item make(std::uint64_t number, bool special) {
        if (number % 4 == 0) return std::numeric_limits<item>::quiet_NaN();
        return uneven<item>(number / 4, special);
    }

    template <class X, class Y, class Out, class Then>
    static auto write(const X& x, const Y&, const Out& out, const Then& then) {
        return then(AlgorithmInto, x, out);
    }
    template <class X, class Y, class Then>
    static auto ask(const X& x, const Y&, const Then& then) {
        return then(Algorithm, x);
    }

    /// The items, with another value in place of each NaN.
    template <class Value>
    static std::vector<Value> replaced(const std::vector<item>& x, Value in_place_of_nan) {
        std::vector<Value> values;
        for (const item each : x)
            values.push_back(std::isnan(each) ? in_place_of_nan : static_cast<Value>(each));
        return values;
    }
    /// The index of the first number that no other number precedes; n if there is none.
    template <class Before>
    static index_t first_extreme(const std::vector<item>& x, const Before& before) {
        std::size_t best = x.size();
        for (std::size_t i = 0; i < x.size(); ++i)
            if (!std::isnan(x[i]) && (best == x.size() || before(x[i], x[best]))) best = i;
        return static_cast<index_t>(best);
    }
};

/// -0 comes before +0.
inline bool is_below(float a, float b) { return a < b || (a == b && std::signbit(a) && !std::signbit(b)); }

struct nan_sums : skips_nan<impulse::nansum, impulse::nansum_into> {
    static item expected(const std::vector<item>& x, const std::vector<char>&) {
        return impulse::tree_fold(replaced(x, 0.0f));
    }
};

struct nan_means : skips_nan<impulse::nanmean, impulse::nanmean_into> {
    static double expected(const std::vector<item>& x, const std::vector<char>&) {
        const auto count = std::ranges::count_if(x, [](item each) { return !std::isnan(each); });
        return count > 0 ? impulse::tree_fold(replaced(x, -0.0)) / static_cast<double>(count)
                         : std::numeric_limits<double>::quiet_NaN();
    }
};

struct nan_variances : skips_nan<impulse::nanvar, impulse::nanvar_into> {
    static double expected(const std::vector<item>& x, const std::vector<char>&) {
        const impulse::detail::variance_by<impulse::detail::skips::nan> op{};
        return impulse::tree_fold(x, op);
    }
};

struct nan_argmins : skips_nan<impulse::nanargmin, impulse::nanargmin_into> {
    static index_t expected(const std::vector<item>& x, const std::vector<char>&) {
        return first_extreme(x, [](item a, item b) { return is_below(a, b); });
    }
};

struct nan_argmaxes : skips_nan<impulse::nanargmax, impulse::nanargmax_into> {
    static index_t expected(const std::vector<item>& x, const std::vector<char>&) {
        return first_extreme(x, [](item a, item b) { return is_below(b, a); });
    }
};

}  // namespace fuzz
