// SPDX-License-Identifier: Apache-2.0
#include <memory/sums.cuh>
#include <string>
#include <table.hpp>
#include <vector>

namespace perf {

namespace {

template <class T>
__global__ void add_up(const T* items, std::int64_t n, std::int64_t stride, int width,
                       unsigned long long* sum) {
    const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
    long long mine = 0;
    for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step)
        for (int j = 0; j < width; ++j) mine += items[i * stride + j];
    atomicAdd(sum, static_cast<unsigned long long>(mine));
}

}  // namespace

template <class T>
int expected_sum(const T* items, const expectation& of) {
    const device_memory sum(sizeof(long long));
    check(cudaMemset(sum.data(), 0, sum.bytes()), "clearing a sum");
    add_up<<<2048, 256>>>(items, of.n, of.stride, of.width, sum.data<unsigned long long>());
    check(cudaGetLastError(), "adding up");
    long long value = 0;
    check(cudaMemcpy(&value, sum.data(), sizeof(value), cudaMemcpyDefault), "adding up");
    return static_cast<int>(value);
}
template int expected_sum(const int*, const expectation&);
template int expected_sum(const signed char*, const expectation&);

void require_equal(int sum, int expected) {
    if (sum != expected)
        throw std::runtime_error("WRONG: " + std::to_string(sum) + " instead of " + std::to_string(expected));
}

double gpu_seconds(const work& what, const std::function<void()>& check_result) {
    constexpr int repetitions = 21;
    lab& on = lab::instance();
    event begin;
    event end;
    std::vector<double> taken;
    for (int r = -1; r < repetitions; ++r) {  // the first loads the kernel, and does not count
        on.evict();                           // and keeps the GPU busy while the host launches the rest
        begin.record(on.stream());
        what();
        end.record(on.stream());
        check(cudaStreamSynchronize(on.stream()), "summing");
        check_result();
        if (r >= 0) taken.push_back(end.seconds_since(begin));
    }
    return median(taken);
}

}  // namespace perf
