// SPDX-License-Identifier: Apache-2.0
// Workspaces: of exactly the required bytes, reused for other sizes and policies, and moved.
#include "scratch.cuh"

#include <algorithm>

namespace {

constexpr index_t count = 2'000'000;

struct fixture {
    gpu::buffer<support::stretch> x = gpu::made(count, support::make_stretch{});
    gpu::buffer<support::stretch> out{1};
    gpu::stream s;

    template <class Policy>
    std::size_t bytes(const Policy& policy, index_t n) const {
        return impulse::workspace_bytes(policy, x.data(), x.data() + n, out.data(), support::stretch{-1, 0},
                                        support::join_stretches{});
    }
    template <class Policy>
    void check(const std::string& what, const Policy& policy, index_t n) const {
        impulse::reduce_into(policy, x.data(), x.data() + n, out.data(), support::stretch{-1, 0},
                             support::join_stretches{});
        CAPTURE(what);
        CAPTURE(n);
        CHECK(gpu::fetch(out.data(), s) == support::stretch{-1, n});
    }
};

const std::vector<index_t> some_sizes{0, 1, 127, 128, 129, 8192, 8193, 100'000, count};

}  // namespace

TEST_CASE_FIXTURE(fixture, "workspaces: exactly the bytes asked for, and not one more is written") {
    constexpr std::size_t guard = 4096;
    gpu::for_each_policy([&](const std::string& name, const auto& policy) {
        for (const impulse::shape& shape : gpu::shapes())
            for (const index_t n : some_sizes) {
                const auto how = policy.on(s).tune(shape);
                const std::size_t needed = bytes(how, n);
                const gpu::memory space(needed + guard);
                impulse::workspace exact(space.at(0), needed);
                check(gpu::describe(name, shape), how.with(exact), n);
                std::vector<unsigned char> behind(guard);
                gpu::must(cudaMemcpy(behind.data(), space.at(needed), guard, cudaMemcpyDeviceToHost));
                const auto poison = static_cast<unsigned char>(gpu::memory::poison);
                CHECK(std::count(behind.begin(), behind.end(), poison) == static_cast<std::ptrdiff_t>(guard));
            }
    });
}

TEST_CASE_FIXTURE(fixture, "workspaces: one serves every size, shape and policy in turn") {
    std::size_t most = 0;
    const auto for_each_call = [&](const auto& call) {
        for (const impulse::shape& shape : gpu::shapes())
            for (const index_t n : some_sizes)
                gpu::for_each_policy([&](const std::string& name, const auto& policy) {
                    call(gpu::describe(name, shape), policy.on(s).tune(shape), n);
                });
    };
    for_each_call(
        [&](const std::string&, const auto& how, index_t n) { most = std::max(most, bytes(how, n)); });
    impulse::workspace space(most, {s});
    for_each_call(
        [&](const std::string& what, const auto& how, index_t n) { check(what, how.with(space), n); });
}

TEST_CASE_FIXTURE(fixture, "workspaces: other accumulators and algorithms in the same one") {
    impulse::workspace space(1 << 20, {s});
    const gpu::buffer<index_t> sum(1);
    const auto numbers = gpu::made(count, gpu::make_input{0});
    const index_t total = gpu::sum_of_input(0, count);
    for (int round = 0; round < 10; ++round)
        gpu::for_each_policy([&](const std::string& name, const auto& policy) {
            check(name, policy.on(s).with(space), count);
            impulse::reduce_into(policy.on(s).with(space), numbers, sum.data(), index_t{round});
            CHECK(gpu::fetch(sum.data(), s) == total + round);
        });
}

TEST_CASE_FIXTURE(fixture, "workspaces: a call that returns its value takes one, too") {
    impulse::workspace space(1 << 20, {s});
    gpu::for_each_policy([&](auto, const auto& policy) {
        const auto joined =
            impulse::reduce(policy.on(s).with(space), x, support::stretch{-1, 0}, support::join_stretches{});
        CHECK(joined == support::stretch{-1, count});
    });
}

TEST_CASE_FIXTURE(fixture, "workspaces: making one waits for no stream") {
    const gpu::memory space(4096);
    gpu::held_up behind(cudaStreamLegacy);
    impulse::workspace over(space.at(0), 4096);
    CHECK(behind.holds());
    behind.let_go();
    check("made meanwhile", impulse::last_block.on(s).with(over), 3000);
}

TEST_CASE_FIXTURE(fixture, "workspaces: moved") {
    impulse::workspace first(1 << 20, {s});
    void* const memory = first.data();
    impulse::workspace second(std::move(first));
    CHECK(second.data() == memory);
    check("moved", impulse::last_block.on(s).with(second), count);
    impulse::workspace third(64, {s});
    third = std::move(second);
    CHECK(third.bytes() == 1 << 20);
    check("moved by assignment", impulse::work_queue.on(s).with(third), count);
}

TEST_CASE_FIXTURE(fixture,
                  "workspaces: what a shape asks for does not grow with the input beyond its blocks") {
    const gpu::positions<support::make_stretch> many{0, {}};
    const auto asked = [&](const auto& policy, index_t n) {
        return impulse::workspace_bytes(policy.on(s), many, many + n, out.data(), support::stretch{-1, 0},
                                        support::join_stretches{});
    };
    const index_t large = index_t{1} << 33;
    CHECK(asked(impulse::single_block, large) == 0);
    const impulse::shape two_blocks{.blocks = 2, .threads = 32};
    CHECK(asked(impulse::last_block.tune(two_blocks), large) <= 1024);
    CHECK(asked(impulse::two_pass.tune(two_blocks), large) <= 1024);
    const std::size_t most = 128 + 65'536 * sizeof(impulse::flagged_value<support::stretch>);
    for (const impulse::shape& shape : {impulse::shape{}, impulse::shape{.items = 1}}) {
        CHECK(asked(impulse::last_block.tune(shape), large) <= most);
        CHECK(asked(impulse::two_pass.tune(shape), large) <= most);
        CHECK(asked(impulse::work_queue.tune(shape), large) <= most);
    }
}
