// SPDX-License-Identifier: Apache-2.0
//
// Numbers of one and two bytes: their sums in wider types, their minimum and maximum.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cub/device/device_reduce.cuh>
#include <limits>
#include <rows.hpp>
#include <sides.cuh>

namespace perf {

template <>
struct item_at<__half> {
    __device__ static __half make(std::uint64_t random) {
        return __float2half(static_cast<float>(item_at<int>::make(random)));
    }
};
template <>
struct item_at<__nv_bfloat16> {
    __device__ static __nv_bfloat16 make(std::uint64_t random) {
        return __float2bfloat16(static_cast<float>(item_at<int>::make(random)));
    }
};

namespace {

struct cub_min {
    template <class T>
    cudaError_t operator()(void* scratch, std::size_t& bytes, const T* in, T* out, int n,
                           cudaStream_t stream) const {
        return cub::DeviceReduce::Min(scratch, bytes, in, out, n, stream);
    }
};
struct cub_max {
    template <class T>
    cudaError_t operator()(void* scratch, std::size_t& bytes, const T* in, T* out, int n,
                           cudaStream_t stream) const {
        return cub::DeviceReduce::Max(scratch, bytes, in, out, n, stream);
    }
};

/// For the 2-byte floats: cuda::std::plus does not add them to a float.
struct add_floats {
    __host__ __device__ float operator()(float a, float b) const { return a + b; }
};
using cub_float_sum = cub_reduce<float, add_floats>;

constexpr double floor_of(std::size_t bytes, std::int64_t n) {
    return bytes == 1 ? (n >= 1 << 24 ? 1.05 : 0) : 1.0;
}

template <class T, class Result, class Cub, class Op>
std::vector<entrant> sides(std::int64_t n) {
    const auto init = std::is_same_v<Op, impulse::minimum>   ? std::numeric_limits<Result>::max()
                      : std::is_same_v<Op, impulse::maximum> ? std::numeric_limits<Result>::lowest()
                                                             : Result{0};
    return sides_of(entrant{"impulse", impulse_side<T>(n, init, Op{})},
                    entrant{"cub", std::make_unique<cub_call<T, Result, Cub>>(n), floor_of(sizeof(T), n)});
}

template <class T, class Result, class Cub = cub_sum, class Op = impulse::plus>
void add(rows& all, const char* name) {
    add_powers<T, Result>(all, name, {12, 16, 20, 24, 28}, sides<T, Result, Cub, Op>);
}

}  // namespace

rows narrow_numbers() {
    rows all;
    add<std::int8_t, int>(all, "gpu/i8 in i32");
    add<std::uint8_t, std::uint32_t>(all, "gpu/u8 in u32");
    add<std::int16_t, int>(all, "gpu/i16 in i32");
    add<__half, float, cub_float_sum>(all, "gpu/half in f32");
    add<__nv_bfloat16, float, cub_float_sum>(all, "gpu/bf16 in f32");
    add<std::int8_t, std::int8_t, cub_min, impulse::minimum>(all, "gpu/min i8");
    add<std::uint8_t, std::uint8_t, cub_max, impulse::maximum>(all, "gpu/max u8");
    return all;
}

}  // namespace perf
