// SPDX-License-Identifier: Apache-2.0
// Runs of the keys of all ranks of MPI; ranks.cpp has the main function.
#include <global_runs_suite.hpp>

#include <doctest/doctest.h>

#include <impulse/mpi.hpp>

TEST_CASE("mpi: runs of the keys of all ranks") {
    int rank = 0, size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    support::global_runs_suite suite(impulse::ranks(MPI_COMM_WORLD), rank, size, 450);
    CHECK(suite.run({0, 9, 100, 1000}) == "");
}
