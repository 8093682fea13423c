// SPDX-License-Identifier: Apache-2.0
// Element-wise calls, and columns of all ranks' rows, over ranks of MPI; ranks.cpp has the main function.
#include <elementwise_suite.hpp>

#include <doctest/doctest.h>

#include <impulse/algorithms.hpp>
#include <impulse/global.hpp>
#include <impulse/mpi.hpp>

#include <cstddef>
#include <vector>

TEST_CASE("mpi: arrays, element-wise") {
    int rank = 0, size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const auto all = impulse::ranks(MPI_COMM_WORLD);
    support::elementwise_suite suite(all, rank, size);
    CHECK(suite.run({0, 7, 9'001, 20'000}) == "");
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

TEST_CASE("mpi: memory of more bytes than an int can count") {
    char first = 0;
    MPI_Count bytes = 0;
    MPI_Datatype large = impulse::on_mpi::type_of_memory(&first, (std::size_t{5} << 30) + 3);
    MPI_Type_size_x(large, &bytes);
    MPI_Type_free(&large);
    CHECK(bytes == (MPI_Count{5} << 30) + 3);
    for (const int n : {1, 999, 1000, 3000, 3007}) {  // in blocks of 1000 bytes
        CAPTURE(n);
        std::vector<int> from, to(static_cast<std::size_t>(n) + 1, -1);
        for (int i = 0; i < n; ++i) from.push_back(i);
        const std::size_t size = from.size() * sizeof(int);
        MPI_Datatype sent = impulse::on_mpi::type_of_memory(from.data(), size, 1000);
        MPI_Datatype received = impulse::on_mpi::type_of_memory(to.data(), size, 1000);
        MPI_Sendrecv(MPI_BOTTOM, 1, sent, 0, 0, MPI_BOTTOM, 1, received, 0, 0, MPI_COMM_SELF,
                     MPI_STATUS_IGNORE);
        MPI_Type_free(&sent);
        MPI_Type_free(&received);
        from.push_back(-1);
        CHECK(to == from);
    }
}
