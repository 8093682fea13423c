// SPDX-License-Identifier: Apache-2.0
/// \file
/// The same functions of items over other memory.
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/source/item_by_item.hpp>
#include <impulse/detail/source/mapped.hpp>
#include <impulse/detail/source/source.hpp>

#include <cstddef>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// A source in which `replace(s)` stands for each source s of memory, or of an iterator, that lies beneath. It must be of the
/// same type.
template <class T, class Replace>
contiguous_source<T> moved(const contiguous_source<T>& source, const Replace& replace) {
    return replace(source);
}
template <class It, class Replace>
iterator_source<It> moved(const iterator_source<It>& source, const Replace& replace) {
    return replace(source);
}
template <class Source, class F, class Replace>
mapped_source<Source, F> moved(const mapped_source<Source, F>& source, const Replace& replace) {
    return {detail::moved(source.source, replace), source.f};
}
template <class F, class... Sources, class Replace>
zipped_source<F, Sources...> moved(const zipped_source<F, Sources...>& source, const Replace& replace) {
    return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
        return zipped_source<F, Sources...>{
            detail::make_values(detail::moved(source.sources.template get<Index>(), replace)...), source.f};
    }
    (std::index_sequence_for<Sources...>{});
}
template <class Source, class F, class Replace>
positioned_source<Source, F> moved(const positioned_source<Source, F>& source, const Replace& replace) {
    return {detail::moved(source.source, replace), source.f};
}

/// `count` items of a source, from `first` on.
struct some_items {
    index_t first;
    index_t count;

    template <class T>
    contiguous_source<T> operator()(const contiguous_source<T>& all) const {
        return {all.first + first, count};
    }
    template <class It>
    iterator_source<It> operator()(const iterator_source<It>& all) const {
        return {all.first + static_cast<std::iter_difference_t<It>>(first), all.zero};
    }
};

/// What an item takes in all the arrays of a source.
template <class Source>
inline constexpr std::size_t bytes_in_arrays = 0;
template <class T>
inline constexpr std::size_t bytes_in_arrays<contiguous_source<T>> = sizeof(T);
template <class Source, class F>
inline constexpr std::size_t bytes_in_arrays<mapped_source<Source, F>> = bytes_in_arrays<Source>;
template <class F, class... Sources>
inline constexpr std::size_t bytes_in_arrays<zipped_source<F, Sources...>> = (bytes_in_arrays<Sources> + ...);
template <class Source, class F>
inline constexpr std::size_t bytes_in_arrays<positioned_source<Source, F>> = bytes_in_arrays<Source>;

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
