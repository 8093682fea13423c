// SPDX-License-Identifier: Apache-2.0
// The table of docs/reference from other libraries' calls, on a GPU.
#include "gpu.cuh"

#include <impulse/algorithms.hpp>
#include <impulse/groups.cuh>

#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/inner_product.h>
#include <thrust/logical.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/transform_reduce.h>
#include <cub/block/block_reduce.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/warp/warp_reduce.cuh>

#include <span>

#include <examples/migration.cuh>

TEST_CASE("migration: groups of a kernel give what CUB's give") {
    thrust::device_vector<int> x(32), sums(4);
    thrust::sequence(x.begin(), x.end());
    migrated<<<1, 32>>>(thrust::raw_pointer_cast(x.data()), thrust::raw_pointer_cast(sums.data()));
    CHECK((sums[0] == sums[1] && sums[1] == 31 * 16));
    CHECK((sums[2] == sums[3] && sums[3] == 31));
}
