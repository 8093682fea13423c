// SPDX-License-Identifier: Apache-2.0
/// \file
/// A block of the host: one CPU thread.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(host.hpp)

#include <impulse/detail/base/single_lane_warp.hpp>

namespace impulse::inline IMPULSE_ABI::on_host {

/// A block of one thread, which is also its only warp: barriers and exchanges do nothing.
class block {
  public:
    static constexpr bool is_one_thread = true;
    static constexpr bool whole_warps = true;
    static constexpr int max_clustered = 1;
    static constexpr int warp_width = 1;

    IMPULSE_SHARED block(index_t grid_rank, index_t grid_size)
        : grid_rank_(grid_rank), grid_size_(grid_size) {}

    IMPULSE_SHARED static constexpr int rank() { return 0; }
    IMPULSE_SHARED static constexpr int size() { return 1; }
    IMPULSE_SHARED static constexpr single_lane_warp warp() { return {}; }
    IMPULSE_SHARED static constexpr int warp_rank() { return 0; }
    IMPULSE_SHARED static constexpr int warps() { return 1; }
    IMPULSE_SHARED index_t grid_rank() const { return grid_rank_; }
    IMPULSE_SHARED index_t grid_size() const { return grid_size_; }
    IMPULSE_SHARED void sync() const {}
    IMPULSE_SHARED void pause() const {}

    /// No memory, because only several threads need to exchange values.
    template <class Type, int = 1>
    IMPULSE_SHARED Type* exchange() const {
        return nullptr;
    }

  private:
    index_t grid_rank_;
    index_t grid_size_;
};

}  // namespace impulse::on_host
