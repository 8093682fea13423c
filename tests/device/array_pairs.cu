// SPDX-License-Identifier: Apache-2.0
// Two inputs of which one or both are arrays.
#include "gpu.cuh"

#include <impulse/host.hpp>
#include <impulse/layouts.hpp>
#include <impulse/sums.hpp>

using impulse::matrix_view;

TEST_CASE("arrays: two inputs, by rows and columns, and beside a vector") {
    using namespace impulse;
    const gpu::stream s;
    const auto how = last_block.on(s);
    for (const auto& [height, width] : {std::pair{3, 5000}, {700, 33}, {200, 200}, {5000, 2}}) {
        CAPTURE(height);
        CAPTURE(width);
        std::vector<float> items(static_cast<std::size_t>(height) * static_cast<std::size_t>(width));
        for (std::size_t i = 0; i < items.size(); ++i) items[i] = 1.f / static_cast<float>(i % 977 + 1);
        std::vector<float> other(items.rbegin(), items.rend());
        const gpu::buffer<float> a(items), b(other);
        const gpu::buffer<float> out(static_cast<std::size_t>(height + width));
        const matrix_view on_gpu{a.data(), height, width}, second{b.data(), height, width};
        const matrix_view at_home{items.data(), height, width}, second_at_home{other.data(), height, width};
        const auto check = [&](const std::vector<float>& right) {
            s.wait();
            auto found = gpu::download(out);
            found.resize(right.size());
            CHECK(std::memcmp(found.data(), right.data(), right.size() * sizeof(float)) == 0);
        };
        dot_into(how, rows(on_gpu), b, out.data());
        check(dot(last_block.on(host), rows(at_home), other));
        dot_into(how, columns(on_gpu), b, out.data());
        check(dot(last_block.on(host), columns(at_home), other));
        dot_into(how, rows(on_gpu), rows(second), out.data());
        check(dot(last_block.on(host), rows(at_home), rows(second_at_home)));
        dot_into(how, columns(on_gpu), columns(second), out.data());
        check(dot(last_block.on(host), columns(at_home), columns(second_at_home)));
    }
}
