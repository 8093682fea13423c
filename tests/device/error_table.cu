// SPDX-License-Identifier: Apache-2.0
// Each row of docs/reference/errors.md about a GPU: the calls throw what the page says.
#include "scratch.cuh"

#include <error_table.hpp>
#include <message_of.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/devices.hpp>
#include <impulse/find_nonassociative.hpp>
#include <impulse/host.hpp>
#include <impulse/running.hpp>

#include <functional>

namespace {

using gpu::index_t;

struct fixture {
    gpu::buffer<int> x{std::vector<int>(1'000'000, 1)};
    gpu::buffer<int> out{1};
    gpu::stream s;
    support::error_table page{"On a GPU"};

    std::string while_captured(const std::function<void()>& call) const {
        std::string said;
        (void)gpu::captured(s, [&] { said = support::message_of(call); });
        return said;
    }
    void same(const std::string& argument, const std::vector<std::string>& said) {
        CAPTURE(argument);
        CHECK(page.take(argument) == said);
    }

    void compare_elementwise() {
        using impulse::distributed;
        const gpu::buffer<float> items(20), results(20);
        const auto call = [&](index_t other, int gpu, const std::vector<float*>& outs) {
            return [&items, other, gpu, outs] {
                const distributed<float> parts{{0, items.data(), 10}, {gpu, items.data() + 10, other}};
                impulse::sum_into(impulse::automatic.on(impulse::devices(0, 0)), impulse::elementwise(parts),
                                  impulse::copies<float>(outs));
            };
        };
        float* const out = results.data();
        page.same("arrays of `elementwise` that differ from the devices in number, place or length",
                  {call(10, 0, {out}), call(10, 1, {out, out}), call(9, 0, {out, out})});
        page.same("`elementwise` on too many devices", {[&] {
                      const std::vector<distributed<float>::part> parts(17, {0, items.data(), 10});
                      impulse::sum_into(impulse::automatic.on(impulse::devices(std::vector<int>(17))),
                                        impulse::elementwise(distributed<float>(parts)),
                                        impulse::copies<float>(std::vector<float*>(17, out)));
                  }});
        page.same("results of `elementwise` that overlap items, or results of another device",
                  {call(10, 0, {out, items.data() + 11}), call(10, 0, {out, out + 9})});
    }
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE_FIXTURE(fixture, "docs/reference/errors.md: on a GPU") {
    const auto how = impulse::last_block.on(s);
    const std::vector<int> on_host(10, 1);
    const auto message = [](const std::function<void()>& call) { return support::message_of(call); };

    // Only a machine with two GPUs that cannot reach each other gives the second message.
    const auto unreached = page.take("memory that the GPU cannot reach");
    if (!gpu::reaches_pageable_memory())
        CHECK(message([&] { impulse::sum(how, on_host); }) == unreached.at(0));
    same("GPU memory given to the host", {message([&] { impulse::sum(x); })});

    // The page shows the bytes for one machine and one shape.
    const std::string needed = std::to_string(impulse::workspace_bytes(how, x, out.data(), 0));
    impulse::workspace small(64, {s});
    same("a workspace too small",
         {replaced(message([&] { impulse::reduce_into(how.with(small), x, out.data(), 0); }), needed,
                   "2240")});
    same("a call that needs scratch memory, and has no workspace, while its stream is captured",
         {replaced(while_captured([&] { impulse::reduce_into(how, x, out.data(), 0); }), needed, "2240")});
    const gpu::memory space(4096);
    same("scratch memory that is null or not aligned",
         {message([] { impulse::workspace(nullptr, 2048); }),
          message([&] { impulse::workspace(space.at(64), 2048); })});
    same("a call that returns a value, or with `.checked()`, while its stream is captured",
         {while_captured([&] { impulse::reduce(impulse::single_block.on(s), x, 0); })});

    auto sum = impulse::running_reduction<int>(how, 0);
    same("find_nonassociative or push while the stream is captured",
         {while_captured([&] { impulse::find_nonassociative(how, x, impulse::plus{}); }),
          while_captured([&] { sum.push(x); })});

    const std::string gpus =
        std::to_string(impulse::device_count()) + (impulse::device_count() == 1 ? " GPU" : " GPUs");
    const std::string no_gpu = "impulse: devices is empty, and this machine has no GPU";  // not this one
    same("`devices` with an unknown GPU, an empty list, or without any GPU",
         {replaced(message([] { impulse::devices(1000); }), "has " + gpus, "has 1 GPU"),
          message([] { impulse::devices(index_t{1} << 32); }), no_gpu,
          message([] { impulse::devices(std::vector<int>{}); })});
    same("a part of `distributed` on a device that the policy does not name", {message([&] {
             impulse::sum(impulse::automatic.on(impulse::devices(0)),
                          impulse::distributed<int>{{s, x.data(), 10}});
         })});
    same("`devices` with a stream that is captured, or that only its thread can use",
         {while_captured([&] { impulse::sum(impulse::automatic.on(impulse::devices(s)), on_host); }),
          message([] { impulse::devices(0, cudaStreamPerThread); })});
    compare_elementwise();
    page.finish();
    CHECK(impulse::sum(how, x) == 1'000'000);
}
