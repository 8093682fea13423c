// SPDX-License-Identifier: Apache-2.0
/// \file
/// From the iterator of an input to a source: memory is loaded in words, also beneath Thrust's
/// transforms and zips.
#pragma once
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/reduce.hpp>"
#include <impulse: this header is internal>
#endif

#include <impulse/config.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/frontend/input.hpp>
#include <impulse/detail/layout/strided_segments.hpp>
#include <impulse/detail/source/iterator_source.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/source/strided.hpp>
#include <impulse/detail/source/transform_source.hpp>

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// The item of a zip iterator, of those at the same position of what it zips.
template <class Tuple>
struct zip_items : no_contraction {
    IMPULSE_NO_EXEC_CHECK
    template <class... Items>
    IMPULSE_SHARED Tuple operator()(const Items&... items) const {
        return Tuple(items...);
    }
};

/// What the items of an input are made of.
template <class Layout>
class make_source_of {
  public:
    make_source_of(const Layout& layout, index_t extent) : layout_(layout), extent_(extent) {}

    /// Thrust's transforms and zips of memory are functions of it, which is loaded as if they were not there.
    template <class It>
    auto of(const It& it) const {
        auto first = detail::unwrap(it);
        using unwrapped = decltype(first);
        if constexpr (std::is_pointer_v<unwrapped>)
            return grouped(
                contiguous_source<std::remove_cv_t<std::remove_pointer_t<unwrapped>>>{first, extent_});
        else if constexpr (transforms_memory<unwrapped>())
            return transform_of(of(first.base()), first.functor());
        else if constexpr (zips_memory<unwrapped>())
            return zip_of<std::iter_value_t<unwrapped>>(
                first.get_iterator_tuple(),
                std::make_index_sequence<tuple_size<decltype(first.get_iterator_tuple())>>{});
        else
            return grouped(iterator_source<unwrapped>{std::move(first), detail::opaque_zero()});
    }

  private:
    template <class Tuple>
    static constexpr std::size_t tuple_size = std::tuple_size<std::remove_cvref_t<Tuple>>::value;
    // Of a parameter: else clang++ 14 asks for `of` before the class is complete.
    template <class It, class Maker = make_source_of>
    using source_of = decltype(std::declval<const Maker&>().of(std::declval<const It&>()));

    template <class It>
    static consteval bool transforms_memory() {
        if constexpr (is_thrust_transform<It>) {
            using base = source_of<std::remove_cvref_t<decltype(std::declval<const It&>().base())>>;
            using f = std::remove_cvref_t<decltype(std::declval<const It&>().functor())>;
            if constexpr (base::arrays > 0 && detail::lambda_is_open<f>())
                if constexpr (std::is_invocable_v<f&, const typename base::item_type&>)
                    return std::is_same_v<
                        std::iter_value_t<It>,
                        std::decay_t<std::invoke_result_t<f&, const typename base::item_type&>>>;
        }
        return false;
    }
    template <class It>
    static consteval bool zips_memory() {
        if constexpr (is_thrust_zip<It> && !is_strided_segments<Layout>) {
            using its = std::remove_cvref_t<decltype(std::declval<const It&>().get_iterator_tuple())>;
            return zips_memory_of<It, its>(std::make_index_sequence<tuple_size<its>>{});
        }
        return false;
    }
    template <class It, class Its, std::size_t... Index>
    static consteval bool zips_memory_of(std::index_sequence<Index...>) {
        if constexpr (((source_of<std::tuple_element_t<Index, Its>>::arrays > 0) && ...))
            return std::is_constructible_v<
                std::iter_value_t<It>,
                const typename source_of<std::tuple_element_t<Index, Its>>::item_type&...>;
        return false;
    }

    template <class Source, class Function>
    static auto transform_of(Source source, Function f) {
        return transform_source<Source, Function>{std::move(source), {std::move(f), detail::opaque_zero()}};
    }
    template <class Tuple, class Its, std::size_t... Index>
    auto zip_of(const Its& its, std::index_sequence<Index...>) const {
        using std::get;
        return zipped_source<zip_items<Tuple>, decltype(of(get<Index>(its)))...>{
            detail::make_values(of(get<Index>(its))...), {{}, detail::opaque_zero()}};
    }
    template <class Source>
    auto grouped(Source source) const {
        if constexpr (is_strided_segments<Layout>)
            return strided_source{std::move(source), layout_.along};
        else
            return source;
    }

    const Layout& layout_;
    index_t extent_;
};

template <class It, class Layout>
auto make_source(const input<It, Layout>& in) {
    return make_source_of<Layout>(in.layout, in.extent()).of(in.first);
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
