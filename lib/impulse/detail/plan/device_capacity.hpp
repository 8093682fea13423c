// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a plan must know about a GPU, as a pure function of what the driver reports.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(device.cuh)

#include <impulse/detail/plan/device_tuning.hpp>
#include <impulse/detail/plan/plan.hpp>

#include <cstddef>

namespace impulse::inline IMPULSE_ABI::on_device {

/// The most threads of a block: each may have 128 registers, of which a tile takes half.
inline constexpr int max_threads = 512;
/// The warps for which a multiprocessor has 65536 registers, and the registers of one lane of all of them.
inline constexpr int resident_warps = 16;
inline constexpr int registers_of_lane = resident_warps * 128;
/// The largest cluster on every card that has clusters.
inline constexpr int blocks_of_cluster = 8;

/// What the driver reports about a card.
struct card {
    int compute_capability;  ///< 10 * major + minor
    int multiprocessors;
    int shared_bytes;  ///< the most of a block
};

/// Whether a card runs code with clusters, for a program that was compiled for these architectures (as in
/// __CUDA_ARCH_LIST__). The list does not say which code the program contains as PTX. If a newer card runs
/// older code after all, one block of a cluster does the work (kernel/work.hpp).
template <std::size_t Count>
constexpr bool know_clusters(int compute_capability, const int (&compiled)[Count]) {
    const int generation = compute_capability / 10;
    int taken = 0;
    for (const int one : compiled)
        // fault: code-of-card
        if (one / 100 <= generation && one > taken) taken = one;
    return taken >= 900;
}

/// The capacity of a card, for a program that was compiled for these architectures. Its tuning is that of the
/// card's row.
template <std::size_t Count, std::size_t Rows = sizeof(card_tunings) / sizeof(card_tuning)>
constexpr capacity capacity_of(const card& of, const int (&compiled)[Count],
                               const card_tuning (&rows)[Rows] = card_tunings) {
    // fault: clusters-of-card
    const bool clusters =
        on_device::know_clusters(of.compute_capability, compiled) && of.multiprocessors >= blocks_of_cluster;
    return {.warp_width = 32,
            .max_warps = max_threads / 32,
            .processors = of.multiprocessors,
            .resident = resident_warps * index_t{of.multiprocessors},
            // fault: tuning-of-card
            .tuned = on_device::tuning_for(of.compute_capability, rows),
            .shared_bytes = of.shared_bytes,
            .max_clustered = clusters ? blocks_of_cluster : 1,
            .registers = registers_of_lane,
            .compute_capability = of.compute_capability};
}

/// The same, with what all cards have alike as constants, which leave out code of a call's plan.
struct capacity_of_card : capacity {
    static constexpr int warp_width = 32;
    static constexpr int max_warps = max_threads / 32;
};

}  // namespace impulse::on_device
