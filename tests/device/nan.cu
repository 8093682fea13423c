// SPDX-License-Identifier: Apache-2.0
// Reductions that skip NaN on the GPU, for one result and for groups: the host's bits.
#include "gpu.cuh"

#include <same_bits.hpp>

#include <impulse/host.hpp>
#include <impulse/layouts.hpp>
#include <impulse/nan.hpp>

#include <cuda_fp16.h>
#include <cuda/std/complex>

#include <limits>

namespace {

/// On average, one number in `every` is NaN.
template <class T>
std::vector<T> make_numbers(index_t n, std::uint64_t every) {
    return support::make_items(n, [=](index_t i) {
        const auto bits = support::scatter(static_cast<std::uint64_t>(i) + 5);
        if ((bits >> 40) % every == 0) return static_cast<T>(std::numeric_limits<float>::quiet_NaN());
        return static_cast<T>(static_cast<float>(bits % 1009) * 0.37f - 100.f);
    });
}

template <class T, class Call>
void check_one(const std::vector<T>& items, const gpu::buffer<T>& x, const Call& call) {
    CHECK(support::same_bits(call(impulse::automatic.on(impulse::device), x),
                             call(impulse::automatic.on(impulse::host), items)));
}

template <class T>
void check_all(const std::vector<T>& items) {
    const gpu::buffer<T> x(items);
    check_one(items, x, [](const auto& how, const auto& in) { return impulse::nansum(how, in); });
    check_one(items, x, [](const auto& how, const auto& in) { return impulse::nanvar(how, in, 1); });
    check_one(items, x, [](const auto& how, const auto& in) { return impulse::nanargmin(how, in); });
    if constexpr (std::is_same_v<T, float>) {
        check_one(items, x, [](const auto& how, const auto& in) { return impulse::nanmean(how, in); });
        check_one(items, x, [](const auto& how, const auto& in) { return impulse::nanmax(how, in); });
        check_one(items, x, [](const auto& how, const auto& in) { return impulse::nanargmax(how, in); });
    }
}

}  // namespace

TEST_CASE_TEMPLATE("nan: the host's bits", T, __half, float) {
    for (const index_t n : {0, 1, 2, 33, 1000, 50'000, 300'007})
        for (const std::uint64_t every : {1u, 3u, 1000u}) {
            CAPTURE(n);
            CAPTURE(every);
            check_all(make_numbers<T>(n, every));
        }
}

TEST_CASE("nan: wide sums, products and deviations") {
    const auto items = make_numbers<float>(50'000, 3);
    const gpu::buffer<float> x(items);
    check_one(items, x,
              [](const auto& how, const auto& in) { return impulse::nansum(how, in, impulse::wide); });
    check_one(items, x, [](const auto& how, const auto& in) { return impulse::nanprod(how, in); });
    check_one(items, x, [](const auto& how, const auto& in) { return impulse::nanstd(how, in); });
    check_one(items, x, [](const auto& how, const auto& in) { return impulse::nanmin(how, in); });
}

TEST_CASE("nan: complex numbers") {
    using complex = cuda::std::complex<float>;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto z = support::make_items(5000, [=](index_t i) {
        const auto part = static_cast<float>(i % 11);
        return complex(i % 3 == 0 ? nan : part, i % 7 == 0 ? nan : 0.25f * part);
    });
    check_one(z, gpu::buffer<complex>(z),
              [](const auto& how, const auto& in) { return impulse::nansum(how, in); });
}

TEST_CASE("nan: of groups, some of NaN alone and some empty") {
    const auto items = make_numbers<float>(30'000, 2);
    const gpu::buffer<float> x(items);
    std::vector<int> offsets{0};
    for (int length = 0; offsets.back() + length <= 30'000; ++length)
        offsets.push_back(offsets.back() + length % 170);
    const gpu::buffer<int> at(offsets);
    const auto groups = static_cast<index_t>(offsets.size()) - 1;
    const gpu::buffer<double> means(groups);
    const gpu::buffer<index_t> positions(groups);
    const auto how = impulse::automatic.on(impulse::device);
    const auto there = impulse::segments(x, at);
    const auto here = impulse::segments(items, offsets);
    impulse::nanmean_into(how, there, means.data());
    CHECK(support::same_bits(gpu::download(means), impulse::nanmean(here)));
    impulse::nanvar_into(how, there, means.data());
    CHECK(support::same_bits(gpu::download(means), impulse::nanvar(here)));
    impulse::nanargmin_into(how, there, positions.data());
    CHECK(gpu::download(positions) == impulse::nanargmin(here));

    const impulse::matrix_view matrix{x.data(), 300, 100};
    const impulse::matrix_view of_host{items.data(), 300, 100};
    const gpu::buffer<index_t> columns(100);
    impulse::nanargmax_into(how, impulse::columns(matrix), columns.data());
    CHECK(gpu::download(columns) == impulse::nanargmax(impulse::columns(of_host)));
}
