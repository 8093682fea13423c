// SPDX-License-Identifier: Apache-2.0
// Element-wise calls over ranks of NCCL: types of items, and leaves.
#include "elementwise.cuh"

TEST_CASE("[sanitize] nccl: elementwise of every type") {
    nccl::run_suite({0, 1, 7, 900, 90'001}, [](auto& suite) { suite.types(); });
}
