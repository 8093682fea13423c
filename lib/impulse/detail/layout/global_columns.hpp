// SPDX-License-Identifier: Apache-2.0
/// \file
/// `global_columns`: the groups along the first axis of an array that is distributed over ranks along that
/// axis, such as the columns of a matrix with distributed rows.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(global.hpp)

#include <impulse/detail/layout/strided_segments.hpp>

#include <array>
#include <cstddef>

namespace impulse::inline IMPULSE_ABI::detail {

/// The groups of this rank's rows. Rows are the positions of the first axis.
template <int Kept>
struct global_columns : strided_segments<Kept, 1> {
    static constexpr int kept = Kept;
    std::array<index_t, std::size_t{Kept}> extents{};  ///< of the groups' axes in the caller's array
};

template <int Kept>
inline constexpr bool is_strided_segments<global_columns<Kept>> = true;
template <class Layout>
inline constexpr bool is_global_columns = false;
template <int Kept>
inline constexpr bool is_global_columns<global_columns<Kept>> = true;

}  // namespace impulse::detail
