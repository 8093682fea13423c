// SPDX-License-Identifier: Apache-2.0
// Capture in a CUDA graph: replays, two executions of one graph, and calls that must not be captured.
#include "scratch.cuh"

#include <message_of.hpp>

#include <optional>

namespace {

constexpr index_t count = 1'000'000;

/// Stretches in memory, each shifted by `by`: the result shows which input was read.
struct shifted {
    index_t by;
    IMPULSE_SHARED support::stretch operator()(index_t i) const { return {i + by, i + by + 1}; }
};

/// A stream, an input and an output. Calls join the stretches in order.
struct fixture {
    gpu::buffer<support::stretch> x{count};
    gpu::buffer<support::stretch> out{1};
    gpu::stream s;

    template <class Policy>
    void reduce_into(const Policy& policy, index_t n = count) const {
        impulse::reduce_into(policy, x.data(), x.data() + n, out.data(), support::stretch{-1, 0},
                             support::join_stretches{});
    }
    template <class Policy>
    std::size_t bytes(const Policy& policy, index_t n = count) const {
        return impulse::workspace_bytes(policy, x.data(), x.data() + n, out.data(), support::stretch{-1, 0},
                                        support::join_stretches{});
    }
    void check(index_t n = count) const { CHECK(gpu::fetch(out.data(), s) == support::stretch{-1, n}); }
};

/// 256 bytes that hold a position.
struct large {
    index_t number[32];
};
struct make_large {
    IMPULSE_SHARED large operator()(index_t i) const {
        large made{};
        made.number[7] = i;
        return made;
    }
};

/// Operators that no other test uses, so their kernels are first loaded while a stream is captured.
template <int>
struct join_anew : support::join_stretches {};

}  // namespace

TEST_CASE_FIXTURE(fixture, "capture: a graph of each policy, replayed a hundred times") {
    gpu::for_each_policy([&](auto, const auto& policy) {
        const auto how = policy.on(s);
        impulse::workspace space(bytes(how), {s});
        const gpu::graph replayed(gpu::captured(s, [&] { reduce_into(how.with(space)); }));
        gpu::fill(x.data(), count, support::make_stretch{});
        for (int replay = 0; replay < 100; ++replay) {
            // Every second input does not begin where init ends, so a replay with stale input gives another
            // result.
            gpu::fill(x.data(), count, shifted{replay % 2});
            gpu::must(cudaMemsetAsync(out.data(), gpu::memory::poison, sizeof(support::stretch), s));
            replayed.launch(s);
            const auto expected = replay % 2 == 0 ? support::stretch{-1, count} : support::broken;
            const bool equal = gpu::fetch(out.data(), s) == expected;
            CAPTURE(replay);
            CHECK(equal);
        }
    });
}

TEST_CASE_FIXTURE(fixture, "capture: replays that follow each other without a wait") {
    gpu::fill(x.data(), count, support::make_stretch{});
    gpu::for_each_policy([&](auto, const auto& policy) {
        const auto how = policy.on(s);
        impulse::workspace space(bytes(how), {s});
        const gpu::graph replayed(gpu::captured(s, [&] {
            reduce_into(how.with(space), 1000);
            reduce_into(how.with(space));  // the next call uses the same workspace
        }));
        for (int replay = 0; replay < 100; ++replay) replayed.launch(s);
        check();
    });
}

TEST_CASE_FIXTURE(fixture, "capture: two executions of one graph, one after the other") {
    gpu::fill(x.data(), count, support::make_stretch{});
    gpu::for_each_policy([&](auto, const auto& policy) {
        const auto how = policy.on(s);
        impulse::workspace space(bytes(how), {s});
        const gpu::graph first(gpu::captured(s, [&] { reduce_into(how.with(space)); }));
        cudaGraphExec_t second = nullptr;
        gpu::must(cudaGraphInstantiate(&second, first.get(), 0));
        for (int replay = 0; replay < 20; ++replay) {
            first.launch(s);
            gpu::must(cudaGraphLaunch(second, s));
        }
        check();
        gpu::must(cudaGraphExecDestroy(second));
    });
}

TEST_CASE_FIXTURE(fixture, "capture: graphs side by side, each with a workspace of its own") {
    gpu::fill(x.data(), count, support::make_stretch{});
    const gpu::stream other;
    const gpu::buffer<support::stretch> out_of_other(1);
    gpu::for_each_policy([&](auto, const auto& policy) {
        impulse::workspace space(bytes(policy.on(s)), {s}), space_of_other(bytes(policy.on(other)), {other});
        const gpu::graph first(gpu::captured(s, [&] { reduce_into(policy.on(s).with(space)); }));
        const gpu::graph second(gpu::captured(other, [&] {
            impulse::reduce_into(policy.on(other).with(space_of_other), x, out_of_other.data(),
                                 support::stretch{-1, 0}, support::join_stretches{});
        }));
        for (int replay = 0; replay < 50; ++replay) {
            first.launch(s);
            second.launch(other);
        }
        check();
        CHECK(gpu::fetch(out_of_other.data(), other) == support::stretch{-1, count});
    });
}

TEST_CASE_FIXTURE(fixture, "capture: a call that returns a value is refused, and the capture goes on") {
    gpu::fill(x.data(), count, support::make_stretch{});
    gpu::for_each_policy([&](auto, const auto& policy) {
        const auto how = policy.on(s);
        impulse::workspace space(bytes(how), {s});
        const auto refused = [&](const auto& call) {
            const std::string message = support::message_of(call);
            CHECK(message.find("policy has a stream that is being captured") != std::string::npos);
            CHECK(gpu::is_capturing(s));
        };
        cudaGraph_t made = gpu::captured(s, [&] {
            refused([&] {
                (void)impulse::reduce(how, x.data(), x.data() + 1, support::stretch{-1, 0},
                                      support::join_stretches{});
            });
            refused([&] {
                (void)impulse::reduce(how.with(space), x, support::stretch{-1, 0}, support::join_stretches{});
            });
            reduce_into(how.with(space));
        });
        CHECK(cudaGetLastError() == cudaSuccess);
        const gpu::graph replayed(made);
        replayed.launch(s);
        check();
    });
}

TEST_CASE_FIXTURE(fixture,
                  "capture: a call that needs a workspace and has none is refused, and the capture goes on") {
    gpu::fill(x.data(), count, support::make_stretch{});
    gpu::counting_resource resource;
    gpu::for_each_policy([&](auto, const auto& policy) {
        const auto how = policy.on(s);
        const std::size_t needed = bytes(how);
        if (needed == 0) return;  // single_block
        impulse::workspace space(needed, {s});
        const auto refused = [&](const auto& without) {
            const std::string message = support::message_of([&] { reduce_into(without); });
            CHECK(message.find("policy has no workspace, but its stream is being captured") !=
                  std::string::npos);
            CHECK(message.find(std::to_string(needed) + " bytes") != std::string::npos);
            CHECK(gpu::is_capturing(s));
        };
        const gpu::graph replayed(gpu::captured(s, [&] {
            refused(how);
            refused(how.with(resource));
            reduce_into(how.with(space));
        }));
        replayed.launch(s);
        check();
    });
    CHECK(resource.allocations == 0);
    CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE_FIXTURE(fixture, "capture: where one block does, no workspace is needed") {
    gpu::fill(x.data(), count, support::make_stretch{});
    CHECK(bytes(impulse::single_block.on(s)) == 0);
    CHECK(bytes(impulse::automatic.on(s), 1000) == 0);
    const gpu::graph all(gpu::captured(s, [&] { reduce_into(impulse::single_block.on(s)); }));
    const gpu::graph some(gpu::captured(s, [&] { reduce_into(impulse::automatic.on(s), 1000); }));
    for (int replay = 0; replay < 10; ++replay) all.launch(s);
    check();
    for (int replay = 0; replay < 10; ++replay) some.launch(s);
    check(1000);
}

TEST_CASE_FIXTURE(fixture, "capture: a workspace is made and another destroyed, and neither is part of it") {
    gpu::fill(x.data(), count, support::make_stretch{});
    const auto how = impulse::last_block.on(s);
    const std::size_t needed = bytes(how);
    for (const cudaStreamCaptureMode mode : {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeRelaxed}) {
        std::optional<impulse::workspace> space;
        const gpu::graph replayed(gpu::captured(
            s,
            [&] {
                { const impulse::workspace passing(4096, {s}); }
                space.emplace(needed, impulse::device_place{s});
                reduce_into(how.with(*space));
            },
            mode));
        for (int replay = 0; replay < 3; ++replay) replayed.launch(s);
        check();
        s.wait();
    }
}

TEST_CASE_FIXTURE(fixture, "capture: in every mode, of kernels that were never launched before") {
    gpu::fill(x.data(), count, support::make_stretch{});
    impulse::workspace space(1 << 20, {s});
    const auto capture_first = [&](auto op, cudaStreamCaptureMode mode) {
        const gpu::graph replayed(gpu::captured(
            s,
            [&] {
                impulse::reduce_into(impulse::last_block.on(s).with(space), x, out.data(),
                                     support::stretch{-1, 0}, op);
            },
            mode));
        replayed.launch(s);
        check();
    };
    capture_first(join_anew<0>{}, cudaStreamCaptureModeGlobal);
    capture_first(join_anew<1>{}, cudaStreamCaptureModeThreadLocal);
    capture_first(join_anew<2>{}, cudaStreamCaptureModeRelaxed);
}

TEST_CASE_FIXTURE(fixture, "capture: other threads go on while one captures") {
    gpu::fill(x.data(), count, support::make_stretch{});
    impulse::workspace space(bytes(impulse::last_block.on(s)), {s});
    // The other thread's call needs more scratch memory than any call before, so it must allocate.
    const gpu::positions<make_large> numbers{0, {}};
    const index_t n = index_t{1} << 22;
    const auto how = impulse::last_block.tune({.items = 1});
    const gpu::stream another;
    (void)impulse::reduce(how.on(another), numbers, numbers + 1, large{},
                          support::last{});  // loads the kernel
    bool equal = false;
    std::string message;
    const gpu::graph replayed(gpu::captured(s, [&] {
        std::thread([&] {
            try {
                equal = impulse::reduce(how.on(another), numbers, numbers + n, large{}, support::last{})
                            .number[7] == n - 1;
            } catch (const std::exception& error) {
                message = error.what();
            }
        }).join();
        reduce_into(impulse::last_block.on(s).with(space));
    }));
    CAPTURE(message);
    CHECK(equal);
    replayed.launch(s);
    check();
}
