// expect: calling a __host__ function.*item::item
// options: -diag-suppress=20011,20014
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Copies written by hand that the GPU cannot call are an error, not a kernel without them.
#include <impulse/reduce.hpp>

struct item {
    int value;
    __host__ __device__ explicit item(int v) : value(v) {}
    item(const item& other) : value(other.value) {}
    item& operator=(const item&) = default;
};
template <>
struct impulse::copies_as_bytes<item> : std::true_type {};

struct add {
    __host__ __device__ item operator()(const item& a, const item& b) const {
        return item(a.value + b.value);
    }
};

int reduced(const item* first) {
    return impulse::reduce(impulse::last_block.on(impulse::device), first, first + 10, item(0), add{}).value;
}
