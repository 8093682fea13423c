// SPDX-License-Identifier: Apache-2.0
// Segments of one length, and such among which there are others: a sample of the bounds of large inputs tells
// how they are taken, and nobody sees it in the results.
#include "nearly_equal_segments.cuh"

namespace {

using pair_of_words = support::units<2>;
constexpr pair_of_words pair_init{{3, 5}};

/// Whether the bounds of so many equal segments are sampled.
template <class T, class Place, class Op>
bool are_sampled(const Place& place, index_t length, index_t items, const T& init, const Op& op) {
    const index_t count = items / length;
    const gpu::buffer<T> x(count * length);
    const gpu::buffer<int> bounds(count + 1);
    const gpu::buffer<T> out(count);
    return impulse::reduce_into
        .plan(impulse::last_block.on(place), impulse::segments(x, bounds), out.data(), init, op)
        .segments.samples_tiles;
}

}  // namespace

TEST_CASE("nearly equal segments: of floats") {
    const gpu::stream s;
    const gpu::one_multiprocessor place{{s}};
    CHECK(are_sampled(place, 20, 200'000, 0.1f, impulse::plus{}));
    CHECK(!are_sampled(place, 20, 20'000, 0.1f, impulse::plus{}));
    const auto items = support::make_items(200'000, gpu::make_uneven<float>{});
    gpu::check_nearly_equal<int>(
        place, {1, 2, 3, 4, 5, 8, 9, 16, 20, 31, 32, 100, 128, 129, 132, 256, 300, 500, 512, 516, 624, 628},
        items, 0.1f, impulse::plus{});
    gpu::check_nearly_equal<index_t>(place, {1, 2, 3, 4, 9, 20, 31, 128, 132, 512}, items, 0.1f,
                                     impulse::plus{});
}

TEST_CASE("nearly equal segments: the mix, 8 bytes") {
    const gpu::stream s;
    const gpu::one_multiprocessor place{{s}};
    CHECK(are_sampled(place, 9, 200'000, gpu::mix_init, gpu::mix{}));
    gpu::check_nearly_equal<int>(
        place, {1, 2, 3, 5, 8, 9, 10, 15, 16, 17, 20, 33, 64, 65, 128, 129, 175, 200, 257, 416},
        support::make_items(100'000, gpu::make_hash{}), gpu::mix_init, gpu::mix{});
}

TEST_CASE("nearly equal segments: of two words, 16 bytes") {
    const gpu::stream s;
    const gpu::one_multiprocessor place{{s}};
    CHECK(are_sampled(place, 20, 200'000, pair_init, support::mix_units{}));
    gpu::check_nearly_equal<int>(place, {1, 2, 3, 4, 5, 8, 9, 17, 20, 33, 64, 100, 129, 257, 320},
                                 support::make_items(70'000, support::make_units<pair_of_words>{}), pair_init,
                                 support::mix_units{});
}

TEST_CASE("nearly equal segments: so many that the sizes of the GPU itself have them sampled") {
    const gpu::stream s;
    const auto items = support::make_items(6'000'000, gpu::make_uneven<float>{});
    CHECK(are_sampled(impulse::device_place{s}, 20, 6'000'000, 0.1f, impulse::plus{}));
    gpu::check_nearly_equal<int>(impulse::device_place{s}, {1, 2, 9, 20, 31, 128}, items, 0.1f,
                                 impulse::plus{});
}
