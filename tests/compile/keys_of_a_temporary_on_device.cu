// SPDX-License-Identifier: Apache-2.0
// expect: static assertion failed with .*impulse: this layout holds a temporary container
#include <impulse/by_key.hpp>

#include <span>
#include <vector>

void call(cudaStream_t stream, int* keys_out, std::span<float> x, float* out, int* count) {
    impulse::reduce_by_key_into(impulse::last_block.on(stream), impulse::by_key(std::vector<int>(4), x),
                                keys_out, out, count);
}
