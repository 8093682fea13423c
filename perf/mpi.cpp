// SPDX-License-Identifier: Apache-2.0
// The cost of joining one value over ranks, beyond the rank's own part, compared with MPI_Allreduce of 8
// bytes and other ways with MPI; and arrays of two ranks joined item by item, compared with MPI_Allreduce.
// mpirun -n RANKS perf_mpi prints the rows; `./dev bench mpi` runs it for several numbers of ranks.
#include <impulse/algorithms.hpp>
#include <impulse/mpi.hpp>

#include <report.hpp>

#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace {

/// The time of the slowest rank.
double slowest(const perf::work& work) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double mine = perf::seconds_of(work);
    double most = 0;
    MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return most;
}
std::vector<double> by_turns(const std::vector<perf::work>& sides, int turns, int warm_up) {
    return perf::medians_by_turns(sides.size(), turns, warm_up,
                                  [&](std::size_t s) { return slowest(sides[s]); });
}

/// Writes a row, on rank 0.
using tell = std::function<void(const std::string&, const perf::finding&, bool)>;

void join_one(int rank, int ranks, const tell& told) {
    const double item = 1.0 / (rank + 1);
    const double* const end = &item + 1;
    const auto everywhere = impulse::single_block.on(impulse::ranks(MPI_COMM_WORLD));
    const auto at_first = impulse::single_block.on(impulse::ranks(MPI_COMM_WORLD).root(0));
    const impulse::forest<double> forest;
    std::vector<impulse::forest<double>> all(static_cast<std::size_t>(ranks));
    double value = 0;
    const auto times =
        by_turns({[&] { value = impulse::reduce(everywhere, &item, end, 0.0); },
                  [&] { impulse::reduce_into(at_first, &item, end, &value, 0.0); },
                  [&] { MPI_Allreduce(&item, &value, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); },
                  [&] {
                      MPI_Allgather(&forest, sizeof forest, MPI_BYTE, all.data(), sizeof forest, MPI_BYTE,
                                    MPI_COMM_WORLD);
                  }},
                 500, 100);
    perf::finding found{times[0]};
    found.add("ranks", ranks);
    found.add("with_a_root_us", times[1] * 1e6);
    found.add_rival("MPI_Allreduce", times[2]);
    found.add_rival("MPI_Allgather", times[3]);
    told("mpi/ranks: " + std::to_string(ranks), found, true);
}

/// The map x -> a * x + b. Maps do not commute.
struct affine {
    float a, b;
};
struct compose {
    affine operator()(const affine& f, const affine& g) const { return {f.a * g.a, f.b * g.a + g.b}; }
};
void compose_all(void* left, void* right, int* count, MPI_Datatype*) {
    const auto* const f = static_cast<const affine*>(left);
    auto* const g = static_cast<affine*>(right);
    for (int i = 0; i < *count; ++i) g[i] = compose{}(f[i], g[i]);
}
affine map_of(int rank, std::size_t i) {
    const std::size_t mixed = i * 2654435761u + static_cast<std::size_t>(rank) * 97u;
    return {1.f + static_cast<float>(mixed % 1009) * 1e-3f, static_cast<float>(i % 7)};
}

void join_arrays(int rank, int ranks, const tell& told) {
    const auto policy = impulse::single_block.on(impulse::ranks(MPI_COMM_WORLD));
    MPI_Datatype type;
    MPI_Op op;
    MPI_Type_contiguous(sizeof(affine), MPI_BYTE, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(compose_all, 0, &op);
    constexpr std::size_t kib = 1024;
    for (const std::size_t bytes :
         {std::size_t{64}, 4 * kib, 64 * kib, 256 * kib, kib * kib, 4 * kib * kib, 64 * kib * kib}) {
        const std::size_t m = bytes / sizeof(affine);
        std::vector<affine> x(m), out(m), by_mpi(m);
        for (std::size_t i = 0; i < m; ++i) x[i] = map_of(rank, i);
        const auto times = by_turns(
            {[&] {
                 impulse::reduce_into(policy, impulse::elementwise(x), out.data(), affine{1, 0}, compose{});
             },
             [&] { MPI_Allreduce(x.data(), by_mpi.data(), static_cast<int>(m), type, op, MPI_COMM_WORLD); }},
            bytes >= kib * kib ? 25 : 301, 3);
        bool right = true;
        for (std::size_t k = 0; k <= 100; ++k) {
            const std::size_t i = (m - 1) * k / 100;
            std::vector<affine> column;
            for (int r = 0; r < ranks; ++r) column.push_back(map_of(r, i));
            const affine wanted = impulse::tree_fold(column, affine{1, 0}, compose{});
            right &= std::memcmp(&out[i], &wanted, sizeof wanted) == 0;
        }
        perf::finding found{times[0]};
        found.add("bytes", bytes);
        found.add("ranks", ranks);
        found.add_rate(static_cast<double>(bytes));
        found.add_rival("MPI_Allreduce", times[1], bytes >= 64 * kib ? 1.0 : 0);
        told("mpi/arrays of maps/" + std::to_string(bytes) + " bytes, ranks: " + std::to_string(ranks), found,
             right);
    }
    MPI_Op_free(&op);
    MPI_Type_free(&type);
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, ranks = 1, code = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const auto run = [&](const tell& told) {
        join_one(rank, ranks, told);
        if (ranks == 2) join_arrays(rank, ranks, told);  // each has a processor
    };
    if (rank == 0) {
        code = perf::main_of("perf_mpi", 0, argc, argv, [&](int, char**) {
            perf::report::context(
                "note",
                "The slowest rank's time; medians of 500 calls with one double of each rank, and of 301 (25 "
                "from 1 MiB on) with arrays of maps of two floats, by turns with MPI_Allreduce with an "
                "operator of the program's own that does not commute");
            run([](const std::string& name, const perf::finding& found, bool right) {
                perf::report::instance().tell(name, found, right);
            });
        });
    } else {
        run([](const std::string&, const perf::finding&, bool) {});
    }
    MPI_Finalize();
    return code;
}
