// SPDX-License-Identifier: Apache-2.0
// The examples of docs/reference and of pages that need a GPU.
#include "gpu.cuh"

#include <impulse/algorithms.hpp>
#include <impulse/cooperative_groups.cuh>
#include <impulse/devices.hpp>
#include <impulse/host.hpp>

#include <thrust/device_vector.h>
#include <thrust/sequence.h>

#include <iostream>
#include <sstream>

#include <examples/device.cuh>
#include <examples/tasks.cuh>

TEST_CASE("docs/explanation/calls.md: the result stays on the device") {
    const auto op = impulse::plus{};
    const float init = 0;
    const int n = 1000;
    const cudaStream_t stream = nullptr;
    const thrust::device_vector<float> items(n, 0.5f);
    thrust::device_vector<float> result(1);
    const float* const x = thrust::raw_pointer_cast(items.data());
    float* const out = thrust::raw_pointer_cast(result.data());
    std::ostringstream shown;
    std::streambuf* const before = std::cout.rdbuf(shown.rdbuf());
#include <documented/calls_device.hpp>
    std::cout.rdbuf(before);
    CHECK(result[0] == 500.f);
    CHECK(shown.str().find("scratch") != std::string::npos);
}

TEST_CASE("docs/explanation/wide.md: several devices" * doctest::skip(impulse::device_count() < 2)) {
    const std::vector<float> x(1000, 0.5f), y(1000, 2.f);
    const int n = 600, m = 400;
    const gpu::buffer<float> here(x);
    gpu::must(cudaSetDevice(1));
    const gpu::buffer<float> there(x);
    const gpu::stream t;
    gpu::must(cudaSetDevice(0));
    const gpu::stream s;
    const gpu::buffer<float> result(1);
    const float* const on_first = here.data();
    const float* const on_second = there.data();
    float* const out = result.data();
#include <documented/wide_devices.hpp>
    CHECK(sum == 500.f);
    CHECK(dot == 1000.f);
    CHECK(all == 500.f);
    CHECK(gpu::fetch(out, s) == 500.f);
}
