// SPDX-License-Identifier: Apache-2.0
/// \file
/// The warps of the GPU: whole warps, parts of warps, and warps in which some lanes do not take part.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(groups.cuh)

#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/op/functors.hpp>

#include <cstring>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::on_device {

/// The lane of the calling thread within its hardware warp of 32.
__device__ inline int lane() {
    int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

/// The operations of the lanes of `Warp`, given its `mask()` and its `width`.
template <class Warp, int Width>
class lanes {
  public:
    static constexpr bool is_on_device = true;
    /// The largest number of lanes.
    static constexpr int width = Width;

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
    static constexpr bool has_redux = false;
#else
    static constexpr bool has_redux = true;
#endif

    /// Whether the card reduces the values of a warp by one instruction (redux): 32-bit integers, for
    /// operators whose order does not matter.
    template <class Acc, class Op>
    static constexpr bool has_hardware_reduce =
        has_redux&& Width == 32 && std::is_integral_v<Acc> && sizeof(Acc) == 4 &&
        freedom_v<Op, Acc> == grouping::reorder&& detail::has_neutral<Acc, detail::bare_op<Op>>() &&
        detail::one_of<detail::bare_op<Op>, plus, minimum, maximum, minimum_number, maximum_number, bit_and,
                       bit_or, bit_xor>;

    /// The join of all lanes' values, in every lane.
    template <class Op, class Acc>
    __device__ Acc hardware_reduce(Acc mine) const {
        using op = detail::bare_op<Op>;
        const unsigned all = mask();
        if constexpr (std::is_same_v<op, plus>) return __reduce_add_sync(all, mine);
        if constexpr (detail::one_of<op, minimum, minimum_number>) return __reduce_min_sync(all, mine);
        if constexpr (detail::one_of<op, maximum, maximum_number>) return __reduce_max_sync(all, mine);
        if constexpr (std::is_same_v<op, bit_and>) return __reduce_and_sync(all, static_cast<unsigned>(mine));
        if constexpr (std::is_same_v<op, bit_or>) return __reduce_or_sync(all, static_cast<unsigned>(mine));
        if constexpr (std::is_same_v<op, bit_xor>) return __reduce_xor_sync(all, static_cast<unsigned>(mine));
    }

    static constexpr bool has_least = has_redux && Width == 32;

    /// Replaces an array of words, in every lane, by the smallest array of the valid lanes; the first word is
    /// the most significant.
    template <std::size_t Count>
    __device__ void least(std::uint32_t (&words)[Count], bool is_valid) const {
        const unsigned all = mask();
#pragma unroll
        for (int i = 0; i < int{Count}; ++i) {
            const unsigned found = __reduce_min_sync(all, is_valid ? words[i] : ~0u);
            is_valid = is_valid && words[i] == found;
            words[i] = found;
        }
    }

    /// The value of the lane `distance` ranks above, if there is one. Any trivially copyable type.
    template <class Partial>
    __device__ Partial shuffle_down(const Partial& mine, int distance) const {
        const unsigned all = mask();
        return word_by_word(mine, [=](unsigned word) {
            return __shfl_down_sync(all, word, static_cast<unsigned>(distance), Width);
        });
    }

    /// The value of lane `from`, for all lanes.
    template <class Partial>
    __device__ Partial shuffle(const Partial& mine, int from) const {
        const unsigned all = mask();
        return word_by_word(mine, [=](unsigned word) { return __shfl_sync(all, word, from, Width); });
    }

    /// Bit l is lane l's value.
    __device__ std::uint32_t ballot(bool mine) const {
        const unsigned all = mask();
        return __ballot_sync(all, mine) >> static_cast<const Warp*>(this)->first_lane();
    }

    /// A barrier: after it all lanes see what each lane wrote before.
    __device__ void sync() const { __syncwarp(mask()); }

    /// The value of the lane whose rank differs in the bits of `other`.
    template <class Partial>
    __device__ Partial shuffle_xor(const Partial& mine, int other) const {
        const unsigned all = mask();
        return word_by_word(mine, [=](unsigned word) { return __shfl_xor_sync(all, word, other, Width); });
    }

  private:
    __device__ unsigned mask() const { return static_cast<const Warp*>(this)->mask(); }

    template <class Partial, class Move>
    __device__ static Partial word_by_word(const Partial& mine, Move move) {
        static_assert(std::is_trivially_copyable_v<Partial>,
                      "impulse: lanes exchange values as bytes: the value type must be trivially copyable");
        constexpr int words = (sizeof(Partial) + 3) / 4;
        unsigned word[words];
        word[words - 1] = 0;
        std::memcpy(word, __builtin_addressof(mine), sizeof(Partial));
#pragma unroll
        for (int w = 0; w < words; ++w) word[w] = move(word[w]);
        Partial other;
        std::memcpy(static_cast<void*>(__builtin_addressof(other)), word, sizeof(Partial));
        return other;
    }
};

/// `Width` adjacent lanes of a warp (1, 2, 4, 8, 16, or all 32), including the calling thread's lane. All of
/// them must call the operations; other parts of the same warp may do something else.
///
/// Requires: all of these lanes exist.
/// Complexity: constant.
/// Memory: a number in each thread.
/// Throws: nothing.
template <int Width>
class sub_warp : public lanes<sub_warp<Width>, Width> {
    static_assert(Width > 0 && Width <= 32 && (Width & (Width - 1)) == 0,
                  "impulse: a part of a warp has 1, 2, 4, 8, 16 or 32 lanes");

  public:
    static constexpr bool is_whole = true;

    __device__ sub_warp() : lane_(on_device::lane()) {}
    /// For a caller that knows the lane already.
    __device__ explicit sub_warp(int lane) : lane_(lane) {}

    __device__ int rank() const { return lane_ & (Width - 1); }
    __device__ static constexpr int size() { return Width; }

    /// The lanes that take part.
    __device__ unsigned mask() const {
        if constexpr (Width == 32)
            return 0xffffffffu;
        else
            return ((1u << Width) - 1) << first_lane();
    }
    /// The first of these lanes in the hardware's warp.
    __device__ int first_lane() const { return lane_ & ~(Width - 1); }

  private:
    int lane_;
};

/// A whole warp.
using warp = sub_warp<32>;

/// The first `size` lanes of a warp (1 to 32), including the calling thread's lane; the other lanes do not
/// exist, or do something else.
/// Requires: all of these lanes exist and have the same size.
/// Memory: two numbers in each thread.
/// Otherwise the same as `sub_warp`.
class partial_warp : public lanes<partial_warp, 32> {
  public:
    static constexpr bool is_whole = false;

    __device__ explicit partial_warp(int size) : lane_(on_device::lane()), size_(size) {}
    /// For a caller that knows the lane already.
    __device__ partial_warp(int size, int lane) : lane_(lane), size_(size) {}

    __device__ int rank() const { return lane_; }
    __device__ int size() const { return size_; }

    /// The lanes that take part.
    __device__ unsigned mask() const { return 0xffffffffu >> (32 - size_); }
    __device__ static constexpr int first_lane() { return 0; }

  private:
    int lane_;
    int size_;
};

}  // namespace impulse::on_device
