// SPDX-License-Identifier: Apache-2.0
// A consumer of the component mpi: the ranks' floats give the bits of one reduction of everything.
#include <impulse/mpi.hpp>
#include <impulse/reduce.hpp>

#include <cstdio>
#include <vector>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    std::vector<float> whole;
    for (int i = 0; i < 1000 * ranks; ++i) whole.push_back(1.f / static_cast<float>(i + 1));
    const float* const part = whole.data() + 1000 * rank;
    const float sum =
        impulse::reduce(impulse::automatic.on(impulse::ranks(MPI_COMM_WORLD)), part, part + 1000, 0.f);
    const bool same = sum == impulse::reduce(whole, 0.f);
    std::printf("ranks: %d, sum %.9g, %s\n", ranks, static_cast<double>(sum),
                same ? "the same bits" : "WRONG");
    MPI_Finalize();
    return same ? 0 : 1;
}
