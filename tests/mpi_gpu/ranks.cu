// SPDX-License-Identifier: Apache-2.0
// Ranks of MPI whose parts are in GPU memory, with one GPU each or a shared one, or in host memory: the value
// is the same.
#define DOCTEST_CONFIG_IMPLEMENT
#include "../device/tree.cuh"

#include <impulse/device.cuh>
#include <impulse/host.hpp>
#include <impulse/mpi.hpp>
#include <impulse/sums.hpp>

#include <message_of.hpp>

#include <cstdio>

namespace {

int rank = 0;
int size = 1;

/// All ranks draw the same random numbers.
template <class T, class Make, class Op>
void check_parts(index_t n, const Make& make, const T& init, const Op& op, std::mt19937_64& random) {
    const auto cuts = support::random_cuts(random, n, size);
    const auto items = support::make_items(n, make);
    const std::vector<T> part(items.begin() + cuts[static_cast<std::size_t>(rank)],
                              items.begin() + cuts[static_cast<std::size_t>(rank) + 1]);
    const gpu::buffer<T> there(part);
    const gpu::stream s;
    const T all = impulse::tree_fold(items, init, op);
    const auto ranks = impulse::ranks(MPI_COMM_WORLD);
    const auto check = [&](const std::string& what, const T& value) {
        gpu::check_equal(what, n, gpu::same_bits(value, all));
    };
    const gpu::buffer<T> whole(items);
    check("one GPU's", impulse::reduce(impulse::last_block.on(s), whole, init, op));
    check("with the GPU", impulse::reduce(impulse::last_block.on(ranks.on(s)), there, init, op));
    check("said by nobody",
          impulse::reduce(impulse::two_pass.on(ranks.on(impulse::device)), there, init, op));
    check("with the host or the GPU, by turns",
          rank % 2 == 0 ? impulse::reduce(impulse::automatic.on(ranks.on(s)), there, init, op)
                        : impulse::reduce(impulse::automatic.on(ranks.on(impulse::host)), part, init, op));
}

}  // namespace

TEST_CASE("mpi: parts of GPUs and of the host") {
    auto random = support::random_source(81);
    for (const index_t n : {0, 1, 1000, 70'001, 1'000'003}) {
        check_parts(n, gpu::make_hash{}, gpu::mix_init, gpu::mix{}, random);
        check_parts(n, gpu::make_uneven<float>{}, 0.5f, impulse::plus{}, random);
        check_parts(n, support::make_isometry{3}, support::float_matrix{{1, 0, 0, 1}},
                    support::multiply_float_matrices{}, random);
    }
}

TEST_CASE("mpi: a part that the GPU does not reach") {
    const gpu::buffer<float> x(std::vector<float>(10, 1.f));
    const auto policy = impulse::automatic.on(impulse::ranks(MPI_COMM_WORLD).on(impulse::device));
    const auto said = support::message_of<impulse::rank_error>([&] {
        const float* const from = rank == size - 1 ? nullptr : x.data();
        impulse::sum(policy, from, from + 10);
    });
    CHECK(said.starts_with("impulse: rank " + std::to_string(size - 1) +
                           " failed: impulse: input is a null pointer"));
    CHECK(impulse::sum(policy, x) == 10.f * static_cast<float>(size));
}

int main(int argc, char** argv) {
    doctest::Context context(argc, argv);
    if (gpu::devices() == 0 && !context.shouldExit()) {
        std::printf("no GPU here: skipped\n");
        return 77;
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (gpu::devices() > 0) gpu::must(cudaSetDevice(rank % gpu::devices()));
    unsigned long long seed = std::random_device{}();  // one for all ranks
    if (const char* const given = std::getenv("IMPULSE_TEST_SEED")) seed = std::strtoull(given, nullptr, 10);
    MPI_Bcast(&seed, 1, MPI_UNSIGNED_LONG_LONG, 0, MPI_COMM_WORLD);
    setenv("IMPULSE_TEST_SEED", std::to_string(seed).c_str(), 1);
    if (rank == 0) std::printf("random seed %llu (IMPULSE_TEST_SEED=%llu repeats this run)\n", seed, seed);
    const int failed = context.run();
    MPI_Finalize();
    return failed;
}
