// SPDX-License-Identifier: Apache-2.0
// Named aggregates on the GPU: the bits of their definition and of the host.
#include "gpu.cuh"

#include <moments.hpp>
#include <same_bits.hpp>

#include <impulse/aggregates/all.hpp>
#include <impulse/extrema.hpp>
#include <impulse/host.hpp>
#include <impulse/statistics.hpp>

using support::members_of;
using support::same_bits;

namespace {

template <class T>
std::vector<T> make_numbers(index_t n) {
    return support::make_items(n, [](index_t i) {
        const auto bits = support::scatter(static_cast<std::uint64_t>(i) + 5);
        return static_cast<T>(static_cast<double>(bits % 1009) / 8.125 - 60.0);
    });
}

template <class Values>
auto all_bits(const Values& found) {
    return std::tuple_cat(std::tuple(found.template get<0>(), found.template get<2>().value,
                                     found.template get<2>().index, found.template get<3>()),
                          members_of(found.template get<1>()));
}

const auto several =
    impulse::together(impulse::plus{}, impulse::moments{}, impulse::max_loc{}, impulse::compensated_sum{});
const auto on_host = impulse::automatic.on(impulse::host);
const auto on_gpu = impulse::automatic.on(impulse::device);

}  // namespace

TEST_CASE_TEMPLATE("named aggregates: the definition's bits", T, std::int8_t, std::int16_t, float, double) {
    for (const index_t n : {0, 1, 2, 31, 33, 1000, 50'000, 1'000'003}) {
        CAPTURE(n);
        const auto items = make_numbers<T>(n);
        const gpu::buffer<T> x(items);
        const auto expected = support::sums_by_definition(items);
        CHECK(same_bits(members_of(impulse::reduce(on_gpu, x, impulse::moments{})), members_of(expected)));
        CHECK(same_bits(impulse::variance(on_gpu, x, 1), expected.n > 1
                                                             ? expected.squares / (expected.n - 1)
                                                             : std::numeric_limits<double>::quiet_NaN()));
        if constexpr (std::is_same_v<T, std::int8_t> || std::is_same_v<T, float>) {
            CHECK(same_bits(all_bits(impulse::reduce(on_gpu, x, several)),
                            all_bits(impulse::reduce(on_host, items, several))));
            CHECK(impulse::reduce(on_gpu, x, impulse::min_loc{}) ==
                  impulse::reduce(on_host, items, impulse::min_loc{}));
            gpu::buffer<T> value(1);
            gpu::buffer<index_t> index(1);
            impulse::argmin_into(on_gpu, x, value.data(), index.data());
            CHECK(gpu::download(value)[0] == impulse::min_value(on_host, items));
            CHECK(gpu::download(index)[0] == impulse::argmin(on_host, items));
        }
    }
}
