// SPDX-License-Identifier: Apache-2.0
/// \file
/// `global_columns`: the groups along the first axis of an array whose positions there lie with the ranks of
/// a place, such as the columns of a matrix whose rows do.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(global.hpp)

#include <impulse/detail/layout/strided_segments.hpp>

#include <array>
#include <cstddef>

namespace impulse::inline IMPULSE_ABI::detail {

/// The groups of this rank's rows, which are the positions of the first axis.
template <int Kept>
struct global_columns : strided_segments<Kept, 1> {
    static constexpr int kept = Kept;
    std::array<index_t, std::size_t{Kept}>
        extents{};  ///< of the groups' axes, as the caller's array has them
};

template <int Kept>
inline constexpr bool is_strided_segments<global_columns<Kept>> = true;
template <class Layout>
inline constexpr bool is_global_columns = false;
template <int Kept>
inline constexpr bool is_global_columns<global_columns<Kept>> = true;

}  // namespace impulse::detail
