// SPDX-License-Identifier: Apache-2.0
/// \file
/// Axes of an array: the number of positions of each, and their stride.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(layouts.hpp)

#include <impulse/detail/base/bits.hpp>

namespace impulse::inline IMPULSE_ABI::detail {

/// Division by a number that is known in advance, by a multiplication, for dividends below 2^31. On a GPU an
/// ordinary division is a slow function. (T. Granlund, P. Montgomery, "Division by invariant integers using
/// multiplication", 1994, figure 4.1.)
class divisor {
  public:
    constexpr divisor() = default;
    constexpr explicit divisor(index_t by) : by_(by) {
        if (by >= narrow || by < 1) return;
        shift_ = log2_floor(ceil_power(by));
        factor_ = static_cast<std::uint32_t>(
            (std::uint64_t{1} << 32) * ((std::uint64_t{1} << shift_) - static_cast<std::uint64_t>(by)) /
                static_cast<std::uint64_t>(by) +
            1);
    }
    IMPULSE_SHARED constexpr index_t by() const { return by_; }
    IMPULSE_SHARED constexpr index_t quotient(index_t n) const {
        if (n >= narrow || by_ >= narrow) return n / by_;
        const auto low = static_cast<std::uint64_t>(n);
        return static_cast<index_t>(((low * factor_ >> 32) + low) >> shift_);
    }

  private:
    static constexpr index_t narrow = index_t{1} << 31;
    index_t by_ = 1;
    std::uint32_t factor_ = 1;
    int shift_ = 0;
};

struct axis {
    index_t extent = 1;
    index_t stride = 0;
};

/// Up to `Max` axes, the fastest last.
template <int Max>
class axis_list {
  public:
    /// Adds an axis that is faster than the earlier ones. If it is contiguous with the last one, both become
    /// one axis. An axis of a single position is left out.
    constexpr void add(axis a) {
        length_ *= a.extent;
        if (a.extent == 1) return;
        // fault: axes-merge
        if (count_ > 0 && stride_[count_ - 1] == a.extent * a.stride) {
            --count_;
            a.extent *= extent_[count_].by();
        }
        extent_[count_] = divisor(a.extent);
        stride_[count_++] = a.stride;
    }

    /// The number of positions of all axes together.
    IMPULSE_SHARED constexpr index_t length() const { return length_; }
    /// The fastest axis; if there is none, an axis of a single position without a stride.
    IMPULSE_SHARED constexpr axis fastest() const {
        if constexpr (Max == 1)
            return {extent_[0].by(), stride_[0]};
        else
            return count_ > 0 ? axis{extent_[count_ - 1].by(), stride_[count_ - 1]} : axis{};
    }
    /// Whether position i has offset i.
    constexpr bool is_dense() const { return count_ == 0 || (count_ == 1 && stride_[0] == 1); }

    /// Whether position i has offset n * i.
    constexpr bool are_every(index_t n) const { return count_ == 0 || (count_ == 1 && stride_[0] == n); }

    /// The offset of the last position, plus one; 0 if there is none.
    constexpr index_t span() const {
        index_t last = 0;
        for (int d = 0; d < count_; ++d) last += (extent_[d].by() - 1) * stride_[d];
        return length_ == 0 ? 0 : last + 1;
    }

    /// Whether all positions have the same offsets as those of another list.
    constexpr bool operator==(const axis_list& other) const {
        bool same = length_ == other.length_ && (length_ == 0 || count_ == other.count_);
        // fault: places-alike
        for (int d = 0; d < count_ && same && length_ != 0; ++d)
            same = extent_[d].by() == other.extent_[d].by() && stride_[d] == other.stride_[d];
        return same;
    }

    /// Whether all offsets are multiples of n; or only the offsets at which a run along the fastest axis
    /// begins.
    constexpr bool are_multiples_of(index_t n) const { return are_multiples_of(n, count_); }
    constexpr bool begin_at_multiples_of(index_t n) const { return are_multiples_of(n, count_ - 1); }

    /// Whether offset(i + j) is offset(i) + offset(j) for all multiples i of n and j below n.
    constexpr bool are_steps_alike([[maybe_unused]] index_t n) const {
        if constexpr (Max > 1) {
            for (int d = count_ - 1; d > 0 && n > 1; --d) {
                const index_t extent = extent_[d].by();
                if (extent % n == 0) return true;
                // fault: axis-ends-within
                if (n % extent != 0) return false;
                n /= extent;
            }
        }
        return true;
    }

    /// Whether n positions, from a multiple of n on, are always along the fastest axis.
    // fault: axis-goes-on
    IMPULSE_SHARED constexpr bool goes_on(int n) const { return count_ <= 1 || fastest().extent % n == 0; }

    /// The offset of position i, in items; the fastest axis counts up first.
    IMPULSE_SHARED constexpr index_t offset(index_t i) const {
        if constexpr (Max == 1) {
            return i * stride_[0];
        } else {
            index_t sum = 0;
            // fault: axes-of-group
            IMPULSE_NO_UNROLL
            for (int d = count_ - 1; d > 0; --d) {
                const index_t slower = extent_[d].quotient(i);
                sum += (i - slower * extent_[d].by()) * stride_[d];
                i = slower;
            }
            return sum + i * stride_[0];
        }
    }

  private:
    constexpr bool are_multiples_of(index_t n, int axes) const {
        for (int d = 0; d < axes; ++d)
            if (stride_[d] % n != 0) return false;
        return true;
    }

    int count_ = 0;
    index_t length_ = 1;
    divisor extent_[std::size_t{Max}];
    index_t stride_[std::size_t{Max}] = {};
};

}  // namespace impulse::detail
