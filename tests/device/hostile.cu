// SPDX-License-Identifier: Apache-2.0
// The hostile program on the GPU, and in a kernel of its own.
#include <hostile.hpp>

#include "gpu.cuh"

namespace {

template <class Map>
__global__ void compose_in_block(const std::uint32_t* first, std::uint32_t n, Map* out) {
    __shared__ impulse::block_storage<Map> storage;
    impulse::block block(storage);
    const impulse::contiguous_source<std::uint32_t> source{first, n};
    const Map composed =
        impulse::joint_reduce(block, impulse::make_transform_source(source, hostile::to_map<Map>{}), {0, n},
                              Map{3, 4}, hostile::compose<Map>{});
    if (threadIdx.x == 0) *out = composed;
}

}  // namespace

TEST_CASE("hostile: a legal program around the library, on a GPU") {
    using map = hostile::map<128>;  // nvcc passes no larger type by value, unless everything is inlined
    std::vector<std::uint32_t> items;
    for (std::uint32_t x = 0; x < 3000; ++x) items.push_back(x);
    const gpu::buffer<std::uint32_t> x{items};
    const auto how = impulse::last_block.on(impulse::device);
    const auto report = [](bool right) { CHECK(right); };
    hostile::compose_all<map>(how, x, report);
    hostile::decide_all(how, x, report);
    const gpu::buffer<map> out(1);
    compose_in_block<<<1, 64>>>(x.data(), 3000u, out.data());
    CHECK(gpu::fetch(out.data()).is(hostile::expected_of<map>()));
}
