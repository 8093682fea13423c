// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sources that apply a function to the items of other sources: to an item, to one item of each, or to an
/// item and its index.
///
/// Loads are delegated to the underlying source. A contraction barrier follows the function, so that no later
/// operation is fused with it. The function may be called at any time, by many threads, more than once for an
/// item. A function that cannot be called through a const reference is copied for each thread.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(group_reduce.hpp)

#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/op/invoke.hpp>
#include <impulse/detail/op/together.hpp>
#include <impulse/detail/source/iterator_source.hpp>
#include <impulse/detail/source/source.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

// `mutable`, because only then nvcc's host stand-in for a __device__ lambda can be called.
template <class Function>
struct transform {
    mutable Function f;
    std::uint32_t zero;  ///< opaque_zero()

    IMPULSE_NO_EXEC_CHECK
    template <class... Args>
    IMPULSE_SHARED auto operator()(const Args&... args) const {
        using result = std::decay_t<decltype(detail::invoke(f, args...))>;
        if constexpr (std::is_base_of_v<no_contraction, Function>)
            return detail::invoke(f, args...);
        else
            // fault: seal-transform
            return detail::contraction_barrier<result>(detail::invoke(f, args...), zero);
    }
};

/// The name of the second of two inputs in messages.
template <class Function>
inline constexpr const char* name_of_second = "second input";

template <class Function, class... Args>
inline constexpr bool callable_in_place = std::is_invocable_v<const Function&, const Args&...>;

}  // namespace detail

/// f(x) for each item x of another source, or, with `Index` = index_t, f(x, i) with its index i in its group.
template <class Source, class Function, class... Index>
struct transform_source {
    using inner = typename Source::item_type;
    using item_type = std::decay_t<std::invoke_result_t<Function&, const inner&, Index...>>;
    static constexpr int item_bytes = Source::item_bytes;
    static constexpr int read_bytes = Source::read_bytes;
    static constexpr int arrays = Source::arrays;
    static constexpr bool in_place = Source::in_place && detail::callable_in_place<Function, inner, Index...>;
    static constexpr bool adds_up = sizeof...(Index) == 0 && Source::adds_up;

    Source source;
    detail::transform<Function> f;

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED item_type at(index_t origin, index_t i) const {
        return f(source.at(origin, i), static_cast<Index>(i)...);
    }
    void ask_ahead(index_t origin, index_t i, index_t n) const requires(detail::source_asks_ahead<Source>) {
        source.ask_ahead(origin, i, n);
    }

    template <class Items>
    struct items_from {
        Items items;
        index_t first;
        const detail::transform<Function>& f;
        IMPULSE_NO_EXEC_CHECK
        IMPULSE_INLINE item_type operator[](int j) const {
            return f(items[j], static_cast<Index>(first + j)...);
        }
    };
    /// For a strided source (detail/source/strided.hpp).
    IMPULSE_SHARED const auto& beneath() const { return source.beneath(); }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE auto over(const auto& items, index_t i) const {
        return items_from<decltype(source.over(items, i))>{source.over(items, i), i, f};
    }

    template <int PerLane, class Items>
    struct loaded {
        Items items;
        index_t begin;
        index_t stride;
        const detail::transform<Function>* f;
        IMPULSE_NO_EXEC_CHECK
        IMPULSE_INLINE item_type operator()(int j) const {
            return (*f)(items(j), static_cast<Index>(begin + j / PerLane * stride + j % PerLane)...);
        }
        IMPULSE_INLINE index_t position(int j) const requires(sizeof...(Index) > 0) {
            return begin + j / PerLane * stride + j % PerLane;
        }
    };

    template <int PerLane, int Loads, class Warp>
    IMPULSE_INLINE auto load(const Warp& warp, index_t origin, index_t i, index_t stride) const {
        auto items = source.template load<PerLane, Loads>(warp, origin, i, stride);
        return loaded<PerLane, decltype(items)>{items, i, stride, &f};
    }
    template <int PerLane, int Loads>
    IMPULSE_INLINE auto load_valid(index_t origin, index_t i, index_t stride, int remaining) const {
        auto items = source.template load_valid<PerLane, Loads>(origin, i, stride, remaining);
        return loaded<PerLane, decltype(items)>{items, i, stride, &f};
    }
    /// The same function over other items, or over a few items: see `staged_part`. Only functions that take
    /// an index are called after staging.
    template <class Items>
    IMPULSE_INLINE transform_source<Items, Function, Index...> over_items(const Items& items) const
        requires(!adds_up) {
        return {items, f};
    }
    template <int Count>
    IMPULSE_INLINE auto few_valid(index_t origin, index_t i, int valid) const
        requires(detail::are_staged_items<Source>) {
        auto items = source.template few_valid<Count>(origin, i, valid);
        return loaded<Count, decltype(items)>{items, i, index_t{0}, &f};
    }

    void memory(const char* argument, const auto& visit) const { source.memory(argument, visit); }
    IMPULSE_DEVICE void check_device_callable(const auto* any) const {
        static_cast<void>(detail::check_device_invoke(f.f, *reinterpret_cast<const inner*>(any), Index{}...));
        source.check_device_callable(any);
    }
};
template <class Source, class Function>
using indexed_source = transform_source<Source, Function, index_t>;

/// f(x, y, ...) for the items x, y, ... at the same index of several sources.
template <class Function, class... Sources>
struct zipped_source {
    using item_type = std::decay_t<std::invoke_result_t<Function&, const typename Sources::item_type&...>>;
    static constexpr int item_bytes = detail::greatest(Sources::item_bytes...);
    static constexpr int read_bytes = (Sources::read_bytes + ...);
    static constexpr int arrays = ((Sources::arrays > 0) && ...) ? (Sources::arrays + ...) : 0;
    static constexpr bool in_place =
        (Sources::in_place && ...) && detail::callable_in_place<Function, typename Sources::item_type...>;
    static constexpr bool adds_up = (Sources::adds_up && ...);

    values<Sources...> sources;
    detail::transform<Function> f;

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED item_type at(index_t origin, index_t i) const {
        return with_each([&](const Sources&... each) { return f(each.at(origin, i)...); });
    }
    void ask_ahead(index_t origin, index_t i, index_t n) const
        requires((detail::source_asks_ahead<Sources> && ...)) {
        with_each([&](const Sources&... each) {
            (each.ask_ahead(origin, i, n), ...);
            asm volatile("");  // no code; otherwise g++ removes the call of a function that only prefetches
        });
    }

    template <class... Items>
    struct loaded {
        values<Items...> items;
        const detail::transform<Function>* f;
        IMPULSE_NO_EXEC_CHECK
        IMPULSE_INLINE item_type operator()(int j) const {
            return item(j, std::index_sequence_for<Items...>{});
        }

      private:
        IMPULSE_NO_EXEC_CHECK
        template <std::size_t... Index>
        IMPULSE_INLINE item_type item(int j, std::index_sequence<Index...>) const {
            return (*f)(items.template get<Index>()(j)...);
        }
    };

    template <int PerLane, int Loads, class Warp>
    IMPULSE_INLINE auto load([[maybe_unused]] const Warp& warp, index_t origin, index_t i,
                             index_t stride) const {
        if constexpr (arrays == 0) {
            return detail::read_single<Warp, PerLane * Loads>(
                detail::read_late<PerLane, zipped_source>{this, origin, i, stride});
        } else {
            return with_each([&](const Sources&... each) {
                return all_of(each.template load<PerLane, Loads>(warp, origin, i, stride)...);
            });
        }
    }
    template <int PerLane, int Loads>
    IMPULSE_INLINE auto load_valid(index_t origin, index_t i, index_t stride, int remaining) const {
        return with_each([&](const Sources&... each) {
            return all_of(each.template load_valid<PerLane, Loads>(origin, i, stride, remaining)...);
        });
    }

    void memory(const char* argument, const auto& visit) const {
        int other = 0;
        with_each([&](const Sources&... each) {
            (each.memory(other++ == 0 ? argument
                         : other == 2 ? detail::name_of_second<Function>
                                      : "another input",
                         visit),
             ...);
        });
    }
    IMPULSE_DEVICE void check_device_callable(const auto* any) const {
        static_cast<void>(
            detail::check_device_invoke(f.f, *reinterpret_cast<const typename Sources::item_type*>(any)...));
        with_each([&](const Sources&... each) { (each.check_device_callable(any), ...); });
    }

  private:
    template <class... Items>
    IMPULSE_INLINE loaded<Items...> all_of(const Items&... items) const {
        return {detail::make_values(items...), &f};
    }
    IMPULSE_NO_EXEC_CHECK
    template <class Take>
    IMPULSE_INLINE decltype(auto) with_each(const Take& take) const {
        return with_each(take, std::index_sequence_for<Sources...>{});
    }
    IMPULSE_NO_EXEC_CHECK
    template <class Take, std::size_t... Index>
    IMPULSE_INLINE decltype(auto) with_each(const Take& take, std::index_sequence<Index...>) const {
        return take(sources.template get<Index>()...);
    }
};

namespace detail {

/// The library's own functions take the same time for all items.
template <class Function, class... Sources>
inline constexpr bool maps_alike = (library_functor<Function> ||
                                    std::is_base_of_v<no_contraction, Function>)&&(costs_alike<Sources>&&...);
template <class Source, class Function, class... Index>
inline constexpr bool costs_alike<transform_source<Source, Function, Index...>> =
    maps_alike<Function, Source>;
template <class Function, class... Sources>
inline constexpr bool costs_alike<zipped_source<Function, Sources...>> = maps_alike<Function, Sources...>;

}  // namespace detail

/// f(x) for each item x of a source.
IMPULSE_NO_EXEC_CHECK
template <item_source Source, class Function>
IMPULSE_SHARED transform_source<Source, Function> make_transform_source(
    const Source& source, const Function& f, std::uint32_t zero = detail::thread_zero()) {
    return {source, {f, zero}};
}

/// f(x, y) for the items x and y at the same index of two sources.
IMPULSE_NO_EXEC_CHECK
template <item_source Left, item_source Right, class Function>
IMPULSE_SHARED zipped_source<Function, Left, Right> zipped(const Left& a, const Right& b, const Function& f,
                                                           std::uint32_t zero = detail::thread_zero()) {
    return {detail::make_values(a, b), {f, zero}};
}

}  // namespace impulse
