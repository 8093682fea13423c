// SPDX-License-Identifier: Apache-2.0
#include "bench.cuh"

#include <numeric>
#include <timing.cuh>

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
      out_(full_bytes / 2),
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
    check_result(which, which.n);
    check_result(which, which.n - 12345);
    if (which.join_in_order) {
        check_order(which, std::min(which.n, words));
        check_order(which, std::min(which.n, words) - 12345);
    }
}

void bench::profile(const std::string& family, const rung& which) {
    prepare(which);
    lab().profiled_row = std::to_string(which.n) + "," + family + "/" + which.name;
    lab().profile([&] { which.add_up(gpu_, on<int>(items_, which.n)); });
    require_result(which, which.n);
}

void bench::check_result(const rung& which, int n) {
    prepare(which);
    which.add_up(gpu_, on<int>(items_, n));
    require_result(which, n);
}

void bench::prepare(const rung& which) {
    restore();
    const std::size_t results = which.vectors ? static_cast<std::size_t>(which.n / 2) : 1;
    perf::check(cudaMemsetAsync(out_.data(), 0x80, results * sizeof(int), gpu_.stream()), "clearing results");
}

void bench::require_result(const rung& which, int n) {
    if (which.vectors)
        require_vector(n / 2);
    else if (*gpu_.fetch(out_.data<int>(), 1) != expected_sum(n))
        throw std::runtime_error("wrong sum of " + perf::count_text(n));
    if (*gpu_.fetch(counter_.data<unsigned>(), 1) != 0) throw std::runtime_error("leaves its counter set");
}

void bench::require_vector(int n) {
    synchronize();
    std::vector<int> found(static_cast<std::size_t>(n));
    perf::check(cudaMemcpy(found.data(), out_.data(), found.size() * sizeof(int), cudaMemcpyDeviceToHost),
                "copying a vector");
    for (std::size_t i = 0; i < found.size(); ++i)
        if (found[i] != on_host_[i] + on_host_[found.size() + i])
            throw std::runtime_error("wrong vector of " + perf::count_text(n));
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
    const auto samples_for = [](double spent) {
        return spent < 0.1 ? 21u : spent < 0.5 ? 5u : spent < 2 ? 3u : 1u;
    };
    for (double spent = 0; taken.size() < samples_for(spent); spent += taken.back()) {
        if (prepare) prepare();
        taken.push_back(perf::gpu_sample(enqueue));
    }
    return perf::median(taken);
}

void bench::synchronize() { perf::check(cudaStreamSynchronize(gpu_.stream()), "running a rung"); }

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
