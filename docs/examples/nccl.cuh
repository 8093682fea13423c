// SPDX-License-Identifier: Apache-2.0
/// \file
/// Examples of docs/reference: ranks of NCCL. The communicator has one rank.

TEST_CASE("reference: ranks") {
    int gpu = 0;
    ncclComm_t comm;
    REQUIRE(ncclCommInitAll(&comm, 1, &gpu) == ncclSuccess);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    int* part;  // this rank's part, in memory that its GPU can access
    cudaMallocManaged(&part, 3 * sizeof(int));
    part[0] = 5, part[1] = 7, part[2] = 9;

    const auto everywhere = impulse::automatic.on(impulse::ranks(comm, stream));
    CHECK(impulse::sum(everywhere, part, part + 3) == 21);  // on every rank

    int* out;
    cudaMallocManaged(&out, sizeof(int));
    const auto here = impulse::automatic.on(impulse::ranks(comm, stream).at(0));  // exchanges no counts
    impulse::sum_into(here, part, part + 3, out);                                 // the call does not wait
    cudaStreamSynchronize(stream);
    CHECK(*out == 21);

    cudaFree(part);
    cudaFree(out);
    cudaStreamDestroy(stream);
    ncclCommDestroy(comm);
}

TEST_CASE("reference: nccl_error") {
    int gpu = 0;
    ncclComm_t comm;
    REQUIRE(ncclCommInitAll(&comm, 1, &gpu) == ncclSuccess);
    const impulse::workspace memory(64);  // GPU memory, used as items
    const auto* part = static_cast<const int*>(memory.data());
    try {
        CHECK(impulse::sum(impulse::automatic.on(impulse::ranks(comm, nullptr)), part, part + 16) == 0);
        ncclCommDestroy(comm);
    } catch (const impulse::nccl_error& error) {
        ncclCommAbort(comm);  // a rank or the network has failed
        FAIL(error.what());
    }
}
