// SPDX-License-Identifier: Apache-2.0
// CUDA state of the caller or of another thread: captures, contexts, forked processes, and, last, a device
// that is reset.
#include "contexts.cuh"

#include <algorithm>

TEST_CASE("faults: captures of another thread are not disturbed, whichever call fails") {
    const inputs in;
    // This call never fails: without it a destructor could only disturb the captures or leak memory.
    interposed::spared = "cudaThreadExchangeStreamCaptureMode";
    for (const cudaStreamCaptureMode mode : {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal}) {
        CAPTURE(static_cast<int>(mode));
        capturing_thread other(mode);
        number got = 0;
        const auto is_right = [&] { return gpu::same_bits(got, expected()); };
        CHECK(gpu::fail_at_every(
                  in.s, true, [&] { got = in.value(); }, is_right) > 6);
        CHECK(gpu::fail_at_every(
                  in.s, true, [&] { got = in.value_with_workspace(); }, is_right) > 6);
        CHECK(gpu::fail_at_every(
                  in.s, false, [&] { got = in.pushed(); }, is_right) > 6);
        CHECK(gpu::fail_at_every(
                  in.s, true, [&] { got = in.apart(); }, is_right) > 20);
        CHECK(gpu::fail_at_every(
                  in.s, false, [&] { got = in.partitioned(); }, is_right) > 20);
        CHECK(other.end() == 2);
    }
    interposed::spared = nullptr;
}

TEST_CASE("faults: a context of the caller's stays current, and what was kept for it ends with it") {
    CHECK(inputs{}.value() == expected());
    const std::size_t before = free_memory();
    long k = 0;
    for (bool failed = true; failed; ++k) {  // each time everything must be made anew, also the pool
        const own_context mine;
        const inputs in;
        const gpu::outcome got = gpu::fail_at(k, [&] { (void)in.value(); });
        failed = got.failed;
        CAPTURE(k);
        CAPTURE(got.at);
        CAPTURE(got.what);
        CHECK(mine.is_current());
        gpu::check_untouched(got, 0, in.s);
        CHECK((got.thrown ? got.clear : !failed || gpu::may_be_ignored(got.at)));
        CHECK(in.value() == expected());
        CHECK(in.written() == expected());
        CHECK(in.value_with_workspace() == expected());
        CHECK(in.pushed() == expected());
        CHECK(mine.is_current());
        CHECK(cudaGetLastError() == cudaSuccess);
    }
    CHECK(k > 15);
    CHECK(inputs{}.value() == expected());
    const std::size_t after = free_memory();
    MESSAGE("after " << k << " contexts " << (static_cast<long long>(before) - static_cast<long long>(after))
                     << " bytes of the GPU are less free");
}

TEST_CASE(
    "faults: what is still written to is waited for by whoever uses it next, though a call between was "
    "refused") {
    const own_context mine;  // it has one slot
    const inputs in;
    const gpu::stream between, after;
    CHECK(in.value() == expected());  // does not wait for the stream
    interposed::only = "cudaLaunchKernelExC";
    const gpu::outcome refused = gpu::fail_at(0, [&] {
        (void)impulse::reduce(impulse::single_block.on(between), in.x, gpu::mix_init, gpu::mix{});
    });
    interposed::only = "cudaStreamWaitEvent";
    const gpu::outcome waited = gpu::fail_at(0, [&] { (void)in.value(after); });
    interposed::only = nullptr;
    CHECK((refused.thrown && refused.clear));
    CHECK((waited.thrown && waited.clear));
    CHECK(waited.at == "cudaStreamWaitEvent");
    CHECK(in.value(after) == expected());
}

TEST_CASE("faults: a value that does not come is an error, and the next one is right") {
    const inputs in;
    CHECK(in.value() == expected());
    interposed::idle = "cudaLaunchKernelExC";
    CHECK_THROWS_WITH_AS((void)in.value(), doctest::Contains("looking for a reduction's value"),
                         impulse::cuda_error);
    interposed::idle = nullptr;
    CHECK(cudaGetLastError() == cudaSuccess);
    CHECK(in.value() == expected());
}

TEST_CASE("faults: a green context stays current") {
    CHECK(inputs{}.value() == expected());
    const CUcontext before = current();
    const auto set_current = of_driver<PFN_cuCtxSetCurrent_v4000>("cuCtxSetCurrent", 4000);
    CUdevResource all{};
    CUdevResourceDesc described = nullptr;
    CUgreenCtx green = nullptr;
    CUcontext context = nullptr;
    CUstream stream = nullptr;
    REQUIRE(of_driver<PFN_cuDeviceGetDevResource_v12040>("cuDeviceGetDevResource", 12040)(
                0, &all, CU_DEV_RESOURCE_TYPE_SM) == CUDA_SUCCESS);
    REQUIRE(of_driver<PFN_cuDevResourceGenerateDesc_v12040>("cuDevResourceGenerateDesc", 12040)(
                &described, &all, 1) == CUDA_SUCCESS);
    REQUIRE(of_driver<PFN_cuGreenCtxCreate_v12040>("cuGreenCtxCreate", 12040)(
                &green, described, 0, CU_GREEN_CTX_DEFAULT_STREAM) == CUDA_SUCCESS);
    REQUIRE(of_driver<PFN_cuCtxFromGreenCtx_v12040>("cuCtxFromGreenCtx", 12040)(&context, green) ==
            CUDA_SUCCESS);
    REQUIRE(of_driver<PFN_cuGreenCtxStreamCreate_v12050>("cuGreenCtxStreamCreate", 12050)(
                &stream, green, CU_STREAM_NON_BLOCKING, 0) == CUDA_SUCCESS);
    {
        const inputs in;
        REQUIRE(set_current(context) == CUDA_SUCCESS);
        CHECK(in.value(stream) == expected());
        CHECK(current() == context);
        CHECK(in.value(stream) == expected());
        const gpu::outcome got = gpu::fail_at(3, [&] { (void)in.value(stream); });
        CHECK((got.thrown && got.clear));
        CHECK(current() == context);
        CHECK(cudaGetLastError() == cudaSuccess);
        REQUIRE(set_current(before) == CUDA_SUCCESS);
    }
    gpu::must(cudaStreamDestroy(stream));
    CHECK(of_driver<PFN_cuGreenCtxDestroy_v12040>("cuGreenCtxDestroy", 12040)(green) == CUDA_SUCCESS);
    CHECK(inputs{}.value() == expected());
}

TEST_CASE("faults: a context of the caller's is current again after a call on another GPU" *
          doctest::skip(gpu::devices() < 2)) {
    gpu::must(cudaSetDevice(1));
    {
        const inputs there;
        gpu::must(cudaSetDevice(0));
        const own_context mine;
        CHECK(there.value() == expected());
        CHECK(mine.is_current());
        long k = 0;
        for (bool failed = true; failed; ++k) {
            failed = gpu::fail_at(k, [&] { (void)there.value(); }).failed;
            CAPTURE(k);
            CHECK(mine.is_current());
        }
        CHECK(there.value() == expected());
    }
}

TEST_CASE("faults: the child of a fork is told that it has no GPU") {
    const inputs in;
    CHECK(in.value() == expected());
    const auto code_of = [](const auto& call) {
        return [&] {
            try {
                (void)call();
            } catch (const impulse::cuda_error& error) {
                return static_cast<int>(error.code());
            }
            return 0;
        };
    };
    const std::string told = "said " + std::to_string(static_cast<int>(cudaErrorInitializationError));
    CHECK(support::said_by_child(20, code_of([&] { return in.value(); })) == told);
    CHECK(support::said_by_child(20, code_of([&] { return in.value_with_workspace(); })) == told);
    CHECK(support::said_by_child(20, code_of([&] { return in.pushed(); })) == told);
    CHECK(support::said_by_child(20, code_of([&] { return in.apart(); })) == told);
    CHECK(support::said_by_child(20, code_of([&] { return in.partitioned(); })) == told);
    CHECK(support::said_by_child(20, code_of([&] {
                                     impulse::reduce_into(impulse::last_block.on(in.s), in.x, in.x.data(),
                                                          gpu::mix_init, gpu::mix{});
                                     return 0;
                                 })) == told);
    CHECK(in.value() == expected());
}

/// The last case of all: a reset destroys everything else on the device.
TEST_CASE("faults: a reset of the device between calls") {
    for (int round = 0; round < 3; ++round) {
        {
            const inputs in;
            CHECK(in.value() == expected());
            CHECK(in.written() == expected());
            CHECK(in.pushed() == expected());
            CHECK(in.apart() == expected());
            CHECK(in.partitioned() == expected());
        }
        gpu::must(cudaDeviceReset());
        // Pinned memory that may reuse the address of an old result: nobody else may write to it.
        std::vector<void*> pinned(8);
        for (void*& each : pinned) {
            gpu::must(cudaHostAlloc(&each, 32'768, cudaHostAllocMapped | cudaHostAllocPortable));
            std::memset(each, gpu::memory::poison, 32'768);
        }
        {
            const inputs in;
            CHECK(in.value() == expected());
            CHECK(in.written() == expected());
            CHECK(in.value_with_workspace() == expected());
            CHECK(in.pushed() == expected());
            CHECK(in.apart() == expected());
            CHECK(in.partitioned() == expected());
        }
        for (void* const each : pinned) {
            const auto* const bytes = static_cast<const unsigned char*>(each);
            CHECK(std::count(bytes, bytes + 32'768, static_cast<unsigned char>(gpu::memory::poison)) ==
                  32'768);
            gpu::must(cudaFreeHost(each));
        }
        CHECK(cudaGetLastError() == cudaSuccess);
    }
}
