// SPDX-License-Identifier: Apache-2.0
/// \file
/// Arrays of several dimensions as inputs: `matrix_view`, and any type with mdspan's extents, mapping and
/// accessor ([mdspan.mdspan]). It is recognised by its members, so no header is needed.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(layouts.hpp)

#include <impulse/detail/base/computed_iterator.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/frontend/input.hpp>
#include <impulse/detail/layout/array_segments.hpp>
#include <impulse/error.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

/// A size of any integer type.
template <std::integral Type>
constexpr index_t to_size(Type size, const char* argument) {
    if (std::cmp_greater(size, (std::numeric_limits<index_t>::max)()))
        detail::bad_argument({argument, " is ", size, "; it must fit a signed number of 64 bits"});
    return static_cast<index_t>(size);
}

/// For a static_assert, because for a concept a compiler would list all requirements.
template <class It>
inline constexpr bool is_iterator = input_iterator<It>;

/// A matrix in memory, whose rows or columns begin `leading_dimension` items apart.
template <class It>
struct matrix_in_memory {
    static_assert(
        detail::is_iterator<It>,
        "impulse: the arguments are matrix_view{first, rows, columns[, leading_dimension]}, and 'first' is a "
        "pointer or another random-access iterator: v.data() or v.begin()");
    template <std::integral Rows, std::integral Columns, std::integral Leading>
    matrix_in_memory(It begin, Rows of_rows, Columns of_columns, Leading leading)
        : first(begin),
          rows(detail::to_size(of_rows, "rows")),
          columns(detail::to_size(of_columns, "columns")),
          leading_dimension(detail::to_size(leading, "leading_dimension")) {}

    It first;
    index_t rows;
    index_t columns;
    index_t leading_dimension;
};

}  // namespace detail

/// A matrix stored row after row, `leading_dimension` items apart; `first` is a pointer or any random-access
/// iterator. `matrix_view{first, rows, columns[, leading_dimension]}`. A reduction of a matrix with
/// impossible sizes throws std::invalid_argument.
template <class It>
struct matrix_view : detail::matrix_in_memory<It> {
    using detail::matrix_in_memory<It>::matrix_in_memory;
    template <std::integral Rows, std::integral Columns>
    matrix_view(It begin, Rows of_rows, Columns of_columns)
        : matrix_view(begin, of_rows, of_columns, of_columns) {}
};
template <class It, class... Sizes>
matrix_view(It, Sizes...) -> matrix_view<It>;

/// A column-major matrix, as in Fortran, BLAS and MATLAB: stored column after column, `leading_dimension`
/// items apart. `matrix_view_left{first, rows, columns[, leading_dimension]}`, otherwise as `matrix_view`.
template <class It>
struct matrix_view_left : detail::matrix_in_memory<It> {
    using detail::matrix_in_memory<It>::matrix_in_memory;
    template <std::integral Rows, std::integral Columns>
    matrix_view_left(It begin, Rows of_rows, Columns of_columns)
        : matrix_view_left(begin, of_rows, of_columns, of_rows) {}
};
template <class It, class... Sizes>
matrix_view_left(It, Sizes...) -> matrix_view_left<It>;

namespace detail {

/// std::mdspan, cuda::std::mdspan, Kokkos' and similar types.
template <class Mdspan>
concept mdspan_like = requires(const Mdspan& m, typename Mdspan::rank_type axis) {
    typename Mdspan::element_type;
    typename Mdspan::accessor_type;
    { Mdspan::rank() } -> std::convertible_to<std::size_t>;
    { m.extent(axis) } -> std::convertible_to<index_t>;
    { m.stride(axis) } -> std::convertible_to<index_t>;
    { m.mapping().is_strided() } -> std::convertible_to<bool>;
    m.accessor();
    m.data_handle();
};

/// Items read through an accessor.
template <class Accessor>
struct accessed {
    typename Accessor::data_handle_type handle;
    Accessor accessor;
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED decltype(auto) operator()(index_t i) const {
        return accessor.access(handle, static_cast<std::size_t>(i));
    }
    /// Never run: see detail/source/source.hpp.
    IMPULSE_DEVICE void check_device_callable() const {
        static_cast<void>(accessor.access(handle, std::size_t{0}));
    }
};

/// Whether a type is a default_accessor of any mdspan. It compares the name, because the headers are not
/// included.
template <class Accessor>
consteval bool is_default_accessor() {
    constexpr char name[] = "::default_accessor";
    const char* at = __PRETTY_FUNCTION__;
    while (*at != '=') ++at;  // ... [with Accessor = std::default_accessor<int>]
    while (*at != '<')
        if (*at++ == ']') return false;
    for (std::size_t i = sizeof name - 1; i > 0; --i)
        if (*--at != name[i - 1]) return false;
    return true;
}

/// Whether item i of an accessor with pointer p is p[i].
template <class Accessor>
inline constexpr bool finds_plainly =
    is_default_accessor<Accessor>() &&
    std::is_same_v<typename Accessor::data_handle_type, typename Accessor::element_type*>;

/// An array as axes from a first item.
template <class It, std::size_t Rank>
struct strided_array {
    It first;
    std::array<axis, Rank> axes;
};

void check_matrix(const auto& m, index_t length, const char* unit) {
    if (m.rows < 0) detail::bad_argument({"rows is ", m.rows, "; it must be 0 or more"});
    if (m.columns < 0) detail::bad_argument({"columns is ", m.columns, "; it must be 0 or more"});
    if (m.leading_dimension < length)
        detail::bad_argument(
            {"leading_dimension is ", m.leading_dimension, ", but there are ", {length, unit}});
}
template <input_iterator It>
auto to_array(const matrix_view<It>& m) {
    detail::check_matrix(m, m.columns, "column");
    return strided_array<It, 2>{m.first, {{{m.rows, m.leading_dimension}, {m.columns, 1}}}};
}
template <input_iterator It>
auto to_array(const matrix_view_left<It>& m) {
    detail::check_matrix(m, m.rows, "row");
    // fault: column-major
    return strided_array<It, 2>{m.first, {{{m.rows, 1}, {m.columns, m.leading_dimension}}}};
}

/// The offset of a mapping's first item.
template <class Mapping, std::size_t... Axis>
index_t first_offset(const Mapping& mapping, std::index_sequence<Axis...>) {
    if constexpr (std::is_invocable_v<const Mapping&, decltype(int(Axis))...>)
        return static_cast<index_t>(mapping((static_cast<void>(Axis), 0)...));
    else
        return 0;
}

template <mdspan_like Mdspan>
auto to_array(const Mdspan& m) {
    constexpr std::size_t rank = Mdspan::rank();
    using accessor = typename Mdspan::accessor_type;
    const auto first = [&] {
        if constexpr (finds_plainly<accessor>)
            return m.data_handle();
        else
            return computed_iterator<std::remove_cv_t<typename accessor::element_type>, accessed<accessor>>{
                {m.data_handle(), m.accessor()}};
    }();
    if (!m.mapping().is_strided()) detail::bad_argument({"array has a mapping without strides"});
    strided_array<std::remove_const_t<decltype(first)>, rank> all{first, {}};
    bool is_empty = false;
    for (std::size_t i = 0; i < rank; ++i) {
        const auto number = static_cast<typename Mdspan::rank_type>(i);
        all.axes[i] = {static_cast<index_t>(m.extent(number)), static_cast<index_t>(m.stride(number))};
        is_empty = is_empty || all.axes[i].extent == 0;
    }
    if (!is_empty)
        all.first = all.first + detail::first_offset(m.mapping(), std::make_index_sequence<rank>{});
    return all;
}

template <class Mdspan>
concept array_like = requires(const Mdspan& m) {
    detail::to_array(m);
};

/// The rank of an array.
template <class Mdspan>
inline constexpr int rank_of = 2;
template <mdspan_like Mdspan>
inline constexpr int rank_of<Mdspan> = static_cast<int>(Mdspan::rank());

/// The groups along some axes of an array; only strides tell whether they are contiguous.
template <class It, int Kept, int Reduced>
struct array_groups {
    using iterator = It;

    It first;
    axis_list<Kept> groups;
    axis_list<Reduced> along;

    bool are_dense() const { return along.is_dense(); }
    auto dense() const { return input<It, uniform_segments<Kept>>{first, {groups, along.length()}}; }
    auto apart() const { return input<It, strided_segments<Kept, Reduced>>{first, {groups, along}}; }
};

template <class Type>
inline constexpr bool is_array_groups = false;
template <class It, int Kept, int Reduced>
inline constexpr bool is_array_groups<array_groups<It, Kept, Reduced>> = true;

/// The product of the extents is checked even if one of them is 0.
inline void check_extents(const axis* axes, std::size_t count) {
    index_t items = 1;
    index_t last = 0;
    bool fits = true;
    for (std::size_t i = 0; i < count; ++i) {
        const auto [extent, stride] = axes[i];
        if (extent < 0) detail::bad_argument({"array has extent ", extent, "; extents must be 0 or more"});
        if (extent < 2) continue;
        if (stride < 0) detail::bad_argument({"array has stride ", stride, "; strides must be 0 or more"});
        index_t span = 0;
        fits = fits && !__builtin_mul_overflow(items, extent, &items) &&
               !__builtin_mul_overflow(extent, stride, &span) && !__builtin_add_overflow(last, span, &last);
    }
    if (!fits || items > index_t{1} << 62 || last > index_t{1} << 62)
        detail::bad_argument({"array has more than 2^62 items, or strides that reach beyond item 2^62"});
}

/// The groups of an array along the axes of `Mask`.
template <unsigned Mask, class It, std::size_t Rank>
auto groups_along(const strided_array<It, Rank>& array) {
    constexpr int reduced = __builtin_popcount(Mask);
    constexpr int kept = static_cast<int>(Rank) - reduced;
    detail::check_extents(array.axes.data(), Rank);
    array_groups<It, (kept > 0 ? kept : 1), reduced> all{array.first, {}, {}};
    for (std::size_t i = 0; i < Rank; ++i)
        if ((Mask >> i & 1) != 0)
            all.along.add(array.axes[i]);
        else
            all.groups.add(array.axes[i]);
    return all;
}

}  // namespace detail
}  // namespace impulse
