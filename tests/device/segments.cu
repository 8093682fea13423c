// SPDX-License-Identifier: Apache-2.0
// Segments: every group gives the tree over its own items, wherever they are and whatever the other groups
// contain.
#include "layouts.cuh"

#include <segments.hpp>

#include <span>

using support::offsets;
using support::trees;

namespace {

/// Checks all kinds of offsets, by the policies that `for_each` gives.
template <class T, class Make, class Op, class Policies>
void check_kinds(index_t most, const Make& make, const T& init, const Op& op, const Policies& for_each) {
    const auto items = support::make_items(most, make);
    const gpu::buffer<T> x(items);
    support::for_each_kind_of_offsets(most, [&](const std::string& kind, const offsets& at) {
        const gpu::buffer<index_t> on_gpu(at);
        gpu::check_groups(kind, impulse::segments(x, on_gpu), trees(items, at, init, op), init, op, for_each);
    });
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

}  // namespace

TEST_CASE("segments: the mix, by every policy") {
    for (const index_t most : {3000, 200'000, 5'000'000})
        check_kinds(most, gpu::make_hash{}, gpu::mix_init, gpu::mix{}, gpu::for_each_policy);
}

TEST_CASE("segments: of floats, and tiny ones with bounds of four bytes") {
    const auto items = support::make_items(200'000, gpu::make_uneven<float>{});
    const gpu::buffer<float> x(items);
    auto random = support::random_source(903);
    for (const int longest : {1, 2, 3, 9, 40}) {
        CAPTURE(longest);
        std::vector<index_t> lengths;
        // A few are long.
        for (int r = 0; r < 20'000 / longest; ++r)
            lengths.push_back(r % 3000 == 3 ? 700 : support::random_between(random, 0, longest));
        const offsets at = support::offsets_of(lengths);
        const std::vector<int> narrow(at.begin(), at.end());
        const gpu::buffer<int> bounds(narrow);
        // So the average of the plan is that of the lengths.
        const auto all = std::span(x.data(), static_cast<std::size_t>(at.back()));
        gpu::check_groups("tiny", impulse::segments(all, bounds), trees(items, at, 0.1f, impulse::plus{}),
                          0.1f, impulse::plus{}, gpu::for_last_block);
    }
}

TEST_CASE("segments: the mix, in shapes by hand") {
    for (const impulse::shape& shape : gpu::shapes())
        check_kinds(20'000, gpu::make_hash{}, gpu::mix_init, gpu::mix{}, gpu::each_policy_in(shape));
}

TEST_CASE("segments: sums of float, and of integers, whose order nobody sees") {
    check_kinds(3'000'000, gpu::make_uneven<float>{}, 0.1f, impulse::plus{}, gpu::for_last_block);
    check_kinds(300'000, gpu::make_input{3}, index_t{5}, impulse::plus{}, gpu::for_last_block);
}

TEST_CASE("segments: items of twelve bytes, leaves of 32 items") {
    check_kinds(300'000, make_triple{}, triple{1, 2, 3}, mix_triples{}, gpu::for_last_block);
    check_kinds(300'000, gpu::make_hash{}, gpu::mix_init, support::mix_of_leaves<32>{}, gpu::for_last_block);
}

TEST_CASE("segments in any order, with gaps and items in common, more than the list has room for") {
    constexpr index_t before = 3;  // items before the first value, so the values begin at no aligned address
    const auto all = support::make_items(40'000 + before, gpu::make_hash{});
    const std::vector<std::uint64_t> items(all.begin() + before, all.end());
    const gpu::buffer<std::uint64_t> memory(all);
    const std::span<const std::uint64_t> x(memory.data() + before, items.size());
    for (const index_t longest : {5, 300, 5000, 40'000}) {
        const auto [begins, ends] = support::scattered_segments(40'000, 2000, longest, 903);
        const gpu::buffer<index_t> from(begins);
        const gpu::buffer<index_t> to(ends);
        gpu::check_groups("scattered", impulse::segments(x, from, to),
                          trees(items, begins, ends, gpu::mix_init, gpu::mix{}), gpu::mix_init, gpu::mix{},
                          gpu::for_each_policy);
    }
}

TEST_CASE("segments: captured, with a workspace") {
    const auto items = support::make_items(300'000, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    const offsets at{0, 3, 100'000, 100'000, 299'990, 300'000};
    const gpu::buffer<index_t> on_gpu(at);
    gpu::check_replayed(impulse::segments(x, on_gpu), trees(items, at, gpu::mix_init, gpu::mix{}));
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
