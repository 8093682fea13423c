// SPDX-License-Identifier: Apache-2.0
// Parts of an input, reduced on the device and the host, cut anywhere and joined in any order of arrival.
//
// Also with the first index and the forest in device memory, and captured in a graph.
#include "scratch.cuh"
#include "tree.cuh"

#include <parts.hpp>

#include <impulse/host.hpp>

namespace {

using mixed = impulse::forest<std::uint64_t>;

/// All policies and the host, in turn.
template <class Acc, class T, class Op>
impulse::forest<Acc> part_by_turns(std::size_t turn, const std::vector<T>& items, const gpu::buffer<T>& x,
                                   index_t begin, index_t end, const Op& op) {
    switch (turn % 4) {
        case 0:
            return impulse::reduce_part(impulse::last_block.on(impulse::host), items.data() + begin,
                                        items.data() + end, begin, op);
        case 1:
            return impulse::reduce_part(impulse::two_pass.on(impulse::device), x.data() + begin,
                                        x.data() + end, begin, op);
        case 2:
            return impulse::reduce_part(impulse::work_queue.on(impulse::device), x.data() + begin,
                                        x.data() + end, begin, op);
        default:
            return impulse::reduce_part(impulse::last_block.on(impulse::device).tune({.items = 500}),
                                        x.data() + begin, x.data() + end, begin, op);
    }
}

bool same_forest(const mixed& a, const mixed& b) {
    bool same = a.begin == b.begin && a.end == b.end && a.leaf == b.leaf;
    for (int i = 0; same && i < a.size(); ++i) same = *a.nodes[i] == *b.nodes[i];
    return same;
}

/// Writes late. The grid is small, so the GPU has room for launches that do not wait.
__global__ void write_late(std::uint64_t* to, index_t n, std::uint64_t by) {
    for (int nap = 0; nap < 50; ++nap) __nanosleep(1000);
    const index_t step = index_t{gridDim.x} * blockDim.x;
    for (index_t i = index_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step)
        to[i] = static_cast<std::uint64_t>(i) * by;
}

}  // namespace

TEST_CASE("parts: launches of a large part wait for what comes before it, and are waited for") {
    constexpr index_t large = index_t{1} << 25;  // 256 MiB of items
    constexpr index_t first = large - 777, n = 3 * large + 12'345, piece = large / 2;
    const gpu::stream s;
    const gpu::buffer<std::uint64_t> x{n};
    const gpu::buffer<mixed> out{2};
    const auto on_gpu = impulse::automatic.on(s);
    const auto write = [&](int by) {
        write_late<<<32, 128, 0, s>>>(x.data(), n, static_cast<std::uint64_t>(by));
        gpu::must(cudaGetLastError());
    };
    for (int i = 0; i < 2; ++i) {
        write(i + 3);
        impulse::reduce_part_into(on_gpu, x, first, out.data() + i, gpu::mix{});
    }
    write(1);
    for (int i = 0; i < 2; ++i) {
        const mixed whole = gpu::fetch(out.data() + i, s);
        write(i + 3);
        mixed expected = impulse::reduce_part(on_gpu, x.data(), x.data() + piece, first, gpu::mix{});
        for (index_t begin = piece; begin < n; begin += piece)
            expected = impulse::join(
                expected,
                impulse::reduce_part(on_gpu, x.data() + begin, x.data() + (std::min)(n, begin + piece),
                                     first + begin, gpu::mix{}),
                gpu::mix{});
        CHECK(same_forest(whole, expected));
    }
}

TEST_CASE("parts: a large part does not wait for one at another stream") {
    constexpr index_t n = (index_t{1} << 25) + 12'345;  // more than 256 MiB, so the launches use two streams
    const gpu::stream s, other;
    const gpu::buffer<std::uint64_t> x{n};
    const gpu::buffer<mixed> out{1};
    write_late<<<32, 128, 0, s>>>(x.data(), n, 3);
    gpu::must(cudaGetLastError());
    s.wait();
    const auto part = [&](const gpu::stream& at) {
        return impulse::reduce_part(impulse::automatic.on(at), x, index_t{777}, gpu::mix{});
    };
    // One call in advance: loading a kernel may wait for the whole GPU.
    const mixed expected = part(s);
    CHECK(same_forest(part(other), expected));

    gpu::held_up behind(s);
    impulse::reduce_part_into(impulse::automatic.on(s), x, index_t{777}, out.data(), gpu::mix{});
    CHECK(same_forest(part(other), expected));
    CHECK(behind.holds());
    behind.let_go();
    CHECK(same_forest(gpu::fetch(out.data(), s), expected));
}

TEST_CASE("parts: device and host by turns, cut anywhere, joined as they come") {
    auto random = support::random_source(301);
    for (const index_t n : {0, 1, 2, 100, 4097, 300'007, 3'000'001}) {
        CAPTURE(n);
        const auto items = support::make_items(n, gpu::make_hash{});
        const gpu::buffer<std::uint64_t> x(items);
        const std::uint64_t expected = impulse::tree_fold(items, gpu::mix_init, gpu::mix{});
        for (const int count : {0, 1, 2, 7, 40}) {
            CAPTURE(count);
            const auto cuts = support::random_cuts(random, n, count + 1);
            std::vector<mixed> parts;
            for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
                parts.push_back(part_by_turns<std::uint64_t>(i + static_cast<std::size_t>(n), items, x,
                                                             cuts[i], cuts[i + 1], gpu::mix{}));
            const mixed whole = support::join_as_they_come(std::move(parts), gpu::mix{}, random);
            CHECK(whole.value(gpu::mix_init, gpu::mix{}) == expected);
        }
    }
}

TEST_CASE("parts: of an operator with leaves of 16 items") {
    auto random = support::random_source(302);
    for (const index_t n : {15, 16, 17, 1000, 70'007}) {
        CAPTURE(n);
        const auto items = support::make_items(n, gpu::make_uneven<float>{});
        const gpu::buffer<float> x(items);
        const float expected = impulse::tree_fold(items, 0.1f, gpu::sum_by_16{});
        for (int round = 0; round < 5; ++round) {
            const auto cuts = support::random_cuts(random, n, 7, 16);
            std::vector<impulse::forest<float>> parts;
            for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
                parts.push_back(
                    i % 2 == 0
                        ? impulse::reduce_part(impulse::last_block.on(impulse::host), items.data() + cuts[i],
                                               items.data() + cuts[i + 1], cuts[i], gpu::sum_by_16{})
                        : impulse::reduce_part(impulse::last_block.on(impulse::device), x.data() + cuts[i],
                                               x.data() + cuts[i + 1], cuts[i], gpu::sum_by_16{}));
            const auto whole = support::join_as_they_come(std::move(parts), gpu::sum_by_16{}, random);
            CHECK(gpu::same_bits(whole.value(0.1f, gpu::sum_by_16{}), expected));
        }
    }
}

TEST_CASE("parts: first index and forest in device memory, into which the stream writes") {
    const index_t n = 200'003;
    const gpu::stream s;
    const auto items = support::make_items(n, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    const gpu::buffer<mixed> out(1);
    for (const index_t first :
         {index_t{0}, index_t{1}, index_t{65'536}, index_t{777'777}, (index_t{1} << 40) - 3}) {
        CAPTURE(first);
        const mixed expected =
            impulse::reduce_part(impulse::last_block.on(impulse::host), items, first, gpu::mix{});
        const gpu::buffer<index_t> at(std::vector<index_t>{first});
        const auto check = [&](const auto& where) {
            gpu::for_each_policy([&](auto, const auto& policy) {
                impulse::reduce_part_into(policy.on(s), x, where, out.data(), gpu::mix{});
                CHECK(same_forest(gpu::fetch(out.data(), s), expected));
            });
        };
        check(first);
        check(static_cast<const index_t*>(at.data()));
    }
}

TEST_CASE("parts: a captured part, replayed from other first indices") {
    const index_t n = 100'000;
    const gpu::stream s;
    const auto items = support::make_items(n, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    const gpu::buffer<mixed> out(1);
    const gpu::buffer<index_t> at(std::vector<index_t>{0});
    const index_t* const first = at.data();
    // The workspace of a part depends on the number of items alone: it has the size for a reduction of them
    // plus a few nodes.
    impulse::workspace space(std::size_t{1} << 20, {s});
    gpu::for_each_policy([&](auto, const auto& policy) {
        const gpu::graph replayed(gpu::captured(s, [&] {
            impulse::reduce_part_into(policy.on(s).with(space), x, first, out.data(), gpu::mix{});
        }));
        for (const index_t begin : {index_t{0}, index_t{12'345}, n, index_t{1} << 30, index_t{3}}) {
            gpu::must(cudaMemcpyAsync(at.data(), &begin, sizeof(begin), cudaMemcpyHostToDevice, s));
            replayed.launch(s);
            const mixed expected =
                impulse::reduce_part(impulse::last_block.on(impulse::host), items, begin, gpu::mix{});
            CHECK(same_forest(gpu::fetch(out.data(), s), expected));
        }
    });
}
