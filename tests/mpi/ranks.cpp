// SPDX-License-Identifier: Apache-2.0
// Ranks of MPI; every rank runs the whole suite, and the first one prints. ctest's time limit ends a rank
// that waits forever for another.
#define DOCTEST_CONFIG_IMPLEMENT

#include <error_table.hpp>
#include <ranks_suite.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/mpi.hpp>

#include <csignal>
#include <iostream>
#include <optional>
#include <sstream>

#include <examples/mpi.hpp>

namespace {

int rank = 0;
int size = 1;
bool reduce_fails = false;
const std::vector<float> ten(10, 1.f);

void pass_over(MPI_Comm*, int*, ...) {}

void check_suite(MPI_Comm comm, unsigned long long salt) {
    int mine = 0, of = 0;
    MPI_Comm_rank(comm, &mine);
    MPI_Comm_size(comm, &of);
    support::ranks_suite suite(impulse::ranks(comm), mine, of, salt);
    CHECK(suite.run() == "");
}

}  // namespace

/// Replaces MPI's function: it fails where a test requests it.
extern "C" int MPI_Reduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, int root,
                          MPI_Comm comm) {
    return reduce_fails ? MPI_ERR_OTHER : PMPI_Reduce(from, to, count, type, op, root, comm);
}

TEST_CASE("mpi: every algorithm, cut and fault") { check_suite(MPI_COMM_WORLD, 910); }

TEST_CASE("mpi: ranks are those of the communicator, in its order") {
    MPI_Comm backwards;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &backwards);
    check_suite(backwards, 911);
    MPI_Comm_free(&backwards);
}

TEST_CASE("mpi: what MPI says is kept, and the communicator's error handler") {
    MPI_Comm own;
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    MPI_Errhandler mine, after;
    MPI_Comm_create_errhandler(&pass_over, &mine);
    MPI_Comm_set_errhandler(own, mine);
    const auto policy = impulse::automatic.on(impulse::ranks(own));
    const std::vector<float> x(10, 1.f);
    char words[MPI_MAX_ERROR_STRING];
    int length = 0;
    MPI_Error_string(MPI_ERR_OTHER, words, &length);

    reduce_fails = true;
    MPI_Comm_set_name(own, "own");
    CHECK(support::message_of<impulse::mpi_error>([&] { impulse::sum(policy, x); }) ==
          std::string("impulse: joining the parts of the ranks, communicator own: ") + words);
    reduce_fails = false;
    CHECK(impulse::sum(policy, x) == 10.f * static_cast<float>(size));

    MPI_Comm_get_errhandler(own, &after);
    CHECK(after == mine);
    MPI_Errhandler_free(&after);
    MPI_Errhandler_free(&mine);
    MPI_Comm_free(&own);
}

TEST_CASE("mpi: an error that MPI returns itself, of a rank that makes another call with longer messages") {
    MPI_Comm pair;
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &pair);
    int members = 0;
    MPI_Comm_size(pair, &members);
    MPI_Comm_set_name(pair, "");
    if (members == 2 && rank % 2 == 0) {
        const std::vector<float> x(10, 1.f);
        int code = MPI_SUCCESS;
        const std::string said = support::message_of<impulse::mpi_error>([&] {
            try {
                impulse::sum(impulse::automatic.on(impulse::ranks(pair)), x);
            } catch (const impulse::mpi_error& error) {
                MPI_Error_class(error.code(), &code);
                throw;
            }
        });
        CHECK(code == MPI_ERR_TRUNCATE);
        CHECK(said.find("impulse: asking the ranks for their parts, communicator without a name: ") == 0);
    } else if (members == 2) {
        std::vector<char> all(2000);
        MPI_Allgather(MPI_IN_PLACE, 0, MPI_BYTE, all.data(), 1000, MPI_BYTE, pair);
    }
    MPI_Comm_free(&pair);
}

TEST_CASE("mpi: a rank that is killed, whose launcher ends the others" * doctest::skip()) {
    const std::vector<float> x(1000, 1.f);
    const auto policy = impulse::automatic.on(impulse::ranks(MPI_COMM_WORLD));
    impulse::sum(policy, x);
    if (rank == size - 1) std::raise(SIGKILL);
    impulse::sum(policy, x);
}

TEST_CASE("mpi: a communicator that is none, or has two groups") {
    const auto said = support::error_table("NCCL and MPI")
                          .take("a communicator of MPI without this rank, or with two groups");
    const auto message = [](MPI_Comm comm) {
        return support::message_of([&] { impulse::sum(impulse::automatic.on(impulse::ranks(comm)), ten); });
    };
    CHECK(message(MPI_COMM_NULL) == said.at(0));
    if (size == 1) return;
    MPI_Comm own{}, between{};
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? 0 : 1, rank, &own);
    MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, rank == 0 ? 1 : 0, 0, &between);
    CHECK(message(between) == said.at(1));
    MPI_Comm_free(&between);
    MPI_Comm_free(&own);
}

int main(int argc, char** argv) {
    const auto too_early =
        support::message_of([] { impulse::sum(impulse::automatic.on(impulse::ranks(MPI_COMM_WORLD)), ten); });
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    unsigned long long seed = std::random_device{}();  // one for all ranks
    if (const char* const given = std::getenv("IMPULSE_TEST_SEED")) seed = std::strtoull(given, nullptr, 10);
    MPI_Bcast(&seed, 1, MPI_UNSIGNED_LONG_LONG, 0, MPI_COMM_WORLD);
    setenv("IMPULSE_TEST_SEED", std::to_string(seed).c_str(), 1);
    std::ostringstream printed;
    doctest::Context context(argc, argv);
    context.setCout(&printed);
    context.setOption("no-colors", true);
    int failed = context.run();
    support::error_table page("NCCL and MPI");
    if (too_early != page.take("a call before `MPI_Init` or after `MPI_Finalize`").at(0)) failed = 1;
    if (rank == 0 || failed)
        std::cout << "IMPULSE_TEST_SEED=" << seed << ", rank " << rank << " of " << size << "\n"
                  << printed.str() << std::flush;
    MPI_Finalize();
    return failed;
}
