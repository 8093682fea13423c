// SPDX-License-Identifier: Apache-2.0
/// \file
/// `global_columns`: the columns of a matrix whose rows lie with the ranks of a place.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(global.hpp)

#include <impulse/detail/layout/strided_segments.hpp>

#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// The columns of this rank's rows.
struct global_columns : strided_segments<1, 1> {};

template <>
inline constexpr bool is_strided_segments<global_columns> = true;
template <class Layout>
inline constexpr bool is_global_columns = std::is_same_v<Layout, global_columns>;

}  // namespace impulse::detail
