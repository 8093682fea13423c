// SPDX-License-Identifier: Apache-2.0
//
// The sum of n int32, from the call to the value in a host variable.
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/system/cuda/execution_policy.h>

#include <cub/device/device_reduce.cuh>
#include <host_memory.cuh>
#include <impulse/reduce.hpp>
#include <rows.hpp>

namespace perf {

namespace {

/// A side whose call writes its value here.
class value_side : public side {
  public:
    explicit value_side(std::int64_t n) : n_(n) {}
    const void* result() const override { return &value_; }

  protected:
    std::int64_t n_;
    int value_ = 0;
};

class impulse_value final : public value_side {
  public:
    using value_side::value_side;
    void call(const void* input, cudaStream_t stream) override {
        const int* const first = static_cast<const int*>(input);
        value_ = impulse::reduce(impulse::automatic.on(stream), first, first + n_, 0);
    }
};

class thrust_value final : public value_side {
  public:
    using value_side::value_side;
    void call(const void* input, cudaStream_t stream) override {
        const int* const first = static_cast<const int*>(input);
        value_ = thrust::reduce(thrust::cuda::par.on(stream), first, first + n_, 0);
    }
};

/// CUB at its best: scratch memory is allocated before, and the result is copied to pinned memory.
class cub_value final : public value_side {
  public:
    explicit cub_value(std::int64_t n) : value_side(n), out_(sizeof(int)), scratch_(scratch_size()) {}

    void call(const void* input, cudaStream_t stream) override {
        std::size_t bytes = scratch_.bytes();
        check(cub::DeviceReduce::Sum(scratch_.data(), bytes, static_cast<const int*>(input), out_.data<int>(),
                                     static_cast<int>(n_), stream),
              "calling CUB");
        check(cudaMemcpyAsync(pinned_.data(), out_.data(), sizeof(int), cudaMemcpyDeviceToHost, stream),
              "copying");
        check(cudaStreamSynchronize(stream), "waiting");
        value_ = *pinned_.data<int>();
    }

  private:
    std::size_t scratch_size() const {
        std::size_t bytes = 0;
        check(cub::DeviceReduce::Sum(nullptr, bytes, static_cast<const int*>(nullptr), out_.data<int>(),
                                     static_cast<int>(n_)),
              "asking CUB for its scratch size");
        return bytes;
    }

    device_memory out_;
    device_memory scratch_;
    pinned_memory pinned_{sizeof(int)};
};

std::vector<entrant> sides(std::int64_t n) {
    return sides_of(entrant{"impulse", std::make_unique<impulse_value>(n)},
                    entrant{"cub+copy", std::make_unique<cub_value>(n), 1.});
}

std::vector<entrant> sides_and_thrust(std::int64_t n) {
    std::vector<entrant> all = sides(n);
    all.push_back({"thrust", std::make_unique<thrust_value>(n)});
    return all;
}

}  // namespace

rows sums_by_size_end_to_end() {
    rows all;
    for (int k = 0; k <= 30;
         ++k)  // Thrust only at some sizes: it allocates in each call, and is never the fastest rival
        all.push_back(compare<int>("e2e/i32", timing::end_to_end, std::int64_t{1} << k,
                                   k % 10 == 0 || k == 28 ? sides_and_thrust : sides));
    for (const std::int64_t n : {1000, 1'000'000, 10'000'000})
        all.push_back(compare<int>("e2e/i32", timing::end_to_end, n, sides));
    return all;
}

}  // namespace perf
