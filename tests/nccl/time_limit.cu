// SPDX-License-Identifier: Apache-2.0
// Ranks of NCCL: the limit of a wait for a rank that does not make its call; and arrays on a communicator in
// error.
#include "elementwise.cuh"
#include "faults.cuh"

#include <message_of.hpp>

#include <chrono>

using support::message_of;
using namespace std::chrono_literals;

namespace {

constexpr auto limit = 300ms;

/// What a rank waits in.
struct waiting_calls {
    nccl::member& its;
    ncclComm_t comm;
    std::chrono::nanoseconds longest = 60s;
    gpu::buffer<float> x{std::vector<float>(100'000, 1.f)};
    gpu::buffer<float> out{std::vector<float>(100'000)};

    auto place() const { return impulse::ranks(comm, its.stream).timeout(longest); }
    auto arrays() const { return impulse::elementwise(x.data(), 100'000); }
    float all() const { return 100'000.f * static_cast<float>(its.size); }

    void value() const {
        const auto said = impulse::automatic.on(place().at(100'000 * its.rank));
        its.check("sum", impulse::sum(said, x) == all());
    }
    void agreement() const { its.check("sum", impulse::sum(impulse::automatic.on(place()), x) == all()); }
    void compared_arrays() const {
        impulse::sum_into(impulse::automatic.on(place()).checked(), arrays(), out.data());
    }
    void arrays_waited_for() const {
        impulse::sum_into(impulse::automatic.on(place()), arrays(), out.data());
        place().synchronize();
        its.check("arrays", gpu::download(out)[99'999] == static_cast<float>(its.size));
    }
};

using call = void (waiting_calls::*)() const;

/// The last rank makes the call once or never, and then no more; `connects`: the communicator is
/// non-blocking, and has not been used.
void check_not_come(call waits, const std::string& doing, bool connects) {
    ncclUniqueId id;
    nccl::must(ncclGetUniqueId(&id));
    std::atomic<int> have_thrown = 0;
    nccl::run([&](nccl::member& its) {
        if (its.size == 1) return;
        ncclComm_t comm = its.comm;
        if (connects) {
            ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
            config.blocking = 0;
            ncclResult_t state = ncclCommInitRankConfig(&comm, its.size, id, its.rank, &config);
            while (state == ncclInProgress) nccl::must(ncclCommGetAsyncError(comm, &state));
            nccl::must(state);
        }
        waiting_calls made{its, comm};
        if (!connects) (made.*waits)();  // NCCL connects at its first use, and would itself wait
        made.longest = limit;
        gpu::must(cudaStreamSynchronize(its.stream));
        if (its.rank == its.size - 1) {
            while (have_thrown < its.size - 1) std::this_thread::yield();
            (void)ncclCommAbort(comm);
        } else {
            const auto begin = std::chrono::steady_clock::now();
            bool has_aborted = false;
            its.says(doing, message_of<impulse::nccl_error>([&] {
                         try {
                             (made.*waits)();
                         } catch (const impulse::nccl_error& error) {
                             has_aborted = error.has_aborted();
                             throw;
                         }
                     }),
                     doing + " took longer than the timeout, 0.3 s, so the communicator was aborted");
            const auto took = std::chrono::steady_clock::now() - begin;
            ++have_thrown;
            its.check("it has aborted", has_aborted);
            its.check("it has waited for the limit", took >= limit && took < 20s);
        }
        // The communicator no longer exists, and the work in the stream ends.
        gpu::must(cudaStreamSynchronize(its.stream));
        if (!connects) its.comm = nullptr;
    });
}

void check_in_error(nccl::member& its, std::atomic<int>& are_done) {
    const waiting_calls made{its, its.comm};
    made.arrays_waited_for();
    const auto meet = [&](int times) {
        ++are_done;
        while (are_done < times * its.size) std::this_thread::yield();
    };
    meet(1);
    nccl::is_in_error = true;
    const std::string words =
        std::string("asking the communicator for its ranks: ") + ncclGetErrorString(ncclRemoteError);
    its.says("arrays", message_of<impulse::nccl_error>([&] { made.arrays_waited_for(); }), words);
    its.says("arrays that are compared", message_of<impulse::nccl_error>([&] { made.compared_arrays(); }),
             words);
    its.says("a stream", message_of<impulse::nccl_error>([&] { made.place().synchronize(); }), words);
    meet(2);
    nccl::is_in_error = false;
    made.arrays_waited_for();
}

}  // namespace

TEST_CASE("nccl: a rank that does not come is not waited for longer than the limit") {
    const std::string waiting = "waiting for the ranks", carrying = "exchanging messages between the ranks";
    check_not_come(&waiting_calls::value, waiting, false);
    check_not_come(&waiting_calls::agreement, carrying, false);
    check_not_come(&waiting_calls::compared_arrays, carrying, false);
    check_not_come(&waiting_calls::arrays_waited_for, waiting, false);
    nccl::run([](nccl::member& its) { waiting_calls{its, its.comm}.arrays_waited_for(); });
}
TEST_CASE("nccl: a communicator that does not block connects within the limit") {
    check_not_come(&waiting_calls::arrays_waited_for, "", true);
}
TEST_CASE("nccl: arrays on a communicator in error") {
    std::atomic<int> are_done = 0;
    nccl::run([&](nccl::member& its) { check_in_error(its, are_done); });
}

TEST_CASE("nccl: arrays of processes") {
    if (nccl::told() == nullptr) return nccl::run_processes("nccl: arrays of processes");
    nccl::run_as_told([](nccl::member& its) {
        nccl::check_suite_of(its, {0, 1, 7, 900, 90'001, 700'003}, [](auto& suite) { suite.numbers(); });
        nccl::check_suite_of(its, {900, 90'001}, [](auto& suite) { suite.algorithms(); });
        nccl::check_suite_of(its, {0}, [](auto& suite) { suite.faults(); });
    });
}
/// Either the limit has passed, or NCCL has noticed first: then the caller aborts the communicator.
void check_killed(nccl::member& its, call waits) {
    waiting_calls made{its, its.comm};
    (made.*waits)();
    made.longest = 2s;
    if (its.rank == its.size - 1) (void)std::raise(SIGKILL);
    bool has_aborted = false, is_late = false;
    const auto begin = std::chrono::steady_clock::now();
    const std::string said = message_of<impulse::nccl_error>([&] {
        try {
            (made.*waits)();
        } catch (const impulse::nccl_error& error) {
            has_aborted = error.has_aborted();
            is_late = error.code() == ncclInProgress;
            throw;
        }
    });
    its.check("it has waited too long", std::chrono::steady_clock::now() - begin < 20s);
    its.check("an error: " + said, said.find("impulse: ") == 0 && has_aborted == is_late);
    if (!has_aborted) (void)ncclCommAbort(its.comm);
    gpu::must(cudaStreamSynchronize(its.stream));
    its.comm = nullptr;
}
TEST_CASE("nccl: a process that is killed while the others wait for its arrays") {
    const char* const name = "nccl: a process that is killed while the others wait for its arrays";
    if (gpu::devices() < 2) return;
    if (nccl::told() == nullptr) return nccl::run_processes(name, true);
    nccl::run_as_told([](nccl::member& its) { check_killed(its, &waiting_calls::arrays_waited_for); });
}
TEST_CASE("nccl: a process that is killed while the others wait for its part") {
    const char* const name = "nccl: a process that is killed while the others wait for its part";
    if (gpu::devices() < 2) return;
    if (nccl::told() == nullptr) return nccl::run_processes(name, true);
    nccl::run_as_told([](nccl::member& its) { check_killed(its, &waiting_calls::agreement); });
}
TEST_CASE("nccl: what a limit refuses") {
    nccl::run([](nccl::member& its) {
        const auto place = impulse::ranks(its.comm, its.stream);
        its.says("no time", message_of([&] { (void)place.timeout(0s); }),
                 "timeout is not positive; it must be more than 0 s");
        (void)gpu::captured(
            its.stream,
            [&] {
                its.says("a capture", message_of([&] { place.synchronize(); }),
                         "policy has a stream that is being captured, so it cannot be waited for");
            },
            cudaStreamCaptureModeThreadLocal);
        place.synchronize();
    });
}
