// SPDX-License-Identifier: Apache-2.0
/// \file
/// Layouts: how many results there are, which items each of them has, and into which pieces those are cut.
#pragma once

#include <impulse/config.hpp>
#include <impulse/parts/share.hpp>
#include <impulse/tree/nodes.hpp>

#include <concepts>

namespace impulse {
inline namespace IMPULSE_ABI {

namespace detail {

/// A number that the caller knows.
struct known {
    index_t most = 0;
    IMPULSE_SHARED constexpr index_t operator()() const { return most; }
};

/// A number that the caller knows, or that lies in memory and is read when the work is done: then only its bound is
/// known. What lies outside [0, most] is taken for the nearer end.
struct counted {
    index_t most = 0;
    const index_t* at = nullptr;

    IMPULSE_SHARED index_t operator()() const {
        if (at == nullptr) return most;
        const index_t n = *at;
        return n < 0 ? 0 : n < most ? n : most;
    }
};

/// The piece number `position` of a result.
struct piece {
    index_t result;
    index_t position;
};

}  // namespace detail

/// A layout of items. Pieces are aligned nodes of a result's own tree, of 2^log2 items (the last perhaps fewer); they are
/// numbered from 0 on, result after result. Every result has at least one, and of it without items that one is empty.
/// - `has_many`: whether there may be more than one result; `counts_late`: whether counts may be read from memory;
/// - `results()`; `items(r)`: the positions of result r's items in the source;
/// - `pieces(r, log2)`: how many pieces it has; `first_piece(r, log2)`: the number of the first;
///   `locate(p, log2)`: where piece p belongs; `has(piece, log2)`: whether there is such a piece, where counts are late;
/// - on the host, where counts may not be known, bounds of the same: `most_results()`, `most_items()` in all, `longest()`
///   of a result and `most_pieces(log2)`.
template <class L>
concept item_layout = requires(const L& layout, index_t r, int log2) {
    { L::has_many } -> std::convertible_to<bool>;
    { L::counts_late } -> std::convertible_to<bool>;
    { layout.results() } -> std::convertible_to<index_t>;
    { layout.items(r) } -> std::same_as<interval>;
    { layout.pieces(r, log2) } -> std::convertible_to<index_t>;
    { layout.first_piece(r, log2) } -> std::convertible_to<index_t>;
    { layout.locate(r, log2) } -> std::same_as<detail::piece>;
    { layout.has(detail::piece{}, log2) } -> std::convertible_to<bool>;
    { layout.most_results() } -> std::convertible_to<index_t>;
    { layout.most_items() } -> std::convertible_to<index_t>;
    { layout.longest() } -> std::convertible_to<index_t>;
    { layout.most_pieces(log2) } -> std::convertible_to<index_t>;
};

namespace detail {

/// How many pieces of 2^log2 items n items are.
IMPULSE_SHARED constexpr index_t pieces_of(index_t n, int log2) { return n > 0 ? shift_up(n, log2) : 1; }

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
