// SPDX-License-Identifier: Apache-2.0
// A place of the caller's own: a GPU that plans as if it had one multiprocessor.
//
// So an input is large from 128 KiB on, and bounds of segments are sampled.
#pragma once

#include "gpu.cuh"

#include <impulse/reduce.hpp>

namespace gpu {

struct one_multiprocessor {
    impulse::device_place at;
};

}  // namespace gpu

template <>
struct impulse::runtime<gpu::one_multiprocessor> : runtime<device_place> {
    template <class Memory>
    runtime(const gpu::one_multiprocessor& place, const Memory& memory)
        : runtime<device_place>(place.at, memory) {}

    impulse::capacity capacity() const {
        impulse::capacity own = runtime<device_place>::capacity();
        own.resident /= own.processors;
        own.processors = 1;
        return own;
    }
};
