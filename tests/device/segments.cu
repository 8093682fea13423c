// SPDX-License-Identifier: Apache-2.0
// Segments: every group gives the tree over its own items, wherever they are and whatever the other groups
// contain.
#include "scratch.cuh"
#include "tree.cuh"

#include <segments.hpp>

#include <impulse/layouts.hpp>

#include <span>

using support::offsets;
using support::trees;

namespace {

/// Checks all kinds of offsets, by the policies that `for_each` gives.
template <class T, class Make, class Op, class Policies>
void check_kinds(index_t most, const Make& make, const T& init, const Op& op, const Policies& for_each) {
    const gpu::stream s;
    const auto items = support::make_items(most, make);
    const gpu::buffer<T> x(items);
    support::for_each_kind_of_offsets(most, [&](const std::string& kind, const offsets& at) {
        const gpu::buffer<index_t> on_gpu(at);
        const gpu::buffer<T> out(static_cast<index_t>(at.size()) - 1);
        const auto expected = trees(items, at, init, op);
        for_each([&](const std::string& name, const auto& policy) {
            impulse::reduce_into(policy.on(s), impulse::segments(x, on_gpu), out.data(), init, op);
            s.wait();
            gpu::check_results(kind + ", " + name, out, expected);
        });
    });
}

template <class F>
void for_last_block(const F& f) {
    f(std::string("last_block"), impulse::last_block);
}

/// 12 bytes.
struct triple {
    std::uint32_t a, b, c;
};
struct make_triple {
    IMPULSE_SHARED triple operator()(index_t i) const {
        const std::uint64_t h = support::scatter(static_cast<std::uint64_t>(i));
        return {static_cast<std::uint32_t>(h), static_cast<std::uint32_t>(h >> 32),
                static_cast<std::uint32_t>(i)};
    }
};
struct mix_triples {
    IMPULSE_SHARED triple operator()(const triple& x, const triple& y) const {
        return {3 * x.a + (y.b << 7 | y.b >> 25), x.b ^ (5 * y.c + 1), x.c + 7 * y.a};
    }
};

/// Accumulates 32 items from left to right, by another function than the one that joins leaves.
struct mix_of_leaves : gpu::mix {
    static constexpr int leaf = 32;
    IMPULSE_SHARED static std::uint64_t lift(std::uint64_t item) { return support::scatter(item + 1); }
    IMPULSE_SHARED static void accumulate(std::uint64_t& acc, std::uint64_t item) {
        acc = support::scatter(5 * acc + item);
    }
};
}  // namespace

TEST_CASE("segments: the mix, by every policy") {
    const auto policies = [](const auto& f) { gpu::for_each_policy(f); };
    check_kinds(3000, gpu::make_hash{}, gpu::mix_init, gpu::mix{}, policies);
    check_kinds(200'000, gpu::make_hash{}, gpu::mix_init, gpu::mix{}, policies);
    check_kinds(5'000'000, gpu::make_hash{}, gpu::mix_init, gpu::mix{}, policies);
}

TEST_CASE("segments: the mix, in shapes by hand") {
    for (const impulse::shape& shape : gpu::shapes())
        check_kinds(20'000, gpu::make_hash{}, gpu::mix_init, gpu::mix{}, [&](const auto& f) {
            gpu::for_each_policy(
                [&](const std::string& name, const auto& policy) { f(name, policy.tune(shape)); });
        });
}

TEST_CASE("segments: sums of float, and of integers, whose order nobody sees") {
    check_kinds(3'000'000, gpu::make_uneven<float>{}, 0.1f, impulse::plus{},
                [](const auto& f) { for_last_block(f); });
    check_kinds(300'000, gpu::make_input{3}, index_t{5}, impulse::plus{},
                [](const auto& f) { for_last_block(f); });
}

TEST_CASE("segments: items of twelve bytes, leaves of 32 items") {
    check_kinds(300'000, make_triple{}, triple{1, 2, 3}, mix_triples{},
                [](const auto& f) { for_last_block(f); });
    check_kinds(300'000, gpu::make_hash{}, gpu::mix_init, mix_of_leaves{},
                [](const auto& f) { for_last_block(f); });
}

TEST_CASE("segments in any order, with gaps and items in common, more than the list has room for") {
    const gpu::stream s;
    constexpr index_t before = 3;  // items before the first value, so the values begin at no aligned address
    const auto all = support::make_items(40'000 + before, gpu::make_hash{});
    const std::vector<std::uint64_t> items(all.begin() + before, all.end());
    const gpu::buffer<std::uint64_t> memory(all);
    const std::span<const std::uint64_t> x(memory.data() + before, items.size());
    for (const index_t longest : {5, 300, 5000, 40'000}) {
        const auto [begins, ends] = support::scattered_segments(40'000, 2000, longest, 903);
        const auto expected = trees(items, begins, ends, gpu::mix_init, gpu::mix{});
        const gpu::buffer<index_t> from(begins);
        const gpu::buffer<index_t> to(ends);
        const gpu::buffer<std::uint64_t> out(2000);
        gpu::for_each_policy([&](const std::string& name, const auto& policy) {
            impulse::reduce_into(policy.on(s), impulse::segments(x, from, to), out.data(), gpu::mix_init,
                                 gpu::mix{});
            s.wait();
            gpu::check_results(name, out, expected);
        });
    }
}

TEST_CASE("segments: captured, with a workspace") {
    const gpu::stream s;
    const auto items = support::make_items(300'000, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    const offsets at{0, 3, 100'000, 100'000, 299'990, 300'000};
    const gpu::buffer<index_t> on_gpu(at);
    const gpu::buffer<std::uint64_t> out(5);
    gpu::for_each_policy([&](const std::string& name, const auto& policy) {
        const auto all = impulse::segments(x, on_gpu);
        impulse::workspace space(
            impulse::workspace_bytes(policy.on(s), all, out.data(), gpu::mix_init, gpu::mix{}), {s});
        const gpu::graph replayed(gpu::captured(s, [&] {
            impulse::reduce_into(policy.on(s).with(space), all, out.data(), gpu::mix_init, gpu::mix{});
        }));
        for (int replay = 0; replay < 10; ++replay) replayed.launch(s);
        s.wait();
        gpu::check_results(name, out, trees(items, at, gpu::mix_init, gpu::mix{}));
    });
}

TEST_CASE("segments and other calls by turns, in one workspace") {
    const gpu::stream s;
    const auto items = support::make_items(300'000, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    const offsets at{0, 3, 100'000, 100'000, 299'990, 300'000};
    const gpu::buffer<index_t> on_gpu(at);
    const gpu::buffer<std::uint64_t> out(5);
    const gpu::buffer<std::uint64_t> whole(1);
    impulse::workspace space(1 << 20, {s});
    for (const index_t piece : {100'000, 500, 20'000})
        gpu::for_each_policy([&](const std::string& name, const auto& policy) {
            const auto how = policy.on(s).with(space).tune({.items = piece});
            impulse::reduce_into(how, impulse::segments(x, on_gpu), out.data(), gpu::mix_init, gpu::mix{});
            impulse::reduce_into(how, x, whole.data(), gpu::mix_init, gpu::mix{});
            s.wait();
            gpu::check_results(name, out, trees(items, at, gpu::mix_init, gpu::mix{}));
            gpu::check_results(name, whole, {impulse::tree_fold(items, gpu::mix_init, gpu::mix{})});
        });
}
