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

/// The second range lies behind the first.
class impulse_dot final : public side {
  public:
    explicit impulse_dot(std::int64_t n)
        : n_(n), out_(sizeof(float)), space_(workspace_size(), impulse::device) {}

    void call(const void* input, cudaStream_t stream) override {
        const float* const x = static_cast<const float*>(input);
        impulse::transform_reduce_into(impulse::automatic.on(stream).with(space_), x, x + n_, x + n_,
                                       out_.data<float>(), 0.f);
    }
    const void* result() const override { return out_.data(); }

  private:
    std::size_t workspace_size() const {
        const float* const x = out_.data<float>();
        return impulse::transform_reduce_into.workspace_bytes(impulse::automatic.on(impulse::device), x,
                                                              x + n_, x, out_.data<float>(), 0.f);
    }

    std::int64_t n_;
    device_memory out_;
    impulse::workspace space_;
};

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

std::vector<entrant> sides(std::int64_t n) {
    std::vector<entrant> all;
    all.push_back({"impulse", std::make_unique<impulse_dot>(n)});
    all.push_back({"cub zip", std::make_unique<cub_call<float, float, cub_dot>>(n)});
    return all;
}

}  // namespace

rows dot_products() {
    comparison row = compare<float>("gpu/dot f32", timing::gpu, std::int64_t{1} << 28, sides);
    row.bytes *= 2;
    return {row};
}

}  // namespace perf
