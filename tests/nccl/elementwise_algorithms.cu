// SPDX-License-Identifier: Apache-2.0
// Element-wise calls over ranks of NCCL: algorithms.
#include "elementwise.cuh"

TEST_CASE("[sanitize] nccl: elementwise by every algorithm") {
    nccl::run_suite({0, 1, 7, 900, 90'001}, [](auto& suite) { suite.algorithms(); });
}

TEST_CASE("nccl: explain says how ranks share arrays") {
    nccl::run([](nccl::member& its) {
        const gpu::buffer<float> x(10);
        const std::string words =
            impulse::explain(impulse::automatic.on(impulse::ranks(its.comm, its.stream)),
                             impulse::elementwise(x.data(), 10), 0.f);
        its.says("explain", words, "each has an array, joined item by item");
        its.says("explain", words, "results    at most 10\n");
        its.says("explain", words, ", joined in place, by at most 1 blocks");
    });
}
