// SPDX-License-Identifier: Apache-2.0
// What joining one value over ranks costs beyond the rank's own part, beside MPI_Allreduce of 8 bytes and
// other ways of MPI's: mpirun -n RANKS perf_mpi [header] prints a row of a table; `./dev bench mpi` runs it
// for several numbers of ranks.
#include <impulse/algorithms.hpp>
#include <impulse/mpi.hpp>

#include <cstdio>
#include <table.hpp>
#include <vector>

namespace {

/// The median over 500 calls of the slowest rank's time, in microseconds.
template <class F>
double microseconds(const F& f) {
    std::vector<double> times;
    for (int i = 0; i < 600; ++i) {
        MPI_Barrier(MPI_COMM_WORLD);
        const double start = MPI_Wtime();
        f();
        const double mine = MPI_Wtime() - start;
        double slowest = 0;
        MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        if (i >= 100) times.push_back(slowest * 1e6);
    }
    return perf::median(times);
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);

    const double item = 1.0 / (rank + 1);
    const double* const end = &item + 1;
    const auto everywhere = impulse::single_block.on(impulse::ranks(MPI_COMM_WORLD));
    const auto at_first = impulse::single_block.on(impulse::ranks(MPI_COMM_WORLD).root(0));
    const impulse::forest<double> forest;
    std::vector<impulse::forest<double>> all(static_cast<std::size_t>(ranks));
    double value = 0;

    const double allreduce =
        microseconds([&] { MPI_Allreduce(&item, &value, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); });
    const double to_all = microseconds([&] { value = impulse::reduce(everywhere, &item, end, 0.0); });
    const double to_one = microseconds([&] { impulse::reduce_into(at_first, &item, end, &value, 0.0); });
    const double gathered = microseconds([&] {
        MPI_Allgather(&forest, sizeof forest, MPI_BYTE, all.data(), sizeof forest, MPI_BYTE, MPI_COMM_WORLD);
    });
    if (rank == 0) {
        if (argc > 1)
            std::printf(
                "| ranks | MPI_Allreduce of 8 bytes, us | reduce, us | with a root, us | MPI_Allgather of "
                "forests, us |\n"
                "| --- | --- | --- | --- | --- |\n");
        std::printf("| %d | %.1f | %.1f | %.1f | %.1f |\n", ranks, allreduce, to_all, to_one, gathered);
    }
    MPI_Finalize();
}
