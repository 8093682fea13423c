// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where items begin does not change how they are grouped: the same bits at every offset.
#include "order.cuh"

#include <impulse/sums.hpp>

#include <cstring>

using gpu::index_t;

namespace {

/// Numbers of very different sizes, whose sum depends on the grouping.
template <class T>
struct make_uneven {
    IMPULSE_SHARED T operator()(index_t i) const {
        const std::uint64_t number = support::scatter(static_cast<std::uint64_t>(i));
        const float scale = 1.0f / static_cast<float>(1u << (number % 30));
        return static_cast<T>(scale * static_cast<float>(static_cast<int>((number >> 40) % 2001) - 1000));
    }
};

template <class T>
bool same_bits(const T& a, const T& b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// compute(first, n) at each offset against offset 0.
template <class T, class Compute>
void check_bits(const std::string& what, index_t n, const Compute& compute) {
    const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(T);
    const gpu::memory space(bytes + 16 - sizeof(T));
    const auto at = [&](std::size_t offset) { return reinterpret_cast<T*>(space.at(offset)); };
    gpu::fill(at(0), n, make_uneven<T>{});
    const auto expected = compute(at(0), n);
    for (std::size_t offset = sizeof(T); offset < 16; offset += sizeof(T)) {
        gpu::fill(at(offset), n, make_uneven<T>{});
        CAPTURE(offset);
        gpu::check_equal(what, n, same_bits(compute(at(offset), n), expected));
    }
}

template <class T>
void check_sums() {
    for (const index_t n : {1, 7, 1000, 40'000, 300'001, 5'000'003})
        gpu::for_each_policy([&](const std::string& name, const auto& policy) {
            const auto on_gpu = policy.on(impulse::device);
            check_bits<T>(name, n, [&](const T* x, index_t count) {
                return impulse::reduce(on_gpu, x, x + count, 0.1f, impulse::plus{});
            });
            check_bits<T>(name, n, [&](const T* x, index_t count) {
                return impulse::reduce(on_gpu, x, x + count, 0.1f, impulse::ordered(impulse::plus{}));
            });
        });
}

}  // namespace

TEST_CASE("alignment: sums of float have the same bits at every offset") { check_sums<float>(); }

TEST_CASE("alignment: sums of double have the same bits at every offset") { check_sums<double>(); }

TEST_CASE("alignment: dot products have the same bits at every pair of offsets") {
    for (const index_t n : {100, 40'000, 1'000'003}) {
        const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(float);
        const gpu::memory space_x(bytes + 12), space_y(bytes + 12);
        float expected = 0;
        for (std::size_t offset = 0; offset < 16; offset += sizeof(float))
            for (std::size_t other = 0; other < 16; other += sizeof(float)) {
                auto* const x = reinterpret_cast<float*>(space_x.at(offset));
                auto* const y = reinterpret_cast<float*>(space_y.at(other));
                gpu::fill(x, n, make_uneven<float>{});
                gpu::fill(y, n, make_uneven<float>{});
                const float got = impulse::dot(impulse::last_block.on(impulse::device), x, x + n, y);
                if (offset + other == 0) expected = got;
                CAPTURE(offset);
                CAPTURE(other);
                gpu::check_equal("dot", n, same_bits(got, expected));
            }
    }
}
