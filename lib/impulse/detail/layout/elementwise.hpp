// SPDX-License-Identifier: Apache-2.0
/// \file
/// `elementwise_layout`: one result for each position of the arrays of a place's members.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(elementwise.hpp)

#include <impulse/detail/layout/array_segments.hpp>

#include <type_traits>

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

}  // namespace impulse::detail
