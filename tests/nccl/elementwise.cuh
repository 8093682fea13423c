// SPDX-License-Identifier: Apache-2.0
// The suite of element-wise calls for ranks of NCCL.
#pragma once

#include "world.cuh"

#include "../device/scratch.cuh"

#include <impulse/algorithms.hpp>
#include <impulse/device.cuh>
#include <impulse/host.hpp>
#include <impulse/nccl.hpp>

#include <elementwise_suite.hpp>

#include <cuda_fp16.h>

namespace nccl {

/// Arrays of the GPU; nothing is compared unless the caller asks for it.
struct arrays_of_gpu {
    static constexpr bool returns_values = false;
    using half = __half;
    template <class Item>
    struct array {
        explicit array(const std::vector<Item>& from) : memory(from) {}
        Item* data() const { return memory.data(); }
        std::vector<Item> read() const {
            gpu::must(cudaDeviceSynchronize());
            return gpu::download(memory);
        }
        gpu::buffer<Item> memory;
    };
    template <class Policy>
    static auto compared(const Policy& how) {
        return how.checked();
    }
};

/// check(suite) for this rank, with arrays of such lengths.
template <class Check>
void check_suite_of(member& its, const std::vector<impulse::index_t>& lengths, const Check& check) {
    const auto place = impulse::ranks(its.comm, its.stream);
    support::elementwise_suite<std::remove_const_t<decltype(place)>, arrays_of_gpu> suite(place, its.rank,
                                                                                          its.size);
    its.finds_nothing(suite.each_of(lengths, [&] { check(suite); }));
}
/// The same of each rank.
template <class Check>
void run_suite(const std::vector<impulse::index_t>& lengths, const Check& check) {
    run([&](member& its) { check_suite_of(its, lengths, check); });
}

}  // namespace nccl
