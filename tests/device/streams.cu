// SPDX-License-Identifier: Apache-2.0
// Many streams and host threads at the same time, without a workspace; streams that are created and
// destroyed; calls that do not wait.
#include "scratch.cuh"

#include <array>
#include <memory>

namespace {

constexpr index_t count = 300'000;

struct fixture {
    gpu::buffer<index_t> x = gpu::made(count, gpu::make_input{3});
    gpu::buffer<index_t> out{64};
    index_t total = gpu::sum_of_input(3, count);

    /// Checks the values of the 64 results, after all work of the device.
    void check(const std::string& what, int places = 64) const {
        gpu::must(cudaDeviceSynchronize());
        CAPTURE(what);
        for (int i = 0; i < places; ++i) {
            CAPTURE(i);
            CHECK(gpu::fetch(out.data() + i) == total + i);
        }
        gpu::must(cudaMemset(out.data(), gpu::memory::poison, 64 * sizeof(index_t)));
        gpu::must(cudaDeviceSynchronize());
    }
};

}  // namespace

TEST_CASE_FIXTURE(fixture, "streams: 64 at once, without a workspace") {
    const std::array<gpu::stream, 64> streams;
    gpu::for_each_policy([&](const std::string& name, const auto& policy) {
        for (int round = 0; round < 20; ++round)
            for (int i = 0; i < 64; ++i)
                impulse::reduce_into(policy.on(streams[static_cast<std::size_t>(i)]), x, out.data() + i,
                                     index_t{i});
        check(name);
    });
}

TEST_CASE_FIXTURE(fixture, "streams: one is destroyed while its call runs, and a new one takes its place") {
    gpu::for_each_policy([&](const std::string& name, const auto& policy) {
        for (int round = 0; round < 4; ++round)
            for (int i = 0; i < 64; ++i) {
                const gpu::stream passing;
                impulse::reduce_into(policy.on(passing), x, out.data() + i, index_t{i});
            }
        check(name);
        for (int round = 0; round < 10; ++round) {
            const gpu::stream passing;
            CHECK(impulse::reduce(policy.on(passing), x, index_t{round}) == total + round);
        }
    });
}

TEST_CASE_FIXTURE(fixture, "streams: the default streams, of the process and of each thread") {
    gpu::for_each_policy([&](const std::string& name, const auto& policy) {
        CHECK(gpu::wrong_in_threads(4, [&](int t, std::atomic<int>& wrong) {
                  const auto of_thread = policy.on(cudaStreamPerThread);
                  for (int i = t; i < 64; i += 4) {
                      wrong += impulse::reduce(of_thread, x, index_t{i}) != total + i;
                      impulse::reduce_into(of_thread, x, out.data() + i, index_t{i});
                      wrong += impulse::reduce(policy.on(cudaStreamLegacy), x, index_t{i}) != total + i;
                  }
              }) == 0);
        check(name);
    });
}

TEST_CASE_FIXTURE(fixture, "streams: 8 host threads, 8 streams each, values and writes mixed") {
    gpu::for_each_policy([&](const std::string& name, const auto& policy) {
        CHECK(gpu::wrong_in_threads(8, [&](int t, std::atomic<int>& wrong) {
                  const std::array<gpu::stream, 8> streams;
                  for (int round = 0; round < 20; ++round)
                      for (int k = 0; k < 8; ++k) {
                          const int place = 8 * t + k;
                          const auto how = policy.on(streams[static_cast<std::size_t>(k)]);
                          // Of different sizes, so slots serve small and large calls in turn.
                          const index_t n = (round + k) % 2 == 0 ? count : 1000 * (k + 1);
                          impulse::reduce_into(how, x, out.data() + place, index_t{place});
                          const index_t got =
                              impulse::reduce(how, x.data(), x.data() + n, index_t{place}, support::last{});
                          wrong += got != gpu::make_input{3}(n - 1);
                      }
              }) == 0);
        check(name);
    });
}

TEST_CASE_FIXTURE(fixture, "streams: reduce_into does not wait for its stream") {
    const gpu::stream s, other;
    gpu::counting_resource resource;
    gpu::for_each_policy([&](const std::string& name, const auto& policy) {
        impulse::workspace space(impulse::workspace_bytes(policy.on(s), x, out.data(), index_t{0}), {s});
        // One call in advance: loading a kernel may wait for the whole GPU.
        impulse::reduce_into(policy.on(s), x, out.data(), index_t{0});
        impulse::reduce_into(policy.on(s).with(resource), x, out.data(), index_t{0});
        CHECK(impulse::reduce(policy.on(other), x, index_t{7}) == total + 7);
        s.wait();

        gpu::held_up behind(s);
        impulse::reduce_into(policy.on(s), x, out.data(), index_t{0});
        CHECK(behind.holds());
        impulse::reduce_into(policy.on(s).with(space), x, out.data() + 1, index_t{1});
        CHECK(behind.holds());
        impulse::reduce_into(policy.on(s).with(resource), x, out.data() + 2, index_t{2});
        CHECK(behind.holds());
        behind.let_go();
        s.wait();
        check(name, 3);
    });
    CHECK(resource.allocations == resource.frees);
}

TEST_CASE_FIXTURE(fixture,
                  "streams: the current device is the caller's again" * doctest::skip(gpu::devices() < 2)) {
    gpu::must(cudaSetDevice(1));
    const gpu::buffer<index_t> there = gpu::made(count, gpu::make_input{3});
    const gpu::buffer<index_t> out_there(1);
    const gpu::stream s;
    impulse::workspace space(1 << 20, {s});
    gpu::must(cudaSetDevice(0));
    gpu::for_each_policy([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy.on(s), there, index_t{5}) == total + 5);
        impulse::reduce_into(policy.on(s), there, out_there.data(), index_t{6});
        impulse::reduce_into(policy.on(s).with(space), there, out_there.data(), index_t{6});
        CHECK(gpu::fetch(out_there.data(), s) == total + 6);
        int current = -1;
        gpu::must(cudaGetDevice(&current));
        CHECK(current == 0);
    });
}
