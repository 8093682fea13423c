// SPDX-License-Identifier: Apache-2.0
// `find_nonassociative` on a GPU finds the same as on the host.
#include "gpu.cuh"

#include <impulse/find_nonassociative.hpp>
#include <impulse/host.hpp>

using impulse::find_nonassociative;
using impulse::node_triple;

namespace {

/// Sums of leaves of four, with the number of items: accumulators have another type than items.
struct counted_sum {
    static constexpr int leaf = 4;
    struct accumulator {
        float sum;
        int count;
        friend IMPULSE_SHARED bool operator==(const accumulator& a, const accumulator& b) {
            return a.sum == b.sum && a.count == b.count;
        }
    };
    IMPULSE_SHARED accumulator lift(float x) const { return {x, 1}; }
    IMPULSE_SHARED void accumulate(accumulator& a, float x) const { a = {a.sum + x, a.count + 1}; }
    IMPULSE_SHARED void combine(accumulator& a, const accumulator& b) const {
        a = {a.sum + b.sum, a.count + b.count};
    }
    IMPULSE_SHARED float finalize(const accumulator& a) const { return a.sum; }
};

/// Among the last three nodes of a level, the second and the third are too small to change the first.
std::vector<float> lost_at(int level, index_t nodes) {
    std::vector<float> x(static_cast<std::size_t>(nodes) << level);
    const auto first_of = [&](index_t node) { return static_cast<std::size_t>(node) << level; };
    x[first_of(nodes - 3)] = 0x1p24f;
    x[first_of(nodes - 2)] = x.back() = 1;
    return x;
}

}  // namespace

TEST_CASE("find_nonassociative: the same as on the host") {
    const gpu::stream stream;
    for (int level : {0, 1, 5, 12})
        for (index_t nodes : {3, 4, 33, 100}) {
            const std::vector<float> items = lost_at(level, nodes);
            const gpu::buffer<float> x(items);
            CAPTURE(level);
            CAPTURE(nodes);
            const auto on_gpu = impulse::last_block.on(stream);
            CHECK(find_nonassociative(on_gpu, x, impulse::plus{}) == node_triple{level, nodes - 3});
            CHECK(find_nonassociative(on_gpu, x, impulse::plus{}, x.size() - 1) ==
                  find_nonassociative(items, impulse::plus{}, x.size() - 1));
            CHECK(find_nonassociative(on_gpu, x, counted_sum{}) == find_nonassociative(items, counted_sum{}));
        }
}

TEST_CASE("find_nonassociative: few items, and what cannot be") {
    const gpu::buffer<float> x(lost_at(0, 3));
    const auto on_gpu = impulse::last_block.on(impulse::device);
    for (index_t n : {0, 1, 2})
        CHECK(find_nonassociative(on_gpu, x.begin(), x.begin() + n, impulse::plus{}) == std::nullopt);
    const std::vector<float> of_host(8);
    CHECK_THROWS_AS(static_cast<void>(find_nonassociative(on_gpu, of_host, impulse::plus{})),
                    std::invalid_argument);
}
