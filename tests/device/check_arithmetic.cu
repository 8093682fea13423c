// SPDX-License-Identifier: Apache-2.0
// `check_arithmetic` on a GPU, in a file that is compiled with default options.
#include "gpu.cuh"

#include <impulse/check_arithmetic.hpp>
#include <impulse/devices.hpp>
#include <impulse/explain.hpp>

TEST_CASE("check_arithmetic: on a GPU") {
    const gpu::stream s;
    const impulse::arithmetic_report found = impulse::check_arithmetic(impulse::last_block.on(s));
    CHECK(found);
    CHECK(found.fuses_products);  // nvcc's default, -fmad=true, which is not an error
    CHECK(to_string(found) == "as IEEE 754 specifies");
    CHECK(impulse::check_arithmetic(impulse::device) == found);
    CHECK(impulse::check_arithmetic(impulse::devices(0)) == found);
    CHECK(impulse::check_arithmetic());  // this host thread
}

TEST_CASE("check_arithmetic: explain asks for it, but during a capture") {
    const gpu::stream s;
    const gpu::buffer<float> x(100);
    const auto words = [&] {
        return impulse::explain(impulse::last_block.on(s), x.data(), x.data() + 100, 0.f);
    };
    const std::string before = words();
    CHECK(before.find("arithmetic") == std::string::npos);
    gpu::must(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    const std::string during = words();
    cudaGraph_t graph = nullptr;
    gpu::must(cudaStreamEndCapture(s, &graph));
    gpu::must(cudaGraphDestroy(graph));
    CHECK(during == before);
}
