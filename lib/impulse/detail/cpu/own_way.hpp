// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where operators that a CPU thread takes in by a way of their own say so.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/reduce.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// Specialized for some operators and leaves: `is_there` is true, and `of(leaves, range, join)` gives the
/// value of the leaves of a range, which is not empty, with the bits that they have by the tree.
template <class Acc, class Op, class Leaves>
struct own_way {
    static constexpr bool is_there = false;
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
