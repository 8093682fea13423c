// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ranks of NCCL: of the GPUs of this machine, however many there are.
#include "world.cuh"

#include "../device/scratch.cuh"

#include <impulse/algorithms.hpp>
#include <impulse/device.cuh>
#include <impulse/host.hpp>
#include <impulse/nccl.hpp>

#include <message_of.hpp>
#include <ranks_suite.hpp>

#include <algorithm>

#include <thrust/device_ptr.h>

#include <examples/nccl.cuh>

using gpu::index_t;
using nccl::mix_by_16;
using support::message_of;

namespace {

/// Where this rank's part begins and ends; the same cuts on all ranks, at multiples of a leaf.
impulse::interval cut(const nccl::member& its, index_t n, std::mt19937_64& random) {
    std::vector<index_t> cuts{0};
    for (int r = 1; r < its.size; ++r) {
        const bool is_empty = support::random_between(random, 0, 4) == 0;
        cuts.push_back(is_empty ? cuts.back() : support::random_between(random, 0, n) / 16 * 16);
    }
    cuts.push_back(n);
    std::sort(cuts.begin(), cuts.end());
    return {cuts[static_cast<std::size_t>(its.rank)], cuts[static_cast<std::size_t>(its.rank) + 1]};
}

/// Every form of a call, against the tree.
template <class T, class Make, class Op>
void check_forms(nccl::member& its, const std::string& name, index_t n, const Make& make, const T& init,
                 const Op& op, std::mt19937_64& random) {
    const auto [begin, end] = cut(its, n, random);
    const int root = static_cast<int>(support::random_between(random, 0, its.size - 1));
    const auto items = gpu::host_items(n, make);
    const gpu::buffer<T> part(std::vector<T>(items.begin() + begin, items.begin() + end));
    const T all = impulse::tree_fold(items, init, op);
    const auto same = [&](const std::string& form, const T& value) {
        its.check(name + " of " + std::to_string(n) + ", " + form, gpu::same_bits(value, all));
    };
    const auto ranks = impulse::ranks(its.comm, its.stream);
    same("value", impulse::reduce(impulse::last_block.on(ranks), part, init, op));
    same("value by two_pass", impulse::reduce(impulse::two_pass.on(ranks), part, init, op));
    same("value, said where", impulse::reduce(impulse::work_queue.on(ranks.at(begin)), part, init, op));
    const auto at_root = impulse::reduce(impulse::automatic.on(ranks.root(root)), part, init, op);
    its.check(name + ", at the root alone", at_root.has_value() == (its.rank == root));
    if (at_root) same("at the root", *at_root);

    const gpu::buffer<T> out(std::vector<T>(4, init));
    for (int i = 0; i < 3; ++i) {  // one after the other, and nobody waits
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
        check_forms(its, "mix", n, gpu::make_hash{}, gpu::mix_init, gpu::mix{}, random);
        check_forms(its, "mix by 16", n, gpu::make_hash{}, gpu::mix_init, mix_by_16{}, random);
        check_forms(its, "floats", n, gpu::make_uneven<float>{}, 0.5f, impulse::plus{}, random);
        check_forms(its, "matrices", n, support::make_matrix{3}, support::matrix{{1, 0, 0, 1}},
                    support::matrix_product{}, random);
    }
    using wide = support::units<25>;
    check_forms(its, "200 bytes", 5000, support::make_units<wide>{3}, wide{}, support::mix_units{}, random);
}

/// A graph is replayed over items that change.
void check_captured(nccl::member& its) {
    const index_t n = 500'003;
    const auto ranks = impulse::ranks(its.comm, its.stream);
    gpu::buffer<float> part = gpu::made(n + its.rank, gpu::make_uneven<float>{its.rank});
    const gpu::buffer<float> out(2);
    const index_t begin = its.rank * n + index_t{its.rank} * (its.rank - 1) / 2;
    const auto policy = impulse::automatic.on(ranks.at(begin));
    impulse::workspace space(impulse::workspace_bytes(policy, part, out.data(), 0.f), {its.stream});
    const auto given = policy.with(space);
    impulse::reduce_into(given, part, out.data(), 0.f);  // NCCL's own first time
    its.says("a capture without memory", message_of([&] {
                 (void)gpu::captured(
                     its.stream, [&] { impulse::reduce_into(policy, part, out.data(), 0.f); },
                     cudaStreamCaptureModeThreadLocal);
             }),
             "policy is without a workspace while its stream is being captured");
    its.says("a capture that asks the ranks", message_of([&] {
                 (void)gpu::captured(
                     its.stream,
                     [&] {
                         impulse::reduce_into(impulse::automatic.on(ranks).with(space), part, out.data(),
                                              0.f);
                     },
                     cudaStreamCaptureModeThreadLocal);
             }),
             "policy is on a stream that is being captured; expected ranks(comm, stream).at(first_index)");
    impulse::workspace small(space.bytes() - 128, {its.stream});
    if (its.size == 1)  // on several the others would throw
        its.says("a workspace too small",
                 message_of([&] { impulse::reduce_into(policy.with(small), part, out.data(), 0.f); }),
                 "workspace is of");
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
            const auto its_own = gpu::host_items(n + r, gpu::make_uneven<float>{r + 10 * again});
            whole.insert(whole.end(), its_own.begin(), its_own.end());
        }
        gpu::fill(part.data(), part.size(), gpu::make_uneven<float>{its.rank + 10 * again});
        replay.launch(its.stream);
        its.check("replay " + std::to_string(again),
                  gpu::same_bits(gpu::fetch(out.data(), its.stream), impulse::tree_fold(whole, 0.f)) &&
                      gpu::same_bits(gpu::fetch(out.data() + 1, its.stream), impulse::tree_fold(whole, 1.f)));
    }
}

/// A workspace of workspace_bytes is enough wherever a part turns out to begin, and of a larger one the rest does not matter.
void check_workspaces(nccl::member& its) {
    for (const index_t n : {index_t{1} << 20, (index_t{1} << 20) + 17, index_t{5}}) {
        const auto items = gpu::host_items(n * its.size, gpu::make_hash{});
        const gpu::buffer<std::uint64_t> part(
            std::vector<std::uint64_t>(items.begin() + n * its.rank, items.begin() + n * (its.rank + 1)));
        const gpu::buffer<std::uint64_t> out(1);
        const std::uint64_t all = impulse::tree_fold(items, gpu::mix_init, gpu::mix{});
        const auto run = [&](const std::string& how, const auto& policy) {
            const std::size_t bytes =
                impulse::workspace_bytes(policy, part, out.data(), gpu::mix_init, gpu::mix{});
            for (const std::size_t more : {std::size_t{0}, bytes}) {
                impulse::workspace space(bytes + more, {its.stream});
                for (int again = 0; again < 2; ++again) {  // it was left zeroed
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

/// All that belongs to a call is in the order of one stream: that of `.on(stream)`, or the wire's, where nobody has named another.
void check_other_stream(nccl::member& its) {
    const gpu::stream other;
    const index_t n = 3'000'000;
    const gpu::buffer<float> part(n), out(1);
    std::vector<float> whole;
    for (int r = 0; r < its.size; ++r) {
        const auto of_rank = gpu::host_items(n, gpu::make_uneven<float>{r});
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

/// Two more algorithms, of which one gives positions, and groups.
void check_algorithms(nccl::member& its) {
    auto random = support::random_source(72);
    for (const index_t n : {1, 1000, 400'000}) {
        const auto [begin, end] = cut(its, n, random);
        const auto items = gpu::host_items(n, gpu::make_uneven<float>{});
        const gpu::buffer<float> part(std::vector<float>(items.begin() + begin, items.begin() + end));
        const auto policy = impulse::automatic.on(impulse::ranks(its.comm, its.stream));
        const auto said = impulse::automatic.on(impulse::ranks(its.comm, its.stream).at(begin));
        const auto least = std::min_element(items.begin(), items.end()) - items.begin();
        its.check("min_element", impulse::min_element(policy, part) == least);
        its.check("min_element, said where", impulse::min_element(said, part) == least);
        its.check("variance", gpu::same_bits(impulse::variance(policy, part), impulse::variance(items)));
        its.check("dot", gpu::same_bits(impulse::dot(said, part, part), impulse::dot(items, items)));
        const index_t length = 100 * (its.rank + 1);
        const auto own = gpu::host_items(2 * length, gpu::make_uneven<float>{n});
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

TEST_CASE("nccl: the tree, in every form, cut anywhere") { nccl::run(check_bits); }
TEST_CASE("nccl: captured, and replayed") { nccl::run(check_captured); }
TEST_CASE("[sanitize] nccl: other algorithms, positions and groups") { nccl::run(check_algorithms); }
TEST_CASE("nccl: in a workspace, wherever a part begins") { nccl::run(check_workspaces); }
TEST_CASE("[sanitize] nccl: on another stream") { nccl::run(check_other_stream); }

TEST_CASE("nccl: parts of the host") {
    nccl::run([](nccl::member& its) {
        support::ranks_suite suite(impulse::ranks(its.comm, its.stream).on(impulse::host), its.rank, its.size,
                                   73);
        for (const std::string& what : suite.run(true)) its.check(what, false);
    });
}

TEST_CASE("nccl: a process for each GPU") {
    if (nccl::told() == nullptr) return nccl::run_processes("nccl: a process for each GPU");
    nccl::run_as_told([](nccl::member& its) {
        check_bits(its);
        check_captured(its);
    });
}
