// SPDX-License-Identifier: Apache-2.0
// The emulated GPU as a place of the library: `impulse::last_block.on(machine.place())`.
#pragma once

#include <emulated/block.hpp>
#include <emulated/fibers.hpp>
#include <emulated/threads.hpp>

#include <impulse/place.hpp>

#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace emulated {

/// The size of a machine, and how much it takes at a time by default. As on the GPU, a block has at most as
/// many warps as a warp has lanes.
struct size {
    int warps = 1;     ///< of a block, if a call does not choose
    int tiles = 1;     ///< that a warp takes of a subtree (64 bytes for each lane)
    int resident = 4;  ///< blocks that run concurrently; the others follow when these end
    index_t processors = 1;
};

/// Storage for a result that counts writes: exactly one is correct.
template <class T>
struct result_cell {
    impulse::uninitialized<T> value;
    int writes = 0;

    result_cell& operator=(const T& result) {
        value = impulse::uninitialized<T>(result);
        ++writes;
        return *this;
    }
};

template <class Machine, int Width>
class gpu;

/// A place of the library (lib/impulse/place.hpp).
template <class Machine, int Width>
struct machine_place {
    gpu<Machine, Width>* on;
};

/// Runs grids of blocks on a `Machine`, which is `fibers` or `threads`.
template <class Machine, int Width>
class gpu {
  public:
    static constexpr int max_value_bytes = 256;

    gpu(Machine& machine, emulated::size size) : machine_(machine), size_(size) {
        if (size.warps < 1 || size.warps > Width) throw std::logic_error("a block has 1 to Width warps");
    }

    machine_place<Machine, Width> place() { return {this}; }
    /// From now on no launch can have clusters.
    void without_clusters() { holds_clusters_ = false; }
    bool holds_clusters() const { return holds_clusters_; }

    impulse::capacity capacity() const {
        const index_t tile_bytes = index_t{64} * Width;
        const index_t warp_bytes = size_.tiles * tile_bytes;
        return {.warp_width = Width,
                .max_warps = Width,
                .processors = size_.processors,
                .resident = index_t{size_.resident} * size_.warps,
                .tuned = {.rows = 1,
                          .row = {{.bytes = 0, .warp_bytes = warp_bytes, .warps = size_.warps}},
                          .single_launch_bytes = 512,
                          .lost_bytes = tile_bytes,
                          .max_subtree_bytes = 2 * size_.warps * warp_bytes,
                          .staged_column_bytes = 1 << 10},
                .keys_listed = size_.tiles * index_t{16} * Width,
                .keys_counted = size_.tiles * index_t{16} * Width,
                .shared_bytes = index_t{1} << 20,
                .max_clustered = std::min(size_.resident, Width)};
    }

    /// Calls f(block) in every thread of every block, with exchange buffers for partials of `partial_bytes`
    /// bytes and `warp_smem_bytes` bytes of memory for each warp.
    template <bool WholeWarps, class F>
    void run(index_t blocks, int threads, std::size_t partial_bytes, const F& f, int warp_smem_bytes = 0,
             bool is_cluster = false, int block_smem_bytes = 0) {
        if (WholeWarps && (threads % Width != 0 || threads > Width * Width))
            throw std::logic_error("a block has 1 to Width whole warps");
        std::deque<block_memory<Machine, Width>> memory;
        for (index_t b = 0; b < blocks; ++b)
            memory.emplace_back(machine_, threads, static_cast<int>(partial_bytes), warp_smem_bytes,
                                block_smem_bytes);
        const int resident = static_cast<int>(std::min<index_t>(blocks, size_.resident));
        if (is_cluster && resident < blocks)
            throw std::logic_error("the blocks of a cluster run side by side");
        cluster_memory cluster(resident * threads);
        machine_.run(resident * threads, [&](int thread) {
            for (index_t b = thread / threads; b < blocks; b += resident) {
                block<Machine, Width, WholeWarps> self(memory[static_cast<std::size_t>(b)], thread % threads,
                                                       b, blocks);
                if (is_cluster) self.join(cluster, memory.front());
                f(self);
            }
        });
    }

    /// The counters of the blocks: zero at first and after every call.
    impulse::counters& counters() { return counters_; }
    bool counters_are_zero() const {
        const impulse::counters zero{};
        return std::memcmp(&counters_, &zero, sizeof(zero)) == 0 && !left_full_;
    }
    void note_what_is_left() { left_full_ = true; }

  private:
    Machine& machine_;
    emulated::size size_;
    impulse::counters counters_;
    bool holds_clusters_ = true;
    bool left_full_ = false;  ///< a call left a flagged value or a ticket set
};

}  // namespace emulated

template <class Machine, int Width>
struct impulse::runtime<emulated::machine_place<Machine, Width>> {
    using gpu = emulated::gpu<Machine, Width>;

    template <class Memory>
    runtime(emulated::machine_place<Machine, Width> where, const Memory&) : on_(*where.on) {}

    template <class Acc, class Result>
    static consteval void type_checks() {
        static_assert(impulse::copies_as_bytes_v<Acc> && impulse::copies_as_bytes_v<Result>);
        static_assert(sizeof(Acc) <= gpu::max_value_bytes && sizeof(Result) <= gpu::max_value_bytes);
    }

    impulse::capacity capacity() const { return on_.capacity(); }
    static auto visitor() {
        return [](const void*, const char*) {};
    }

    /// Empty flagged values, exactly as many as planned; calls must leave them empty.
    template <class Acc>
    class scratch_memory {
      public:
        scratch_memory(gpu& on, const scratch_plan& p)
            : on_(on),
              memory_(static_cast<std::size_t>(p.partials)),
              list_(static_cast<std::size_t>(p.listed)),
              tiles_(static_cast<std::size_t>(p.tiles)),
              runs_(static_cast<std::size_t>(p.runs)) {}
        ~scratch_memory() {
            expect_zero(memory_);
            expect_zero(list_);
            expect_zero(tiles_);
            expect_zero(runs_);
        }
        scratch_memory(const scratch_memory&) = delete;
        scratch_memory& operator=(const scratch_memory&) = delete;
        flagged_value<Acc>* partials() { return memory_.data(); }
        listed_subtree* list() { return list_.data(); }
        run_ends* tiles() { return tiles_.data(); }
        std::uint32_t* runs() { return runs_.data(); }
        impulse::counters* shared() { return &on_.counters(); }

      private:
        template <class T>
        void expect_zero(const std::vector<T>& all) const {
            static const T empty{};
            for (const T& each : all)
                if (std::memcmp(&each, &empty, sizeof(empty)) != 0) on_.note_what_is_left();
        }

        gpu& on_;
        std::vector<flagged_value<Acc>> memory_;
        std::vector<listed_subtree> list_;
        std::vector<run_ends> tiles_;
        std::vector<std::uint32_t> runs_;
    };
    template <class Acc>
    scratch_memory<Acc> scratch(const scratch_plan& p) {
        if (!on_.counters_are_zero())
            throw std::logic_error("counters or flagged values are not zero when a call begins");
        return scratch_memory<Acc>(on_, p);
    }

    template <class Body>
    void launch(const Body& body, index_t blocks, int threads, bool is_cluster = false) {
        using acc = typename Body::accumulator;
        using needs = block_needs<Body, Width>;
        on_.template run<true>(
            blocks, threads, std::max(needs::exchanged * sizeof(uninitialized<acc>), sizeof(index_t)),
            [&](auto& block) { body(block); }, needs::warp_smem_bytes, is_cluster, needs::block_smem_bytes);
    }
    template <class Body>
    bool launch_cluster(const Body& body, index_t blocks, int threads) {
        if (!on_.holds_clusters()) return false;
        launch(body, blocks, threads, true);
        return true;
    }

    template <class Result, class Run>
    static Result value(const Run& run) {
        if constexpr (std::is_invocable_v<const Run&, emulated::result_cell<Result>*>) {
            emulated::result_cell<Result> result;
            run(&result);
            if (result.writes != 1)
                throw std::logic_error("the result was written " + std::to_string(result.writes) + " times");
            return *result.value;
        } else {
            Result result;
            run(&result);
            return result;
        }
    }

  private:
    gpu& on_;
};
