// SPDX-License-Identifier: Apache-2.0
/// \file
/// Layouts over the members of a place: one result for each position of the members' arrays; groups along the
/// first axis of an array, such as the columns of a matrix with distributed rows; and runs of equal keys.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(elementwise.hpp)

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/layout/array_segments.hpp>
#include <impulse/detail/layout/key_runs.hpp>
#include <impulse/detail/op/values.hpp>

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// The columns of a matrix whose rows are the members' arrays. Before the rows are gathered, it has only this
/// member's row.
struct elementwise_layout : strided_segments<1, 1> {
    static elementwise_layout of(index_t items) { return {columns_of_rows(1, items, items)}; }

    /// `count` columns of `rows` rows, which are `stride` items apart.
    static strided_segments<1, 1> columns_of_rows(index_t rows, index_t count, index_t stride) {
        strided_segments<1, 1> all;
        all.groups.add({count, 1});
        all.along.add({rows, stride});
        return all;
    }
};

template <>
inline constexpr bool is_strided_segments<elementwise_layout> = true;

/// Such columns. If they have few rows, one launch joins the rows in place (kernel/join_rows.hpp).
struct columns_of_members : strided_segments<1, 1> {
    bool are_few;
};
template <>
inline constexpr bool is_strided_segments<columns_of_members> = true;

template <class Layout>
inline constexpr bool is_elementwise = std::is_same_v<Layout, elementwise_layout>;

/// Whether the arrays are parts of devices of one process (detail/distributed/on_devices.hpp).
template <class Layout>
inline constexpr bool joins_parts = is_elementwise<Layout>&& requires(const Layout& all) {
    all.parts;
};

/// Whether an `out` has a pointer to results of this type for each device.
template <class Out, class Result>
inline constexpr bool are_copies_of = false;
/// The same for results of any type.
template <class Out>
inline constexpr bool are_copies = false;

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
