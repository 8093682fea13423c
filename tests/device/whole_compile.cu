// SPDX-License-Identifier: Apache-2.0
// Calls over several devices, compiled in full even where other kernels are compiled only to PTX: there nvcc
// does not give the warnings of the host compiler.
#include <impulse/device.cuh>
#include <impulse/devices.hpp>
#include <impulse/reduce.hpp>

#include "gpu.cuh"

TEST_CASE("devices: a sum over parts with one GPU named twice") {
    const std::vector<float> items{1, 2, 3, 4, 5};
    const gpu::buffer<float> x{items};
    const impulse::distributed<float> whole{{0, x.data(), 2}, {0, x.data() + 2, 3}};
    CHECK(impulse::reduce(impulse::automatic.on(impulse::devices(0)), whole, 0.f) == 15);
}
