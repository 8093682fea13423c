// SPDX-License-Identifier: Apache-2.0
/// \file
/// A block of the host: one CPU thread.
#pragma once

#include <impulse/config.hpp>
#include <impulse/host/fold.hpp>
#include <impulse/partial.hpp>
#include <impulse/share.hpp>

#include <type_traits>

namespace impulse::inline IMPULSE_ABI::on_host {

/// A block of one thread, which is its own only warp: barriers and exchanges do nothing.
class block {
  public:
    static constexpr bool is_one_thread = true;
    static constexpr bool whole_warps = true;
    static constexpr int warp_width = 1;

    block(index_t grid_rank, index_t grid_size) : grid_rank_(grid_rank), grid_size_(grid_size) {}

    struct warp_type {
        static constexpr int width = 1;
        static constexpr int rank() { return 0; }
        static constexpr int size() { return 1; }
        template <class Acc, class Op>
        static constexpr bool has_hardware_reduce = false;
        template <class T>
        partial<T> shuffle_down(const partial<T>& value, int) const {
            return value;
        }
        template <class T>
        partial<T> shuffle(const partial<T>& value, int) const {
            return value;
        }
    };

    static constexpr int rank() { return 0; }
    static constexpr int size() { return 1; }
    static constexpr warp_type warp() { return {}; }
    static constexpr int warp_rank() { return 0; }
    static constexpr int warps() { return 1; }
    index_t grid_rank() const { return grid_rank_; }
    index_t grid_size() const { return grid_size_; }
    void sync() const {}

    template <class T, int = 1>
    T* exchange() {
        if constexpr (sizeof(T) <= sizeof(cell_) && std::is_trivially_copyable_v<T>)
            return reinterpret_cast<T*>(cell_);
        else
            return nullptr;  // only more than one warp would need it
    }

    /// Reduces a run, and remembers where it began in case the operator throws.
    template <class Acc, class Source, class Op>
    partial<Acc> fold(const Source& source, interval items, Op& op) {
        position_ = items.begin;
        return on_host::fold<Acc>(source, items, op);
    }

    /// The first item of the run last begun.
    index_t position() const { return position_; }

  private:
    index_t grid_rank_;
    index_t grid_size_;
    index_t position_ = 0;
    alignas(16) unsigned char cell_[16] = {};
};

}  // namespace impulse::inline IMPULSE_ABI::on_host
