// SPDX-License-Identifier: Apache-2.0
// Kinds of trials with two inputs, with masks and with NaN; and the list of all kinds, whose numbers trials
// use.
#pragma once

#include "aggregate_kinds.hpp"
#include "trial.hpp"

#include <algorithm>

namespace fuzz {

/// Each item of a group with the item at the same index of one vector, which all groups share.
struct vector_beside : pairs {
    static constexpr beside is_beside = beside::vector;
};
/// Each item of a group with that of another array, whose rows are farther apart.
struct array_beside : pairs {
    static constexpr beside is_beside = beside::array;
};

// ---- masks ------------------------------------------------------------------------------------------------

/// Items under a mask; `second_item` is its flags. `Self` has item, make, value_of(optional node), and `op`.
template <class Self, class Base = reduced<Self>>
struct under_mask : Base {
    using second_item = unsigned char;
    static constexpr beside is_beside = beside::mask;
    static constexpr bool takes_two = true;
    static constexpr bool joins = false;

    /// The tree, if an item takes part.
    template <class Type>
    static std::optional<Type> tree(const std::vector<Type>& x, const std::vector<second_item>& mask) {
        return support::masked_by_definition(x, mask, Self::op(), 0, x.size());
    }
};

/// An operator without an identity.
struct where_mix : under_mask<where_mix> {
    using item = std::uint64_t;
    static item make(std::uint64_t number, bool) { return number; }
    static item init() { return 9; }
    static support::mix op() { return {}; }
    static item expected(const std::vector<item>& x, const std::vector<second_item>& mask) {
        const auto all = tree(x, mask);
        return all ? op()(init(), *all) : init();
    }
};

/// An operator with an identity. A call must not insert any other value: -0 and +0 are items, too.
struct where_sum : under_mask<where_sum, calls<where_sum, impulse::sum, impulse::sum_into>> {
    using item = float;
    static item make(std::uint64_t number, bool special) { return uneven<float>(number, special); }
    static impulse::plus op() { return {}; }
    static item expected(const std::vector<item>& x, const std::vector<second_item>& mask) {
        return tree(x, mask).value_or(0.0f);
    }
};

/// Leaves of 32 items, of which some are left out. (No item is NaN: the definition skips those.)
struct where_variance
    : under_mask<where_variance, calls<where_variance, impulse::variance, impulse::variance_into>> {
    using item = float;
    static item make(std::uint64_t number, bool) { return uneven<float>(number, false); }
    static double expected(const std::vector<item>& x, const std::vector<second_item>& mask) {
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        std::vector<double> some(x.begin(), x.end());
        for (std::size_t i = 0; i < some.size(); ++i)
            if (mask[i] == 0) some[i] = none;
        const auto all = support::sums_by_definition(some, true);
        return all.n > 0 ? all.squares / all.n : none;
    }
};

// ---- items of which some are NaN --------------------------------------------------------------------------

/// An algorithm whose only argument is its input. One item in four is NaN.
template <const auto& Algorithm, const auto& AlgorithmInto>
struct skips_nan : calls<void, Algorithm, AlgorithmInto> {
    using item = float;
    static item make(std::uint64_t number, bool special) {
        if (number % 4 == 0) return std::numeric_limits<item>::quiet_NaN();
        return uneven<item>(number / 4, special);
    }
};

/// -0 comes before +0.
inline bool is_below(float a, float b) { return a < b || (a == b && std::signbit(a) && !std::signbit(b)); }

struct nan_sums : skips_nan<impulse::nansum, impulse::nansum_into> {
    static item expected(const std::vector<item>& x, const std::vector<char>&) {
        return impulse::tree_fold(support::replaced(x, 0.0f));
    }
};

struct nan_means : skips_nan<impulse::nanmean, impulse::nanmean_into> {
    static double expected(const std::vector<item>& x, const std::vector<char>&) {
        const auto count = std::ranges::count_if(x, [](item each) { return !std::isnan(each); });
        return count > 0 ? impulse::tree_fold(support::replaced(x, -0.0)) / static_cast<double>(count)
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
        return support::first_extreme(x, [](item a, item b) { return is_below(a, b); });
    }
};

struct nan_argmaxes : skips_nan<impulse::nanargmax, impulse::nanargmax_into> {
    static index_t expected(const std::vector<item>& x, const std::vector<char>&) {
        return support::first_extreme(x, [](item a, item b) { return is_below(b, a); });
    }
};

/// In the order of kind_names.
using kinds =
    std::tuple<mix, leaves, triples, wide, floats, matrices, shorts, transformed, pairs, variance,
               positions_of_least, least_and_sum, without_init, all_moments, extremes_and_sum, firsts,
               projected_means, vector_beside, array_beside, where_mix, where_sum, where_variance, words,
               nan_sums, nan_means, nan_variances, nan_argmins, nan_argmaxes, unproved>;
static_assert(std::tuple_size_v<kinds> == std::size(kind_names));

}  // namespace fuzz
