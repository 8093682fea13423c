// SPDX-License-Identifier: Apache-2.0
/// \file
/// Registers operators for which a CPU thread has a special algorithm.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/reduce.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// Specialized for some operators and leaves: `is_there` is true, and `of(leaves, range, join)` computes the
/// value of a range, which is not empty, with the bits of the tree.
template <class Acc, class Op, class Leaves>
struct own_way {
    static constexpr bool is_there = false;
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
