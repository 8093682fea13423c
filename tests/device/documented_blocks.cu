// SPDX-License-Identifier: Apache-2.0
// The kernels of docs/explanation/blocks.md, included exactly as the page shows them.
#include "gpu.cuh"

#include <impulse/cooperative_groups.cuh>

#include <algorithm>
#include <numeric>
#include <random>

namespace {

#include <documented/blocks.cuh>

/// Small numbers, the same in every run.
template <class T>
std::vector<T> numbers(index_t count) {
    std::minstd_rand chance(7);
    std::vector<T> all;
    for (index_t i = 0; i < count; ++i) all.push_back(static_cast<T>(chance() % 100 + 1));
    return all;
}

/// Joins each run of `length` items.
template <class T, class Join>
std::vector<T> joined_runs(const std::vector<T>& items, std::size_t length, Join join) {
    std::vector<T> all;
    for (std::size_t i = 0; i < items.size(); i += length) {
        const auto first = items.begin() + static_cast<std::ptrdiff_t>(i);
        const auto last = items.begin() + static_cast<std::ptrdiff_t>(std::min(i + length, items.size()));
        all.push_back(std::accumulate(first + 1, last, *first, join));
    }
    return all;
}

const auto larger = [](auto a, auto b) { return std::max(a, b); };

bool operator==(const affine& f, const affine& g) { return f.scale == g.scale && f.shift == g.shift; }

/// Maps whose compositions are exact in float.
std::vector<affine> maps(index_t count) {
    std::vector<affine> all;
    for (const int number : numbers<int>(count))
        all.push_back(number % 3 == 0 ? affine{-1, 0} : affine{1, static_cast<float>(number)});
    return all;
}

}  // namespace

TEST_CASE("docs/explanation/blocks.md: warps") {
    const auto x = numbers<int>(4 * 96);
    const gpu::buffer<int> input(x);
    const gpu::buffer<int> sums(12);
    warp_sums<<<4, 96>>>(input.data(), sums.data());
    CHECK(gpu::download(sums) == joined_runs(x, 32, std::plus<>{}));

    const auto y = numbers<float>(4 * 96);
    const gpu::buffer<float> scaled(y);
    scale_eights<<<4, 96>>>(scaled.data());
    const auto largest = joined_runs(y, 8, larger);
    std::vector<float> expected;
    for (std::size_t i = 0; i < y.size(); ++i) expected.push_back(y[i] / largest[i / 8]);
    CHECK(gpu::download(scaled) == expected);

    const gpu::buffer<int> most(1);
    for (const int n : {1, 2, 19, 31, 32}) {
        maximum_of_few<<<1, 32>>>(input.data(), n, most.data());
        CHECK(gpu::fetch(most.data()) == *std::max_element(x.begin(), x.begin() + n));
    }
}

TEST_CASE("docs/explanation/blocks.md: blocks") {
    for (const int n : {1, 99, 100, 101, 950}) {
        const auto f = maps(n);
        const gpu::buffer<affine> input(f);
        const gpu::buffer<affine> composed((n + 99) / 100);
        compose_in_blocks<<<static_cast<unsigned>(composed.size()), 100>>>(input.data(), n, composed.data());
        CHECK(gpu::download(composed) == joined_runs(f, 100, then{}));
    }
    const auto f = maps(100'000);
    const gpu::buffer<affine> input(f);
    const gpu::buffer<affine> composed(1);
    for (const int n : {0, 1, 777, 100'000}) {
        compose_all<<<1, 256>>>(input.data(), n, composed.data());
        CHECK(gpu::fetch(composed.data()) == std::accumulate(f.begin(), f.begin() + n, affine{1, 0}, then{}));
    }
}

TEST_CASE("docs/explanation/blocks.md: clusters" * doctest::skip(!gpu::has_clusters())) {
    const auto x = numbers<int>(8 * 128);
    const gpu::buffer<int> input(x);
    const gpu::buffer<int> largest(8 * 128);
    gpu::launch_clusters(maximum_of_cluster, 4, 8, 128, input.data(), largest.data());
    const auto expected = joined_runs(x, 4 * 128, larger);
    const auto found = gpu::download(largest);
    for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i] == expected[i / 512]);
}

TEST_CASE("docs/explanation/blocks.md: the last block, twice on the same ticket") {
    const auto x = numbers<int>(100'000);
    const gpu::buffer<int> input(x);
    const gpu::buffer<int> partial(90);
    const gpu::buffer<std::uint64_t> ticket(std::vector<std::uint64_t>{0});
    const gpu::buffer<int> sum(1);
    for (const int n : {100'000, 99'999}) {
        grid_sum<<<90, 192>>>(input.data(), n, partial.data(), ticket.data(), sum.data());
        CHECK(gpu::fetch(sum.data()) == std::accumulate(x.begin(), x.begin() + n, 0));
    }
}

TEST_CASE("docs/explanation/blocks.md: the work queue, twice on the same counters") {
    std::vector<int> offsets{0};
    for (int r = 0; r < 1001; ++r) offsets.push_back(offsets.back() + (r % 97 == 0 ? 5000 : r % 7));
    const auto x = numbers<float>(offsets.back());
    std::vector<float> expected;
    for (std::size_t r = 0; r + 1 < offsets.size(); ++r)
        expected.push_back(std::accumulate(x.begin() + offsets[r], x.begin() + offsets[r + 1], 0.f));
    const gpu::buffer<float> values(x);
    const gpu::buffer<int> ends(offsets);
    const gpu::buffer<impulse::counters> shared(std::vector<impulse::counters>(1));
    for (int launch = 0; launch < 2; ++launch) {
        const gpu::buffer<float> sums(1001);
        row_sums<<<50, 128>>>(values.data(), ends.data(), 1001, shared.data(), sums.data());
        CHECK(gpu::download(sums) == expected);
    }
}

TEST_CASE("docs/explanation/blocks.md: cooperative groups") {
    const auto x = numbers<int>(5 * 160);
    const gpu::buffer<int> input(x);
    const gpu::buffer<int> of_tiles(50);
    const gpu::buffer<int> of_blocks(5);
    sums_by_handles<<<5, 160>>>(input.data(), of_tiles.data(), of_blocks.data());
    CHECK(gpu::download(of_tiles) == joined_runs(x, 16, std::plus<>{}));
    CHECK(gpu::download(of_blocks) == joined_runs(x, 160, std::plus<>{}));
}
