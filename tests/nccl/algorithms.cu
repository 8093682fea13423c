// SPDX-License-Identifier: Apache-2.0
// Ranks of NCCL: algorithms other than `reduce`, workspaces and streams.
#include "world.cuh"

#include "../device/scratch.cuh"

#include <impulse/algorithms.hpp>
#include <impulse/device.cuh>
#include <impulse/host.hpp>
#include <impulse/nccl.hpp>

#include <thrust/device_ptr.h>

#include <algorithm>

namespace {

/// A workspace of workspace_bytes is enough wherever a part begins, and a call ignores the rest of a larger
/// one.
void check_workspaces(nccl::member& its) {
    for (const index_t n : {index_t{1} << 20, (index_t{1} << 20) + 17, index_t{5}}) {
        const auto items = support::make_items(n * its.size, gpu::make_hash{});
        const gpu::buffer<std::uint64_t> part(
            std::vector<std::uint64_t>(items.begin() + n * its.rank, items.begin() + n * (its.rank + 1)));
        const gpu::buffer<std::uint64_t> out(1);
        const std::uint64_t all = impulse::tree_fold(items, gpu::mix_init, gpu::mix{});
        const auto run = [&](const std::string& how, const auto& policy) {
            const std::size_t bytes =
                impulse::workspace_bytes(policy, part, out.data(), gpu::mix_init, gpu::mix{});
            for (const std::size_t more : {std::size_t{0}, bytes}) {
                impulse::workspace space(bytes + more, {its.stream});
                for (int again = 0; again < 2; ++again) {  // the first call left it zeroed
                    impulse::reduce_into(policy.with(space), part, out.data(), gpu::mix_init, gpu::mix{});
                    const bool into = gpu::fetch(out.data(), its.stream) == all;
                    const auto value = impulse::reduce(policy.with(space), part, gpu::mix_init, gpu::mix{});
                    its.check(how + " in a workspace, of " + std::to_string(n) + " items each",
                              into && value == all);
                }
            }
        };
        const auto ranks = impulse::ranks(its.comm, its.stream);
        run("asked", impulse::automatic.on(ranks));
        run("said where", impulse::automatic.on(ranks.at(n * its.rank)));
    }
}

/// All work of a call is in the order of one stream: that of `.on(stream)`, or the transport's if the call
/// names no other.
void check_other_stream(nccl::member& its) {
    const gpu::stream other;
    const index_t n = 3'000'000;
    const gpu::buffer<float> part(n), out(1);
    std::vector<float> whole;
    for (int r = 0; r < its.size; ++r) {
        const auto of_rank = support::make_items(n, gpu::make_uneven<float>{r});
        whole.insert(whole.end(), of_rank.begin(), of_rank.end());
    }
    const float all = impulse::tree_fold(whole, 0.f);
    const auto check = [&](const std::string& what, const auto& how) {
        gpu::must(cudaMemsetAsync(part.data(), 0, n * sizeof(float), other));
        gpu::must(cudaMemcpyAsync(part.data(), whole.data() + n * its.rank, n * sizeof(float),
                                  cudaMemcpyDefault, other));
        const auto begin = thrust::device_pointer_cast(part.data());
        impulse::reduce_into(impulse::automatic.on(how), begin, begin + n,
                             thrust::device_pointer_cast(out.data()), 0.f);
        its.check(what, gpu::same_bits(gpu::fetch(out.data(), other), all));
        its.check(what + ", a value",
                  gpu::same_bits(impulse::sum(impulse::automatic.on(how), begin, begin + n), all));
    };
    const auto ranks = impulse::ranks(its.comm, its.stream).on(static_cast<cudaStream_t>(other));
    check("on another stream", ranks);
    check("on another stream, said where", ranks.at(n * its.rank));
    check("where the iterators tell", impulse::ranks(its.comm, other).on(impulse::deduced_place{}));
}

/// A part that is one node takes its scratch memory and that of the forests at once; a call that returns a
/// value has scratch memory already.
void check_allocations(nccl::member& its) {
    const index_t n = 1 << 22;
    const auto items = support::make_items(n * its.size, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> part(
        std::vector<std::uint64_t>(items.begin() + n * its.rank, items.begin() + n * (its.rank + 1)));
    const gpu::buffer<std::uint64_t> out(1);
    const std::uint64_t all = impulse::tree_fold(items, gpu::mix_init, gpu::mix{});
    gpu::counting_resource memory;
    const auto policy =
        impulse::automatic.on(impulse::ranks(its.comm, its.stream).at(n * its.rank)).with(memory);
    impulse::reduce_into(policy, part, out.data(), gpu::mix_init, gpu::mix{});
    its.check("in one allocation", gpu::fetch(out.data(), its.stream) == all && memory.allocations == 1);
}

/// Two more algorithms, one of which returns positions, and groups.
void check_algorithms(nccl::member& its) {
    auto random = support::random_source(72);
    for (const index_t n : {1, 1000, 400'000}) {
        const auto [begin, end] = nccl::cut(its, n, random);
        const auto items = support::make_items(n, gpu::make_uneven<float>{});
        const gpu::buffer<float> part(std::vector<float>(items.begin() + begin, items.begin() + end));
        const auto policy = impulse::automatic.on(impulse::ranks(its.comm, its.stream));
        const auto said = impulse::automatic.on(impulse::ranks(its.comm, its.stream).at(begin));
        const auto least = std::min_element(items.begin(), items.end()) - items.begin();
        its.check("min_element", impulse::min_element(policy, part) == least);
        its.check("min_element, said where", impulse::min_element(said, part) == least);
        its.check("variance", gpu::same_bits(impulse::variance(policy, part), impulse::variance(items)));
        its.check("dot", gpu::same_bits(impulse::dot(said, part, part), impulse::dot(items, items)));
        const index_t length = 100 * (its.rank + 1);
        const auto own = support::make_items(2 * length, gpu::make_uneven<float>{n});
        const gpu::buffer<float> groups(own);
        const gpu::buffer<float> out(2);
        for (const auto& how : {policy, said}) {
            impulse::reduce_into(how, impulse::batches(groups.data(), 2, length), out.data(), 0.f);
            const std::vector<float> second(own.begin() + length, own.end());
            its.check("a rank's own groups", gpu::same_bits(gpu::fetch(out.data() + 1, its.stream),
                                                            impulse::tree_fold(second, 0.f)));
        }
    }
}

}  // namespace

TEST_CASE("[sanitize] nccl: other algorithms, positions and groups") { nccl::run(check_algorithms); }
TEST_CASE("nccl: in a workspace, wherever a part begins") { nccl::run(check_workspaces); }
TEST_CASE("[sanitize] nccl: in one allocation") { nccl::run(check_allocations); }
TEST_CASE("[sanitize] nccl: on another stream") { nccl::run(check_other_stream); }
