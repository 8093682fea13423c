// SPDX-License-Identifier: Apache-2.0
// Each row of docs/reference/errors.md about a GPU: the calls throw what the page says.
#include "scratch.cuh"

#include <error_table.hpp>
#include <message_of.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/devices.hpp>
#include <impulse/host.hpp>

#include <functional>

namespace {

using calls = std::vector<std::function<void()>>;

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

    if (gpu::reaches_pageable_memory())
        (void)page.take("host memory that the GPU cannot reach");
    else
        same("host memory that the GPU cannot reach", {message([&] { impulse::sum(how, on_host); })});
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

    const std::string gpus =
        std::to_string(impulse::device_count()) + (impulse::device_count() == 1 ? " GPU" : " GPUs");
    same("`devices` with an unknown GPU or an empty list",
         {replaced(message([] { impulse::devices(1000); }), "has " + gpus, "has 1 GPU"),
          message([] { impulse::devices(std::vector<int>{}); })});
    same("a part of `distributed` on a device that the policy does not name", {message([&] {
             impulse::sum(impulse::automatic.on(impulse::devices(0)),
                          impulse::distributed<int>{{s, x.data(), 10}});
         })});
    same("`devices` with a stream that is captured",
         {while_captured([&] { impulse::sum(impulse::automatic.on(impulse::devices(s)), on_host); })});
    CHECK(page.left() == "");
    CHECK(impulse::sum(how, x) == 1'000'000);
}
