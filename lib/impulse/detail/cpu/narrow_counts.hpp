// SPDX-License-Identifier: Apache-2.0
/// \file
/// Counts the items of a CPU thread for which a function is true, in integers of the items' size.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(sums.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/cpu/extreme_lanes.hpp>
#include <impulse/detail/cpu/own_way.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/source/transform_source.hpp>

#include <cstdint>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// Whether a function of an item gives 1 or 0, as an index_t.
template <class Function>
inline constexpr bool answers_in_ones = false;

#if !IMPULSE_HAS_CUDA

/// Ones are added in lanes as wide as the items, as often as the narrowest lane can hold, so that compilers
/// need not widen comparisons.
template <class Counter, class Type, class Function>
index_t count_ones(const Type* from, index_t count, const Function& f) {
    constexpr index_t each = 128 / index_t{sizeof(Counter)};
    constexpr index_t most = 255;
    using counters = std::conditional_t<sizeof(Counter) == 1, std::uint16_t, Counter>;  // hold all of most
    index_t total = 0;
    // Of fewer items compilers vectorize the plain loop.
    for (const bool many = count >= 4 * each; many && count >= each;) {
        const index_t rounds = (std::min)(most, count / each);
        Counter ones[std::size_t{each}] = {};
        for (index_t r = 0; r < rounds; ++r, from += each)
            // fault: ones-of-lane
            for (index_t l = 0; l < each; ++l)
                ones[l] = static_cast<Counter>(ones[l] + static_cast<Counter>(f(from[l])));
        counters all = 0;
        for (const Counter c : ones) all = static_cast<counters>(all + c);
        total += static_cast<index_t>(all);
        count -= rounds * each;
    }
    // fault: last-of-ones
    for (index_t i = 0; i < count; ++i) total += f(from[i]);
    return total;
}

template <class Op, class Leaves>
requires requires(const Leaves& leaves) {
    requires std::is_same_v<bare_op<Op>, plus>;
    leaves.source().f;
    requires answers_in_ones<std::remove_cvref_t<decltype(leaves.source().f.f)>>;
    requires is_contiguous<std::remove_cvref_t<decltype(leaves.source().source)>>;
    requires has_extreme_lanes<std::remove_cvref_t<decltype(*leaves.source().source.first)>>;
}
struct own_way<index_t, Op, Leaves> {
    static constexpr bool is_there = true;
    template <class Join>
    static index_t of(const Leaves& leaves, interval range, const Join&) {
        const auto& source = leaves.source();
        using item = std::remove_cvref_t<decltype(*source.source.first)>;
        return detail::count_ones<sized_integer<sizeof(item), false>>(
            source.source.first + (leaves.origin() + range.begin), range.size(), source.f);
    }
};

#endif

}  // namespace impulse::detail
