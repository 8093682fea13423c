// SPDX-License-Identifier: Apache-2.0
/// \file
/// `selecting`: the base class by which the library recognises operators that select among items.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(tree.hpp)

#include <impulse/detail/op/freedom.hpp>

#include <cstdint>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// Base of operators with `select`. They compute nothing.
struct selecting : no_contraction {};

struct least_of_none {
    template <std::size_t Count>
    IMPULSE_SHARED void operator()(std::uint32_t (&)[Count]) const {}
};
/// Whether a warp finds the best of its lanes by a minimum over words.
template <class Acc, class Op>
inline constexpr bool selects_across = requires(const Acc& mine) {
    Op::across(mine, least_of_none{});
};

/// Whether an operator selects among items that know their positions.
template <class Op>
inline constexpr bool selects_items = std::is_base_of_v<selecting, Op>;

}  // namespace impulse::detail
