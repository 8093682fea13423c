// SPDX-License-Identifier: Apache-2.0
// Kinds of trials with two inputs over the groups of an array, and with a mask.
#pragma once

#include "aggregate_kinds.hpp"
#include "kinds.hpp"

#include <optional>

namespace fuzz {

/// Each item of a group beside the item with the same index of one vector, which is there for all groups.
struct vector_beside : pairs {
    static constexpr beside is_beside = beside::vector;
};
/// Each item of a group beside that of another array, whose rows are farther apart.
struct array_beside : pairs {
    static constexpr beside is_beside = beside::array;
};

// ---- masks ------------------------------------------------------------------------------------------------

/// Items under a mask; `second_item` is its flags. `Self` has item, make, value_of(optional node), and `op`.
template <class Self>
struct under_mask : reduced<Self> {
    using second_item = unsigned char;
    static constexpr beside is_beside = beside::mask;
    static constexpr bool takes_two = true;
    static constexpr bool joins = false;

    /// The node over [begin, end): an item that is masked out is an empty place.
    template <class Type>
    static std::optional<Type> node(const std::vector<Type>& x, const std::vector<second_item>& mask,
                                    std::size_t begin, std::size_t end) {
        if (begin == end) return {};
        if (end - begin == 1) return mask[begin] != 0 ? std::optional(x[begin]) : std::nullopt;
        std::size_t half = 1;
        while (2 * half < end - begin) half *= 2;
        const auto left = node(x, mask, begin, begin + half), right = node(x, mask, begin + half, end);
        if (!left) return right;
        return right ? std::optional(static_cast<Type>(Self::op()(*left, *right))) : left;
    }
};

/// An operator without an identity.
struct where_mix : under_mask<where_mix> {
    using item = std::uint64_t;
    static item make(std::uint64_t number, bool) { return number; }
    static item init() { return 9; }
    static support::mix op() { return {}; }
    static item expected(const std::vector<item>& x, const std::vector<second_item>& mask) {
        const auto all = node(x, mask, 0, x.size());
        return all ? op()(init(), *all) : init();
    }
};

/// One with an identity, in place of which nothing may be made up: -0 and +0 are items too.
struct where_sum : under_mask<where_sum> {
    using item = float;
    static item make(std::uint64_t number, bool special) { return uneven<float>(number, special); }
    static impulse::plus op() { return {}; }

    template <class X, class Y, class Out, class Then>
    static auto write(const X& x, const Y&, const Out& out, const Then& then) {
        return then(impulse::sum_into, x, out);
    }
    template <class X, class Y, class Then>
    static auto ask(const X& x, const Y&, const Then& then) {
        return then(impulse::sum, x);
    }
    static item expected(const std::vector<item>& x, const std::vector<second_item>& mask) {
        return node(x, mask, 0, x.size()).value_or(0.0f);
    }
};

/// Leaves of 32 items, of which some are left out. (No item is NaN: the definition skips those.)
struct where_variance : under_mask<where_variance> {
    using item = float;
    static item make(std::uint64_t number, bool) { return uneven<float>(number, false); }

    template <class X, class Y, class Out, class Then>
    static auto write(const X& x, const Y&, const Out& out, const Then& then) {
        return then(impulse::variance_into, x, out);
    }
    template <class X, class Y, class Then>
    static auto ask(const X& x, const Y&, const Then& then) {
        return then(impulse::variance, x);
    }
    static double expected(const std::vector<item>& x, const std::vector<second_item>& mask) {
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        std::vector<double> some(x.begin(), x.end());
        for (std::size_t i = 0; i < some.size(); ++i)
            if (mask[i] == 0) some[i] = none;
        const auto all = support::sums_by_definition(some, true);
        return all.n > 0 ? all.squares / all.n : none;
    }
};

}  // namespace fuzz
