// SPDX-License-Identifier: Apache-2.0
// Two inputs of which one or both are arrays.
#include "host_bits.cuh"

TEST_CASE("arrays: two inputs, by rows and columns, and beside a vector") {
    using namespace impulse;
    using support::check_written;
    const gpu::stream s;
    const gpu::place_of_suite at{last_block.on(s)};
    for (const auto& [height, width] : {std::pair{3, 5000}, {700, 33}, {200, 200}, {5000, 2}}) {
        CAPTURE(height);
        CAPTURE(width);
        std::vector<float> items(static_cast<std::size_t>(height) * static_cast<std::size_t>(width));
        for (std::size_t i = 0; i < items.size(); ++i) items[i] = 1.f / static_cast<float>(i % 977 + 1);
        std::vector<float> other(items.rbegin(), items.rend());
        const auto a = at.put(items), b = at.put(other);
        const matrix_view there{a.data(), height, width}, second_there{b.data(), height, width};
        const matrix_view here{items.data(), height, width}, second_here{other.data(), height, width};
        const auto beside = [](const auto& how, const auto& both, float* out) {
            dot_into(how, both.first, both.second, out);
        };
        check_written<float>(at, height, std::pair(rows(there), b.data()),
                             std::pair(rows(here), other.data()), beside);
        check_written<float>(at, width, std::pair(columns(there), b.data()),
                             std::pair(columns(here), other.data()), beside);
        check_written<float>(at, height, std::pair(rows(there), rows(second_there)),
                             std::pair(rows(here), rows(second_here)), beside);
        check_written<float>(at, width, std::pair(columns(there), columns(second_there)),
                             std::pair(columns(here), columns(second_here)), beside);
    }
}
