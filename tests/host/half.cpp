// SPDX-License-Identifier: Apache-2.0
// `_Float16`, where the compiler has it: it counts as a number type, and `wide` loses no precision.
#include <suite.hpp>

#include <impulse/algorithms.hpp>

#if defined(__FLT16_MAX__) && (defined(__clang__) || __GNUC__ >= 13 || defined(__x86_64__))

using half = _Float16;

static_assert(impulse::has_identity<impulse::plus, half>);
static_assert(impulse::freedom_v<impulse::maximum, half> == impulse::grouping::reorder);
static_assert(impulse::freedom_v<impulse::plus, half> == impulse::grouping::tree);
static_assert(impulse::has_type_id<half>);
static_assert(std::is_same_v<decltype(impulse::maximum{}(half{}, 1.f)), float>);

TEST_CASE("_Float16: extremes, positions, sums, means") {
    for (const index_t n : {1, 2, 33, 1000, 20'000}) {
        const auto x = support::make_items(n, [](index_t i) {
            return static_cast<half>(static_cast<float>((i * 7919) % 2003 - 1000) * 0.125f);
        });
        const std::vector<float> wider(x.begin(), x.end());
        CAPTURE(n);
        CHECK(static_cast<float>(impulse::max_value(x)) == impulse::max_value(wider));
        CHECK(static_cast<float>(impulse::min_value(x)) == impulse::min_value(wider));
        CHECK(impulse::argmax(x) == impulse::argmax(wider));
        CHECK(impulse::argmin(x) == impulse::argmin(wider));
        CHECK(same_bits(impulse::sum(x, impulse::wide), impulse::sum(wider, impulse::wide)));
        CHECK(same_bits(impulse::dot(x, x, impulse::wide), impulse::dot(wider, wider, impulse::wide)));
        CHECK(same_bits(impulse::mean(x), impulse::mean(wider)));
        CHECK(same_bits(impulse::variance(x), impulse::variance(wider)));
        CHECK(same_bits(impulse::norm(x), impulse::norm(wider)));
        CHECK(same_bits(static_cast<float>(impulse::sum(x)), static_cast<float>(impulse::tree_fold(x))));
    }
}

TEST_CASE("_Float16: NaN, zeros and nothing") {
    const half nan = static_cast<half>(__builtin_nanf("")), inf = static_cast<half>(__builtin_inff());
    const std::vector<half> x{half{1}, nan, half{3}};
    CHECK(impulse::max_value(x) != impulse::max_value(x));
    CHECK(static_cast<float>(impulse::nanmax(x)) == 3.f);
    CHECK(static_cast<float>(impulse::nansum(x)) == 4.f);
    CHECK(impulse::argmin(x) == 1);
    const std::vector<half> none;
    CHECK(impulse::max_value(none) == -inf);
    CHECK(impulse::sum(none) == half{0});
    const half zeros[] = {half{0}, -half{0}};
    CHECK(same_bits(1.f / static_cast<float>(impulse::min_value(zeros)), -__builtin_inff()));
    // half × half is computed in float or wider: in 16 bits it would be infinite.
    const half large[] = {static_cast<half>(300.f), static_cast<half>(300.f)};
    CHECK(impulse::dot(large, large, impulse::wide) == 180'000.0);
}

#endif
