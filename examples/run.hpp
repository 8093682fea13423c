// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs one reduction under every policy at every place: timed, compared with a reference, printed as a
/// table.
#pragma once

#include "options.hpp"
#include "text.hpp"

#include <impulse/host.hpp>
#include <impulse/reduce.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#if IMPULSE_HAS_CUDA
#include <cuda_runtime.h>
#endif

namespace examples {

/// The time of a call, by a wall clock.
template <class F>
double seconds_of(const F& call) {
    const auto begin = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// The median of a few runs, after a warm-up.
template <class F>
double median_seconds(const F& call) {
    call();
    double seconds[5];
    for (double& s : seconds) s = seconds_of(call);
    std::sort(std::begin(seconds), std::end(seconds));
    return seconds[2];
}

/// The results of one policy at one place, one result for each file.
template <class Result>
struct measurement {
    std::string policy;
    std::string place;
    double seconds;
    std::vector<Result> results;
};

/// Calls `f` with the policy that has this name.
template <class F>
void with_policy(const std::string& name, const F& f) {
    if (name == "single_block") return f(impulse::single_block);
    if (name == "two_pass") return f(impulse::two_pass);
    if (name == "last_block") return f(impulse::last_block);
    if (name == "work_queue") return f(impulse::work_queue);
    f(impulse::automatic);
}

#if IMPULSE_HAS_CUDA
inline void check(cudaError_t code, const char* doing) {
    if (code != cudaSuccess) throw impulse::cuda_error(code, doing);
}

/// The name of the GPU, or why there is none.
inline std::pair<std::string, std::string> find_gpu() {
    int count = 0;
    const cudaError_t found = cudaGetDeviceCount(&count);
    if (found != cudaSuccess) return {"", cudaGetErrorString(found)};
    cudaDeviceProp properties;
    check(cudaGetDeviceProperties(&properties, 0), "asking for the GPU's name");
    return {properties.name, ""};
}

/// A copy of host memory on the GPU: a range of pointers that a GPU can read.
template <class T>
class device_copy {
  public:
    explicit device_copy(const std::vector<T>& host) : size_(host.size()) {
        const std::size_t bytes = size_ * sizeof(T);
        check(cudaMalloc(&data_, std::max<std::size_t>(bytes, 1)), "allocating the input");
        check(cudaMemcpy(data_, host.data(), bytes, cudaMemcpyHostToDevice), "copying the input");
    }
    ~device_copy() { cudaFree(data_); }
    device_copy(const device_copy&) = delete;
    device_copy& operator=(const device_copy&) = delete;
    T* data() { return data_; }
    const T* data() const { return data_; }
    const T* begin() const { return data_; }
    const T* end() const { return data_ + size_; }

  private:
    T* data_ = nullptr;
    std::size_t size_;
};

template <class T>
device_copy<T> copy_to(impulse::device_place, const std::vector<T>& items) {
    return device_copy<T>(items);
}
template <class T>
std::vector<T> copy_from(impulse::device_place, const T* items, std::size_t count) {
    std::vector<T> host(count);
    check(cudaMemcpy(host.data(), items, count * sizeof(T), cudaMemcpyDeviceToHost), "copying the results");
    return host;
}
#else
inline std::pair<std::string, std::string> find_gpu() { return {"", "this program was built without CUDA"}; }
#endif

/// What a place reads in place of a vector. On the host it is the vector itself.
template <class T>
const std::vector<T>& copy_to(impulse::host_place, const std::vector<T>& items) {
    return items;
}
/// The other direction: copies items from a place into a vector.
template <class T>
std::vector<T> copy_from(impulse::host_place, const T* items, std::size_t count) {
    return {items, items + count};
}

/// Calls `f(place, name)` for each requested place.
template <class F>
void at_each_place(const options& o, const F& f) {
    const auto [gpu, why_none] = find_gpu();
    if (o.place == "device" && gpu.empty()) throw usage_error("no GPU for --on device: " + why_none);
    if (o.place != "device") f(impulse::host, "host");
#if IMPULSE_HAS_CUDA
    if (o.place != "host" && !gpu.empty()) f(impulse::device, gpu);
#endif
}

/// Reduces the items of each file, which begin at `data`, under every requested policy.
template <class Place, class T, class Result, class Op>
void measure(Place where, const std::string& place, const options& o, const T* data,
             const std::vector<std::size_t>& ends, Result init, Op op,
             std::vector<measurement<Result>>& measurements) {
    for (const std::string& name : o.policies) {
        with_policy(name, [&](auto policy) {
            std::vector<Result> results(ends.size());
            const double seconds = median_seconds([&] {
                std::size_t begin = 0;
                for (std::size_t f = 0; f < ends.size(); begin = ends[f++])
                    results[f] = impulse::reduce(policy.on(where), data + begin, data + ends[f], init, op);
            });
            measurements.push_back({name, place, seconds, std::move(results)});
        });
    }
}

/// Does the same at every requested place.
template <class T, class Result, class Op>
std::vector<measurement<Result>> measure_everywhere(const options& o, const by_file<T>& input, Result init,
                                                    Op op) {
    std::vector<measurement<Result>> measurements;
    at_each_place(o, [&](auto where, const std::string& name) {
        const auto& there = copy_to(where, input.all);
        measure(where, name, o, there.data(), input.ends, init, op, measurements);
    });
    return measurements;
}

/// Whether results equal those of the reference, and a remark.
struct verdict {
    bool equal;
    std::string note = "";
};

/// Prints the measurements, with `judge(results)` for each policy and place. Returns whether all of them are
/// equal to the reference.
template <class Result, class Judge>
bool print_table(const std::vector<measurement<Result>>& measurements, std::size_t bytes,
                 const char* reference, double reference_seconds, const Judge& judge) {
    const auto line = [bytes](const std::string& what, const std::string& where, double seconds,
                              const std::string& verdict) {
        std::printf("%-14s  %-20s  %9.3f ms  %8.2f GB/s  %s\n", what.c_str(), where.c_str(), 1e3 * seconds,
                    static_cast<double>(bytes) / seconds / 1e9, verdict.c_str());
    };
    std::printf("\n%-14s  %-20s  %12s  %13s\n", "policy", "place", "time", "speed");
    bool all_equal = true;
    for (const auto& m : measurements) {
        const verdict v = judge(m.results);
        line(m.policy, m.place, m.seconds, (v.equal ? "equal" : "DIFFERENT") + v.note);
        all_equal = all_equal && v.equal;
    }
    line(reference, "host", reference_seconds, "the reference");
    return all_equal;
}

}  // namespace examples
