// SPDX-License-Identifier: Apache-2.0
// Load: many threads, streams and calls; a GPU whose memory others have filled; and one array that fills it.
//
// IMPULSE_TEST_LOAD is the factor by which the tests run longer (`./dev nightly`).
#include "scratch.cuh"

#include <impulse/extrema.hpp>
#include <impulse/layouts.hpp>
#include <impulse/sums.hpp>

#include <message_of.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <memory>
#include <optional>

namespace {

constexpr index_t gibi = index_t{1} << 30;

int times_as_long() {
    const char* const told = std::getenv("IMPULSE_TEST_LOAD");
    return told != nullptr ? std::max(1, std::atoi(told)) : 1;
}

std::size_t free_memory() {
    std::size_t free = 0, total = 0;
    gpu::must(cudaMemGetInfo(&free, &total));
    return free;
}
bool lacks_memory(index_t bytes) {
    return gpu::devices() == 0 || free_memory() < static_cast<std::size_t>(bytes);
}

/// The resident host memory of this process.
long resident_bytes() {
    long pages = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

/// Random calls over random items of one array, each with a known result.
class random_calls {
  public:
    static constexpr index_t most = 1'000'000;
    static constexpr int groups = 50;

    random_calls() : x_(gpu::made(most, gpu::make_input{3})), sums_(1) {
        for (index_t i = 0; i < most; ++i) sums_.push_back(sums_.back() + gpu::make_input{3}(i));
    }

    /// Makes one call, in stream order and with this workspace. Returns whether its result was right.
    bool one(std::mt19937_64& random, cudaStream_t stream, index_t* out, impulse::workspace& space) const {
        const index_t n =
            support::random_between(random, 0, support::random_between(random, 0, 3) == 0 ? most : 3000);
        const index_t from = support::random_between(random, 0, most - n);
        const index_t* const x = x_.data() + from;
        const index_t sum = sums_[at(from + n)] - sums_[at(from)];
        const auto here = impulse::automatic.on(stream);
        const auto fetched = [&](int i) { return gpu::fetch(out + i, stream); };
        switch (support::random_between(random, 0, 6)) {
            case 0:
                return impulse::reduce(here, x, x + n, index_t{5}) == 5 + sum;
            case 1:
                return impulse::reduce(impulse::work_queue.on(stream), x, x + n, index_t{5}) == 5 + sum;
            case 2:
                return impulse::reduce(here, x, x + n, index_t{-1}, support::last{}) ==
                       (n == 0 ? -1 : gpu::make_input{3}(from + n - 1));
            case 3:
                impulse::sum_into(impulse::two_pass.on(stream), x, x + n, out);
                return fetched(0) == sum;
            case 4:
                impulse::reduce_into(here.with(space), x, x + n, out, index_t{7});
                return fetched(0) == 7 + sum;
            case 5: {
                const index_t length = std::max<index_t>(1, n / groups),
                              all = std::min<index_t>(groups, n / length);
                impulse::sum_into(here, impulse::batches(x, all, length), out);
                if (all == 0) return true;
                const int g = static_cast<int>(support::random_between(random, 0, all - 1));
                return fetched(g) == sums_[at(from + (g + 1) * length)] - sums_[at(from + g * length)];
            }
            default: {
                const index_t few = std::min<index_t>(n, 3000);
                index_t least = 0;
                for (index_t i = 1; i < few; ++i)
                    if (gpu::make_input{3}(from + i) < gpu::make_input{3}(from + least)) least = i;
                return impulse::min_element(here, x, x + few) == x + least;
            }
        }
    }

  private:
    static std::size_t at(index_t i) { return static_cast<std::size_t>(i); }
    gpu::buffer<index_t> x_;
    std::vector<index_t> sums_;  ///< prefix sums: element i is the sum of the first i items
};

/// Another process that holds all of the GPU's memory except `left` bytes, until this object is destroyed.
class greedy_process {
  public:
    static constexpr const char* name = "IMPULSE_TEST_LEAVES";
    greedy_process(const char* test_case, index_t left) {
        if (pipe(says_) != 0 || pipe(waits_) != 0) throw std::runtime_error("no pipe");
        child_ = fork();
        if (child_ == 0) {
            dup2(says_[1], 3);
            dup2(waits_[0], 4);
            for (const int each : {says_[0], waits_[1]}) close(each);
            setenv(name, std::to_string(left).c_str(), 1);
            execl("/proc/self/exe", "device_tests", (std::string("--test-case=") + test_case).c_str(),
                  "--no-skipped-summary", nullptr);
            _exit(126);
        }
        close(says_[1]);
        close(waits_[0]);
        char ready = 0;
        if (read(says_[0], &ready, 1) != 1) throw std::runtime_error("another process got no memory");
    }
    ~greedy_process() {
        close(waits_[1]);
        close(says_[0]);
        waitpid(child_, nullptr, 0);
    }
    greedy_process(const greedy_process&) = delete;
    greedy_process& operator=(const greedy_process&) = delete;

    /// What that process runs.
    static void be() {
        const index_t left = std::atoll(std::getenv(name));
        std::vector<gpu::memory> all;
        for (index_t piece = 16 * gibi; piece >= gibi / 16; piece /= 2)
            while (static_cast<index_t>(free_memory()) >= left + piece)
                all.emplace_back(static_cast<std::size_t>(piece));
        char any = 1;
        if (write(3, &any, 1) == 1) (void)!read(4, &any, 1);  // until the other end of the pipe is closed
    }

  private:
    int says_[2], waits_[2];
    pid_t child_;
};

/// Unordered bytes, with the least value only at and after index `least`.
struct make_bytes {
    index_t least;
    IMPULSE_SHARED std::int8_t operator()(index_t i) const {
        return i >= least
                   ? std::int8_t{-100}
                   : static_cast<std::int8_t>(support::scatter(static_cast<std::uint64_t>(i)) % 199 - 99);
    }
};
__global__ void add_made(index_t n, make_bytes make, unsigned long long* to) {
    long long sum = 0;
    for (index_t i = blockIdx.x * index_t{blockDim.x} + threadIdx.x; i < n;
         i += index_t{gridDim.x} * blockDim.x)
        sum += make(i);
    atomicAdd(to, static_cast<unsigned long long>(sum));
}

}  // namespace

TEST_CASE("load: 64 threads and 64 streams, random calls") {
    const random_calls calls;
    const std::array<gpu::stream, 64> streams;
    CHECK(gpu::wrong_in_threads(64, [&](int t, std::atomic<int>& wrong) {
              auto random = support::random_source(t);
              const gpu::buffer<index_t> out(random_calls::groups);
              impulse::workspace space(1 << 16);  // enough for any call
              for (int i = 0; i < 40 * times_as_long(); ++i)
                  wrong += !calls.one(random,
                                      streams[support::scatter(static_cast<std::uint64_t>(64 * i + t)) % 64],
                                      out.data(), space);
          }) == 0);
}

TEST_CASE("load: after many calls the memory is as it was") {
    const random_calls calls;
    auto random = support::random_source(64);
    const gpu::buffer<index_t> out(random_calls::groups);
    impulse::workspace space(1 << 16);  // enough for any call
    int wrong = 0;
    const auto some = [&](int many) {
        std::optional<gpu::stream> passing;
        for (int i = 0; i < many; ++i) {
            if (i % 500 == 0) passing.emplace();  // streams come and go
            wrong += !calls.one(random, *passing, out.data(), space);
        }
    };
    some(2000);
    const std::size_t before = free_memory();
    const long resident = resident_bytes();
    some(20'000 * times_as_long());
    CHECK(wrong == 0);
    CHECK(free_memory() >= before);
    CHECK(resident_bytes() <= resident + (4 << 20));
}

TEST_CASE("load: another process has all but 1 GiB" * doctest::skip(lacks_memory(4 * gibi))) {
    const char* const this_case = "load: another process has all but 1 GiB";
    if (std::getenv(greedy_process::name) != nullptr) return greedy_process::be();
    const index_t n = gibi / 2 / sizeof(index_t);
    const gpu::buffer<index_t> x = gpu::made(n, gpu::make_input{5});
    const index_t sum = gpu::sum_of_input(5, n);
    const greedy_process other(this_case, gibi);
    REQUIRE(free_memory() < static_cast<std::size_t>(2 * gibi));
    const gpu::stream s;
    gpu::for_each_policy(
        [&](auto, const auto& policy) { CHECK(impulse::reduce(policy.on(s), x, index_t{1}) == 1 + sum); });
    {
        const gpu::buffer<index_t> out(n / 2);
        impulse::sum_into(impulse::automatic.on(s), impulse::batches(x.data(), n / 2, index_t{2}),
                          out.data());
        CHECK(impulse::sum(impulse::automatic.on(s), out) == sum);
    }
    CHECK(support::message_of<impulse::cuda_error>([&] {
              impulse::workspace(4 * gibi, {s});
          }).find("out of memory") != std::string::npos);
    CHECK(impulse::sum(impulse::automatic.on(s), x) == sum);
    CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("load: 2^35 bytes" * doctest::skip(lacks_memory(40 * gibi))) {
    const index_t n = index_t{1} << 35;
    const make_bytes make{n - 3};
    const gpu::memory all(static_cast<std::size_t>(n));
    auto* const x = reinterpret_cast<std::int8_t*>(all.at(0));
    gpu::fill(x, n, make);
    const gpu::buffer<unsigned long long> made(std::vector<unsigned long long>{0});
    add_made<<<1024, 256>>>(n, make, made.data());
    gpu::must(cudaGetLastError());
    const auto sum = static_cast<index_t>(gpu::download(made)[0]);
    const auto here = impulse::automatic.on(impulse::device);
    CHECK(impulse::reduce(here, x, x + n, index_t{0}) == sum);
    CHECK(impulse::reduce(impulse::work_queue.on(impulse::device), x, x + n, index_t{0}) == sum);
    CHECK(impulse::min_element(here, x, x + n) == x + n - 3);
}
