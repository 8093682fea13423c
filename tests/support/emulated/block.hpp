// SPDX-License-Identifier: Apache-2.0
// A block of the emulated machine: the equivalent of detail/backend/cuda/block.cuh on the GPU, with barriers
// that a test can watch.
//
// It makes mistakes visible: memory that was not written is poison. This holds for shared memory that no
// thread has filled, and for what a lane receives from a lane that holds no value or does not exist.
#pragma once

#include <impulse/config.hpp>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <memory>
#include <stdexcept>
#include <type_traits>

namespace emulated {

using impulse::index_t;

inline constexpr unsigned char poison = 0xa5;

/// Memory that nobody has written yet.
inline std::unique_ptr<unsigned char[]> poisoned(std::size_t bytes) {
    std::unique_ptr<unsigned char[]> memory(new unsigned char[bytes]);
    std::memset(memory.get(), poison, bytes);
    return memory;
}

/// The memory that the lanes of a warp share: two rounds of partials, which carry values from lane to lane.
template <class Machine>
struct warp_memory {
    warp_memory(Machine& machine, int count, int bytes_of_cell)
        : lanes(count),
          partial_bytes(bytes_of_cell),
          barrier(machine, count),
          memory(poisoned(2 * static_cast<std::size_t>(count * bytes_of_cell))) {}

    unsigned char* partial(int round, int lane) const {
        return memory.get() + (round * lanes + lane) * partial_bytes;
    }

    int lanes;
    int partial_bytes;
    typename Machine::barrier barrier;
    std::unique_ptr<unsigned char[]> memory;
};

/// The memory that the threads of a block share.
template <class Machine, int Width>
struct block_memory {
    /// Twice `partial_bytes` for each possible warp of a block: at most as many warps as a warp has lanes.
    /// The memories of the warps are contiguous, as on a GPU.
    block_memory(Machine& machine, int count, int partial_bytes, int bytes_of_warp_smem = 0,
                 int block_smem_bytes = 0)
        : machine(machine),
          threads(count),
          barrier(machine, count),
          buffer_bytes((Width * partial_bytes + 15) / 16 * 16),
          buffers(poisoned(2 * static_cast<std::size_t>(buffer_bytes))),
          warp_smem_bytes(bytes_of_warp_smem),
          warp_smem(poisoned(static_cast<std::size_t>((count + Width - 1) / Width * bytes_of_warp_smem))),
          block_smem(poisoned(static_cast<std::size_t>(block_smem_bytes))) {
        for (int left = count; left > 0; left -= Width)
            warps.emplace_back(machine, std::min(left, Width), partial_bytes);
    }

    Machine& machine;
    int threads;
    typename Machine::barrier barrier;
    std::deque<warp_memory<Machine>> warps;
    int buffer_bytes;
    std::unique_ptr<unsigned char[]> buffers;
    int warp_smem_bytes;
    std::unique_ptr<unsigned char[]> warp_smem;
    std::unique_ptr<unsigned char[]> block_smem;
};

/// The synchronization of the blocks of a cluster.
struct cluster_memory {
    explicit cluster_memory(int threads) : threads(threads) {}

    const int threads;  ///< in all its blocks
    std::atomic<int> begun{0};
    std::atomic<int> expected{-1};  ///< bytes
    std::atomic<int> sent{0};
};

/// A lane's view of its warp: `Width` lanes if it `IsWhole`, else possibly fewer.
template <class Machine, int Width, bool IsWhole>
class warp {
  public:
    static constexpr int width = Width;
    static constexpr bool is_whole = IsWhole;
    template <class Acc, class Op>
    static constexpr bool has_hardware_reduce = false;
    static constexpr bool has_least = true;

    warp(warp_memory<Machine>& shared, int rank, int& round) : shared_(shared), rank_(rank), round_(round) {}

    int rank() const { return rank_; }
    int size() const { return IsWhole ? Width : shared_.lanes; }

    void sync() const { shared_.barrier.wait(); }

    template <class Partial>
    Partial shuffle_down(const Partial& mine, int distance) const {
        return shuffle(mine, rank_ + distance);
    }
    template <class Partial>
    Partial shuffle_xor(const Partial& mine, int mask) const {
        return shuffle(mine, rank_ ^ mask);
    }

    template <int N>
    void least(std::uint32_t (&words)[N], bool there) const {
        for (std::uint32_t& word : words) {
            const std::uint32_t mine = there ? word : ~0u;
            std::uint32_t found = ~0u;
            for (int lane = 0; lane < size(); ++lane) found = std::min(found, shuffle(mine, lane));
            there = there && word == found;
            word = found;
        }
    }

    std::uint32_t ballot(bool mine) const {
        std::uint32_t all = 0;
        for (int lane = 0; lane < size(); ++lane)
            if (shuffle(mine, lane)) all |= std::uint32_t{1} << lane;
        return all;
    }

    /// One barrier is enough: a partial is overwritten two rounds later, when all lanes have read it.
    template <class Partial>
    Partial shuffle(const Partial& mine, int from) const {
        static_assert(std::is_trivially_copyable_v<Partial>);
        if (IsWhole && shared_.lanes != Width) throw std::logic_error("a warp is short of lanes");
        if (sizeof(Partial) > static_cast<std::size_t>(shared_.partial_bytes))
            throw std::logic_error("lanes exchange a value of another type than the grid's");
        if (IsWhole && shared_.lanes != Width) throw std::logic_error("a warp is short of lanes");
        const int round = round_;
        round_ = 1 - round_;
        std::memcpy(shared_.partial(round, rank_), static_cast<const void*>(&mine), sizeof(Partial));
        shared_.barrier.wait();
        Partial other = mine;
        if (0 <= from && from < shared_.lanes)
            std::memcpy(static_cast<void*>(&other), shared_.partial(round, from), sizeof(Partial));
        else
            std::memset(static_cast<void*>(&other), poison, sizeof(Partial));
        return other;
    }

  private:
    warp_memory<Machine>& shared_;
    int rank_;
    int& round_;
};

/// A thread's view of its block, with warps of `Width` lanes. The last warp may have fewer lanes, unless the
/// block has `WholeWarps`.
template <class Machine, int Width, bool WholeWarps>
class block {
  public:
    static constexpr bool is_one_thread = false;
    static constexpr bool whole_warps = WholeWarps;
    static constexpr int warp_width = Width;
    static constexpr int max_clustered = WholeWarps ? Width : 1;

    block(block_memory<Machine, Width>& shared, int rank, index_t grid_rank, index_t grid_size)
        : shared_(shared), rank_(rank), grid_rank_(grid_rank), grid_size_(grid_size) {}
    /// Joins a cluster, whose first block has this memory.
    void join(cluster_memory& cluster, block_memory<Machine, Width>& first) {
        cluster_ = &cluster;
        first_ = &first;
    }
    block(const block&) = delete;
    block& operator=(const block&) = delete;

    int rank() const { return rank_; }
    int size() const { return shared_.threads; }
    emulated::warp<Machine, Width, WholeWarps> warp() { return {lanes(), rank_ % Width, round_}; }
    emulated::warp<Machine, Width, true> whole_warp() { return {lanes(), rank_ % Width, round_}; }
    int warp_rank() const { return rank_ / Width; }
    int warps() const { return static_cast<int>(shared_.warps.size()); }
    index_t grid_rank() const { return grid_rank_; }
    index_t grid_size() const { return grid_size_; }
    void sync() { shared_.barrier.wait(); }
    void pause() { shared_.machine.pause(); }

    void cluster_begin(int bytes) {
        if (cluster_ == nullptr) throw std::logic_error("the grid is no cluster");
        if (grid_rank_ == 0 && rank_ == 0) cluster_->expected = bytes;
        cluster_->begun.fetch_add(1, std::memory_order_acq_rel);
    }
    void cluster_wait() {
        while (cluster_->begun.load(std::memory_order_acquire) < cluster_->threads) pause();
    }
    template <class Words>
    void send_to_first(Words* to, const Words& words) {
        if (cluster_->begun.load(std::memory_order_acquire) < cluster_->threads)
            throw std::logic_error("a block is sent values before it has begun");
        const auto at = reinterpret_cast<unsigned char*>(to) - shared_.buffers.get();
        std::memcpy(first_->buffers.get() + at, &words, sizeof(words));
        cluster_->sent.fetch_add(static_cast<int>(sizeof(words)), std::memory_order_release);
    }
    void receive() {
        while (cluster_->sent.load(std::memory_order_acquire) != cluster_->expected) pause();
    }

    /// Memory for Count values, in two buffers that are used in turn.
    template <class T, int Count = Width>
    T* exchange() {
        if (static_cast<int>(Count * sizeof(T)) > shared_.buffer_bytes)
            throw std::logic_error("the buffer is too small");
        unsigned char* const mine = shared_.buffers.get() + buffer_ * shared_.buffer_bytes;
        buffer_ = 1 - buffer_;
        return reinterpret_cast<T*>(mine);
    }

    /// The shared memory of the thread's warp.
    unsigned char* warp_smem() requires(WholeWarps) {
        return shared_.warp_smem.get() + warp_rank() * shared_.warp_smem_bytes;
    }
    unsigned char* block_smem() { return shared_.block_smem.get(); }

  private:
    warp_memory<Machine>& lanes() { return shared_.warps[static_cast<std::size_t>(warp_rank())]; }

    block_memory<Machine, Width>& shared_;
    int rank_;
    index_t grid_rank_;
    index_t grid_size_;
    int buffer_ = 0;
    int round_ = 0;
    cluster_memory* cluster_ = nullptr;
    block_memory<Machine, Width>* first_ = nullptr;
};

}  // namespace emulated
