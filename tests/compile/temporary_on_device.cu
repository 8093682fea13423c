// SPDX-License-Identifier: Apache-2.0
// expect: static assertion failed with .*impulse: a call that writes its result on a GPU does not wait
#include <impulse/sums.hpp>

#include <vector>

void call(cudaStream_t stream, float* out) {
    impulse::sum_into(impulse::last_block.on(stream), std::vector<float>(4), out);
}
