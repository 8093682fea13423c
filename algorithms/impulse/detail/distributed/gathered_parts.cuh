// SPDX-License-Identifier: Apache-2.0
/// \file
/// The gathered parts of all ranks in GPU memory: their layout, and the part that the other ranks still wait
/// for.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(nccl.hpp)

#include <impulse/detail/backend/cuda/memory.cuh>
#include <impulse/detail/backend/cuda/stream.cuh>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/tree/forest.hpp>
#include <impulse/error.hpp>

#include <cstddef>
#include <optional>

namespace impulse::inline IMPULSE_ABI::detail {

/// The memory where the parts of a call are gathered: the policy's, otherwise the pool's. In a workspace it
/// is the end, because the plan of this rank's part uses the beginning. It is left zeroed if the workspace
/// must stay zeroed. If it `lends`, it also has the memory of the part's launches, without a workspace.
class gathered_memory : uncopied {
  public:
    gathered_memory(const auto& from, std::size_t beside, std::size_t bytes,
                    const on_device::device_scope& scope, cudaStream_t stream, bool zeroing_suits = true,
                    bool lends = false)
        : from_(on_device::scratch_source::of(from)),
          lent_bytes_(lends && !from_.has_workspace() ? beside : 0),
          bytes_(lent_bytes_ + bytes),
          stream_(stream),
          begin_(static_cast<char*>(from_.take_beside(beside, bytes, lent_bytes_, scope, stream))),
          to_clear_(from_.must_leave_zero(zeroing_suits) ? bytes : 0) {}
    ~gathered_memory() {
        clear(stream_);
        from_.give_back(begin_, bytes_, stream_);
    }

    char* data() const { return begin_ + lent_bytes_; }
    void lend_to(auto& launches) const { launches.lend(begin_, lent_bytes_); }

    /// The number of bytes that must be left zeroed. A launch may do this and then calls is_cleared();
    /// otherwise the destructor does it.
    std::size_t to_clear() const { return to_clear_; }
    void is_cleared() { to_clear_ = 0; }
    /// Zeroes these bytes in a stream. Not inlined, because g++ 12 otherwise warns in some calls that the
    /// size is uninitialized.
    [[gnu::noinline]] void clear(cudaStream_t stream) {
        if (to_clear_ > 0) detail::ignore(cudaMemsetAsync(data(), 0, to_clear_, stream));
        is_cleared();
    }

  private:
    on_device::scratch_source from_;
    std::size_t lent_bytes_;
    std::size_t bytes_;
    cudaStream_t stream_;
    char* begin_;
    std::size_t to_clear_;
};

/// The plan of a rank's part. If the part is one node, it has no segments.
struct part_plan {
    tile_plan tiles;
    std::optional<segmented_launch> segments{};
    std::size_t workspace_bytes = 0;
};

/// The part of this rank that the other ranks wait for in a call.
struct pending_contribution {
    std::size_t bytes = 0;  ///< of the part; 0 while nobody waits
    std::optional<gathered_memory> memory{};
};

/// The memory of one part for each rank. `stride` is the number of bytes that a forest of the longest part's
/// leaves needs.
template <class Acc>
struct gathered_parts {
    static constexpr std::size_t aligned(std::size_t bytes) {
        return (bytes + scratch_alignment - 1) / scratch_alignment * scratch_alignment;
    }
    static constexpr std::size_t bytes_of(index_t leaves) { return aligned(forest_bytes<Acc>(leaves)); }
    static constexpr std::size_t most(int ranks) {
        return aligned(sizeof(forest<Acc>)) * static_cast<std::size_t>(ranks);
    }

    char* data;
    std::size_t stride;

    forest<Acc>* part(int rank) const {
        return reinterpret_cast<forest<Acc>*>(data + stride * static_cast<std::size_t>(rank));
    }
};

}  // namespace impulse::detail
