// SPDX-License-Identifier: Apache-2.0
// A program for several architectures: the host knows for which of them the code that the card runs was
// compiled.
//
// Also a place of the caller's own, with another tuning for a GPU.

#include "gpu.cuh"

#include <impulse/explain.hpp>
#include <impulse/reduce.hpp>

namespace {

__global__ void tell_code(int* code) {
#if defined(__CUDA_ARCH__)
    *code = __CUDA_ARCH__;
#else
    static_cast<void>(code);
#endif
}

int attribute(cudaDeviceAttr which) {
    int value = 0;
    gpu::must(cudaDeviceGetAttribute(&value, which, 0));
    return value;
}

/// A GPU whose tuning differs from the library's.
struct tuned_gpu {
    impulse::device_place at;
    impulse::tuning tuned;
};

}  // namespace

template <>
struct impulse::runtime<tuned_gpu> : runtime<device_place> {
    template <class Memory>
    runtime(const tuned_gpu& place, const Memory& memory)
        : runtime<device_place>(place.at, memory), tuned(place.tuned) {}

    impulse::capacity capacity() const {
        impulse::capacity own = runtime<device_place>::capacity();
        own.tuned = tuned;
        return own;
    }

    impulse::tuning tuned;
};

TEST_CASE("architectures: the host knows which code the card runs") {
    const gpu::buffer<int> code(1);
    tell_code<<<1, 1>>>(code.data());
    const int version =
        10 * attribute(cudaDevAttrComputeCapabilityMajor) + attribute(cudaDevAttrComputeCapabilityMinor);
    CHECK(impulse::on_device::know_clusters(version, {__CUDA_ARCH_LIST__}) ==
          (gpu::download(code)[0] >= 900));

    const gpu::stream s;
    const gpu::buffer<float> x(100);
    const std::string words = impulse::explain(impulse::last_block.on(s), x.data(), x.data() + 100, 0.f);
    CAPTURE(words);
    CHECK(words.find("compute capability " + std::to_string(version / 10) + "." +
                     std::to_string(version % 10) + " (sizes measured on 9.0)") != std::string::npos);
}

TEST_CASE("architectures: a tuning of the caller's own changes the plan of a call on a GPU, and no bit") {
    const gpu::stream s;
    for (const gpu::index_t n : {100, 5000, 1 << 16, 1'000'003}) {
        CAPTURE(n);
        std::vector<float> items(static_cast<std::size_t>(n));
        for (std::size_t i = 0; i < items.size(); ++i) items[i] = 1.f / static_cast<float>(i + 1);
        const gpu::buffer<float> x(items);
        const auto library = impulse::last_block.on(s);
        impulse::tuning other = impulse::on_device::tuned_90;
        other.clustered_bytes = 0;
        other.measured_on = 0;
        for (int row = 0; row < other.rows; ++row) other.row[row] = {other.row[row].bytes, 16 << 10, 1};
        const auto own = impulse::last_block.on(tuned_gpu{{s}, other});
        if (n > 1 << 16)
            CHECK(impulse::reduce.plan(own, x.data(), x.data() + n, 0.f).tiles.threads <
                  impulse::reduce.plan(library, x.data(), x.data() + n, 0.f).tiles.threads);
        CHECK(impulse::reduce(own, x.data(), x.data() + n, 0.f) ==
              impulse::reduce(library, x.data(), x.data() + n, 0.f));
        CHECK(impulse::explain(own, x.data(), x.data() + n, 0.f).find("(sizes of your own)") !=
              std::string::npos);
    }
}
