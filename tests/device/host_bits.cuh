// SPDX-License-Identifier: Apache-2.0
// A GPU as the place of suites that compare with the host.
#pragma once

#include "gpu.cuh"

#include <host_bits.hpp>

namespace gpu {

template <class Policy = decltype(impulse::automatic.on(impulse::device))>
struct place_of_suite {
    Policy how = impulse::automatic.on(impulse::device);

    template <class T>
    buffer<T> put(const std::vector<T>& items) const {
        return buffer<T>(items);
    }
    template <class T>
    buffer<T> room(index_t n) const {
        return buffer<T>(n);
    }
    template <class T>
    std::vector<T> get(const buffer<T>& from) const {
        must(cudaDeviceSynchronize());
        return download(from);
    }
};

}  // namespace gpu
