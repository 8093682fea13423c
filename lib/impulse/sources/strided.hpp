// SPDX-License-Identifier: Apache-2.0
/// \file
/// A source whose groups have their items apart, along axes.
#pragma once

#include <impulse/config.hpp>
#include <impulse/layout/axes.hpp>
#include <impulse/sources/source.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {

/// Item i of a group is what another source has as far from the group's begin as position i of the axes lies.
template <class Source, int Most>
struct strided_source {
    using item_type = typename Source::item_type;
    static constexpr int item_bytes = Source::item_bytes;
    static constexpr int arrays = 0;
    static constexpr bool in_place = Source::in_place;
    static constexpr bool adds_up = false;

    Source source;
    detail::axis_list<Most> along;

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED decltype(auto) at(index_t origin, index_t i) const {
        return source.at(origin, along.offset(i));
    }

    /// Items along the fastest axis.
    struct items_from {
        const Source& source;
        index_t at;
        index_t stride;
        IMPULSE_NO_EXEC_CHECK
        IMPULSE_INLINE decltype(auto) operator[](int j) const { return source.at(at, j * stride); }
    };
    /// from(origin, i)[j] is item i + j, for j below n, if i is a multiple of n and `goes_on(n)`.
    IMPULSE_INLINE items_from from(index_t origin, index_t i) const {
        return {source, origin + along.offset(i), along.fastest().stride};
    }
    IMPULSE_SHARED bool goes_on(int n) const { return along.goes_on(n); }

    template <int K, int C, class Warp>
    IMPULSE_SHARED detail::read_late<K, strided_source> load(const Warp&, index_t origin, index_t i,
                                                             index_t stride) const {
        return {this, origin, i, stride};
    }
    template <int K, int C>
    IMPULSE_SHARED detail::read_late<K, strided_source> load_some(index_t origin, index_t i, index_t stride,
                                                                  index_t) const {
        return {this, origin, i, stride};
    }

    template <class Visit>
    void memory(const char* argument, const Visit& visit) const {
        source.memory(argument, visit);
    }
    template <class Any>
    IMPULSE_DEVICE void name_calls(const Any* any) const {
        source.name_calls(any);
    }
};

}  // namespace IMPULSE_ABI
}  // namespace impulse
