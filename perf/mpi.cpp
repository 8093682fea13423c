// SPDX-License-Identifier: Apache-2.0
// The cost of joining one value over ranks, beyond the rank's own part, compared with MPI_Allreduce of 8
// bytes and other ways with MPI. mpirun -n RANKS perf_mpi prints one row; `./dev bench mpi` runs it for
// several numbers of ranks.
#include <impulse/algorithms.hpp>
#include <impulse/mpi.hpp>

#include <report.hpp>

namespace {

/// The time of the slowest rank.
double slowest(const perf::work& work) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double mine = perf::seconds_of(work);
    double most = 0;
    MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return most;
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

    const std::vector<perf::work> sides{
        [&] { value = impulse::reduce(everywhere, &item, end, 0.0); },
        [&] { impulse::reduce_into(at_first, &item, end, &value, 0.0); },
        [&] { MPI_Allreduce(&item, &value, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); },
        [&] {
            MPI_Allgather(&forest, sizeof forest, MPI_BYTE, all.data(), sizeof forest, MPI_BYTE,
                          MPI_COMM_WORLD);
        }};
    const auto times =
        perf::medians_by_turns(sides.size(), 500, 100, [&](std::size_t s) { return slowest(sides[s]); });
    int code = 0;
    if (rank == 0) {
        code = perf::main_of("perf_mpi", 0, argc, argv, [&](int, char**) {
            perf::report::context("note", "One double of each rank; the slowest rank's time, medians of 500");
            perf::finding found{times[0]};
            found.add("ranks", ranks);
            found.add("with_a_root_us", times[1] * 1e6);
            found.add_rival("MPI_Allreduce", times[2]);
            found.add_rival("MPI_Allgather", times[3]);
            perf::report::instance().tell("mpi/ranks: " + std::to_string(ranks), found);
        });
    }
    MPI_Finalize();
    return code;
}
