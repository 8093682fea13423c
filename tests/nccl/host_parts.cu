// SPDX-License-Identifier: Apache-2.0
// Ranks of NCCL whose parts are in host memory: the suite of all ranks.
#include "world.cuh"

#include <impulse/device.cuh>
#include <impulse/host.hpp>
#include <impulse/nccl.hpp>

#include <ranks_suite.hpp>

TEST_CASE("nccl: parts of the host") {
    nccl::run([](nccl::member& its) {
        support::ranks_suite suite(impulse::ranks(its.comm, its.stream).on(impulse::host), its.rank, its.size,
                                   73);
        its.finds_nothing(suite.run(true));
    });
}
