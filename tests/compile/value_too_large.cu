// SPDX-License-Identifier: Apache-2.0
// expect: static assertion failed with .*on a GPU the accumulator and the result may have at most 256 bytes
#include <impulse/reduce.hpp>

struct item {
    char bytes[257];
};

struct last {
    __host__ __device__ item operator()(const item&, const item& b) const { return b; }
};

int main() {
    const item* const x = nullptr;
    return impulse::reduce(impulse::two_pass.on(impulse::device), x, x, item{}, last{}).bytes[0];
}
