// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a lane has loaded, in ascending order → one value, where the order may be dropped.
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/cell.hpp>
#include <impulse/detail/kernel/item_words.hpp>
#include <impulse/detail/op/joining.hpp>
#include <impulse/detail/op/selecting.hpp>

#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// What a lane has loaded, in ascending order, of which the first is there: one after the other, as the operator selects
/// among them, or several in one word.
IMPULSE_NO_EXEC_CHECK
template <int N, class Acc, class Loaded, class There, class Op>
IMPULSE_INLINE cell<Acc> fold_loaded(const Loaded& loaded, const joining<Acc, Op>& join, const There& there) {
    // fault: fold-as
    if constexpr (selects_items<std::remove_const_t<Op>> && requires { loaded.items.position(0); }) {
        return cell<Acc>(join.op().template select<N>(loaded.items, there));
    } else if constexpr (std::is_same_v<There, all_there> &&
                         folds_words<Acc, std::remove_const_t<Op>, Loaded>) {
        return cell<Acc>(detail::fold_words<Acc, std::remove_const_t<Op>>(loaded.items));
    } else {
        const auto sum_of = [&](const auto& get) {
            cell<Acc> sum(get(0));
            IMPULSE_UNROLL
            for (int j = 1; j < N; ++j)
                if (there(j)) sum = cell<Acc>(join(std::move(*sum), Acc(get(j))));
            return sum;
        };
        if constexpr (std::is_same_v<There, all_there> ||
                      requires { requires decltype(loaded.items)::has_zeros; })
            return sum_of(loaded);
        else
            return sum_of(asked_first<Acc, N, Loaded, There>(loaded, there));
    }
}

/// The same of C chunks of K items, which lie a row of `Width` lanes apart; the first `there` from the lane's first on are there.
IMPULSE_NO_EXEC_CHECK
template <int K, int C, int Width, class Acc, class Loaded, class Op>
IMPULSE_INLINE cell<Acc> fold_some(const Loaded& loaded, const joining<Acc, Op>& join, int there) {
    // fault: leaves-in-rows
    return detail::fold_loaded<C * K, Acc>(loaded, join,
                                           [&](int j) { return j / K * Width * K + j % K < there; });
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
