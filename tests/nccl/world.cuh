// SPDX-License-Identifier: Apache-2.0
// Ranks of NCCL for tests: each rank is a thread with a GPU, or a process.
#pragma once

#include <nccl.h>

#include "../device/tree.cuh"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <thread>

namespace nccl {

using mix_by_16 = support::mix_of_sixteen;

inline void must(ncclResult_t status) {
    if (status != ncclSuccess) throw std::runtime_error(ncclGetErrorString(status));
}

/// One rank, and the errors that it finds.
struct member {
    int rank;
    int size;
    ncclComm_t comm{};
    cudaStream_t stream{};
    std::vector<std::string> wrong{};

    void check(const std::string& what, bool right) {
        if (!right)
            wrong.push_back("rank " + std::to_string(rank) + " of " + std::to_string(size) + ": " + what);
    }
    void finds_nothing(const std::string& found) {
        if (!found.empty()) wrong.push_back(found);
    }
    void says(const std::string& what, const std::string& found, const std::string& expected) {
        check(what + " says: " + found + "; expected: " + expected,
              found.find(expected) != std::string::npos);
    }
};

/// Where this rank's part begins and ends. All ranks make the same cuts, at multiples of a leaf.
inline impulse::interval cut(const member& its, gpu::index_t n, std::mt19937_64& random) {
    const auto cuts = support::random_cuts(random, n, its.size, 16);
    return {cuts[static_cast<std::size_t>(its.rank)], cuts[static_cast<std::size_t>(its.rank) + 1]};
}

/// Calls f(member) as the rank of GPU `its.rank`.
template <class F>
void take_part(member& its, const ncclUniqueId& id, const F& f) {
    try {
        gpu::must(cudaSetDevice(its.rank));
        must(ncclCommInitRank(&its.comm, its.size, id, its.rank));
        {
            const gpu::stream own;
            its.stream = own;
            f(its);
        }
        if (its.comm != nullptr) must(ncclCommDestroy(its.comm));  // else it was aborted
    } catch (const std::exception& error) {
        its.check(std::string("threw ") + error.what(), false);
    }
}

/// Calls f(member) in a thread for each GPU. Ranks that wait forever end with the program.
template <class F>
void run(const F& f) {
    constexpr unsigned most_seconds = 600;
    alarm(most_seconds);
    ncclUniqueId id;
    must(ncclGetUniqueId(&id));
    const int size = gpu::devices();
    std::vector<member> all;
    for (int rank = 0; rank < size; ++rank) all.push_back({rank, size});
    {
        std::vector<std::jthread> threads;
        for (member& each : all) threads.emplace_back([&] { take_part(each, id, f); });
    }
    alarm(0);
    for (const member& each : all) {
        for (const std::string& what : each.wrong) {
            MESSAGE(what);
        }
        CHECK(each.wrong.empty());
    }
}

// ---- processes: this program again, which is told its rank ------------------------------------------------

inline const char* told() { return std::getenv("IMPULSE_TEST_RANK"); }

/// Runs a test case of this program as each rank, in one process for each rank; the child process calls
/// `run_as_told`. If `is_killed`, the last process kills itself.
inline void run_processes(const char* test_case, bool is_killed = false) {
    ncclUniqueId id;
    must(ncclGetUniqueId(&id));
    std::string name(2 * sizeof id, '0');
    for (std::size_t i = 0; i < sizeof id; ++i) std::snprintf(&name[2 * i], 3, "%02hhx", id.internal[i]);
    std::vector<pid_t> children;
    for (int rank = 0; rank < gpu::devices(); ++rank) {
        const pid_t child = fork();
        if (child == 0) {
            setenv("IMPULSE_TEST_RANK", (std::to_string(rank) + ' ' + name).c_str(), 1);
            setenv("IMPULSE_TEST_SEED", std::to_string(support::seed()).c_str(), 1);
            alarm(120);
            execl("/proc/self/exe", "nccl_tests", (std::string("--test-case=") + test_case).c_str(),
                  "--no-skipped-summary", nullptr);
            _exit(126);
        }
        children.push_back(child);
    }
    for (const pid_t child : children) {
        int how = -1;
        CHECK(waitpid(child, &how, 0) == child);
        CHECK(how == (is_killed && child == children.back() ? SIGKILL : 0));
    }
}

template <class F>
void run_as_told(const F& f) {
    member its{std::atoi(told()), gpu::devices()};
    const std::string name = std::strchr(told(), ' ') + 1;
    ncclUniqueId id;
    for (std::size_t i = 0; i < sizeof id; ++i)
        id.internal[i] = static_cast<char>(std::stoi(name.substr(2 * i, 2), nullptr, 16));
    take_part(its, id, f);
    for (const std::string& what : its.wrong) {
        MESSAGE(what);
    }
    CHECK(its.wrong.empty());
}

}  // namespace nccl
