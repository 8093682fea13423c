// SPDX-License-Identifier: Apache-2.0
/// \file
/// Makes a source from an input's iterator. Memory is loaded in words, also under Thrust's transforms and
/// zips.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/frontend/array_pairs.hpp>
#include <impulse/detail/frontend/input.hpp>
#include <impulse/detail/frontend/projected.hpp>
#include <impulse/detail/layout/array_segments.hpp>
#include <impulse/detail/layout/whole_input.hpp>
#include <impulse/detail/source/iterator_source.hpp>
#include <impulse/detail/source/paired_source.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/source/strided.hpp>
#include <impulse/detail/source/transform_source.hpp>

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// The item of a zip iterator: a tuple of the items at the same position.
template <class Tuple>
struct zip_items : no_contraction {
    IMPULSE_NO_EXEC_CHECK
    template <class... Items>
    IMPULSE_SHARED Tuple operator()(const Items&... items) const {
        return Tuple(items...);
    }
};

/// Whether a function returns exactly the type `Value` for an item.
template <class Function, class Item, class Value>
concept gives = std::is_invocable_v<Function&, const Item&> &&
    std::is_same_v<std::decay_t<std::invoke_result_t<Function&, const Item&>>, Value>;

/// Makes the sources of an input.
template <class Layout>
struct make_source_of {
    const Layout& layout;
    index_t extent;

    /// Thrust's transforms and zips of memory become functions of that memory, which is loaded directly.
    auto of(const auto& it) const {
        const auto first = detail::unwrap(it);
        using unwrapped = std::remove_const_t<decltype(first)>;
        if constexpr (std::is_pointer_v<unwrapped>) {
            return grouped(
                contiguous_source<std::remove_cv_t<std::remove_pointer_t<unwrapped>>>{first, extent});
        } else if constexpr (is_placed_iterator<unwrapped>) {
            auto source = make_source_of<whole_input>{{}, first.place.extent()}.of(first.base());
            return grouped(
                placed_source<decltype(source), decltype(first.place)>(std::move(source), first.place));
        } else if constexpr (is_projected<unwrapped>) {
            auto source = of(first.base());
            return transform_source<decltype(source), decltype(first.f)>{std::move(source),
                                                                         {first.f, detail::opaque_zero()}};
        } else if constexpr (is_thrust_transform<unwrapped>) {
            return transformed(first, of(first.base()), first.functor());
        } else if constexpr (is_thrust_zip<unwrapped> && !is_strided_segments<Layout>) {
            auto its = first.get_iterator_tuple();
            return zipped(first, its, std::make_index_sequence<std::tuple_size<decltype(its)>::value>{});
        } else {
            return by_items(first);
        }
    }

  private:
    template <class It, class Source, class Function>
    auto transformed(const It& it, Source source, Function f) const {
        if constexpr (Source::arrays > 0 && detail::lambda_is_open<Function>() &&
                      gives<Function, typename Source::item_type, std::iter_value_t<It>>)
            return transform_source<Source, Function>{std::move(source),
                                                      {std::move(f), detail::opaque_zero()}};
        else
            return by_items(it);
    }
    template <class It, class Its, std::size_t... Index>
    auto zipped(const It& it, const Its& its, std::index_sequence<Index...>) const {
        using std::get;
        using item = std::iter_value_t<It>;
        return [&]<class... Sources>(Sources... sources) {
            if constexpr (((Sources::arrays > 0) && ...) &&
                          std::is_constructible_v<item, const typename Sources::item_type&...>)
                return zipped_source<zip_items<item>, Sources...>{detail::make_values(std::move(sources)...),
                                                                  {{}, detail::opaque_zero()}};
            else
                return by_items(it);
        }(of(get<Index>(its))...);
    }
    template <class It>
    auto by_items(const It& it) const {
        return grouped(iterator_source<It>{it, detail::opaque_zero()});
    }
    auto grouped(auto source) const {
        if constexpr (is_strided_segments<Layout>)
            return strided_source(std::move(source), layout.along);
        else
            return source;
    }
};

template <class It, class Layout>
auto make_source(const input<It, Layout>& in) {
    return make_source_of<Layout>{in.layout, in.extent()}.of(in.first);
}

/// f(x, y) for the items of two inputs. The items have the same position, also in groups of arrays; or the
/// second input has one item for each index in a group.
template <class It, class Layout, class Second, class Function>
auto make_zipped(const input<It, Layout>& x, const Second& y, Function f) {
    auto a = make_source_of<whole_input>{{}, x.extent()}.of(x.first);
    auto b = detail::make_source(y.items());
    if constexpr (is_item_of_group<Second>) {
        auto grouped = detail::make_source(x);
        return paired_source<decltype(grouped), decltype(b), Function>{
            {std::move(grouped), {{std::move(b), std::move(f)}, detail::opaque_zero()}}};
    } else {
        zipped_source<Function, decltype(a), decltype(b)> both{
            detail::make_values(std::move(a), std::move(b)), {std::move(f), detail::opaque_zero()}};
        if constexpr (is_strided_segments<Layout>)
            return strided_source(std::move(both), x.layout.along);
        else
            return both;
    }
}

}  // namespace impulse::detail
