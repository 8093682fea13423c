// SPDX-License-Identifier: Apache-2.0
// expect: static assertion failed with .*impulse: this layout holds a temporary container
#include <impulse/layouts.hpp>
#include <impulse/sums.hpp>

#include <vector>

void call(cudaStream_t stream, float* out) {
    impulse::sum_into(impulse::last_block.on(stream), impulse::batches(std::vector<float>(4), 2), out);
}
