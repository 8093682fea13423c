// SPDX-License-Identifier: Apache-2.0
/// \file
/// The same functions over items in other memory.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/source/iterator_source.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/source/strided.hpp>
#include <impulse/detail/source/transform_source.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

/// The items of a part of a longer input, from index `first` on: f(x, i) for each item x and its index i in
/// the whole input.
template <class Source, class Function>
struct whole_indexed_source : indexed_source<Source, Function> {
    using base = indexed_source<Source, Function>;
    index_t first;

    void over_items(const auto&) const = delete;  // an index in the whole input is no index in a group

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED typename base::item_type at(index_t origin, index_t i) const {
        return this->f(this->source.at(origin, i), first + origin + i);
    }
    template <int PerLane, int Loads, class Warp>
    IMPULSE_INLINE auto load(const Warp& warp, index_t origin, index_t i, index_t stride) const {
        auto loaded = base::template load<PerLane, Loads>(warp, origin, i, stride);
        loaded.begin += first + origin;
        return loaded;
    }
    template <int PerLane, int Loads>
    IMPULSE_INLINE auto load_valid(index_t origin, index_t i, index_t stride, int remaining) const {
        auto loaded = base::template load_valid<PerLane, Loads>(origin, i, stride, remaining);
        loaded.begin += first + origin;
        return loaded;
    }
};

namespace detail {

template <class Source, class Function>
inline constexpr bool costs_alike<whole_indexed_source<Source, Function>> = maps_alike<Function, Source>;

/// A source as the part of a longer input that begins at index `first`; it changes only if items have
/// indices.
template <class Source>
const Source& in_whole(const Source& source, index_t) {
    return source;
}
template <class Source, class Function, class... Index>
requires(sizeof...(Index) > 0) whole_indexed_source<Source, Function> in_whole(
    const transform_source<Source, Function, Index...>& source, index_t first) {
    // fault: position-of-first
    return {source, first};
}

/// A copy of a source in which `replace(s)` takes the place of each memory or iterator source s under it, and
/// of the axes of a strided source. replace(s) may have another type.
template <class Type, class Replace>
auto rebind_source(const contiguous_source<Type>& source, const Replace& replace) {
    return replace(source);
}
template <class It, class Replace>
auto rebind_source(const iterator_source<It>& source, const Replace& replace) {
    return replace(source);
}
template <class Function, class... Sources, class Replace>
auto rebind_source(const zipped_source<Function, Sources...>& source, const Replace& replace);
template <class Source, int Max, class Replace>
auto rebind_source(const strided_source<Source, Max>& source, const Replace& replace) {
    return strided_source(detail::rebind_source(source.source, replace), replace(source.along));
}
template <class Source, class Function, class... Index, class Replace>
auto rebind_source(const transform_source<Source, Function, Index...>& source, const Replace& replace) {
    auto items = detail::rebind_source(source.source, replace);
    return transform_source<decltype(items), Function, Index...>{std::move(items), source.f};
}
template <class Function, class... Sources, class Replace>
auto rebind_source(const zipped_source<Function, Sources...>& source, const Replace& replace) {
    return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
        return zipped_source<Function, decltype(detail::rebind_source(source.sources.template get<Index>(),
                                                                      replace))...>{
            detail::make_values(detail::rebind_source(source.sources.template get<Index>(), replace)...),
            source.f};
    }
    (std::index_sequence_for<Sources...>{});
}

/// `count` items of a source, from `first` on.
struct some_items {
    index_t first;
    index_t count;

    template <class Type>
    contiguous_source<Type> operator()(const contiguous_source<Type>& all) const {
        return {all.first + first, count};
    }
    template <class It>
    iterator_source<It> operator()(const iterator_source<It>& all) const {
        return {all.first + static_cast<std::iter_difference_t<It>>(first), all.zero};
    }
};

/// The types of the items in all arrays of a source, in order, as values<...>.
template <class Source>
struct items_in_arrays : std::type_identity<values<>> {};
template <class Type>
struct items_in_arrays<contiguous_source<Type>> : std::type_identity<values<Type>> {};
template <class Source, int Max>
struct items_in_arrays<strided_source<Source, Max>> : items_in_arrays<Source> {};
template <class Source, class Function, class... Index>
struct items_in_arrays<transform_source<Source, Function, Index...>> : items_in_arrays<Source> {};
template <class... All>
struct values_of_all;
template <class... Types>
struct values_of_all<values<Types...>> : std::type_identity<values<Types...>> {};
template <class... First, class... Second, class... Rest>
struct values_of_all<values<First...>, values<Second...>, Rest...>
    : values_of_all<values<First..., Second...>, Rest...> {};
template <class Function, class... Sources>
struct items_in_arrays<zipped_source<Function, Sources...>>
    : values_of_all<typename items_in_arrays<Sources>::type...> {};

/// The bytes of an item in all arrays of a source.
template <class... Types>
constexpr std::size_t sum_of_sizes(std::type_identity<values<Types...>>) {
    return (std::size_t{0} + ... + sizeof(Types));
}
template <class Source>
inline constexpr std::size_t bytes_in_arrays =
    detail::sum_of_sizes(std::type_identity<typename items_in_arrays<Source>::type>{});

/// The number of arrays of a source; 0 if some of its items are not in arrays whose bytes can be copied.
template <class Source>
inline constexpr int arrays_in = 0;
template <class Type>
inline constexpr int arrays_in<contiguous_source<Type>> = std::is_trivially_copyable_v<Type> ? 1 : 0;
template <class Source, int Max>
inline constexpr int arrays_in<strided_source<Source, Max>> = arrays_in<Source>;
template <class Source, class Function, class... Index>
inline constexpr int arrays_in<transform_source<Source, Function, Index...>> = arrays_in<Source>;
template <class Function, class... Sources>
inline constexpr int arrays_in<zipped_source<Function, Sources...>> = ((arrays_in<Sources> > 0) && ...)
                                                                          ? (arrays_in<Sources> + ...)
                                                                          : 0;

}  // namespace detail
}  // namespace impulse
