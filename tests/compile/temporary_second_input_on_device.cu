// SPDX-License-Identifier: Apache-2.0
// expect: static assertion failed with .*impulse: a call that writes its result on a GPU does not wait
#include <impulse/sums.hpp>

#include <span>
#include <vector>

void call(cudaStream_t stream, std::span<float> x, float* out) {
    impulse::dot_into(impulse::last_block.on(stream), x, std::vector<float>(x.size()), out);
}
