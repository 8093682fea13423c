// SPDX-License-Identifier: Apache-2.0
/// \file
/// A block of the emulated machine: what device/block.cuh is on the GPU, with barriers that a test can watch.
///
/// It is made to show mistakes. Whatever was not written is poison: shared memory that no thread has filled,
/// and what a lane gets from a lane that holds no value or does not exist.
#pragma once

#include <impulse/config.hpp>
#include <impulse/partial.hpp>

#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <stdexcept>

namespace emulated {

using impulse::index_t;
using impulse::partial;

inline constexpr unsigned char poison = 0xa5;
inline constexpr int max_value_bytes = 256;

/// What the lanes of a warp share: two rounds of cells, through which values pass from lane to lane.
template <class Machine, int Width>
struct warp_memory {
    warp_memory(Machine& machine, int count) : lanes(count), barrier(machine, count) {}

    int lanes;
    typename Machine::barrier barrier;
    alignas(16) unsigned char cells[2][Width][max_value_bytes] = {};
};

/// What the threads of a block share.
template <class Machine, int Width>
struct block_memory {
    /// `exchange_bytes` for each warp that a block may have, twice; as many warps as a warp has lanes.
    block_memory(Machine& machine, int count, int exchange_bytes)
        : threads(count), barrier(machine, count), buffer_bytes((Width * exchange_bytes + 15) / 16 * 16) {
        for (int left = count; left > 0; left -= Width) warps.emplace_back(machine, std::min(left, Width));
        buffers.reset(new unsigned char[2 * static_cast<std::size_t>(buffer_bytes)]);
        std::memset(buffers.get(), poison, 2 * static_cast<std::size_t>(buffer_bytes));
    }

    int threads;
    typename Machine::barrier barrier;
    std::deque<warp_memory<Machine, Width>> warps;
    int buffer_bytes;
    std::unique_ptr<unsigned char[]> buffers;
};

/// A lane's view of its warp.
template <class Machine, int Width>
class warp {
  public:
    warp(warp_memory<Machine, Width>& shared, int rank, int& round)
        : shared_(shared), rank_(rank), round_(round) {}

    int rank() const { return rank_; }
    static constexpr int width = Width;
    int size() const { return shared_.lanes; }
    template <class Acc, class Op>
    static constexpr bool has_hardware_reduce = false;

    template <class T>
    partial<T> shuffle_down(const partial<T>& mine, int distance) const {
        return shuffle<T>(mine, rank_ + distance);
    }

    /// One barrier: a cell is written again two rounds later, when all have read it.
    template <class T>
    partial<T> shuffle(const partial<T>& mine, int from) const {
        static_assert(sizeof(T) <= max_value_bytes && std::is_trivially_copyable_v<T>);
        auto& cells = shared_.cells[round_];
        round_ = 1 - round_;
        if (mine.has_value())
            std::memcpy(cells[rank_], &*mine, sizeof(T));
        else
            std::memset(cells[rank_], poison, sizeof(T));
        shared_.barrier.wait();
        alignas(T) unsigned char other[sizeof(T)];
        if (from < shared_.lanes)
            std::memcpy(other, cells[from], sizeof(T));
        else
            std::memset(other, poison, sizeof(T));
        return partial<T>(*reinterpret_cast<const T*>(other));
    }

  private:
    warp_memory<Machine, Width>& shared_;
    int rank_;
    int& round_;
};

/// A thread's view of its block, of warps of `Width` lanes, the last of which may have fewer.
template <class Machine, int Width>
class block {
  public:
    static constexpr bool is_one_thread = false;
    static constexpr bool whole_warps = false;
    static constexpr int warp_width = Width;

    block(block_memory<Machine, Width>& shared, int rank, index_t grid_rank, index_t grid_size)
        : shared_(shared), rank_(rank), grid_rank_(grid_rank), grid_size_(grid_size) {}

    int rank() const { return rank_; }
    int size() const { return shared_.threads; }
    emulated::warp<Machine, Width> warp() {
        return {shared_.warps[static_cast<std::size_t>(warp_rank())], rank_ % Width, round_};
    }
    int warp_rank() const { return rank_ / Width; }
    int warps() const { return static_cast<int>(shared_.warps.size()); }
    index_t grid_rank() const { return grid_rank_; }
    index_t grid_size() const { return grid_size_; }
    void sync() { shared_.barrier.wait(); }

    /// Room for Count values, two buffers by turns.
    template <class T, int Count = Width>
    T* exchange() {
        if (static_cast<int>(Count * sizeof(T)) > shared_.buffer_bytes)
            throw std::logic_error("the buffer is too small");
        unsigned char* const mine = shared_.buffers.get() + buffer_ * shared_.buffer_bytes;
        buffer_ = 1 - buffer_;
        return reinterpret_cast<T*>(mine);
    }

  private:
    block_memory<Machine, Width>& shared_;
    int rank_;
    index_t grid_rank_;
    index_t grid_size_;
    int buffer_ = 0;
    int round_ = 0;
};

}  // namespace emulated
