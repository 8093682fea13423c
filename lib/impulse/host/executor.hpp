// SPDX-License-Identifier: Apache-2.0
/// \file
/// The host executor: a grid of blocks on the threads of the host back end.
#pragma once

#include <impulse/config.hpp>
#include <impulse/grid.hpp>
#include <impulse/host/block.hpp>
#include <impulse/host/threads.hpp>
#include <impulse/tile.hpp>

#include <algorithm>
#include <exception>
#include <limits>
#include <mutex>
#include <vector>

namespace impulse::inline IMPULSE_ABI::on_host {

/// Keeps, of the exceptions that blocks throw, the one whose run began first.
class failures {
  public:
    void note(index_t position, std::exception_ptr failure) {
        const std::lock_guard lock(mutex_);
        if (position >= position_) return;
        position_ = position;
        failure_ = std::move(failure);
    }
    void rethrow() const {
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    std::mutex mutex_;
    index_t position_ = std::numeric_limits<index_t>::max();
    std::exception_ptr failure_;
};

class executor {
  public:
    static constexpr bool is_host = true;

    /// Even shares. Their number is not a matter of how many threads there are, or the grouping would be.
    template <class Body, class Reduction>
    grid even_grid(const Reduction& r, const shape& by_hand) const {
        constexpr index_t share = 64 * 1024 / Reduction::source_type::item_bytes + 1;
        constexpr index_t most = 256;
        const index_t wanted = by_hand.blocks > 0 ? by_hand.blocks : std::min(most, r.count / share);
        constexpr index_t tile = tile_items<typename Reduction::accumulator, typename Reduction::source_type,
                                            typename Reduction::operator_type>(block::warp_width);
        const index_t tiles = impulse::detail::divide_up(r.count, tile);
        const index_t blocks = std::clamp<index_t>(wanted, 1, std::max<index_t>(1, tiles));
        return {blocks, 1, 0, blocks};
    }

    template <class Body, class Reduction>
    grid queue_grid(const Reduction& r, const shape& by_hand) const {
        constexpr index_t items = 256 * 1024 / Reduction::source_type::item_bytes + 1;
        return impulse::detail::queue_grid(r.count, items, 1, concurrency(), 1, by_hand);
    }

    template <class Body, class Reduction>
    grid one_block(const Reduction&, const shape&) const {
        return {1, 1, 0, 0};
    }

    template <class Reduction>
    static auto split(const Reduction& r, const grid& g) {
        return r.split(block::warp_width, g.blocks);
    }

    template <class Acc>
    class scratch_memory {
      public:
        explicit scratch_memory(index_t slots) : slots_(static_cast<std::size_t>(slots)) {}
        meeting_place<Acc> view() { return {slots_.data(), &shared_}; }

      private:
        std::vector<cell<Acc>> slots_;
        counters shared_;
    };

    template <class Acc>
    scratch_memory<Acc> scratch(index_t slots) {
        return scratch_memory<Acc>(slots);
    }

    /// Runs every block to its end; then throws what the operator threw, the lowest position first.
    template <class Body>
    void launch(const Body& body, const grid& g) {
        failures failed;
        for_each_index(g.blocks, [&](index_t rank) {
            block self(rank, g.blocks);
            try {
                body(self);
            } catch (...) {
                failed.note(self.position(), std::current_exception());
            }
        });
        failed.rethrow();
    }
};

}  // namespace impulse::inline IMPULSE_ABI::on_host
