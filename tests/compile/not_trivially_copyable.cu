// SPDX-License-Identifier: Apache-2.0
// expect: static assertion failed with .*on a GPU the accumulator and the result must be trivially copyable
#include <impulse/reduce.hpp>

struct item {
    int value;
    __host__ __device__ item(int v) : value(v) {}
    __host__ __device__ item(const item& other) : value(other.value) {}
    item& operator=(const item&) = default;
};

struct add {
    __host__ __device__ item operator()(const item& a, const item& b) const {
        return item(a.value + b.value);
    }
};

int main() {
    const item* const x = nullptr;
    return impulse::reduce(impulse::last_block.on(impulse::device), x, x, item(0), add{}).value;
}
