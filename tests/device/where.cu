// SPDX-License-Identifier: Apache-2.0
// Masked items on the GPU, for one result and for groups: the host's bits.
#include "gpu.cuh"

#include <same_bits.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/host.hpp>

using impulse::where;

namespace {

template <class T>
std::vector<T> make_numbers(index_t n) {
    return support::make_items(n, [](index_t i) {
        return static_cast<T>(
            static_cast<float>(support::scatter(static_cast<std::uint64_t>(i) + 5) % 1009) * 0.37f - 100.f);
    });
}
std::vector<unsigned char> make_flags(index_t n, std::uint64_t every) {
    return support::make_items(n, [=](index_t i) {
        return static_cast<unsigned char>(support::scatter(static_cast<std::uint64_t>(i) + 77) % every != 0);
    });
}

/// It has no identity and does not commute. Half of `a` is exact: otherwise nvcc might fuse the caller's
/// product and sum.
struct damped {
    IMPULSE_SHARED float operator()(float a, float b) const { return 0.5f * a + b; }
};

}  // namespace

TEST_CASE("where: the host's bits") {
    const auto here = impulse::automatic.on(impulse::host);
    const auto there = impulse::automatic.on(impulse::device);
    for (const index_t n : {0, 1, 2, 33, 1000, 50'000, 300'007})
        for (const std::uint64_t every : {1u, 3u, 1000u}) {
            CAPTURE(n);
            CAPTURE(every);
            const auto items = make_numbers<float>(n);
            const auto of_items = make_flags(n, every);
            const gpu::buffer<float> x(items);
            const gpu::buffer<unsigned char> mask(of_items);
            const auto check = [&](const auto& call) {
                CHECK(support::same_bits(call(there, where(x, mask)), call(here, where(items, of_items))));
            };
            check([](const auto& how, const auto& in) { return impulse::sum(how, in); });
            check([](const auto& how, const auto& in) { return impulse::mean(how, in); });
            check([](const auto& how, const auto& in) { return impulse::variance(how, in, 1); });
            check([](const auto& how, const auto& in) { return impulse::max_value(how, in); });
            check([](const auto& how, const auto& in) { return impulse::argmin(how, in); });
            check([](const auto& how, const auto& in) { return impulse::reduce(how, in, 2.f, damped{}); });
        }
}

TEST_CASE("where: groups, some of them empty") {
    const auto items = make_numbers<float>(30'000);
    const auto of_items = make_flags(30'000, 2);
    const gpu::buffer<float> x(items);
    const gpu::buffer<unsigned char> mask(of_items);
    const auto how = impulse::automatic.on(impulse::device);
    std::vector<int> offsets{0};
    for (int length = 0; offsets.back() + length <= 30'000; ++length)
        offsets.push_back(offsets.back() + length % 170);
    const gpu::buffer<int> at(offsets);
    const auto groups = static_cast<index_t>(offsets.size()) - 1;
    const gpu::buffer<float> sums(groups);
    impulse::reduce_into(how, impulse::segments(where(x, mask), at), sums.data());
    CHECK(support::same_bits(gpu::download(sums),
                             impulse::reduce(impulse::segments(where(items, of_items), offsets))));

    const impulse::matrix_view there{where(x.data(), mask.data()), 300, 100};
    const impulse::matrix_view here{where(items.data(), of_items.data()), 300, 100};
    const gpu::buffer<double> means(100);
    impulse::mean_into(how, impulse::columns(there), means.data());
    CHECK(support::same_bits(gpu::download(means), impulse::mean(impulse::columns(here))));
    const gpu::buffer<float> products(300);
    impulse::dot_into(how, impulse::rows(there), x.data(), products.data());
    CHECK(support::same_bits(gpu::download(products), impulse::dot(impulse::rows(here), items)));
    const gpu::buffer<index_t> positions(100);
    impulse::argmax_into(how, impulse::columns(there), positions.data());
    CHECK(gpu::download(positions) == impulse::argmax(impulse::columns(here)));
}
