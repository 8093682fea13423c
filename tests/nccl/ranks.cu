// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ranks of NCCL: of the GPUs of this machine, however many there are.
#include "world.cuh"

#include "../device/scratch.cuh"
#include "../device/tree.cuh"

#include <impulse/algorithms.hpp>
#include <impulse/device.cuh>
#include <impulse/host.hpp>
#include <impulse/nccl.hpp>

#include <message_of.hpp>
#include <ranks_suite.hpp>

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>
#include <utility>

#include <examples/nccl.cuh>

using gpu::index_t;
using support::message_of;

namespace {

std::atomic<bool> gather_fails = false;
std::atomic<bool> is_in_error = false;  ///< every communicator
std::atomic<int> gathers = 0;           ///< that were started

struct mix_by_16 : gpu::mix {
    static constexpr int leaf = 16;
    IMPULSE_SHARED std::uint64_t lift(std::uint64_t a) const { return support::scatter(a); }
    IMPULSE_SHARED void accumulate(std::uint64_t& acc, std::uint64_t a) const {
        acc = support::scatter(acc ^ 5 * a);
    }
};

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
    if (its.size == 1)  // else the others would wait
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

/// `.on(stream)`: all that belongs to a call is in the order of that stream.
void check_other_stream(nccl::member& its) {
    const gpu::stream other;
    const index_t n = 3'000'000;
    const gpu::buffer<float> part(n), out(1);
    const auto ranks = impulse::ranks(its.comm, its.stream).on(static_cast<cudaStream_t>(other));
    std::vector<float> whole;
    for (int r = 0; r < its.size; ++r) {
        const auto of_rank = gpu::host_items(n, gpu::make_uneven<float>{r});
        whole.insert(whole.end(), of_rank.begin(), of_rank.end());
    }
    const float all = impulse::tree_fold(whole, 0.f);
    for (const auto& how : {ranks, ranks.at(n * its.rank)}) {
        gpu::must(cudaMemsetAsync(part.data(), 0, n * sizeof(float), other));
        gpu::must(cudaMemcpyAsync(part.data(), whole.data() + n * its.rank, n * sizeof(float),
                                  cudaMemcpyDefault, other));
        impulse::reduce_into(impulse::automatic.on(how), part, out.data(), 0.f);
        its.check("on another stream", gpu::same_bits(gpu::fetch(out.data(), other), all));
    }
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

void check_refused(nccl::member& its) {
    const auto ranks = impulse::ranks(its.comm, its.stream);
    const auto policy = impulse::automatic.on(ranks);
    const gpu::buffer<float> x(std::vector<float>(10, 1.f));
    const gpu::buffer<float> out(std::vector<float>(1, 7.f));
    const auto well = [&](const std::string& after) {
        its.check("after " + after, impulse::sum(policy, x) == 10.f * static_cast<float>(its.size));
    };
    its.says("a negative place", message_of([&] { ranks.at(-1); }), "first_index is -1; expected 0 or more");
    its.says("a negative root", message_of([&] { ranks.root(-1); }),
             "root is -1; expected a rank, 0 or more");
    its.says("no communicator",
             message_of([&] { impulse::sum(impulse::automatic.on(impulse::ranks(nullptr, its.stream)), x); }),
             "the communicator is null");
    const auto too_far = impulse::automatic.on(ranks.at((index_t{1} << 62) - 9));
    its.says(
        "a part too far", message_of([&] { impulse::sum(too_far, x); }),
        "first_index is 4611686018427387895; expected that of a part, of 10 items, which ends at item 2^62 "
        "or before");
    its.says("no such root",
             message_of([&] { impulse::sum(impulse::automatic.on(ranks.root(99).at(0)), x); }),
             "root is 99; expected a rank from 0 to " + std::to_string(its.size - 1));
    well("what all ranks found wrong");
    if (its.size == 1) return;

    const bool is_last = its.rank == its.size - 1;
    const std::string last = std::to_string(its.size - 1);
    its.says("another type", message_of([&] {
                 if (is_last)
                     impulse::reduce(policy, x, 0.0);
                 else
                     impulse::reduce(policy, x, 0.f);
             }),
             "the call of rank " + last + " is one with the types");
    its.says("another init",
             message_of([&] { impulse::reduce_into(policy, x, out.data(), is_last ? 0.f : 1.f); }),
             "init is not the same on rank " + last);
    its.says("another root",
             message_of([&] { impulse::sum(impulse::automatic.on(ranks.root(is_last ? 1 : 0)), x); }),
             "root is 1 on rank " + last);
    its.says("a part with the host", message_of([&] {
                 if (is_last)
                     impulse::sum(impulse::automatic.on(ranks.on(impulse::host)),
                                  std::vector<float>(10, 1.f));
                 else
                     impulse::sum(policy, x);
             }),
             "the call of rank " + last + " is one with the types");
    const gpu::buffer<std::uint64_t> ten(std::vector<std::uint64_t>(10, 1));
    its.says(
        "a part within a leaf", message_of([&] { impulse::reduce(policy, ten, gpu::mix_init, mix_by_16{}); }),
        "the part of rank 1 is one that begins at item 10; expected a multiple of the operator's leaf, 16");
    its.says("a null pointer of one rank", message_of<impulse::rank_error>([&] {
                 const float* const from = is_last ? nullptr : x.data();
                 impulse::sum_into(policy, from, from + 10, is_last ? nullptr : out.data());
             }),
             "rank " + last + " failed");
    well("an agreement that failed");

    // Said where: what nobody could compare before is found by the join.
    const auto at = [&](index_t first) { return impulse::automatic.on(ranks.at(first)); };
    its.says("a gap", message_of([&] { impulse::sum(at(10 * its.rank + (is_last ? 1 : 0)), x); }),
             "the part of rank " + last + " is one that begins at item " +
                 std::to_string(10 * (its.size - 1) + 1) +
                 "; expected one that begins where the parts before it end, at item " +
                 std::to_string(10 * (its.size - 1)));
    impulse::sum_into(at(10 * its.rank + (is_last ? 1 : 0)), x, out.data());
    its.check("where there is a gap nothing is written", gpu::fetch(out.data(), its.stream) == 7.f);
    const auto within = [&] {
        impulse::reduce(at(16 * its.rank + (is_last ? 1 : 0)), ten, gpu::mix_init, mix_by_16{});
    };
    if (is_last)
        its.says("within a leaf", message_of(within), "expected a multiple of the operator's leaf, 16");
    else
        its.says("a rank that failed", message_of<impulse::rank_error>(within),
                 "rank " + last + " failed: it has not made its part");
    const auto unreached = [&] {
        const float* const from = is_last ? nullptr : x.data();
        impulse::sum(at(10 * its.rank), from, from + 10);
    };
    if (is_last)
        its.says("no items", message_of(unreached), "input is a null pointer");
    else
        its.says("a rank without items", message_of<impulse::rank_error>(unreached),
                 "rank " + last + " failed");
    well("a join that failed");

    // What a rank finds wrong before it has a part, or memory, the others learn too.
    const auto alone = [&](const std::string& what, const std::string& said, const auto& wrong) {
        if (is_last)
            its.says(what, message_of(wrong), said);
        else
            its.says(what + " on another rank",
                     message_of<impulse::rank_error>([&] { impulse::sum(at(10 * its.rank), x); }),
                     "rank " + last + " failed: it has not made its part");
    };
    impulse::workspace small(128, {its.stream});
    alone("a workspace too small", "workspace is of 128 bytes",
          [&] { impulse::sum(at(10 * its.rank).with(small), x); });
    alone("nowhere to write", "out is a null pointer",
          [&] { impulse::sum_into(at(10 * its.rank), x, static_cast<float*>(nullptr)); });
    alone("a part that is too far", "which ends at item 2^62 or before", [&] { impulse::sum(too_far, x); });
    alone("a root that is not there", "root is 99",
          [&] { impulse::sum(impulse::automatic.on(ranks.root(99).at(10 * its.rank)), x); });
    well("a rank that had no part");
}

}  // namespace

/// In NCCL's place: these fail where a test says so.
extern "C" ncclResult_t ncclAllGather(const void* from, void* to, std::size_t count, ncclDataType_t type,
                                      ncclComm_t comm, cudaStream_t stream) {
    if (gather_fails) return ncclSystemError;
    const ncclResult_t status = pncclAllGather(from, to, count, type, comm, stream);
    ++gathers;
    return status;
}
extern "C" ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* found) {
    if (!is_in_error) return pncclCommGetAsyncError(comm, found);
    *found = ncclRemoteError;
    return ncclSuccess;
}

TEST_CASE("nccl: the tree, in every form, cut anywhere") { nccl::run(check_bits); }
TEST_CASE("nccl: captured, and replayed") { nccl::run(check_captured); }
TEST_CASE("nccl: other algorithms, positions and groups") { nccl::run(check_algorithms); }
TEST_CASE("nccl: what is refused, on every rank") { nccl::run(check_refused); }
TEST_CASE("nccl: in a workspace, wherever a part begins") { nccl::run(check_workspaces); }
TEST_CASE("nccl: on another stream") { nccl::run(check_other_stream); }

TEST_CASE("nccl: parts of the host") {
    nccl::run([](nccl::member& its) {
        support::ranks_suite suite(impulse::ranks(its.comm, its.stream).on(impulse::host), its.rank, its.size,
                                   73);
        for (const std::string& what : suite.run(true)) its.check(what, false);
    });
}

TEST_CASE("nccl: what NCCL says is kept") {
    nccl::run([](nccl::member& its) {
        const gpu::buffer<float> x(std::vector<float>(10, 1.f));
        const auto policy = impulse::automatic.on(impulse::ranks(its.comm, its.stream));
        const auto said = impulse::automatic.on(impulse::ranks(its.comm, its.stream).at(10 * its.rank));
        const float all = 10.f * static_cast<float>(its.size);
        its.check("sum", impulse::sum(policy, x) == all);  // all ranks are past it before any fails
        gather_fails = true;
        its.says("agreeing", message_of<impulse::nccl_error>([&] { impulse::sum(policy, x); }),
                 std::string("carrying the words of the ranks: ") + ncclGetErrorString(ncclSystemError));
        its.says("gathering", message_of<impulse::nccl_error>([&] { impulse::sum(said, x); }),
                 std::string("gathering the parts of the ranks: ") + ncclGetErrorString(ncclSystemError));
    });
    gather_fails = false;
    nccl::run([](nccl::member& its) {
        const gpu::buffer<float> x(std::vector<float>(10, 1.f));
        its.check("sum", impulse::sum(impulse::automatic.on(impulse::ranks(its.comm, its.stream)), x) ==
                             10.f * static_cast<float>(its.size));
    });
}

TEST_CASE("nccl: a rank that is no more is not waited for") {
    std::atomic<int> have_thrown = 0;
    gathers = 0;
    nccl::run([&](nccl::member& its) {
        const gpu::buffer<float> x(std::vector<float>(10, 1.f));
        const auto said = impulse::automatic.on(impulse::ranks(its.comm, its.stream).at(10 * its.rank));
        its.check("sum", impulse::sum(said, x) == 10.f * static_cast<float>(its.size));
        if (its.size == 1) return;
        if (its.rank == 0) {  // never calls, and is found to be gone
            while (gathers < 2 * its.size - 1) std::this_thread::yield();
            is_in_error = true;
            while (have_thrown < its.size - 1) std::this_thread::yield();
        } else {
            its.says("waiting", message_of<impulse::nccl_error>([&] { impulse::sum(said, x); }),
                     "waiting for the ranks: ");
            ++have_thrown;
        }
        nccl::must(ncclCommAbort(std::exchange(its.comm, nullptr)));
    });
    is_in_error = false;
}

TEST_CASE("nccl: a process for each GPU") {
    if (nccl::told() == nullptr) return nccl::run_processes("nccl: a process for each GPU");
    nccl::run_as_told([](nccl::member& its) {
        check_bits(its);
        check_captured(its);
        check_refused(its);
    });
}
