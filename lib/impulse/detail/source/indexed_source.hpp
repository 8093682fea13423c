// SPDX-License-Identifier: Apache-2.0
/// \file
/// A source whose function also takes the index of the item.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/source/transform_source.hpp>

#include <type_traits>

namespace impulse::inline IMPULSE_ABI {

/// f(x, i) for each item x of another source and its index i in its group.
template <class Source, class Function>
struct indexed_source {
    using inner = typename Source::item_type;
    using item_type = std::decay_t<std::invoke_result_t<Function&, const inner&, index_t>>;
    static constexpr int item_bytes = Source::item_bytes;
    static constexpr int read_bytes = Source::read_bytes;
    static constexpr int arrays = Source::arrays;
    static constexpr bool in_place = Source::in_place && detail::callable_in_place<Function, inner, index_t>;
    static constexpr bool adds_up = false;

    Source source;
    detail::transform<Function> f;

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED item_type at(index_t origin, index_t i) const { return f(source.at(origin, i), i); }
    void ask_ahead(index_t origin, index_t i, index_t n) const requires(detail::source_asks_ahead<Source>) {
        source.ask_ahead(origin, i, n);
    }

    template <class Items>
    struct items_from {
        Items items;
        index_t first;
        const detail::transform<Function>& f;
        IMPULSE_NO_EXEC_CHECK
        IMPULSE_INLINE item_type operator[](int j) const { return f(items[j], first + j); }
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
        IMPULSE_INLINE item_type operator()(int j) const { return (*f)(items(j), position(j)); }
        IMPULSE_INLINE index_t position(int j) const { return begin + j / PerLane * stride + j % PerLane; }
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
    /// The same function over other items, or over a few items: see `staged_part`.
    template <class Items>
    IMPULSE_INLINE indexed_source<Items, Function> over_items(const Items& items) const {
        return {items, f};
    }
    template <int Count>
    IMPULSE_INLINE auto few_valid(index_t origin, index_t i, int valid) const
        requires(detail::are_staged_items<Source>) {
        auto items = source.template few_valid<Count>(origin, i, valid);
        return loaded<Count, decltype(items)>{items, i, index_t{0}, &f};
    }

    void memory(const char* argument, const auto& visit) const { source.memory(argument, visit); }
    template <class Any>
    IMPULSE_DEVICE void check_device_callable(const Any* any) const {
        static_cast<void>(detail::check_device_invoke(f.f, *reinterpret_cast<const inner*>(any), index_t{0}));
        source.check_device_callable(any);
    }
};

/// The items of a part of a longer input, from index `first` on: f(x, i) for each item x and its index i in
/// the whole input.
template <class Source, class Function>
struct whole_indexed_source : indexed_source<Source, Function> {
    using base = indexed_source<Source, Function>;
    index_t first;

    template <class Items>
    void over_items(const Items&) const = delete;  // an index in the whole input is no index in a group

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
inline constexpr bool costs_alike<indexed_source<Source, Function>> = maps_alike<Function, Source>;
template <class Source, class Function>
inline constexpr bool costs_alike<whole_indexed_source<Source, Function>> = maps_alike<Function, Source>;

/// A source as the part of a longer input that begins at index `first`; it changes only if items have
/// indices.
template <class Source>
const Source& in_whole(const Source& source, index_t) {
    return source;
}
template <class Source, class Function>
whole_indexed_source<Source, Function> in_whole(const indexed_source<Source, Function>& source,
                                                index_t first) {
    // fault: position-of-first
    return {source, first};
}

}  // namespace detail
}  // namespace impulse
