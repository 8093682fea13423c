// SPDX-License-Identifier: Apache-2.0
/// \file
/// The examples of docs/reference.md and of README.md that need a GPU.
#include "gpu.cuh"

#include <doctest/doctest.h>

#include <impulse/algorithms.hpp>
#include <impulse/cooperative_groups.cuh>
#include <impulse/host.hpp>

#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/inner_product.h>
#include <thrust/logical.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/transform_reduce.h>

#include <iostream>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include <examples/device.cuh>
#include <examples/migration.cuh>
#include <examples/tasks.cuh>

TEST_CASE("README.md: the result stays on the device") {
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
#include <documented/README_device.hpp>
    std::cout.rdbuf(before);
    CHECK(result[0] == 500.f);
    CHECK(shown.str().find("workspace") != std::string::npos);
}
