// SPDX-License-Identifier: Apache-2.0
// Element-wise calls over ranks of NCCL: algorithms.
#include "elementwise.cuh"

TEST_CASE("[sanitize] nccl: elementwise by every algorithm") {
    nccl::run_suite({0, 1, 7, 900, 90'001}, [](auto& suite) { suite.algorithms(); });
}
