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

/// Order dropped: two halves are read at the same time, as two streams of memory (5 to 11% faster than one on two
/// cores); of each, accumulator l takes the items l, l + L, l + 2L and so on. Written out, because a loop over the
/// halves is not made vectors of.
template <class Acc, class Source, class Op>
Acc fold_striped(const Source& source, interval items, Op& op) {
    constexpr int L = lanes<Acc> / 2;
    const index_t half = (items.end - items.begin) / (2 * L) * L;
    Acc a[L];
    Acc b[L];
    for (int l = 0; l < L; ++l) a[l] = static_cast<Acc>(source[items.begin + l]);
    for (int l = 0; l < L; ++l) b[l] = static_cast<Acc>(source[items.begin + half + l]);
    for (index_t i = items.begin + L; i < items.begin + half; i += L) {
        for (int l = 0; l < L; ++l) a[l] = take_in<Acc>(op, std::move(a[l]), source[i + l]);
        for (int l = 0; l < L; ++l) b[l] = take_in<Acc>(op, std::move(b[l]), source[i + half + l]);
    }
    for (int l = 0; l < L; ++l) a[l] = static_cast<Acc>(op(a[l], b[l]));
    for (int distance = L / 2; distance > 0; distance /= 2)
        for (int l = 0; l < distance; ++l) a[l] = static_cast<Acc>(op(a[l], a[l + distance]));
    fold_serially(a[0], source, {items.begin + 2 * half, items.end}, op);
    return a[0];
}

/// Order kept: the run is cut into contiguous pieces that advance side by side and are joined in order. The pack
/// expansions keep the accumulators in registers at -O2 too, where g++ does not unroll a loop over them.
template <class Acc, class Source, class Op, std::size_t... Piece>
Acc fold_side_by_side(const Source& source, interval items, Op& op, std::index_sequence<Piece...>) {
    constexpr index_t pieces = sizeof...(Piece);
    const index_t length = (items.end - items.begin) / pieces;
    Acc acc[pieces] = {static_cast<Acc>(source[items.begin + index_t{Piece} * length])...};
    for (index_t i = items.begin + 1; i < items.begin + length; ++i)
        ((acc[Piece] = take_in<Acc>(op, std::move(acc[Piece]), source[i + index_t{Piece} * length])), ...);
    for (index_t p = 1; p < pieces; ++p) acc[0] = static_cast<Acc>(op(acc[0], acc[p]));
    fold_serially(acc[0], source, {items.begin + pieces * length, items.end}, op);
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
    if (count <= 0) return {};

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
                return partial<Acc>(detail::fold_side_by_side<Acc>(
                    source, items, op, std::make_index_sequence<detail::side_by_side>()));
        }
    }
    Acc acc = static_cast<Acc>(source[items.begin]);
    detail::fold_serially(acc, source, {items.begin + 1, items.end}, op);
    return partial<Acc>(std::move(acc));
}

}  // namespace impulse::inline IMPULSE_ABI::on_host
