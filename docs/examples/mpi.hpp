// SPDX-License-Identifier: Apache-2.0
/// \file
/// Examples of docs/reference: ranks of MPI. Any number of ranks can run them.

TEST_CASE("reference: ranks") {
    int rank = 0, size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const std::vector<int> part(3, rank);  // 0 0 0 on rank 0, 1 1 1 on rank 1, ...

    const auto everywhere = impulse::automatic.on(impulse::ranks(MPI_COMM_WORLD));
    CHECK(impulse::sum(everywhere, part) == 3 * size * (size - 1) / 2);  // on every rank
    CHECK(impulse::max_element(everywhere, part) == 3 * (size - 1));     // the index in the whole input

    const auto at_last = impulse::automatic.on(impulse::ranks(MPI_COMM_WORLD).root(size - 1));
    const std::optional<int> most = impulse::max_value(at_last, part);
    CHECK(most.has_value() == (rank == size - 1));  // only that rank has a value
    if (most) CHECK(*most == size - 1);
}

TEST_CASE("reference: mpi_error") {
    const std::vector<double> part(10, 0.5);
    double sum = 0;
    try {
        sum = impulse::sum(impulse::automatic.on(impulse::ranks(MPI_COMM_WORLD)), part);
    } catch (const impulse::mpi_error& error) {
        MPI_Abort(MPI_COMM_WORLD, error.code());  // only MPI knows what happened to the other ranks
    }
    CHECK(sum >= 5);
}
