// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a lane has loaded, in ascending order → one value, where the order may be dropped.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/group_reduce.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/item_words.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/op/selecting.hpp>

#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// What a lane has loaded, in ascending order; the first item is valid. One after another, by selection, or
/// several in one word.
IMPULSE_NO_EXEC_CHECK
template <int Count, class Acc, class Loaded, class IsValid, class Op>
IMPULSE_INLINE uninitialized<Acc> thread_reduce(const Loaded& loaded, const op_adaptor<Acc, Op>& join,
                                                const IsValid& is_valid) {
    // fault: fold-as
    if constexpr (selects_items<std::remove_const_t<Op>> && requires { loaded.items.position(0); }) {
        return uninitialized<Acc>(join.op().template select<Count>(loaded.items, is_valid));
    } else if constexpr (std::is_same_v<IsValid, all_valid> &&
                         folds_words<Acc, std::remove_const_t<Op>, Loaded>) {
        return uninitialized<Acc>(detail::fold_words<Acc, std::remove_const_t<Op>>(loaded.items));
    } else {
        const auto sum_of = [&](const auto& get) {
            uninitialized<Acc> sum(get(0));
            IMPULSE_UNROLL
            for (int j = 1; j < Count; ++j)
                if (is_valid(j)) sum = uninitialized<Acc>(join(std::move(*sum), Acc(get(j))));
            return sum;
        };
        if constexpr (std::is_same_v<IsValid, all_valid> ||
                      requires { requires decltype(loaded.items)::has_zeros; })
            return sum_of(loaded);
        else
            return sum_of(asked_first<Acc, Count, Loaded, IsValid>(loaded, is_valid));
    }
}

/// The same of Loads vector loads of PerLane items, which are a row of `Width` lanes apart; the first `valid`
/// items from the lane's first one on are valid.
IMPULSE_NO_EXEC_CHECK
template <int PerLane, int Loads, int Width, class Acc, class Loaded, class Op>
IMPULSE_INLINE uninitialized<Acc> thread_reduce_some(const Loaded& loaded, const op_adaptor<Acc, Op>& join,
                                                     int valid) {
    // fault: leaves-in-rows
    return detail::thread_reduce<Loads * PerLane, Acc>(
        loaded, join, [&](int j) { return j / PerLane * Width * PerLane + j % PerLane < valid; });
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
