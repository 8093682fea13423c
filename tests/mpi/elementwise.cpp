// SPDX-License-Identifier: Apache-2.0
// Element-wise calls over ranks of MPI; ranks.cpp has the main function.
#include <elementwise_suite.hpp>

#include <doctest/doctest.h>

#include <impulse/mpi.hpp>

TEST_CASE("mpi: arrays, element-wise") {
    int rank = 0, size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const auto all = impulse::ranks(MPI_COMM_WORLD);
    support::elementwise_suite suite(all, rank, size);
    const auto& wrong = suite.run({0, 7, 20'000});
    for (const std::string& each : wrong) {
        MESSAGE(each);
    }
    CHECK(wrong.empty());
}
