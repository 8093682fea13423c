// SPDX-License-Identifier: Apache-2.0
// Reductions that skip NaN on the GPU, for one result and for groups: the host's bits.
#include "host_bits.cuh"

#include <impulse/extrema.hpp>
#include <impulse/nan.hpp>

#include <cuda_fp16.h>
#include <cuda/std/complex>

namespace {

template <class T>
void check_all(const std::vector<T>& items) {
    const gpu::place_of_suite at;
    const gpu::buffer<T> x(items);
    const auto same = support::same_as_host(at, x, items);
    same(impulse::nansum);
    same([](const auto& how, const auto& in) { return impulse::nanvar(how, in, 1); });
    same(impulse::nanargmin);
    if constexpr (std::is_same_v<T, float>) {
        same(impulse::nanmean);
        same(impulse::nanmax);
        same(impulse::nanargmax);
    }
}

}  // namespace

TEST_CASE_TEMPLATE("nan: the host's bits", T, __half, float) {
    for (const index_t n : {0, 1, 2, 33, 1000, 50'000, 300'007})
        for (const std::uint64_t every : {1u, 3u, 1000u}) {
            CAPTURE(n);
            CAPTURE(every);
            check_all(support::make_numbers<T>(n, every));
        }
}

TEST_CASE_TEMPLATE("nan: extremes of floating-point numbers: the host's bits, and a NaN keeps its own", T,
                   float, double) {
    using word = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    const gpu::place_of_suite at;
    const auto word_of = [](T x) { return __builtin_bit_cast(word, x); };
    const auto check = [&](const std::vector<T>& items) {
        const gpu::buffer<T> x(items);
        const auto same = support::same_as_host(at, x, items);
        same(impulse::min_value);
        same(impulse::max_value);
        same(impulse::nanmin);
        same(impulse::nanmax);
        same([](const auto& how, const auto& in) {
            return impulse::reduce(how, in,
                                   impulse::together(impulse::minimum{}, impulse::maximum{},
                                                     impulse::minimum_number{}, impulse::maximum_number{}));
        });
    };
    for (const index_t n : {1, 2, 33, 1000, 50'000, 300'007}) {
        CAPTURE(n);
        for (const std::uint64_t every : {2u, 1000u, 1'000'000u}) check(support::make_numbers<T>(n, every));
        std::vector<T> items = support::make_items(n, [](index_t i) { return i % 3 == 0 ? -T(0) : T(0); });
        check(items);
        const word nan = sizeof(T) == 8 ? static_cast<word>(0xfff4'1234'5678'9abcu)
                                        : static_cast<word>(0xffa1'2345u);  // a signalling one
        items[static_cast<std::size_t>(n) * 2 / 3] = __builtin_bit_cast(T, nan);
        check(items);
        const gpu::buffer<T> x(items);
        const auto [least, most] = impulse::minmax_value(at.how, x);
        CHECK(word_of(least) == nan);
        CHECK(word_of(most) == nan);
        CHECK(word_of(impulse::min_value(at.how, x)) == nan);
        CHECK(word_of(impulse::max_value(at.how, x)) == nan);
    }
}

TEST_CASE("nan: wide sums, products and deviations") {
    const gpu::place_of_suite at;
    const auto items = support::make_numbers<float>(50'000, 3);
    const auto x = at.put(items);
    const auto same = support::same_as_host(at, x, items);
    same([](const auto& how, const auto& in) { return impulse::nansum(how, in, impulse::wide); });
    same(impulse::nanprod);
    same(impulse::nanstd);
    same(impulse::nanmin);
}

TEST_CASE("nan: complex numbers") {
    using complex = cuda::std::complex<float>;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto z = support::make_items(5000, [=](index_t i) {
        const auto part = static_cast<float>(i % 11);
        return complex(i % 3 == 0 ? nan : part, i % 7 == 0 ? nan : 0.25f * part);
    });
    const gpu::place_of_suite at;
    const auto there = at.put(z);
    support::same_as_host(at, there, z)(impulse::nansum);
}

TEST_CASE("nan: of groups, some of NaN alone and some empty") {
    using support::check_written;
    const gpu::place_of_suite at;
    const auto items = support::make_numbers<float>(30'000, 2);
    const auto x = at.put(items);
    const auto offsets = support::rising_offsets(30'000);
    const auto offsets_there = at.put(offsets);
    const auto there = impulse::segments(x, offsets_there);
    const auto here = impulse::segments(items, offsets);
    const index_t groups = std::ssize(offsets) - 1;
    check_written<double>(at, groups, there, here, impulse::nanmean_into);
    check_written<double>(at, groups, there, here, impulse::nanvar_into);
    check_written<index_t>(at, groups, there, here, impulse::nanargmin_into);
    const impulse::matrix_view matrix{x.data(), 300, 100};
    const impulse::matrix_view of_host{items.data(), 300, 100};
    check_written<index_t>(at, 100, impulse::columns(matrix), impulse::columns(of_host),
                           impulse::nanargmax_into);
}
