// SPDX-License-Identifier: Apache-2.0
// Extremes and their positions by vector instructions: every length, every offset, NaN, infinities, zeros of
// both signs and ties, compared with a loop over the items.
#include <suite.hpp>

#include <impulse/extrema.hpp>
#include <impulse/nan.hpp>

#include <algorithm>

#ifndef IMPULSE_TEST_LENGTHS
#define IMPULSE_TEST_LENGTHS 300
#endif

namespace {

/// All lengths up to this number are tested, and some with several blocks.
constexpr index_t all_lengths = IMPULSE_TEST_LENGTHS;

template <class T>
using items_of = std::span<const T>;

template <class T>
bool is_nan(T x) {
    return x != x;
}
template <class T>
bool is_before(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
        if (a == 0 && b == 0) return std::signbit(a) && !std::signbit(b);
    return a < b;
}

enum class nan { first, last };

/// The first extreme item by definition: `sign` is 1 for the least, -1 for the greatest.
template <class T>
index_t first_extreme(items_of<T> x, int sign, nan rule) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < x.size(); ++i) {
        const bool nearer = sign > 0 ? is_before(x[i], x[best]) : is_before(x[best], x[i]);
        if (is_nan(x[best]) || is_nan(x[i])) {
            if (is_nan(x[best]) != is_nan(x[i]) && is_nan(x[i]) == (rule == nan::first)) best = i;
        } else if (nearer) {
            best = i;
        }
    }
    return static_cast<index_t>(best);
}

template <class T>
void check_all(items_of<T> x) {
    const auto of = [&](index_t i) { return x[static_cast<std::size_t>(i)]; };
    const index_t least = first_extreme(x, 1, nan::first), most = first_extreme(x, -1, nan::first);
    const index_t least_number = first_extreme(x, 1, nan::last),
                  most_number = first_extreme(x, -1, nan::last);
    const auto n = static_cast<index_t>(x.size());
    const auto position = [&](index_t i) { return is_nan(of(i)) ? n : i; };
    REQUIRE(same_bits(impulse::min_value(x), of(least)));
    REQUIRE(same_bits(impulse::max_value(x), of(most)));
    const auto [lo, hi] = impulse::minmax_value(x);
    REQUIRE(same_bits(lo, of(least)));
    REQUIRE(same_bits(hi, of(most)));
    REQUIRE(same_bits(impulse::nanmin(x), of(least_number)));
    REQUIRE(same_bits(impulse::nanmax(x), of(most_number)));
    REQUIRE(impulse::argmin(x) == least);
    REQUIRE(impulse::argmax(x) == most);
    REQUIRE(impulse::nanargmin(x) == position(least_number));
    REQUIRE(impulse::nanargmax(x) == position(most_number));
    // By < alone both zeros are equal. With NaN the standard guarantees only that the result is an item.
    const index_t first_least = impulse::min_element(x) - x.begin();
    const index_t first_most = impulse::max_element(x) - x.begin();
    const auto both = impulse::minmax_element(x);
    if (is_nan(of(least))) {
        for (const index_t i : {first_least, first_most, both.first - x.begin(), both.second - x.begin()})
            REQUIRE((0 <= i && i < n));
        return;
    }
    REQUIRE(first_least == std::min_element(x.begin(), x.end()) - x.begin());
    REQUIRE(first_most == std::max_element(x.begin(), x.end()) - x.begin());
    REQUIRE(both == std::minmax_element(x.begin(), x.end()));
}

/// Items of a kind, which decides how many values differ and whether some are NaN or infinite.
template <class T>
std::vector<T> make_items(index_t n, int kind, std::mt19937_64& random) {
    std::vector<T> x;
    using limits = std::numeric_limits<T>;
    for (index_t i = 0; i < n; ++i) {
        const auto r = static_cast<int>(support::random_between(random, 0, 99));
        T item = static_cast<T>(kind == 0 ? r : r % 2);
        if constexpr (std::is_floating_point_v<T>) {
            if (kind == 1) item = r < 50 ? T(0) : -T(0);
            if (kind == 2) item = r < 2 ? limits::quiet_NaN() : r < 4 ? -limits::quiet_NaN() : T(r - 4) / 7;
            if (kind == 3) item = r < 97 ? -limits::quiet_NaN() : r < 98 ? limits::infinity() : -T(0);
            if (kind == 4) item = r < 50 ? -T(r) : r < 52 ? T(0) : -T(0);
            if (kind == 5) item = r < 50 ? T(r) : r < 52 ? -T(0) : T(0);
            if (kind == 6) item = r < 50 ? -limits::infinity() : limits::infinity();
        } else {
            if (kind == 2) item = r < 3 ? limits::lowest() : r < 6 ? limits::max() : T(r);
            if (kind == 3) item = limits::lowest();
            if (kind == 4) item = limits::max();
            if (kind == 5) item = static_cast<T>(random());
        }
        x.push_back(item);
    }
    return x;
}

}  // namespace

TEST_CASE_TEMPLATE("extreme lanes: every length and offset", T, float, double, std::int8_t, char16_t,
                   std::int64_t) {
    auto random = support::random_source(430);
    for (int kind = 0; kind < 7; ++kind) {
        CAPTURE(kind);
        const auto x = make_items<T>(all_lengths + 40, kind, random);
        for (index_t n = 1; n <= all_lengths; ++n) {
            CAPTURE(n);
            const auto offset = static_cast<std::size_t>(support::random_between(random, 0, 39));
            check_all(items_of<T>(x).subspan(offset, static_cast<std::size_t>(n)));
        }
        for (const index_t n : {16'384, 16'387, 20'001}) {
            CAPTURE(n);
            check_all(items_of<T>(make_items<T>(n, kind, random)));
        }
    }
}

/// The only item of its value, at each position: no item is skipped, and none is read outside the range.
TEST_CASE_TEMPLATE("extreme lanes: one item of its kind", T, float, std::int8_t) {
    for (const std::size_t n : {std::size_t{200}, std::size_t{16'387}}) {
        std::vector<T> x(n + 2, T(5));
        x.front() = x.back() = T(0);  // outside of the range
        const auto among = items_of<T>(x).subspan(1, n);
        for (std::size_t i = 1; i <= n; i += n < 1000 || i + 40 > n ? 1 : 61) {
            CAPTURE(i);
            for (const T item : {T(3), T(7)}) {
                x[i] = item;
                check_all(among);
                x[i] = T(5);
            }
        }
    }
}
