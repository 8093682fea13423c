// SPDX-License-Identifier: Apache-2.0
/// \file
/// Operators of several sums by one CPU thread, where one sum of a block tells the others: the norm of
/// doubles without tiny and large items, the mean of what is not NaN.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/norm.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/cpu/extreme_lanes.hpp>
#include <impulse/detail/cpu/narrow_counts.hpp>
#include <impulse/detail/cpu/own_way.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/plan/cpu_tuning.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/tree/fold.hpp>
#include <impulse/detail/tree/nodes.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

#if !IMPULSE_HAS_CUDA

/// Whether no item lies beyond the limits but zeros, whose squares are zeros in each of the sums. NaN lie
/// within.
template <class Op>
bool are_middling(const double* from, index_t count) {
    using vectors = vectors_of<double>;
    using vec = typename vectors::vec;
    typename vectors::mask beyond{};
    index_t i = 0;
    const vec least = vec{} + Op::least, most = vec{} + Op::most;
    for (; i + vectors::lanes <= count; i += vectors::lanes) {
        const vec v = vectors::read(from + i);
        const vec size = v < vec{} ? -v : v;
        // fault: middling-items
        beyond |= (typename vectors::mask)(size > most) |
                  ((typename vectors::mask)(size < least) & (typename vectors::mask)(size != vec{}));
    }
    bool some = vectors::any(beyond);
    for (; i < count; ++i) {
        const double size = from[i] < 0 ? -from[i] : from[i];
        some = some || size > Op::most || (size < Op::least && size != 0);
    }
    return !some;
}

/// Op::one_sum is the operator of the sum, and Op::from_sum(sum[, numbers]) the accumulator of a block: of
/// middling items alone if Op has such limits, or of so many that are not NaN.
template <class Acc, class Op, class Leaves>
requires requires(const Leaves& leaves) {
    requires has_own_members<Op>;
    typename Op::one_sum;
    requires has_extreme_lanes<std::remove_cvref_t<decltype(*leaves.source().first)>>;
    requires is_contiguous<std::remove_cvref_t<decltype(leaves.source())>>;
}
struct own_way<Acc, Op, Leaves> {
    static constexpr bool is_there = true;
    template <class Join>
    static Acc of(const Leaves& leaves, interval range, const Join& join) {
        constexpr index_t block = cpu_tuning::norm_block;
        if (range.size() <= block) {
            const auto* const from = leaves.source().first + (leaves.origin() + range.begin);
            if constexpr (requires { Op::least; })
                if (!are_middling<Op>(from, range.size()))
                    return detail::fold_tree<Acc>(leaves, range.begin, range.end, join);
            using one = const typename Op::one_sum;
            one op{{}, join.zero()};
            const op_adaptor<double, one> joins(op, join.zero());
            const typename Leaves::template by<double, one> items(
                leaves.source(), joins, {leaves.origin(), leaves.origin() + leaves.items()});
            const double sum = detail::fold_tree<double>(items, range.begin, range.end, joins);
            if constexpr (requires { Op::from_sum(sum); }) {
                return Op::from_sum(sum);
            } else {
                using counter = sized_integer<sizeof(typename Leaves::item_type), false>;
                const auto is_number = [](const auto& item) { return index_t{item == item}; };
                // fault: numbers-of-block
                return Op::from_sum(sum, detail::count_ones<counter>(from, range.size(), is_number));
            }
        }
        const index_t middle = range.begin + floor_power(range.size() - 1);
        Acc left = of(leaves, {range.begin, middle}, join);
        return join(std::move(left), of(leaves, {middle, range.end}, join));
    }
};

#endif

}  // namespace impulse::detail
