// SPDX-License-Identifier: Apache-2.0
// Named aggregates on the GPU: the bits of their definition and of the host.
#include "host_bits.cuh"

TEST_CASE_TEMPLATE("named aggregates: the definition's bits", T, std::int8_t, std::int16_t, float, double) {
    const gpu::place_of_suite at;
    for (const index_t n : {0, 1, 2, 31, 33, 1000, 50'000, 1'000'003}) {
        CAPTURE(n);
        const auto items = support::make_numbers<T>(n);
        const auto x = at.put(items);
        support::check_moments(at, items, x);
        if constexpr (std::is_same_v<T, std::int8_t> || std::is_same_v<T, float>)
            support::check_named_aggregates(at, items, x);
    }
}
