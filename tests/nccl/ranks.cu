// SPDX-License-Identifier: Apache-2.0
// Ranks of NCCL, one for each GPU of this machine.
#include "world.cuh"

#include "../device/scratch.cuh"

#include <error_table.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/device.cuh>
#include <impulse/host.hpp>
#include <impulse/nccl.hpp>

#include <ranks_suite.hpp>

#include <thrust/device_ptr.h>

#include <examples/nccl.cuh>

using nccl::mix_by_16;
using support::message_of;

namespace {

/// Compares every form of a call with the tree, by every policy or by one.
template <bool EveryPolicy = false, class T, class Make, class Op>
void check_forms(nccl::member& its, const std::string& name, index_t n, const Make& make, const T& init,
                 const Op& op, std::mt19937_64& random) {
    const auto [begin, end] = nccl::cut(its, n, random);
    const int root = static_cast<int>(support::random_between(random, 0, its.size - 1));
    const auto items = support::make_items(n, make);
    const gpu::buffer<T> part(std::vector<T>(items.begin() + begin, items.begin() + end));
    const T all = impulse::tree_fold(items, init, op);
    const auto same = [&](const std::string& form, const T& value) {
        its.check(name + " of " + std::to_string(n) + ", " + form, gpu::same_bits(value, all));
    };
    const auto ranks = impulse::ranks(its.comm, its.stream);
    same("value", impulse::reduce(impulse::automatic.on(ranks), part, init, op));
    same("value, said where", impulse::reduce(impulse::automatic.on(ranks.at(begin)), part, init, op));
    if constexpr (EveryPolicy) {
        const gpu::buffer<T> whole(items);
        same("one GPU's", impulse::reduce(impulse::last_block.on(its.stream), whole, init, op));
        same("value by two_pass", impulse::reduce(impulse::two_pass.on(ranks), part, init, op));
        same("value by work_queue", impulse::reduce(impulse::work_queue.on(ranks.at(begin)), part, init, op));
    }
    const auto at_root = impulse::reduce(impulse::automatic.on(ranks.root(root)), part, init, op);
    its.check(name + ", at the root alone", at_root.has_value() == (its.rank == root));
    if (at_root) same("at the root", *at_root);

    const gpu::buffer<T> out(std::vector<T>(4, init));
    for (int i = 0; i < 3; ++i) {  // one after the other; no call waits
        const auto policy = impulse::automatic.on(i < 2 ? ranks.at(begin) : ranks);
        impulse::reduce_into(policy, part, out.data() + i, init, op);
    }
    impulse::reduce_into(impulse::automatic.on(ranks.root(root).at(begin)), part,
                         its.rank == root ? out.data() + 3 : nullptr, init, op);
    for (int i = 0; i < 3; ++i) same("into", gpu::fetch(out.data() + i, its.stream));
    if (its.rank == root) same("into, at the root", gpu::fetch(out.data() + 3, its.stream));
    its.check("CUDA's last error is clear", cudaGetLastError() == cudaSuccess);
}

void check_bits(nccl::member& its) {
    auto random = support::random_source(71);
    for (const index_t n : {0, 1, 15, 17, 1000, 70'001, 3'000'001}) {
        check_forms<true>(its, "mix", n, gpu::make_hash{}, gpu::mix_init, gpu::mix{}, random);
        check_forms(its, "mix by 16", n, gpu::make_hash{}, gpu::mix_init, mix_by_16{}, random);
        check_forms(its, "floats", n, gpu::make_uneven<float>{}, 0.5f, impulse::plus{}, random);
        check_forms(its, "matrices", n, support::make_isometry{3}, support::float_matrix{{1, 0, 0, 1}},
                    support::multiply_float_matrices{}, random);
    }
    using wide = support::units<25>;
    check_forms(its, "200 bytes", 5000, support::make_units<wide>{3}, wide{}, support::mix_units{}, random);
}

/// Replays a graph while its items change.
void check_captured(nccl::member& its) {
    const index_t n = 500'003;
    const auto ranks = impulse::ranks(its.comm, its.stream);
    gpu::buffer<float> part = gpu::made(n + its.rank, gpu::make_uneven<float>{its.rank});
    const gpu::buffer<float> out(2);
    const index_t begin = its.rank * n + index_t{its.rank} * (its.rank - 1) / 2;
    const auto policy = impulse::automatic.on(ranks.at(begin));
    impulse::workspace space(impulse::workspace_bytes(policy, part, out.data(), 0.f), {its.stream});
    const auto given = policy.with(space);
    impulse::reduce_into(given, part, out.data(), 0.f);  // NCCL's first use allocates
    its.says("a capture without memory", message_of([&] {
                 (void)gpu::captured(
                     its.stream, [&] { impulse::reduce_into(policy, part, out.data(), 0.f); },
                     cudaStreamCaptureModeThreadLocal);
             }),
             "policy has no workspace, but its stream is being captured");
    its.says(
        "a capture that asks the ranks", message_of([&] {
            (void)gpu::captured(
                its.stream,
                [&] {
                    impulse::reduce_into(impulse::automatic.on(ranks).with(space), part, out.data(), 0.f);
                },
                cudaStreamCaptureModeThreadLocal);
        }),
        support::error_table("NCCL and MPI").take("a call without `.at` while its stream is captured").at(0));
    impulse::workspace small(space.bytes() - 128, {its.stream});
    if (its.size == 1)  // with several ranks the others would throw
        its.says("a workspace too small",
                 message_of([&] { impulse::reduce_into(policy.with(small), part, out.data(), 0.f); }),
                 "workspace has");
    const gpu::graph replay(gpu::captured(
        its.stream,
        [&] {
            impulse::reduce_into(given, part, out.data(), 0.f);
            impulse::reduce_into(given, part, out.data() + 1, 1.f);
        },
        cudaStreamCaptureModeThreadLocal));
    for (index_t again = 0; again < 3; ++again) {
        std::vector<float> whole;
        for (int r = 0; r < its.size; ++r) {
            const auto its_own = support::make_items(n + r, gpu::make_uneven<float>{r + 10 * again});
            whole.insert(whole.end(), its_own.begin(), its_own.end());
        }
        gpu::fill(part.data(), part.size(), gpu::make_uneven<float>{its.rank + 10 * again});
        replay.launch(its.stream);
        its.check("replay " + std::to_string(again),
                  gpu::same_bits(gpu::fetch(out.data(), its.stream), impulse::tree_fold(whole, 0.f)) &&
                      gpu::same_bits(gpu::fetch(out.data() + 1, its.stream), impulse::tree_fold(whole, 1.f)));
    }
}

}  // namespace

TEST_CASE("nccl: a stream of another GPU is refused") {
    nccl::run([](nccl::member& its) {
        if (its.size == 1) return;
        const gpu::buffer<float> x(std::vector<float>(10, 1.f));
        const int other = (its.rank + 1) % its.size;
        gpu::must(cudaSetDevice(other));
        const gpu::stream there;
        gpu::must(cudaSetDevice(its.rank));
        its.says("a stream of another GPU",
                 message_of([&] { impulse::sum(impulse::automatic.on(impulse::ranks(its.comm, there)), x); }),
                 "impulse: stream belongs to GPU " + std::to_string(other) +
                     ", but the communicator belongs to GPU " + std::to_string(its.rank));
    });
}

TEST_CASE("nccl: the tree, in every form, cut anywhere") { nccl::run(check_bits); }
TEST_CASE("nccl: captured, and replayed") { nccl::run(check_captured); }

TEST_CASE("nccl: a process for each GPU") {
    if (nccl::told() == nullptr) return nccl::run_processes("nccl: a process for each GPU");
    nccl::run_as_told([](nccl::member& its) {
        check_bits(its);
        check_captured(its);
    });
}
