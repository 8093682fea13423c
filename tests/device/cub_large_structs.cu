// SPDX-License-Identifier: Apache-2.0
/// \file
/// CUB as the oracle, for structs of 32 and 64 bytes.
#include "cub_oracle.cuh"

#include <values.hpp>

namespace {

struct twice {
    template <class T>
    IMPULSE_SHARED T operator()(const T& x) const {
        return support::add_bytes{}(x, x);
    }
};

}  // namespace

TEST_CASE_TEMPLATE("CUB: structs of 32 and 64 bytes", T, support::bytes<32, 8>, support::bytes<64, 4>) {
    gpu::oracle with;
    const auto sizes = gpu::some_sizes(26);
    const support::make_value<T> make{support::seed()};
    const auto x = gpu::made(sizes.back(), make);
    const auto op = impulse::commutative(support::add_bytes{});
    gpu::compare_reduce(with, x, sizes, make(-1), op, support::add_bytes{});
    gpu::compare_transform_reduce(with, x, sizes, make(-1), op, support::add_bytes{}, twice{});
}
