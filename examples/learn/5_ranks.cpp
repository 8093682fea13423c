// SPDX-License-Identifier: Apache-2.0
// # 5. Many machines
// The history is so long that each rank of an MPI program has a part. Every rank makes the same call with its
// own part, and gets the result of the whole history: with the same bits for any number of ranks, however the
// history is split.
//
// Prints: 4 ranks: 1000 become 1140.59, the same bits as one: yes
#include <impulse/mpi.hpp>
#include <impulse/reduce.hpp>

#include <cmath>
#include <iostream>
#include <vector>

struct day {  // a balance b becomes factor * b + amount
    double factor, amount;
    bool operator==(const day&) const = default;
};
struct then {  // the day x, then the day y
    day operator()(const day& x, const day& y) const {
        return {x.factor * y.factor, std::fma(y.factor, x.amount, y.amount)};
    }
};

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    std::vector<day> days;
    for (int i = 0; i < 730; ++i) days.push_back({1.0001, i % 30 == 0 ? 2.5 : 0});
    const std::vector<day> mine(days.begin() + 730 * rank / ranks, days.begin() + 730 * (rank + 1) / ranks);

    const day all =
        impulse::reduce(impulse::automatic.on(impulse::ranks(MPI_COMM_WORLD)), mine, day{1, 0}, then{});
    const day alone = impulse::reduce(days, day{1, 0}, then{});
    if (rank == 0) {
        std::cout << ranks << " ranks: 1000 become " << all.factor * 1000 + all.amount
                  << ", the same bits as one: " << (all == alone ? "yes" : "no") << '\n';
    }
    MPI_Finalize();
}
//| Compile it with `mpicxx -std=c++20 -O2 5_ranks.cpp` and `-I` as before, and run it with `mpirun -n 4 ./a.out`.
//| With GPUs as ranks of NCCL it is `ranks(comm, stream)` in a file for nvcc; over all GPUs of one process it is
//| `.on(impulse::devices(0, 1, 2, 3))`. [Several GPUs and ranks](../explanation/wide.md) has the details.
