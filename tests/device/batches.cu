// SPDX-License-Identifier: Apache-2.0
// Batches: every group gives the tree over its own items, whatever the other groups contain.
#include "layouts.cuh"

#include <own_layout.hpp>

namespace {

/// Few and many groups, of lengths up to `most`.
template <class Check>
void for_each_size(index_t most, const Check& check) {
    for (index_t length = 1; length <= 70; ++length)
        for (const index_t groups : {1, 3, 500}) check(groups, length);
    for (index_t power = 128; power <= most; power *= 2)
        for (const index_t off : {-1, 0, 1}) {
            check(index_t{3}, power + off);
            if (power <= 1024) check(20'000, power + off);
        }
    check(2, 1'000'003);
    check(300, 30'011);
    for (const index_t length : {1, 2, 3, 4, 5}) check(100'003, length);
}

}  // namespace

TEST_CASE("batches: the mix, by every policy") {
    for_each_size(1 << 16, [](index_t groups, index_t length) {
        gpu::check_batches<std::uint64_t>(gpu::make_hash{}, gpu::mix_init, gpu::mix{}, groups, length,
                                          gpu::for_each_policy);
    });
}

TEST_CASE("batches: the mix, in shapes by hand") {
    for (const impulse::shape& shape : gpu::shapes())
        for (const index_t length : {1, 2, 33, 1000, 40'001})
            gpu::check_batches<std::uint64_t>(gpu::make_hash{}, gpu::mix_init, gpu::mix{}, 7, length,
                                              gpu::each_policy_in(shape));
}

TEST_CASE("batches: sums of float, and of integers, whose order nobody sees") {
    for_each_size(1 << 18, [](index_t groups, index_t length) {
        gpu::check_batches<float>(gpu::make_uneven<float>{}, 0.1f, impulse::plus{}, groups, length,
                                  gpu::for_last_block);
    });
    for (const index_t length : {1, 31, 32, 1000, 300'001})
        gpu::check_batches<index_t>(gpu::make_input{3}, index_t{5}, impulse::plus{}, 20, length,
                                    gpu::for_last_block);
}

TEST_CASE("batches: tiles of equal floats, wherever the array begins") {
    const auto items = support::make_items(70'000, gpu::make_uneven<float>{});
    const gpu::buffer<float> x(items);
    for (const index_t before : {0, 1, 2, 3, 31})
        for (const index_t length :
             {9, 10, 15, 16, 17, 24, 31, 32, 33, 40, 48, 63, 64, 65, 100, 127, 128, 129})
            for (const index_t groups : {1, 7, 500}) {
                CAPTURE(before);
                CAPTURE(length);
                const std::vector<float> some(items.begin() + before,
                                              items.begin() + before + groups * length);
                const auto layout = impulse::batches(x.data() + before, groups, length);
                gpu::check_groups("batches", layout,
                                  gpu::trees_of_batches(some, length, 0.1f, impulse::plus{}), 0.1f,
                                  impulse::plus{}, gpu::for_last_block);
                const auto plan = impulse::reduce_into.plan(impulse::last_block.on(impulse::device), layout,
                                                            gpu::buffer<float>(groups).data(), 0.1f);
                CHECK(plan.segments->tiles == (length <= 128));
            }
}

TEST_CASE("batches: captured, with a workspace") {
    const index_t length = 300'000;
    const auto items = support::make_items(4 * length, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    gpu::check_replayed(impulse::batches(x, length),
                        gpu::trees_of_batches(items, length, gpu::mix_init, gpu::mix{}));
}

TEST_CASE("batches: a length that does not divide, and none") {
    const gpu::buffer<float> x(10);
    const gpu::buffer<float> out(10);
    const auto how = impulse::last_block.on(impulse::device);
    CHECK_THROWS_AS(impulse::reduce_into(how, impulse::batches(x, 3), out.data(), 0.1f),
                    std::invalid_argument);
    CHECK_THROWS_AS(impulse::reduce_into(how, impulse::batches(x, 0), out.data(), 0.1f),
                    std::invalid_argument);
    const gpu::buffer<float> none(0);
    impulse::reduce_into(how, impulse::batches(none, 3), out.data(), 0.1f);
    CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("batches: a layout of one's own") {
    for (const index_t step : {0, 1, 33, 20'000}) {
        CAPTURE(step);
        const own::staircase stairs{40 * (step + 1), 40, step};
        const auto items = support::make_items(stairs.n, gpu::make_hash{});
        const gpu::buffer<std::uint64_t> x(items);
        std::vector<std::uint64_t> expected;
        for (index_t r = 0; r < stairs.groups; ++r) {
            const auto [begin, end] = stairs.items(r);
            const std::ranges::subrange group(items.begin() + begin, items.begin() + end);
            expected.push_back(impulse::tree_fold(group, gpu::mix_init, gpu::mix{}));
        }
        gpu::check_groups("stairs", impulse::with_layout(x, stairs), expected, gpu::mix_init, gpu::mix{},
                          gpu::for_last_block);
    }
}
