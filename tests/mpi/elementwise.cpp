// SPDX-License-Identifier: Apache-2.0
// Element-wise calls, and columns of all ranks' rows, over ranks of MPI; ranks.cpp has the main function.
#include <elementwise_suite.hpp>

#include <doctest/doctest.h>

#include <impulse/algorithms.hpp>
#include <impulse/global.hpp>
#include <impulse/mpi.hpp>

#include <vector>

TEST_CASE("mpi: arrays, element-wise") {
    int rank = 0, size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const auto all = impulse::ranks(MPI_COMM_WORLD);
    support::elementwise_suite suite(all, rank, size);
    const auto& wrong = suite.run({0, 7, 9'001, 20'000});
    for (const std::string& each : wrong) {
        MESSAGE(each);
    }
    CHECK(wrong.empty());
}

TEST_CASE("mpi: columns of all ranks' rows, cut within leaves") {
    int rank = 0, size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    constexpr int n = 203, m = 5'001;
    std::vector<float> x;
    for (int i = 0; i < n * m; ++i) x.push_back(static_cast<float>(i * 37 % 1009) * 0.37f - 100);
    const auto cut = [&](int r) { return n * r * r / size / size; };
    const auto first = static_cast<std::size_t>(cut(rank)) * m;
    const impulse::matrix_view own{x.data() + first, cut(rank + 1) - cut(rank), m};
    const auto all = impulse::columns(impulse::matrix_view{x.data(), n, m});
    const auto policy = impulse::automatic.on(impulse::ranks(MPI_COMM_WORLD));
    CHECK(impulse::variance(policy, impulse::columns(impulse::global(own))) == impulse::variance(all));
    CHECK(impulse::sum(policy, impulse::axes<0>(impulse::global(own))) == impulse::sum(all));
}
