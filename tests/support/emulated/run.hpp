// SPDX-License-Identifier: Apache-2.0
// Runs a few lines of a block's code on an emulated GPU, and checks the operands of an operator.
#pragma once

#include <emulated/place.hpp>

#include <impulse/operators.hpp>

namespace emulated {

/// An operator that counts operands that were never written (of at least 8 bytes: a shorter value may equal
/// the poison by chance).
template <class Op>
struct watched {
    Op op;
    int* unwritten;

    template <class T>
    T operator()(const T& a, const T& b) const {
        *unwritten += is_unwritten(a) + is_unwritten(b);
        return op(a, b);
    }

    template <class T>
    static bool is_unwritten(const T& value) {
        unsigned char filled[sizeof(T)];
        std::memset(filled, poison, sizeof(T));
        return sizeof(T) >= 8 && std::memcmp(&value, filled, sizeof(T)) == 0;
    }
};

/// Calls f(block) in every thread of every block; the blocks may have any size.
template <class Gpu, class F>
void run_blocks(Gpu& on, int blocks, int threads, const F& f) {
    on.template run<false>(blocks, threads, 64, f);
}
/// The same for blocks that promise whole warps.
template <class Gpu, class F>
void run_whole_blocks(Gpu& on, int blocks, int threads, const F& f) {
    on.template run<true>(blocks, threads, 64, f);
}

}  // namespace emulated

template <class Op, class Acc>
struct impulse::freedom<emulated::watched<Op>, Acc> : impulse::freedom<Op, Acc> {};
