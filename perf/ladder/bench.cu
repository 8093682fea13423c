// SPDX-License-Identifier: Apache-2.0
#include "bench.cuh"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <table.hpp>

namespace ladder {

namespace {

using support::stretch;
constexpr int words = 1 << 22;
constexpr std::size_t full_bytes = full * sizeof(int);

__global__ void fill_words(stretch* to) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = support::make_stretch{}(i);
}

perf::lab& lab() { return perf::lab::instance(); }

const char* original() { return lab().items(perf::fill<int>); }

}  // namespace

bench::bench()
    : on_host_(full),
      items_(full_bytes),
      words_(words * sizeof(stretch)),
      scratch_(full_bytes / 64),
      out_(sizeof(stretch)),
      counter_(sizeof(unsigned)) {
    if (lab().pool_bytes() < full_bytes)
        throw std::runtime_error("the GPU has not enough memory for the ladder");
    perf::check(cudaMemcpy(on_host_.data(), original(), full_bytes, cudaMemcpyDeviceToHost),
                "copying the items");
    fill_words<<<words / 256, 256, 0, gpu_.stream()>>>(words_.data<stretch>());
    perf::check(cudaGetLastError(), "making words");
    gpu_.zero(counter_.data<unsigned>());
}

void bench::check(const rung& which) {
    check_sum(which, which.n);
    check_sum(which, which.n - 12345);
    if (which.join_in_order) {
        check_order(which, std::min(which.n, words));
        check_order(which, std::min(which.n, words) - 12345);
    }
}

void bench::check_sum(const rung& which, int n) {
    restore();
    gpu_.store(INT32_MIN, out_.data<int>());
    which.add_up(gpu_, on<int>(items_, n));
    if (*gpu_.fetch(out_.data<int>(), 1) != expected_sum(n))
        throw std::runtime_error("wrong sum of " + perf::count_text(n));
    if (*gpu_.fetch(counter_.data<unsigned>(), 1) != 0) throw std::runtime_error("leaves its counter set");
}

void bench::check_order(const rung& which, int n) {
    gpu_.store(support::broken, out_.data<stretch>());
    which.join_in_order(gpu_, on<stretch>(words_, n));
    if (!(*gpu_.fetch(out_.data<stretch>(), 1) == stretch{0, n}))
        throw std::runtime_error("does not keep the order of " + perf::count_text(n));
}

double bench::seconds(const rung& which) {
    restore();
    return seconds([&] { which.add_up(gpu_, on<int>(items_, which.n)); },
                   which.in_place ? [this] { restore(); } : std::function<void()>());
}

double bench::seconds(const std::function<void()>& enqueue, const std::function<void()>& prepare) {
    std::vector<double> taken;
    for (double spent = 0; taken.size() < 5 || (taken.size() < 21 && spent < 0.1); spent += taken.back()) {
        if (prepare) prepare();
        lab().evict();  // and keeps the GPU busy while the host enqueues
        begin_.record(gpu_.stream());
        enqueue();
        end_.record(gpu_.stream());
        perf::check(cudaStreamSynchronize(gpu_.stream()), "running a rung");
        taken.push_back(end_.seconds_since(begin_));
    }
    return perf::median(taken);
}

void bench::restore() {
    perf::check(
        cudaMemcpyAsync(items_.data(), original(), full_bytes, cudaMemcpyDeviceToDevice, gpu_.stream()),
        "restoring the items");
}

int bench::expected_sum(int n) {
    if (!sums_.contains(n)) sums_[n] = std::accumulate(on_host_.begin(), on_host_.begin() + n, 0);
    return sums_[n];
}

template <class T>
work<T> bench::on(const perf::device_memory& items, int n) const {
    return {items.data<T>(), n, scratch_.data<T>(), counter_.data<unsigned>(), out_.data<T>()};
}

}  // namespace ladder
