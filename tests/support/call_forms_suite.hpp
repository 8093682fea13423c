// SPDX-License-Identifier: Apache-2.0
// The forms of a call, once for every place. `x` has the items 1 to 1000; `out.data()` is memory for a
// result, and `out.written()` returns what a call wrote and poisons the memory for the next one.
#pragma once

#include <doctest/doctest.h>

#include <impulse/reduce.hpp>

namespace support {

inline constexpr int sum_to_1000 = 500'500;
inline constexpr long squares_to_1000 = 333'833'500;

struct square {
    IMPULSE_SHARED long operator()(int x) const { return long{x} * x; }
};

/// Keeps both ends, so any reordering of items shows.
struct ends {
    int first;
    int last;
    friend bool operator==(const ends&, const ends&) = default;
};
struct join_ends {
    IMPULSE_SHARED ends operator()(const ends& a, const ends& b) const { return {a.first, b.last}; }
};
struct make_ends {
    IMPULSE_SHARED ends operator()(int x) const { return {x, x}; }
    IMPULSE_SHARED ends operator()(int x, int y) const { return {x, y}; }
};

template <class Policy, class Items>
void check_reduce(const Policy& policy, const Items& x) {
    CHECK(impulse::reduce(policy, x) == sum_to_1000);
    CHECK(impulse::reduce(policy, x, 5) == sum_to_1000 + 5);
    CHECK(impulse::reduce(policy, x, 5, impulse::maximum{}) == 1000);
    CHECK(impulse::reduce(policy, x, impulse::maximum{}) == 1000);
    CHECK(impulse::reduce(policy, x.begin(), x.end()) == sum_to_1000);
    CHECK(impulse::reduce(policy, x.begin(), x.end(), 5) == sum_to_1000 + 5);
    CHECK(impulse::reduce(policy, x.begin(), x.end(), 2000, impulse::maximum{}) == 2000);
    CHECK(impulse::reduce(policy, x.begin(), x.end(), impulse::minimum{}) == 1);
    CHECK(impulse::reduce(policy, x.begin(), x.begin() + 10) == 55);
}

template <class Policy, class Items, class Out>
void check_reduce_into(const Policy& policy, const Items& x, Out& out) {
    impulse::reduce_into(policy, x, out.data());
    CHECK(out.written() == sum_to_1000);
    impulse::reduce_into(policy, x, out.data(), 5);
    CHECK(out.written() == sum_to_1000 + 5);
    impulse::reduce_into(policy, x, out.data(), impulse::maximum{});
    CHECK(out.written() == 1000);
    impulse::reduce_into(policy, x, out.data(), 5, impulse::maximum{});
    CHECK(out.written() == 1000);
    impulse::reduce_into(policy, x.begin(), x.end(), out.data(), 5, impulse::maximum{});
    CHECK(out.written() == 1000);
}

template <class Policy, class Items>
void check_transform_reduce(const Policy& policy, const Items& x) {
    CHECK(impulse::transform_reduce(policy, x, 0, impulse::plus{}, square{}) == squares_to_1000);
    CHECK(impulse::transform_reduce(policy, x.begin(), x.end(), 1, impulse::plus{}, square{}) ==
          squares_to_1000 + 1);
    CHECK(impulse::transform_reduce(policy, x, x, 0) == squares_to_1000);
    CHECK(impulse::transform_reduce(policy, x, x.begin(), 0) == squares_to_1000);
    CHECK(impulse::transform_reduce(policy, x.begin(), x.end(), x.begin(), 1) == squares_to_1000 + 1);
}

template <class Policy, class Items, class Out>
void check_transform_reduce_into(const Policy& policy, const Items& x, Out& out) {
    impulse::transform_reduce_into(policy, x, out.data(), 1, impulse::plus{}, square{});
    CHECK(out.written() == squares_to_1000 + 1);
    impulse::transform_reduce_into(policy, x.begin(), x.end(), out.data(), 1, impulse::plus{}, square{});
    CHECK(out.written() == squares_to_1000 + 1);
    impulse::transform_reduce_into(policy, x, x, out.data(), 1L);
    CHECK(out.written() == squares_to_1000 + 1);
    impulse::transform_reduce_into(policy, x.begin(), x.end(), x.begin(), out.data(), 1L, impulse::maximum{},
                                   impulse::plus{});
    CHECK(out.written() == 2000);
}

template <class Policy, class Items>
void check_order_of_transformed(const Policy& policy, const Items& x) {
    const auto first = x.begin();
    CHECK(impulse::transform_reduce(policy, first + 1, first + 900, ends{0, 0}, join_ends{}, make_ends{}) ==
          ends{0, 900});
    CHECK(impulse::transform_reduce(policy, first, first + 900, first + 100, ends{0, 0}, join_ends{},
                                    make_ends{}) == ends{0, 1000});
}

template <class Policy, class Items, class Out>
void check_empty(const Policy& policy, const Items& x, Out& out) {
    const int* const nowhere = nullptr;
    CHECK(impulse::reduce(policy, x.begin(), x.begin()) == 0);
    CHECK(impulse::reduce(policy, x.begin(), x.begin(), -7) == -7);
    CHECK(impulse::reduce(policy, nowhere, nowhere, -7) == -7);
    impulse::reduce_into(policy, x.begin(), x.begin(), out.data(), -7);
    CHECK(out.written() == -7);
}

}  // namespace support
