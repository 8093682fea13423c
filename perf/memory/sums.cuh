// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sums of memory of the GPU: calls of the library, what they must give, and how long they take.
#pragma once

#include <cstdint>
#include <functional>
#include <impulse/reduce.hpp>
#include <lab.cuh>
#include <memory/row.hpp>
#include <memory>

namespace perf {

/// Enqueues something in the lab's stream.
using work = std::function<void()>;

/// A call of one of the library's algorithms, with the workspace that it takes.
template <class Algorithm, class... Args>
work call_of(const Algorithm& algorithm, Args... args) {
    const auto how = impulse::automatic.on(lab::instance().stream());
    const auto space =
        std::make_shared<impulse::workspace>(algorithm.workspace_bytes(how, args...), impulse::device);
    return [=] { algorithm(how.with(*space), args...); };
}

/// What a sum must be, by a kernel that is not the library's: `width` neighbours at each `stride`-th item.
struct expectation {
    std::int64_t n;
    std::int64_t stride = 1;
    int width = 1;
};

template <class T>  // int, signed char
int expected_sum(const T* items, const expectation& of);

/// Throws unless a sum is right.
void require_equal(int sum, int expected);

/// The GPU's time of `what` with a cold L2 cache: the median of several, each checked by `check_result`.
double gpu_seconds(const work& what, const std::function<void()>& check_result);

/// A row that sums items of the pool. `make(items, out)` gives the call that leaves the sum in *out.
template <class T>
row sum_row(std::string name, std::string lesson, const expectation& of, double useful_bytes,
            double touched_bytes, std::function<work(const T*, int*)> make, std::size_t offset = 0) {
    const auto measure = [=] {
        lab& on = lab::instance();
        const char* const pool = on.items(fill<int>) + offset;
        const std::int64_t extent = (of.n - 1) * of.stride + of.width;
        if (on.pool_bytes() / sizeof(T) < static_cast<std::size_t>(extent))
            throw std::runtime_error("the GPU has not enough memory for this row");
        const T* const items = reinterpret_cast<const T*>(pool);
        const device_memory out(2 * sizeof(int));
        const int expected = expected_sum(items, of);
        return gpu_seconds(make(items, out.data<int>()), [&] {
            int sum[2] = {};
            check(cudaMemcpy(sum, out.data(), sizeof(sum), cudaMemcpyDefault), "copying a sum");
            check(cudaMemset(out.data(), 0, sizeof(sum)), "clearing a sum");
            require_equal(sum[0] + sum[1], expected);  // two calls leave two
        });
    };
    return {std::move(name), std::move(lesson), of.n, useful_bytes, touched_bytes, measure};
}

}  // namespace perf
