// SPDX-License-Identifier: Apache-2.0
// Bad input: what a call throws, and its message (docs/reference/errors.md).
//
// The library stays usable afterwards.
#include "scratch.cuh"

#include <message_of.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/host.hpp>

#include <memory>

namespace {

constexpr index_t count = 1'000'000;

using support::message_of;

/// Returns the memory that the test names, and counts the calls.
struct given_resource {
    void* memory;
    int held = 0;
    void* allocate(std::size_t, cudaStream_t) {
        ++held;
        return memory;
    }
    void deallocate(void*, std::size_t, cudaStream_t) { --held; }
};

struct by_fours : impulse::plus {
    static constexpr int leaf = 4;
};

struct fixture {
    gpu::buffer<index_t> x = gpu::made(count, gpu::make_input{2});
    gpu::buffer<index_t> out{1};
    index_t total = gpu::sum_of_input(2, count);
    std::vector<index_t> on_host = std::vector<index_t>(100, 1);
    gpu::stream s;

    /// The call throws, its message contains all these parts, and the library works afterwards.
    template <class Error = std::invalid_argument, class Call>
    void check(const Call& call, const std::vector<std::string>& parts) {
        const std::string message = message_of<Error>(call);
        CAPTURE(message);
        for (const std::string& part : parts) {
            CAPTURE(part);
            CHECK(message.find(part) != std::string::npos);
        }
        CHECK(cudaGetLastError() == cudaSuccess);
        CHECK(impulse::reduce(impulse::last_block.on(s), x, index_t{1}) == total + 1);
        impulse::reduce_into(impulse::work_queue.on(s), x, out.data(), index_t{2});
        CHECK(gpu::fetch(out.data(), s) == total + 2);
        CHECK(cudaGetLastError() == cudaSuccess);
    }

    /// A call with a resource that returns this memory is refused, and deallocates the memory.
    void check_resource(void* memory, const std::string& what) {
        given_resource resource{memory};
        const auto how = impulse::last_block.on(s).with(resource);
        const std::string message = "impulse: memory of the policy's resource " + what;
        check([&] { impulse::reduce_into(how, x, out.data(), index_t{0}); }, {message});
        check([&] { (void)impulse::reduce(how, x, index_t{0}); }, {message});
        CHECK(resource.held == 0);
    }
};

}  // namespace

TEST_CASE_FIXTURE(fixture, "bad input: last before first") {
    gpu::for_each_policy([&](const std::string&, const auto& policy) {
        const auto how = policy.on(s);
        check([&] { (void)impulse::reduce(how, x.data() + 3, x.data(), index_t{0}); },
              {"impulse: last is 3 items before first"});
        check([&] { impulse::reduce_into(how, x.data() + 3, x.data(), out.data(), index_t{0}); },
              {"last is 3 items before first"});
    });
}

TEST_CASE_FIXTURE(fixture, "bad input: a null pointer to items") {
    const index_t* const nowhere = nullptr;
    const auto how = impulse::automatic.on(s);
    check([&] { (void)impulse::reduce(how, nowhere, nowhere + 100, index_t{0}); },
          {"impulse: input is a null pointer; need a pointer to 100 items"});
    check([&] { impulse::reduce_into(how, nowhere, nowhere + 100, out.data(), index_t{0}); },
          {"input is a null pointer"});
    check([&] { (void)impulse::dot(how, x.data(), x.data() + 100, nowhere); },
          {"impulse: second input is a null pointer; need a pointer to 100 items"});
    check([&] { (void)impulse::min_element(how, nowhere, nowhere + 100); }, {"input is a null pointer"});
    CHECK(impulse::reduce(how, nowhere, nowhere, index_t{7}) == 7);  // no items, so a null pointer is fine
}

TEST_CASE_FIXTURE(fixture, "bad input: out is null") {
    index_t* const nowhere = nullptr;
    gpu::for_each_policy([&](const std::string&, const auto& policy) {
        check([&] { impulse::reduce_into(policy.on(s), x, nowhere, index_t{0}); },
              {"impulse: out is a null pointer; need a pointer to the result"});
    });
}

TEST_CASE_FIXTURE(fixture, "bad input: a second range that is too short") {
    check([&] { (void)impulse::dot(impulse::automatic.on(s), x, on_host); },
          {"second input has 100 items, but the first has 1000000"});
}

TEST_CASE_FIXTURE(fixture, "bad input: pageable host memory given to the device" *
                               doctest::skip(gpu::reaches_pageable_memory())) {
    index_t result = 0;
    const std::string reach = "points to pageable host memory, which GPU 0 cannot reach";
    gpu::for_each_policy([&](const std::string&, const auto& policy) {
        const auto how = policy.on(s);
        check([&] { (void)impulse::reduce(how, on_host, index_t{0}); }, {"impulse: input " + reach});
        check([&] { impulse::reduce_into(how, on_host, out.data(), index_t{0}); }, {"input " + reach});
        check([&] { impulse::reduce_into(how, x, &result, index_t{0}); }, {"impulse: out " + reach});
    });
    const auto how = impulse::automatic.on(s);
    check([&] { (void)impulse::dot(how, x.data(), x.data() + 100, on_host); }, {"second input " + reach});
    check([&] { (void)impulse::count(how, on_host, 1); }, {"input " + reach});
    check([&] { (void)impulse::max_element(how, on_host); }, {"input " + reach});
}

TEST_CASE_FIXTURE(fixture, "bad input: device memory given to the host") {
    const std::string reach = "points to memory of GPU 0, which the host cannot reach";
    index_t result = 0;
    check([&] { (void)impulse::reduce(x, index_t{0}); }, {"impulse: input " + reach, ".on(stream)"});
    gpu::for_each_policy([&](const std::string&, const auto& policy) {
        check([&] { (void)impulse::reduce(policy.on(impulse::host), x, index_t{0}); }, {"input " + reach});
        check([&] { impulse::reduce_into(policy, x, &result, index_t{0}); }, {"input " + reach});
        check([&] { impulse::reduce_into(policy, on_host, out.data(), index_t{0}); },
              {"impulse: out " + reach});
    });
    check([&] { (void)impulse::dot(on_host, x); }, {"second input " + reach});
    check([&] { (void)impulse::min_element(x); }, {"input " + reach});
}

TEST_CASE_FIXTURE(fixture, "bad input: a workspace that is too small") {
    gpu::for_each_policy([&](const std::string& name, const auto& policy) {
        const auto how = policy.on(s);
        const std::size_t needed = impulse::workspace_bytes(how, x, out.data(), index_t{0});
        if (needed == 0) return;  // single_block
        CAPTURE(name);
        for (const std::size_t given : {std::size_t{0}, std::size_t{64}, needed - 1}) {
            impulse::workspace space(given, {s});
            const std::vector<std::string> parts{"impulse: workspace has " + std::to_string(given) + " bytes",
                                                 "need " + std::to_string(needed) + " (see workspace_bytes)"};
            check([&] { impulse::reduce_into(how.with(space), x, out.data(), index_t{0}); }, parts);
            check([&] { (void)impulse::reduce(how.with(space), x, index_t{0}); }, parts);
        }
    });
}

TEST_CASE_FIXTURE(fixture, "bad input: workspace memory that is null or misaligned") {
    const gpu::memory space(4096);
    for (const std::size_t offset : {1, 8, 16, 64})
        check([&] { (void)impulse::workspace(space.at(offset), 2048); },
              {"impulse: workspace memory is not aligned to 128 bytes"});
    check([&] { (void)impulse::workspace(nullptr, 2048); }, {"impulse: workspace memory is a null pointer"});
    impulse::workspace aligned(space.at(128), 2048);
    CHECK(aligned.data() == space.at(128));
}

TEST_CASE_FIXTURE(fixture, "bad input: a resource's memory that is null or misaligned") {
    const gpu::memory space(std::size_t{1} << 20);
    check_resource(nullptr, "is a null pointer");
    check_resource(space.at(64), "is not aligned to 128 bytes");
}

TEST_CASE_FIXTURE(fixture,
                  "bad input: pageable memory for scratch" * doctest::skip(gpu::reaches_pageable_memory())) {
    const std::unique_ptr<void, void (*)(void*)> pages(std::aligned_alloc(4096, 1 << 20), std::free);
    check([&] { (void)impulse::workspace(pages.get(), 4096); },
          {"impulse: workspace memory points to pageable host memory, which GPU 0 cannot reach"});
    check_resource(pages.get(), "points to pageable host memory");
}

TEST_CASE_FIXTURE(fixture, "bad input: out of device memory") {
    check<impulse::cuda_error>([&] { (void)impulse::workspace(std::size_t{1} << 50, {s}); },
                               {"impulse: allocating a workspace: cudaErrorMemoryAllocation"});
    try {
        (void)impulse::workspace(std::size_t{1} << 50);
    } catch (const impulse::cuda_error& error) {
        CHECK(error.code() == cudaErrorMemoryAllocation);
    }
}

TEST_CASE_FIXTURE(fixture, "bad input: a shape that no grid can have") {
    gpu::for_each_policy([&](const std::string&, const auto& policy) {
        const auto with_shape = [&](const impulse::shape& shape) {
            return [&, shape] { (void)impulse::reduce(policy.on(s).tune(shape), x, index_t{0}); };
        };
        check(with_shape({.threads = 33}),
              {"impulse: shape.threads is 33; it must be 0 (the default) or a multiple of 32 up to 1024"});
        check(with_shape({.threads = 1056}), {"shape.threads is 1056"});
        check(with_shape({.threads = -32}), {"shape.threads is -32"});
        check(with_shape({.blocks = -1}),
              {"impulse: shape.blocks is -1; it must be between 0 (the default) and 1048576"});
        check(with_shape({.blocks = (1 << 20) + 1}), {"shape.blocks is 1048577"});
        check(with_shape({.items = -5}), {"impulse: shape.items is -5; it must be 0 (the default) or more"});
    });
}

TEST_CASE_FIXTURE(fixture, "bad input: a negative ddof") {
    check([&] { (void)impulse::variance(impulse::automatic.on(s), x, -1); },
          {"impulse: ddof is -1; it must be 0 (population) or more"});
}

TEST_CASE_FIXTURE(fixture, "bad input: parts that begin nowhere, or within a leaf") {
    const auto how = impulse::last_block.on(s);
    impulse::forest<index_t>* const nowhere = nullptr;
    check([&] { (void)impulse::reduce_part(how, x, index_t{-1}); },
          {"impulse: first_index is -1; it must be 0 or more"});
    check([&] { (void)impulse::reduce_part(how, x, 6, by_fours{}); },
          {"impulse: first_index is 6; it must be a multiple of the operator's leaf, 4 (such as 4 or 8)"});
    check([&] { impulse::reduce_part_into(how, x, 0, nowhere); }, {"impulse: out is a null pointer"});
    check([&] { (void)impulse::reduce_part(how, x, 1).value(index_t{0}, impulse::plus{}); },
          {"impulse: forest begins at item 1, but a value needs all items from 0 on"});
}

TEST_CASE_FIXTURE(fixture, "bad input: the default stream while a stream that waits for it is captured") {
    cudaStream_t blocking = nullptr;
    gpu::must(cudaStreamCreate(&blocking));
    const gpu::graph replayed(gpu::captured(blocking, [&] {
        const std::string message = message_of<impulse::cuda_error>(
            [&] { (void)impulse::reduce(impulse::last_block.on(impulse::device), x, index_t{0}); });
        CAPTURE(message);
        CHECK(message.find("cudaErrorStreamCaptureImplicit") != std::string::npos);
        CHECK(gpu::is_capturing(blocking));
        impulse::reduce_into(impulse::single_block.on(blocking), x, out.data(), index_t{3});
    }));
    CHECK(cudaGetLastError() == cudaSuccess);
    replayed.launch(blocking);
    CHECK(gpu::fetch(out.data(), blocking) == total + 3);
    gpu::must(cudaStreamDestroy(blocking));
}

TEST_CASE_FIXTURE(fixture, "bad input: another GPU's memory" * doctest::skip(gpu::devices() < 2)) {
    gpu::must(cudaSetDevice(1));
    const gpu::buffer<index_t> there = gpu::made(count, gpu::make_input{2});
    impulse::workspace space_there(1 << 20);
    gpu::must(cudaSetDevice(0));
    const std::string reach = "points to memory of GPU 1, which GPU 0 cannot reach";
    const auto how = impulse::last_block.on(s);
    check([&] { (void)impulse::reduce(how, there, index_t{0}); }, {"impulse: input " + reach});
    check([&] { impulse::reduce_into(how, x, there.data(), index_t{0}); }, {"impulse: out " + reach});
    check([&] { impulse::reduce_into(how.with(space_there), x, out.data(), index_t{0}); },
          {"impulse: workspace " + reach});
}
