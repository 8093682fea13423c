// SPDX-License-Identifier: Apache-2.0
//
// The effect of L1, by its settings: sums of windows of an array. One thread reads each word, or 16 threads
// do. The option `-Xptxas -dlcm=cg` turns every plain load of a file into __ldcg, so the rows use the
// functions.
#include <memory/families.hpp>
#include <memory/results.cuh>
#include <memory/texture.cuh>

namespace perf {

namespace {

constexpr int threads = 256;
constexpr int n = 1 << 25;

struct load_plain {
    __device__ static int load(const int* from) { return *from; }
};
struct load_ldg {
    __device__ static int load(const int* from) { return __ldg(from); }
};
struct load_all_levels {
    __device__ static int load(const int* from) { return __ldca(from); }
};
struct load_past_l1 {
    __device__ static int load(const int* from) { return __ldcg(from); }
};
struct load_streaming {
    __device__ static int load(const int* from) { return __ldcs(from); }
};

template <class Load, int Window>
__global__ void window_sums(const int* from, int* to) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int total = 0;
#pragma unroll
    for (int k = 0; k < Window; ++k) total += Load::load(from + i + k);
    to[i] = total;
}

template <int Window>
__global__ void window_sums_by_texture(cudaTextureObject_t from, int* to) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int total = 0;
#pragma unroll
    for (int k = 0; k < Window; ++k) total += tex1Dfetch<int>(from, i + k);
    to[i] = total;
}

__global__ void count_wrong_windows(const int* from, int window, const int* found, unsigned* wrong) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int total = 0;
    for (int k = 0; k < window; ++k) total += from[i + k];
    if (found[i] != total) atomicAdd(wrong, 1u);
}

row window_row(const std::string& name, int window, const char* lesson,
               std::function<work(const int*, int*)> make) {
    const auto compare = [=](const int* from, const int* found, unsigned* wrong) {
        count_wrong_windows<<<n / threads, threads>>>(from, window, found, wrong);
    };
    return {"window/" + name + ", " + std::to_string(window), lesson, n, 8. * n, 8. * n, [=] {
                return checked_seconds(n + window, n, make, compare);
            }};
}

/// Reserves a percentage of L1 for shared memory; -1 leaves it to the driver.
template <class Load, int Window>
row window_by(const char* name, const char* lesson, int carveout = -1) {
    return window_row(name, Window, lesson, [=](const int* from, int* to) -> work {
        return [=] {
            check(cudaFuncSetAttribute(window_sums<Load, Window>,
                                       cudaFuncAttributePreferredSharedMemoryCarveout, carveout),
                  "dividing L1");
            window_sums<Load, Window><<<n / threads, threads, 0, lab::instance().stream()>>>(from, to);
            check(cudaGetLastError(), "summing windows");
        };
    });
}

template <int Window>
row window_by_texture(const char* lesson) {
    return window_row("texture", Window, lesson, [](const int* from, int* to) -> work {
        const auto words = std::make_shared<texture>(from, (std::size_t{n} + Window) * sizeof(int));
        return [=] {
            window_sums_by_texture<Window><<<n / threads, threads, 0, lab::instance().stream()>>>(*words, to);
            check(cudaGetLastError(), "summing windows");
        };
    });
}

template <int Window>
void add_windows(rows& all) {
    all.push_back(window_by<load_plain, Window>("plain loads", "L1 keeps what they read"));
    all.push_back(window_by<load_ldg, Window>("__ldg", "the read-only path: today the same L1"));
    all.push_back(
        window_by<load_all_levels, Window>("__ldca, as -dlcm=ca", "L1 on: what plain loads do anyway"));
    all.push_back(window_by<load_past_l1, Window>("__ldcg, as -dlcm=cg", "L1 off: every load goes to L2"));
    all.push_back(window_by<load_streaming, Window>("__ldcs", "the first to be dropped from the caches"));
    all.push_back(window_by_texture<Window>("a texture: its own path to the same L1"));
}

}  // namespace

rows windows() {
    rows all;
    add_windows<1>(all);
    add_windows<16>(all);
    all.push_back(window_by<load_plain, 16>("plain loads, largest L1", "no shared memory is set aside", 0));
    all.push_back(
        window_by<load_plain, 16>("plain loads, smallest L1", "all that can be is shared memory", 100));
    return all;
}

}  // namespace perf
