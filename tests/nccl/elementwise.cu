// SPDX-License-Identifier: Apache-2.0
// Element-wise calls over ranks of NCCL, with numbers: results for all ranks, for one rank, and in shards;
// and calls that are refused.
#include "elementwise.cuh"

TEST_CASE("[sanitize] nccl: elementwise to all, to one and in shards") {
    nccl::run_suite({0, 1, 7, 900, 90'001, 700'003}, [](auto& suite) { suite.numbers(); });
}
TEST_CASE("nccl: elementwise calls that do not match") {
    nccl::run_suite({0}, [](auto& suite) { suite.faults(); });
}
