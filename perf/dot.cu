// SPDX-License-Identifier: Apache-2.0
//
// The sum of products of two ranges of float.
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

#include <cuda/std/functional>
#include <rows.hpp>
#include <sides.cuh>

namespace perf {

namespace {

struct product {
    __host__ __device__ float operator()(const thrust::tuple<float, float>& pair) const {
        return thrust::get<0>(pair) * thrust::get<1>(pair);
    }
};

struct cub_dot {
    cudaError_t operator()(void* scratch, std::size_t& bytes, const float* x, float* out, int n,
                           cudaStream_t stream) const {
        return cub::DeviceReduce::TransformReduce(scratch, bytes, thrust::make_zip_iterator(x, x + n), out, n,
                                                  cuda::std::plus<>{}, product{}, 0.f, stream);
    }
};

/// The second range follows the first in memory.
std::vector<entrant> sides(std::int64_t n) {
    return sides_of(
        entrant{"impulse", impulse_side_of<float, float>(
                               n,
                               [](const float* x, std::int64_t count, float* out, const auto& use) {
                                   use(impulse::transform_reduce_into, x, x + count, x + count, out, 0.f);
                               })},
        entrant{"cub zip", std::make_unique<cub_call<float, float, cub_dot>>(n)});
}

}  // namespace

rows dot_products() {
    comparison row = compare<float>("gpu/dot f32", timing::gpu, std::int64_t{1} << 28, sides);
    row.bytes *= 2;
    return {row};
}

}  // namespace perf
