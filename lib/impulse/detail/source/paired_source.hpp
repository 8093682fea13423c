// SPDX-License-Identifier: Apache-2.0
/// \file
/// `paired_source`: a function of each item of a group and of the item with the same number of a second
/// input.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/reduce.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/op/invoke.hpp>
#include <impulse/detail/source/indexed_source.hpp>

namespace impulse::inline IMPULSE_ABI::detail {

/// f(x, item i of a source) for item x, number i of its group.
template <class Second, class Function>
struct with_item_of {
    Second second;
    mutable Function f;  // as in `transform`
    IMPULSE_NO_EXEC_CHECK
    template <class Item>
    IMPULSE_SHARED auto operator()(const Item& x, index_t i) const {
        // fault: item-of-second
        return detail::invoke(f, x, second.at(index_t{0}, i));
    }
};

/// The second input is the same for all groups: a vector beside the rows, or the columns, of a matrix.
template <class Source, class Second, class Function>
struct paired_source : indexed_source<Source, with_item_of<Second, Function>> {
    template <class Visit>
    void memory(const char* argument, const Visit& visit) const {
        this->source.memory(argument, visit);
        this->f.f.second.memory("second input", visit);
    }
    template <class Any>
    IMPULSE_DEVICE void check_device_callable(const Any* any) const {
        static_cast<void>(detail::check_device_invoke(
            this->f.f.f, *reinterpret_cast<const typename Source::item_type*>(any),
            *reinterpret_cast<const typename Second::item_type*>(any)));
        this->source.check_device_callable(any);
        this->f.f.second.check_device_callable(any);
    }
};

}  // namespace impulse::detail
