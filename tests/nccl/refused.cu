// SPDX-License-Identifier: Apache-2.0
// Ranks of NCCL: calls that are refused, and calls that fail, on one rank or on all.
#include "faults.cuh"
#include "world.cuh"

#include "../device/scratch.cuh"

#include <impulse/algorithms.hpp>
#include <impulse/device.cuh>
#include <impulse/elementwise.hpp>
#include <impulse/host.hpp>
#include <impulse/nccl.hpp>

#include <error_table.hpp>
#include <message_of.hpp>

using nccl::is_in_error;
using nccl::mix_by_16;
using support::message_of;

namespace {

std::atomic<bool> gather_fails = false;
std::atomic<int> gathers = 0;             ///< how many were started
thread_local bool launches_fail = false;  ///< in this thread: the next launch after each gather fails
thread_local bool next_launch_fails = false;

thread_local int copies_left = -1;  ///< copies of a brittle operator in this thread; the last one throws

struct brittle {
    brittle() = default;
    IMPULSE_SHARED brittle(const brittle&) {
#ifndef __CUDA_ARCH__
        if (--copies_left == 0) throw std::runtime_error("brittle");
#endif
    }
    IMPULSE_SHARED float operator()(float a, float b) const { return a + b; }
};

void check_refused(nccl::member& its) {
    const auto ranks = impulse::ranks(its.comm, its.stream);
    const auto policy = impulse::automatic.on(ranks);
    const gpu::buffer<float> x(std::vector<float>(10, 1.f));
    const gpu::buffer<float> out(std::vector<float>(1, 7.f));
    const auto well = [&](const std::string& after) {
        its.check("after " + after, impulse::sum(policy, x) == 10.f * static_cast<float>(its.size));
    };
    its.says("a negative place", message_of([&] { ranks.at(-1); }),
             "first_index is -1; it must be 0 or more");
    its.says("a negative root", message_of([&] { ranks.root(-1); }), "root is -1; it must be 0 or more");
    support::error_table page("NCCL and MPI");
    its.says("a place, of parts of the host", message_of([&] { ranks.at(0).on(impulse::host); }),
             page.take("`.at` with the host as place").at(0));
    its.says("no communicator",
             message_of([&] { impulse::sum(impulse::automatic.on(impulse::ranks(nullptr, its.stream)), x); }),
             page.take("a null communicator").at(0));
    const auto too_far = impulse::automatic.on(ranks.at((index_t{1} << 62) - 9));
    its.says(
        "a part too far", message_of([&] { impulse::sum(too_far, x); }),
        "first_index is 4611686018427387895 and the part has 10 items; it must end at item 2^62 or before");
    its.says("no such root",
             message_of([&] { impulse::sum(impulse::automatic.on(ranks.root(99).at(0)), x); }),
             "root is 99; it must be between 0 and " + std::to_string(its.size - 1));
    well("what all ranks found wrong");
    if (its.size == 1) return;

    const bool is_last = its.rank == its.size - 1;
    const std::string last = std::to_string(its.size - 1);
    its.says("another type", message_of([&] {
                 if (is_last)
                     impulse::reduce(policy, x, 0.0);
                 else
                     impulse::reduce(policy, x, 0.f);
             }),
             "rank " + last + " reduces ");
    its.says("another operator", message_of([&] {
                 if (is_last)
                     impulse::reduce(policy, x, 0.f, impulse::maximum{});
                 else
                     impulse::reduce(policy, x, 0.f);
             }),
             "rank " + last + " reduces on GPUs: float32 of 4 bytes, maximum, leaf 1");
    its.says("another init",
             message_of([&] { impulse::reduce_into(policy, x, out.data(), is_last ? 0.f : 1.f); }),
             "init differs between rank " + last + " and rank 0: 0 and 1");
    its.says("another root",
             message_of([&] { impulse::sum(impulse::automatic.on(ranks.root(is_last ? 1 : 0)), x); }),
             "root is 1 on rank " + last);
    its.says("a part with the host", message_of([&] {
                 if (is_last)
                     impulse::sum(impulse::automatic.on(ranks.on(impulse::host)),
                                  std::vector<float>(10, 1.f));
                 else
                     impulse::sum(policy, x);
             }),
             "rank " + last + " reduces ");
    const gpu::buffer<std::uint64_t> ten(std::vector<std::uint64_t>(10, 1));
    its.says("a part within a leaf",
             message_of([&] { impulse::reduce(policy, ten, gpu::mix_init, mix_by_16{}); }),
             "the part of rank 1 begins at item 10; it must begin at a multiple of the operator's leaf, 16");
    its.says("a null pointer of one rank", message_of<impulse::rank_error>([&] {
                 const float* const from = is_last ? nullptr : x.data();
                 impulse::sum_into(policy, from, from + 10, is_last ? nullptr : out.data());
             }),
             "rank " + last + " failed");
    well("an agreement that failed");

    // Ranks that name their first index cannot be compared before the join; the join finds the error.
    const auto at = [&](index_t first) { return impulse::automatic.on(ranks.at(first)); };
    its.says("a gap", message_of([&] { impulse::sum(at(10 * its.rank + (is_last ? 1 : 0)), x); }),
             "the part of rank " + last + " begins at item " + std::to_string(10 * (its.size - 1) + 1) +
                 ", but the parts before it end at item " + std::to_string(10 * (its.size - 1)));
    impulse::sum_into(at(10 * its.rank + (is_last ? 1 : 0)), x, out.data());
    its.check("where there is a gap nothing is written", gpu::fetch(out.data(), its.stream) == 7.f);
    const gpu::buffer<std::uint64_t> whole_leaf(std::vector<std::uint64_t>(16, 1));
    const auto within = [&] {
        impulse::reduce(at(16 * its.rank + (is_last ? 1 : 0)), whole_leaf, gpu::mix_init, mix_by_16{});
    };
    if (is_last)
        its.says("within a leaf", message_of(within),
                 "it must be a multiple of the operator's leaf, 16 (such as " +
                     std::to_string(16 * its.rank) + " or ");
    else
        its.says("a rank that failed", message_of<impulse::rank_error>(within),
                 "rank " + last + " failed: it did not make its part; only its own exception says why");
    const auto unreached = [&] {
        const float* const from = is_last ? nullptr : x.data();
        impulse::sum(at(10 * its.rank), from, from + 10);
    };
    if (is_last)
        its.says("no items", message_of(unreached), "input is a null pointer");
    else
        its.says("a rank without items", message_of<impulse::rank_error>(unreached),
                 "rank " + last + " failed");
    well("a join that failed");

    // If one rank finds an error before it has a part or memory, the others learn of it too.
    const auto alone = [&](const std::string& what, const std::string& said, const auto& wrong) {
        if (is_last)
            its.says(what, message_of(wrong), said);
        else
            its.says(what + " on another rank",
                     message_of<impulse::rank_error>([&] { impulse::sum(at(10 * its.rank), x); }),
                     "rank " + last + " failed: it did not make its part; only its own exception says why");
    };
    impulse::workspace small(128, {its.stream});
    alone("a workspace too small", "workspace has 128 bytes",
          [&] { impulse::sum(at(10 * its.rank).with(small), x); });
    alone("nowhere to write", "out is a null pointer",
          [&] { impulse::sum_into(at(10 * its.rank), x, static_cast<float*>(nullptr)); });
    alone("a part that is too far", "it must end at item 2^62 or before", [&] { impulse::sum(too_far, x); });
    alone("a root that is not there", "root is 99",
          [&] { impulse::sum(impulse::automatic.on(ranks.root(99).at(10 * its.rank)), x); });
    well("a rank that had no part");
}

}  // namespace

/// Replaces NCCL's functions: these fail where a test requests it.
extern "C" ncclResult_t ncclAllGather(const void* from, void* to, std::size_t count, ncclDataType_t type,
                                      ncclComm_t comm, cudaStream_t stream) {
    if (gather_fails) return ncclSystemError;
    const ncclResult_t status = pncclAllGather(from, to, count, type, comm, stream);
    ++gathers;
    if (launches_fail) next_launch_fails = true;
    return status;
}
extern "C" ncclResult_t ncclGroupEnd() {
    const ncclResult_t status = pncclGroupEnd();
    return gather_fails ? ncclSystemError : status;
}
/// Replaces a function of the runtime (--wrap).
extern "C" cudaError_t __real_cudaLaunchKernelExC(const cudaLaunchConfig_t*, const void*, void**);
extern "C" cudaError_t __wrap_cudaLaunchKernelExC(const cudaLaunchConfig_t* how, const void* kernel,
                                                  void** parameters) {
    if (std::exchange(next_launch_fails, false)) return cudaErrorLaunchOutOfResources;
    return __real_cudaLaunchKernelExC(how, kernel, parameters);
}
extern "C" ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* found) {
    if (!is_in_error) return pncclCommGetAsyncError(comm, found);
    *found = ncclRemoteError;
    return ncclSuccess;
}

TEST_CASE("nccl: what is refused, on every rank") { nccl::run(check_refused); }

TEST_CASE("nccl: what NCCL says is kept") {
    nccl::run([](nccl::member& its) {
        const gpu::buffer<float> x(std::vector<float>(10, 1.f));
        const auto policy = impulse::automatic.on(impulse::ranks(its.comm, its.stream));
        const auto said = impulse::automatic.on(impulse::ranks(its.comm, its.stream).at(10 * its.rank));
        const float all = 10.f * static_cast<float>(its.size);
        its.check("sum", impulse::sum(policy, x) == all);  // all ranks return before any rank fails
        gather_fails = true;
        its.says(
            "agreeing", message_of<impulse::nccl_error>([&] { impulse::sum(policy, x); }),
            std::string("exchanging messages between the ranks: ") + ncclGetErrorString(ncclSystemError));
        its.says("gathering", message_of<impulse::nccl_error>([&] { impulse::sum(said, x); }),
                 std::string("gathering the parts of the ranks: ") + ncclGetErrorString(ncclSystemError));
        if (its.size == 1) return;
        const gpu::buffer<float> y(5'000'000);
        const auto add = [&] { impulse::sum_into(policy, impulse::elementwise(y), y.data()); };
        its.says("arrays", message_of<impulse::nccl_error>(add), "sending slices to the ranks: ");
    });
    gather_fails = false;
    nccl::run([](nccl::member& its) {
        const gpu::buffer<float> x(std::vector<float>(10, 1.f));
        its.check("sum", impulse::sum(impulse::automatic.on(impulse::ranks(its.comm, its.stream)), x) ==
                             10.f * static_cast<float>(its.size));
    });
}

/// The last rank's operator throws at its k-th copy, for every possible k, and the other ranks learn of it.
void check_brittle(nccl::member& its, index_t n) {
    const gpu::buffer<float> x(std::vector<float>(static_cast<std::size_t>(n), 1.f));
    const float all = static_cast<float>(n * its.size);
    const bool is_last = its.rank == its.size - 1;
    const auto ranks = impulse::ranks(its.comm, its.stream);
    const auto check = [&](const std::string& name, const auto& policy, auto first_of) {
        copies_left = 1000;
        its.check(name, impulse::reduce(policy, x, 0.f, brittle{}) == all);
        const int copies = 1000 - copies_left;
        its.check(name + ": it is copied", copies > 4);
        for (int k = first_of(copies); k <= copies; ++k) {
            copies_left = is_last ? k : -1;
            const std::string what = name + ", copy " + std::to_string(k) + " of " + std::to_string(copies);
            const auto call = [&] { impulse::reduce(policy, x, 0.f, brittle{}); };
            if (is_last)
                its.says(what, message_of<std::runtime_error>(call), "brittle");
            else
                its.says(what, message_of<impulse::rank_error>(call),
                         "rank " + std::to_string(its.size - 1) + " failed: ");
            copies_left = -1;
            its.check("after " + what, impulse::reduce(policy, x, 0.f, brittle{}) == all);
        }
    };
    check("asked", impulse::last_block.on(ranks), [](int) { return 1; });
    // Before a rank has a part it cannot inform the others, so only the last copies are tested: those of the
    // join and of the part.
    check("said where", impulse::last_block.on(ranks.at(n * its.rank)),
          [](int copies) { return copies - 6; });
}
TEST_CASE("nccl: a rank whose operator throws") {
    for (const index_t n : {10, 2'000'000}) nccl::run([n](nccl::member& its) { check_brittle(its, n); });
}

TEST_CASE("nccl: a launch that is refused when the part was brought") {
    nccl::run([](nccl::member& its) {
        constexpr index_t n = 2'000'000;
        const gpu::buffer<float> x(std::vector<float>(n, 1.f));
        const float all = static_cast<float>(n * its.size);
        const auto said = impulse::automatic.on(impulse::ranks(its.comm, its.stream).at(n * its.rank));
        for (int again = 0; again < 2; ++again) {
            launches_fail = its.rank == its.size - 1;
            const auto call = [&] { its.check("of the others", impulse::sum(said, x) == all); };
            if (launches_fail)
                its.says("joining", message_of<impulse::cuda_error>(call), "launching a reduction");
            else
                call();
            launches_fail = false;
            its.check("after that", impulse::sum(said, x) == all);
        }
    });
}

/// Rank 0 never makes the call that the other ranks make; their launches may fail after the gather.
template <class Error>
void check_not_waited_for(const std::string& words, bool refused) {
    std::atomic<int> have_thrown = 0;
    gathers = 0;
    nccl::run([&](nccl::member& its) {
        const gpu::buffer<float> x(std::vector<float>(10, 1.f));
        const auto said = impulse::automatic.on(impulse::ranks(its.comm, its.stream).at(10 * its.rank));
        its.check("sum", impulse::sum(said, x) == 10.f * static_cast<float>(its.size));
        if (its.size == 1) return;
        if (its.rank == 0) {
            while (gathers < 2 * its.size - 1) std::this_thread::yield();
            is_in_error = true;
            while (have_thrown < its.size - 1) std::this_thread::yield();
        } else {
            launches_fail = refused;
            its.says("waiting", message_of<Error>([&] { impulse::sum(said, x); }), words);
            ++have_thrown;
        }
        nccl::must(ncclCommAbort(std::exchange(its.comm, nullptr)));
    });
    is_in_error = false;
}
TEST_CASE("nccl: a rank that is no more is not waited for") {
    check_not_waited_for<impulse::nccl_error>("waiting for the ranks: ", false);
}
TEST_CASE("nccl: a rank that is no more is not waited for by one that throws") {
    check_not_waited_for<impulse::cuda_error>("launching a reduction", true);
}

TEST_CASE("nccl: what processes refuse") {
    if (nccl::told() == nullptr) return nccl::run_processes("nccl: what processes refuse");
    nccl::run_as_told(check_refused);
}
