// SPDX-License-Identifier: Apache-2.0
/// \file
/// Groups that are distributed over ranks: those along the first axis of an array, such as the columns of a
/// matrix with distributed rows, and runs of equal keys.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(global.hpp)

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/layout/array_segments.hpp>
#include <impulse/detail/layout/key_runs.hpp>
#include <impulse/detail/op/values.hpp>

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

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

/// The keys of this rank, as `key_runs`; the first and the last run may extend over other ranks.
template <class Runs>
struct global_runs : Runs {
    auto into(auto to_keys, auto to_count) const {
        auto own = Runs::into(std::move(to_keys), std::move(to_count));
        if constexpr (is_refusal<decltype(own)>)
            return own;
        else
            return global_runs<decltype(own)>{std::move(own)};
    }
};

template <class Runs>
inline constexpr bool is_key_runs<global_runs<Runs>> = true;
template <class Layout>
inline constexpr bool is_global_runs = is_a<Layout, global_runs>;

/// Whether a layout extends over all ranks.
template <class Layout>
inline constexpr bool is_global = is_global_columns<Layout> || is_global_runs<Layout>;

/// The types that ranks must agree on besides accumulator and operator: those of keys and of their
/// comparison.
template <class Layout>
struct compared_keys : std::type_identity<values<>> {
    static constexpr std::size_t bytes = 0;
};
template <class Runs>
struct compared_keys<global_runs<Runs>>
    : std::type_identity<values<typename Runs::key_type, decltype(Runs::equal)>> {
    static constexpr std::size_t bytes = sizeof(typename Runs::key_type);
};

}  // namespace impulse::detail
