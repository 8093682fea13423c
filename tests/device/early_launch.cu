// SPDX-License-Identifier: Apache-2.0
// A call after a kernel that lets the next launch start before its own stores: the call must wait for them.
#include "scratch.cuh"

namespace {

/// Lets the next launch start at once, and writes late. The grid is small, so the GPU has room for the next
/// launch while all its blocks sleep.
__global__ void write_late(support::stretch* to, index_t n, index_t by) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
    for (int nap = 0; nap < 50; ++nap) __nanosleep(1000);
    const index_t step = index_t{gridDim.x} * blockDim.x;
    for (index_t i = index_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step)
        to[i] = {i + by, i + by + 1};
}

/// Calls on n items after a kernel that writes them. Each call has other items than the calls before.
void check_each_policy(index_t n, bool captured) {
    gpu::for_each_policy([&](auto, const auto& policy) {
        CAPTURE(n);
        const gpu::stream s;
        const gpu::buffer<support::stretch> x{n};
        const gpu::buffer<support::stretch> out{2};
        const auto reduce_into = [&](const auto& how, int call) {
            write_late<<<32, 128, 0, s>>>(x.data(), n, call);
            gpu::must(cudaGetLastError());
            impulse::reduce_into(how, x.data(), x.data() + n, out.data() + call,
                                 support::stretch{call - 1, call}, support::join_stretches{});
        };
        const auto how = policy.on(s);
        impulse::workspace space(impulse::workspace_bytes(how, x.data(), x.data() + n, out.data(),
                                                          support::stretch{-1, 0}, support::join_stretches{}),
                                 {s});
        const auto both = [&] {
            for (int call = 0; call < 2; ++call) reduce_into(how.with(space), call);
        };
        for (int repeat = 0; repeat < 3; ++repeat) {
            if (captured) {
                const gpu::graph replayed(gpu::captured(s, both));
                replayed.launch(s);
            } else {
                both();
            }
            CHECK(gpu::fetch(out.data(), s) == support::stretch{-1, n});
            CHECK(gpu::fetch(out.data() + 1, s) == support::stretch{0, n + 1});
        }
    });
}

}  // namespace

TEST_CASE("early launch: a call waits for the stores of the kernel before it") {
    for (const index_t n : {1, 1000, 100'000, 1'000'000}) check_each_policy(n, false);
}

TEST_CASE("early launch: so does a call in a graph") {
    for (const index_t n : {1000, 100'000, 1'000'000}) check_each_policy(n, true);
}
