// SPDX-License-Identifier: Apache-2.0
// Calls at a place whose results must have the host's bits: each suite is written once, for a GPU and for
// emulated blocks.
//
// A place has `how`, a policy; put(items), a range of them there; room<T>(n), memory for results; and
// get(room), its values.
#pragma once

#include <doctest/doctest.h>

#include <moments.hpp>
#include <numbers.hpp>
#include <same_bits.hpp>

#include <impulse/accumulate.hpp>
#include <impulse/aggregates/all.hpp>
#include <impulse/extrema.hpp>
#include <impulse/host.hpp>
#include <impulse/layouts.hpp>
#include <impulse/statistics.hpp>
#include <impulse/sums.hpp>
#include <impulse/where.hpp>

namespace support {

inline const auto on_host = impulse::automatic.on(impulse::host);

/// The returned function takes a call, and checks that call(policy, input) has the same bits at the place as
/// on the host.
template <class Place, class There, class Here>
auto same_as_host(const Place& at, const There& there, const Here& here) {
    return [&](const auto& call) { CHECK(same_bits(call(at.how, there), call(on_host, here))); };
}

/// Checks that call(policy, input, out) writes the same bits at the place as on the host: `results` of type
/// T.
template <class T, class Place, class There, class Here, class Call>
void check_written(const Place& at, index_t results, const There& there, const Here& here, const Call& call) {
    auto out = at.template room<T>(results);
    std::vector<T> expected(static_cast<std::size_t>(results));
    call(at.how, there, out.data());
    call(on_host, here, expected.data());
    CHECK(same_bits(at.get(out), expected));
}

/// Offsets of segments of 0 to 169 items, n at most in all.
inline std::vector<int> rising_offsets(int n) {
    std::vector<int> offsets{0};
    for (int length = 0; offsets.back() + length <= n; ++length)
        offsets.push_back(offsets.back() + length % 170);
    return offsets;
}

// ---- masked items -----------------------------------------------------------------------------------------

template <class Place>
void check_where(const Place& at, index_t n, std::uint64_t every) {
    CAPTURE(n);
    CAPTURE(every);
    const auto x = make_numbers<float>(n);
    const auto mask = make_flags(n, every);
    const auto x_there = at.put(x);
    const auto mask_there = at.put(mask);
    const auto there = impulse::where(x_there, mask_there);
    const auto here = impulse::where(x, mask);
    const auto same = same_as_host(at, there, here);
    same(impulse::sum);
    same(impulse::mean);
    same([](const auto& how, const auto& in) { return impulse::variance(how, in, 1); });
    same(impulse::max_value);
    same(impulse::argmin);
}

// ---- initial values in memory -----------------------------------------------------------------------------

template <class Place>
void check_init_from(const Place& at, index_t n) {
    CAPTURE(n);
    const auto x = make_numbers<float>(n);
    const auto there = at.put(x);
    auto sum = at.template room<float>(1), again = at.template room<float>(1);
    impulse::sum_into(at.how, there, sum.data());
    impulse::reduce_into(at.how, there, again.data(), impulse::init_from(sum.data()));
    impulse::accumulate_into(at.how, there, sum.data());
    const float expected = impulse::reduce(x, impulse::sum(x));
    CHECK(same_bits(at.get(again)[0], expected));
    CHECK(same_bits(at.get(sum)[0], expected));
}

/// Adds to what is there, twice.
template <class Place, class There, class Here, class Op = impulse::plus>
void check_accumulated(const Place& at, index_t groups, const There& there, const Here& here, Op op = {}) {
    check_written<float>(at, groups, there, here, [&](const auto& how, const auto& layout, float* out) {
        impulse::sum_into(how, layout, out);
        for (int piece = 0; piece < 2; ++piece) impulse::accumulate_into(how, layout, out, op);
    });
}

// ---- named aggregates -------------------------------------------------------------------------------------

inline const auto named_aggregates =
    impulse::together(impulse::plus{}, impulse::moments{}, impulse::max_loc{}, impulse::compensated_sum{});

template <class Values>
auto all_bits(const Values& found) {
    return std::tuple_cat(std::tuple(found.template get<0>(), found.template get<2>().value,
                                     found.template get<2>().index, found.template get<3>()),
                          members_of(found.template get<1>()));
}

/// Moments have the bits of their definition.
template <class T, class Place, class There>
void check_moments(const Place& at, const std::vector<T>& x, const There& there) {
    const auto expected = sums_by_definition(x);
    CHECK(same_bits(members_of(impulse::reduce(at.how, there, impulse::moments{})), members_of(expected)));
    CHECK(same_bits(impulse::variance(at.how, there, 1), expected.n > 1
                                                             ? expected.squares / (expected.n - 1)
                                                             : std::numeric_limits<double>::quiet_NaN()));
}

template <class T, class Place, class There>
void check_named_aggregates(const Place& at, const std::vector<T>& x, const There& there) {
    CHECK(same_bits(all_bits(impulse::reduce(at.how, there, named_aggregates)),
                    all_bits(impulse::reduce(on_host, x, named_aggregates))));
    CHECK(impulse::reduce(at.how, there, impulse::min_loc{}) ==
          impulse::reduce(on_host, x, impulse::min_loc{}));
    auto value = at.template room<T>(1);
    auto index = at.template room<index_t>(1);
    impulse::argmin_into(at.how, there, value.data(), index.data());
    CHECK(at.get(value)[0] == impulse::min_value(on_host, x));
    CHECK(at.get(index)[0] == impulse::argmin(on_host, x));
}

}  // namespace support
