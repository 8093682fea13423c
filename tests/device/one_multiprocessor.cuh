// SPDX-License-Identifier: Apache-2.0
// A place of the caller's own: a GPU that plans as if it had one multiprocessor.
//
// So an input is large from 128 KiB on: bounds of segments are sampled, and columns without gaps are staged.
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
        own.tuned.staged_column_bytes = 8 << 10;
        return own;
    }
};

namespace gpu {

inline impulse::capacity this_card() {
    return impulse::runtime<impulse::device_place>({nullptr}, impulse::own_memory{}).capacity();
}

/// Whether a plan of columns stages rows, as it does where this card copies them at once and has memory for
/// the stages of all warps.
inline bool stages_as_card_does(const impulse::uniform_segments_plan& plan) {
    using tuning = impulse::detail::kernel_tuning;
    const impulse::capacity card = this_card();
    const bool stages =
        card.max_clustered > 1 && card.processors * card.shared_bytes >=
                                      card.resident * tuning::column_stages * tuning::column_stage_bytes;
    return plan.columns && (plan.columns->tile.loads == impulse::loading::staged) == stages;
}

}  // namespace gpu
