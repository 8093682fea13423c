// SPDX-License-Identifier: Apache-2.0
// Masked items on the GPU, for one result: the host's bits.
#include "host_bits.cuh"

namespace {

/// It has no identity and does not commute. Half of `a` is exact: otherwise nvcc might fuse the caller's
/// product and sum.
struct damped {
    IMPULSE_SHARED float operator()(float a, float b) const { return 0.5f * a + b; }
};

}  // namespace

TEST_CASE("where: the host's bits") {
    const gpu::place_of_suite at;
    for (const index_t n : {0, 1, 2, 33, 1000, 50'000, 300'007})
        for (const std::uint64_t every : {1u, 3u, 1000u}) {
            support::check_where(at, n, every);
            const auto items = support::make_numbers<float>(n);
            const auto flags = support::make_flags(n, every);
            const auto x = at.put(items);
            const auto mask = at.put(flags);
            CHECK(support::same_bits(impulse::reduce(at.how, impulse::where(x, mask), 2.f, damped{}),
                                     impulse::reduce(impulse::where(items, flags), 2.f, damped{})));
        }
}
