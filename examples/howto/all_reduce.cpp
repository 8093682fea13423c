// SPDX-License-Identifier: Apache-2.0
// # Add up arrays of all MPI ranks (all-reduce)
// Result j joins item j of every rank's array, in the order of ranks, by any associative operator. The bits
// depend on the items and the number of ranks, but not on message sizes, network or algorithm. Compile it
// with `mpicxx`, and run it with `mpirun -n 4`.
//
// Prints: sums 10 20, the steps of all ranks in order: 24 x + 41
#include <impulse/elementwise.hpp>
#include <impulse/mpi.hpp>
#include <impulse/reduce.hpp>
#include <impulse/sums.hpp>

#include <array>
#include <iostream>
#include <vector>
using step = std::array<int, 2>;  // x becomes step[0] * x + step[1]
struct then {                     // does not commute
    step operator()(step a, step b) const { return {a[0] * b[0], a[1] * b[0] + b[1]}; }
};

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const auto all = impulse::automatic.on(impulse::ranks(MPI_COMM_WORLD));
    const std::vector<int> mine{rank + 1, 2 * (rank + 1)};
    const auto sums = impulse::sum(all, impulse::elementwise(mine));
    const std::vector<step> steps{{rank + 1, 1}};
    const auto in_order = impulse::reduce(all, impulse::elementwise(steps), step{1, 0}, then{});
    if (rank == 0) {
        std::cout << "sums " << sums[0] << ' ' << sums[1]
                  << ", the steps of all ranks in order: " << in_order[0][0] << " x + " << in_order[0][1]
                  << '\n';
    }
    MPI_Finalize();
}
