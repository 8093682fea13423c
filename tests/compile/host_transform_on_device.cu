// expect: calling a __host__ function.*host_only
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A transform that the GPU cannot call is an error, not a kernel without the call.
#include <impulse/reduce.hpp>

struct host_only {
    int operator()(int a) const { return a + 1; }
};

int reduced(const int* first) {
    return impulse::transform_reduce(impulse::last_block.on(impulse::device), first, first + 10, 0,
                                     impulse::plus{}, host_only{});
}
