// SPDX-License-Identifier: Apache-2.0
// Memory resources: allocations and deallocations balance, also after an error.
//
// Calls allocate nothing once a slot exists.
#include "scratch.cuh"

#include <new>

namespace {

constexpr index_t count = 1'000'000;

struct fixture {
    gpu::buffer<index_t> x = gpu::made(count, gpu::make_input{1});
    gpu::buffer<index_t> out{1};
    index_t total = gpu::sum_of_input(1, count);
    gpu::stream s;
};

std::size_t free_memory() {
    std::size_t free = 0, all = 0;
    gpu::must(cudaDeviceSynchronize());
    gpu::must(cudaMemGetInfo(&free, &all));
    return free;
}

}  // namespace

TEST_CASE_FIXTURE(fixture, "resources: each call takes memory once and gives it back") {
    gpu::for_each_policy([&](auto, const auto& policy) {
        gpu::counting_resource resource;
        const auto how = policy.on(s).with(resource);
        const int takes = impulse::workspace_bytes(policy.on(s), x, out.data(), index_t{0}) > 0 ? 1 : 0;
        for (int call = 1; call <= 10; ++call) {
            CHECK(impulse::reduce(how, x, index_t{call}) == total + call);
            impulse::reduce_into(how, x, out.data(), index_t{call});
            CHECK(gpu::fetch(out.data(), s) == total + call);
            CHECK(resource.allocations == 2 * call * takes);
        }
        CHECK(resource.frees == resource.allocations);
        CHECK(resource.held == 0);
    });
}

TEST_CASE_FIXTURE(fixture, "resources: one that fails is passed on, and all is as before") {
    gpu::counting_resource resource;
    const auto how = impulse::last_block.on(s).with(resource);
    for (int round = 0; round < 3; ++round) {
        resource.fails = true;
        CHECK_THROWS_AS((void)impulse::reduce(how, x, index_t{0}), std::bad_alloc);
        CHECK_THROWS_AS(impulse::reduce_into(how, x, out.data(), index_t{0}), std::bad_alloc);
        resource.fails = false;
        CHECK(impulse::reduce(how, x, index_t{0}) == total);
        CHECK(impulse::reduce(impulse::last_block.on(s), x, index_t{0}) == total);
    }
    CHECK(resource.allocations == 3);
    CHECK(resource.frees == 3);
    CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE_FIXTURE(fixture, "resources: an argument that is refused leaves them balanced") {
    gpu::counting_resource resource;
    const auto how = impulse::two_pass.on(s).with(resource);
    index_t* const nowhere = nullptr;
    CHECK_THROWS_AS(impulse::reduce_into(how, x, nowhere, index_t{0}), std::invalid_argument);
    CHECK_THROWS_AS(impulse::reduce_into(how, x.end(), x.begin(), out.data(), index_t{0}),
                    std::invalid_argument);
    CHECK_THROWS_AS(impulse::reduce_into(how.tune({.threads = 33}), x, out.data(), index_t{0}),
                    std::invalid_argument);
    CHECK(resource.frees == resource.allocations);
    CHECK(resource.held == 0);
    CHECK(impulse::reduce(how, x, index_t{0}) == total);
}

TEST_CASE_FIXTURE(fixture, "resources: after its first call, one that returns a value allocates nothing") {
    gpu::for_each_policy([&](auto, const auto& policy) {
        (void)impulse::reduce(policy.on(s), x, index_t{0});
        const std::size_t before = free_memory();
        int wrong = 0;
        for (int call = 0; call < 1000; ++call) {
            const index_t n = call % 3 == 0 ? 1000 : count;
            const index_t got = impulse::reduce(policy.on(s), x.data(), x.data() + n, index_t{0});
            wrong += n == count && got != total;
        }
        CHECK(wrong == 0);
        CHECK(free_memory() == before);
    });
}

TEST_CASE_FIXTURE(fixture, "resources: the library's pool keeps what it has, and does not grow") {
    gpu::for_each_policy([&](auto, const auto& policy) {
        impulse::reduce_into(policy.on(s), x, out.data(), index_t{0});
        const std::size_t before = free_memory();
        for (int call = 0; call < 1000; ++call) impulse::reduce_into(policy.on(s), x, out.data(), index_t{0});
        CHECK(free_memory() == before);
        CHECK(gpu::fetch(out.data(), s) == total);
    });
}
