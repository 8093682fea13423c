// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which member of a place gets which items.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(devices.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/dispatch/evaluate.hpp>
#include <impulse/detail/layout/elementwise.hpp>
#include <impulse/detail/layout/whole_input.hpp>
#include <impulse/detail/source/rebind_source.hpp>
#include <impulse/detail/transport/device_list.hpp>
#include <impulse/detail/tree/nodes.hpp>
#include <impulse/error.hpp>

#include <algorithm>
#include <type_traits>
#include <vector>

namespace impulse::inline IMPULSE_ABI::detail {

/// A share: some items of the input, and the member that reduces them.
template <class Source>
struct share_of {
    member where;
    interval items;
    Source source;  ///< begins at the first of these items
};

/// Items that are in a member's memory already.
template <class Type>
struct resident_part {
    member where;
    const Type* first;
    index_t count;
};

/// The layout of such parts: one result over all parts, in order.
template <class Type>
struct distributed_layout : whole_input {
    const std::vector<resident_part<Type>>* parts;
};
template <class Layout>
inline constexpr bool is_distributed_layout = false;
template <class Type>
inline constexpr bool is_distributed_layout<distributed_layout<Type>> = true;

/// The layout of parts that are joined item by item.
template <class Type>
struct elementwise_parts : elementwise_layout {
    const std::vector<resident_part<Type>>* parts;
};
template <class Type>
inline constexpr bool is_strided_segments<elementwise_parts<Type>> = true;
template <class Type>
inline constexpr bool is_elementwise<elementwise_parts<Type>> = true;

/// The points at which n items are split into even shares. They are multiples of `leaf`, and for many items
/// of a power of two times `leaf`, so that the forests of the shares have few nodes.
inline std::vector<index_t> split_points(index_t n, index_t shares, index_t leaf) {
    constexpr index_t finest = 64;  // shares differ by at most about 1/64 of a share
    // fault: unit-of-shares
    const index_t unit = leaf * floor_power(std::max<index_t>(1, n / (leaf * shares * finest)));
    const even_split units = even_split::of(divide_up(n, unit), shares);
    std::vector<index_t> cuts;
    for (index_t s = 0; s < shares; ++s) cuts.push_back((std::min)(n, units.share(s).begin * unit));
    cuts.push_back(n);
    return cuts;
}

/// The shares of a request's input. `leaf`: the items of the operator's leaf. Parts that are distributed
/// already may begin `anywhere`, otherwise only at multiples of `leaf`.
auto partitioned(const auto& r, const std::vector<member>& members, index_t leaf, bool anywhere) {
    using source = std::remove_const_t<decltype(r.source)>;
    std::vector<share_of<source>> shares;
    if constexpr (is_distributed_layout<std::remove_const_t<decltype(r.layout)>>) {
        index_t begin = 0;
        for (const auto& part : *r.layout.parts) {
            if (std::find(members.begin(), members.end(), part.where) == members.end())
                detail::bad_argument({"input has a part at item ", begin, " on ", part.where.name(),
                                      ", which the policy does not name"});
            // fault: part-in-leaf
            if (!anywhere && part.count > 0 && begin % leaf != 0)
                detail::bad_argument({"input has a part that begins at item ", begin,
                                      "; it must begin at a multiple of the operator's leaf, ", leaf,
                                      " (such as ", begin - begin % leaf, " or ", begin - begin % leaf + leaf,
                                      ")"});
            shares.push_back(
                {part.where, {begin, begin + part.count}, detail::rebind_source(r.source, [&](const auto&) {
                     return impulse::contiguous(part.first, part.count);
                 })});
            // fault: begin-of-part
            begin += part.count;
        }
        if (shares.empty()) shares.push_back({members.front(), {0, 0}, r.source});
    } else {
        const index_t n = r.layout.max_items();
        const auto cuts = detail::split_points(n, static_cast<index_t>(members.size()), leaf);
        for (std::size_t m = 0; m < members.size(); ++m)
            // fault: items-of-share
            shares.push_back({members[m],
                              {cuts[m], cuts[m + 1]},
                              detail::rebind_source(r.source, some_items{cuts[m], cuts[m + 1] - cuts[m]})});
    }
    return shares;
}

}  // namespace impulse::detail
