// SPDX-License-Identifier: Apache-2.0
/// \file
/// `paired_source`: a function of each item of a group and of the item of a second input with the same index.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/op/invoke.hpp>
#include <impulse/detail/plan/kernel_tuning.hpp>
#include <impulse/detail/source/transform_source.hpp>

namespace impulse::inline IMPULSE_ABI::detail {

/// An item of a second input; it takes the place of its index.
template <class Item>
struct item_of_second {
    Item value;
};

/// f(x, item i of `second`) for item x, which is item i of its group.
template <class Second, class Function>
struct with_item_of {
    Second second;
    mutable Function f;  // as in `transform`
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED auto operator()(const auto& x, index_t i) const {
        // fault: item-of-second
        return detail::invoke(f, x, second.at(index_t{0}, i));
    }
    IMPULSE_NO_EXEC_CHECK
    template <class Item, class Other>
    IMPULSE_SHARED auto operator()(const Item& x, const item_of_second<Other>& y) const {
        return detail::invoke(f, x, y.value);
    }
};

/// The second input is the same for all groups: a vector with the rows, or the columns, of a matrix. If both
/// are in memory, the items of both are loaded in words.
template <class Source, class Second, class Function>
struct paired_source : indexed_source<Source, with_item_of<Second, Function>> {
    using base = indexed_source<Source, with_item_of<Second, Function>>;
    using typename base::item_type;
    /// Whether `Count` items of both are loaded in words; for a subtree there are no registers for both.
    /// (Only items of the groups count as in flight, because the others come from a cache.)
    template <int Count>
    static constexpr bool loads_both = Source::arrays > 0 && Second::arrays > 0 &&
                                       Source::item_bytes <= kernel_tuning::in_flight_of_segmented / Count;

    template <class Items, class Others>
    struct loaded {
        Items items;
        Others others;
        const transform<with_item_of<Second, Function>>* f;
        IMPULSE_NO_EXEC_CHECK
        IMPULSE_INLINE item_type operator()(int j) const {
            return (*f)(items(j), item_of_second<typename Second::item_type>{others(j)});
        }
    };

    template <int PerLane, int Loads, class Warp>
    IMPULSE_INLINE auto load(const Warp& warp, index_t origin, index_t i, index_t stride) const {
        if constexpr (loads_both<PerLane * Loads>)
            // fault: words-of-second
            return both(this->source.template load<PerLane, Loads>(warp, origin, i, stride),
                        second().template load<PerLane, Loads>(warp, index_t{0}, i, stride));
        else
            return base::template load<PerLane, Loads>(warp, origin, i, stride);
    }
    template <int PerLane, int Loads>
    IMPULSE_INLINE auto load_valid(index_t origin, index_t i, index_t stride, int remaining) const {
        if constexpr (loads_both<PerLane * Loads>)
            return both(this->source.template load_valid<PerLane, Loads>(origin, i, stride, remaining),
                        second().template load_valid<PerLane, Loads>(index_t{0}, i, stride, remaining));
        else
            return base::template load_valid<PerLane, Loads>(origin, i, stride, remaining);
    }
    /// See `staged_part`.
    template <class Items>
    IMPULSE_INLINE paired_source<Items, Second, Function> over_items(const Items& items) const {
        return {{items, this->f}};
    }
    template <int Count>
    IMPULSE_INLINE auto few_valid(index_t origin, index_t i, int valid) const
        requires(are_staged_items<Source>) {
        if constexpr (Second::arrays > 0)
            // fault: words-of-second-staged
            return both(this->source.template few_valid<Count>(origin, i, valid),
                        second().template load_valid<Count, 1>(index_t{0}, i, index_t{0}, valid));
        else
            return base::template few_valid<Count>(origin, i, valid);
    }

    void memory(const char* argument, const auto& visit) const {
        this->source.memory(argument, visit);
        second().memory("second input", visit);
    }
    IMPULSE_DEVICE void check_device_callable(const auto* any) const {
        static_cast<void>(detail::check_device_invoke(
            this->f.f.f, *reinterpret_cast<const typename Source::item_type*>(any),
            *reinterpret_cast<const typename Second::item_type*>(any)));
        this->source.check_device_callable(any);
        second().check_device_callable(any);
    }

  private:
    IMPULSE_INLINE const Second& second() const { return this->f.f.second; }
    template <class Items, class Others>
    IMPULSE_INLINE loaded<Items, Others> both(const Items& items, const Others& others) const {
        return {items, others, &this->f};
    }
};

}  // namespace impulse::detail
