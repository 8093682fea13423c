// SPDX-License-Identifier: Apache-2.0
/// \file
/// The emulated executor: a grid of blocks of several threads, all blocks resident at once.
#pragma once

#include <emulated/block.hpp>
#include <emulated/fibers.hpp>
#include <emulated/threads.hpp>

#include <impulse/grid.hpp>
#include <impulse/tile.hpp>

#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <stdexcept>

namespace emulated {

/// How large a grid is, and how much of the work queue a block fetches. A block has at most as many warps as
/// a warp has lanes, as on the GPU.
struct size {
    int blocks = 1;
    int warps = 1;
    int tiles_fetched = 1;
};

template <class Machine, int Width>
class executor {
  public:
    static constexpr bool is_host = true;
    using block_type = block<Machine, Width>;

    executor(Machine& machine, emulated::size size) : machine_(machine), size_(size) {
        if (size.warps < 1 || size.warps > Width) throw std::logic_error("a block has 1 to Width warps");
    }

    /// As on the GPU, no block without a tile: blocks meet by results that are there.
    template <class Body, class Reduction>
    impulse::grid even_grid(const Reduction& r, const impulse::shape&) const {
        const index_t useful = impulse::detail::divide_up(r.count, size_.warps * tile<Reduction>());
        const index_t blocks = std::clamp<index_t>(useful, 1, size_.blocks);
        return {blocks, size_.warps * Width, 0, blocks > 1 ? blocks : 0};
    }
    template <class Body, class Reduction>
    impulse::grid queue_grid(const Reduction& r, const impulse::shape& by_hand) const {
        return impulse::detail::queue_grid(r.count, size_.tiles_fetched * tile<Reduction>(),
                                           tile<Reduction>(), size_.blocks, size_.warps * Width, by_hand);
    }
    template <class Body, class Reduction>
    impulse::grid one_block(const Reduction&, const impulse::shape&) const {
        return {1, size_.warps * Width, 0, 0};
    }

    template <class Reduction>
    static auto split(const Reduction& r, const impulse::grid& g) {
        return r.split(Width, g.blocks * (g.threads / Width));
    }

    /// Slots that nobody has written, and the executor's counters: they are zero at first, and every launch
    /// must leave them so.
    template <class Acc>
    class scratch_memory {
      public:
        scratch_memory(impulse::counters& shared, index_t slots) : shared_(shared) {
            const std::size_t bytes = static_cast<std::size_t>(slots) * sizeof(impulse::cell<Acc>);
            memory_.reset(new unsigned char[bytes]);
            std::memset(memory_.get(), poison, bytes);
        }
        impulse::meeting_place<Acc> view() {
            return {reinterpret_cast<impulse::cell<Acc>*>(memory_.get()), &shared_};
        }

      private:
        impulse::counters& shared_;
        std::unique_ptr<unsigned char[]> memory_;
    };

    template <class Acc>
    scratch_memory<Acc> scratch(index_t slots) {
        return scratch_memory<Acc>(counters_, slots);
    }

    template <class Body>
    void launch(const Body& body, const impulse::grid& g) {
        std::deque<block_memory<Machine, Width>> blocks;
        for (index_t b = 0; b < g.blocks; ++b)
            blocks.emplace_back(machine_, g.threads,
                                static_cast<int>(sizeof(impulse::cell<typename Body::accumulator>)));
        machine_.run(static_cast<int>(g.blocks) * g.threads, [&](int thread) {
            const int b = thread / g.threads;
            block_type self(blocks[static_cast<std::size_t>(b)], thread % g.threads, b, g.blocks);
            body(self);
        });
    }

    const impulse::counters& counters() const { return counters_; }

    template <class Reduction>
    static constexpr index_t tile() {
        return impulse::tile_items<typename Reduction::accumulator, typename Reduction::source_type,
                                   typename Reduction::operator_type>(Width);
    }

  private:
    Machine& machine_;
    emulated::size size_;
    impulse::counters counters_;
};

}  // namespace emulated
