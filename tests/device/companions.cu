// SPDX-License-Identifier: Apache-2.0
// Random groups among other random groups, on a GPU.
#include "gpu.cuh"
#include "shapes.cuh"

#include <companions.hpp>

TEST_CASE("companions: a group has its bits alone, first, last and among thousands, by every policy") {
    const gpu::stream s;
    support::check_companions(400'000, [&](const std::vector<float>& items, const support::offsets& at,
                                           const auto& layout, float init, const auto& check) {
        const gpu::buffer<float> x(items);
        const gpu::buffer<gpu::index_t> on_gpu(at);
        const std::span<const float> values(x.begin(), x.end());
        const std::span<const gpu::index_t> offsets(on_gpu.begin(), on_gpu.end());
        const gpu::buffer<float> out(std::max<gpu::index_t>(1, on_gpu.size() - 1));
        gpu::for_each_policy([&](const std::string& name, const auto& policy) {
            impulse::reduce_into(policy.on(s), layout(values, offsets), out.data(), init);
            s.wait();
            check(name, gpu::download(out));
        });
    });
}
