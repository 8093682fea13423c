// SPDX-License-Identifier: Apache-2.0
/// \file
/// A run of items → one partial result, by one CPU thread.
#pragma once

#include <impulse/accumulate.hpp>
#include <impulse/config.hpp>
#include <impulse/operators.hpp>
#include <impulse/partial.hpp>
#include <impulse/share.hpp>
#include <impulse/sources.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::on_host {

namespace detail {

using impulse::detail::take_in;

// Independent accumulators hide the latency of the operator; where order may be dropped the compiler makes
// vector registers of them. 64 floats are eight AVX2 registers: fewer leave the adders waiting.
template <class Acc>
inline constexpr int lanes = std::is_arithmetic_v<Acc> ? 64 : 8;
inline constexpr int side_by_side = 8;

template <class Acc>
concept register_like = std::is_trivially_copyable_v<Acc> && std::is_default_constructible_v<Acc> &&
                        sizeof(Acc) <= 64;

/// One after the other, from the left.
template <class Acc, class Source, class Op>
void fold_serially(Acc& acc, const Source& source, interval items, Op& op) {
    for (index_t i = items.begin; i < items.end; ++i) acc = take_in<Acc>(op, std::move(acc), source[i]);
}

/// Order dropped: accumulator l takes the items l, l + L, l + 2L and so on.
template <class Acc, class Source, class Op>
Acc fold_striped(const Source& source, interval items, Op& op) {
    constexpr int L = lanes<Acc>;
    Acc acc[L];
    for (int l = 0; l < L; ++l) acc[l] = static_cast<Acc>(source[items.begin + l]);
    index_t i = items.begin + L;
    for (; items.end - i >= L; i += L)
        for (int l = 0; l < L; ++l) acc[l] = take_in<Acc>(op, std::move(acc[l]), source[i + l]);
    for (int half = L / 2; half > 0; half /= 2)
        for (int l = 0; l < half; ++l) acc[l] = static_cast<Acc>(op(acc[l], acc[l + half]));
    fold_serially(acc[0], source, {i, items.end}, op);
    return acc[0];
}

/// Order kept: the run is cut into contiguous pieces that advance side by side and are joined in order.
template <class Acc, class Source, class Op>
Acc fold_side_by_side(const Source& source, interval items, Op& op) {
    constexpr int R = side_by_side;
    const index_t piece = (items.end - items.begin) / R;
    Acc acc[R];
    for (int r = 0; r < R; ++r) acc[r] = static_cast<Acc>(source[items.begin + r * piece]);
    for (index_t i = items.begin + 1; i < items.begin + piece; ++i)
        for (int r = 0; r < R; ++r) acc[r] = take_in<Acc>(op, std::move(acc[r]), source[i + r * piece]);
    for (int r = 1; r < R; ++r) acc[0] = static_cast<Acc>(op(acc[0], acc[r]));
    fold_serially(acc[0], source, {items.begin + R * piece, items.end}, op);
    return acc[0];
}

template <class Source>
inline constexpr bool is_contiguous = false;
template <class T>
inline constexpr bool is_contiguous<contiguous_source<T>> = true;

}  // namespace detail

/// Reduces the items of a run; absent if it is empty. The grouping depends on the length and the types alone.
template <class Acc, class Source, class Op>
partial<Acc> fold(const Source& source, interval items, Op& op) {
    using item = typename Source::item_type;
    const index_t count = items.end - items.begin;
    if (count == 0) return {};

    if constexpr (detail::is_contiguous<Source> && impulse::detail::accumulates_runs<Op, Acc, item>) {
        const item* first = source.first + items.begin;
        return partial<Acc>(
            static_cast<Acc>(op.accumulate(static_cast<Acc>(*first), first + 1, first + count)));
    } else if constexpr (detail::register_like<Acc>) {
        if constexpr (is_commutative_v<Op, Acc>) {
            if (count >= 2 * detail::lanes<Acc>)
                return partial<Acc>(detail::fold_striped<Acc>(source, items, op));
        } else {
            if (count >= 4 * detail::side_by_side)
                return partial<Acc>(detail::fold_side_by_side<Acc>(source, items, op));
        }
    }
    Acc acc = static_cast<Acc>(source[items.begin]);
    detail::fold_serially(acc, source, {items.begin + 1, items.end}, op);
    return partial<Acc>(std::move(acc));
}

}  // namespace impulse::inline IMPULSE_ABI::on_host
