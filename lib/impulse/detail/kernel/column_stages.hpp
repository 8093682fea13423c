// SPDX-License-Identifier: Apache-2.0
/// \file
/// `column_stages`: a warp copies dense rows to its own shared memory, a stage ahead.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/plan/kernel_tuning.hpp>
#include <impulse/detail/source/staged.hpp>

#include <cstdint>
#include <cstring>

namespace impulse::inline IMPULSE_ABI::detail {

/// Whether a GPU copies rows with one instruction for a stage. Without it a lane loads items.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
inline constexpr bool copies_rows = false;
#else
inline constexpr bool copies_rows = true;
#endif

/// The stages of a warp, and a word for each that counts the bytes that have arrived.
inline constexpr int bytes_of_column_stages =
    kernel_tuning::column_stages * (kernel_tuning::column_stage_bytes + 8);

/// The items of a column in adjacent rows of a stage.
template <class Item>
struct column_of_stage {
    const uninitialized<Item>* first;
    int width;
    // fault: row-of-stage
    IMPULSE_INLINE const Item& operator[](int j) const { return *first[j * width]; }
};

/// The whole steps of a range of dense rows. A stage has as many steps as fit; the last one may have fewer.
/// One lane requests each stage; no warp waits for another.
template <class Warp, class Item>
class column_stages {
    static constexpr int stages = kernel_tuning::column_stages;
    static constexpr int stage_bytes = kernel_tuning::column_stage_bytes;

  public:
    /// `first`: row 0, of `width` items, at a word of 16 bytes. A step of `rows` rows is whole words.
    IMPULSE_INLINE column_stages(const Warp& warp, const void* first, int width, interval range, int rows,
                                 unsigned char* smem)
        : warp_(warp),
          smem_(detail::shared(smem)),
          // fault: row-of-range
          from_(static_cast<const char*>(first) + range.begin * width * int{sizeof(Item)}),
          step_items_(rows * width),
          max_steps_(stage_bytes / (step_items_ * int{sizeof(Item)})),
          steps_(static_cast<int>(range.size() / rows)),
          requested_(0) {}

    /// Calls f(items) for each step, when it is there.
    IMPULSE_INLINE void take(const auto& f) {
#if defined(__CUDA_ARCH__)
        if (warp_.rank() == 0)
            for (unsigned n = 0; n < stages; ++n) on_device::begin_to_count(counted(n));
#endif
        warp_.sync();
        for (unsigned n = 0; n < stages; ++n) request(n);
        int steps = steps_;
        IMPULSE_NO_UNROLL
        for (unsigned n = 0; steps > 0; ++n) {
            arrive(n);
            auto* items = reinterpret_cast<const uninitialized<Item>*>(place(n));
            IMPULSE_NO_UNROLL
            for (int of_stage = of(steps); of_stage > 0; --of_stage, --steps, items += step_items_) f(items);
            // fault: stage-was-read
            warp_.sync();
            request(n + stages);
        }
#if defined(__CUDA_ARCH__)
        if (warp_.rank() == 0)  // all lanes have waited for all stages
            for (unsigned n = 0; n < stages; ++n) on_device::end_to_count(counted(n));
#endif
    }

  private:
    IMPULSE_INLINE unsigned char* place(unsigned n) const { return smem_ + n % stages * stage_bytes; }
    IMPULSE_INLINE unsigned char* counted(unsigned n) const {
        return smem_ + stages * stage_bytes + n % stages * 8;
    }
    /// The steps of a stage, of the remaining ones.
    IMPULSE_INLINE int of(int steps) const {
        // fault: steps-of-stage
        return steps < max_steps_ ? steps : max_steps_;
    }
    /// Copies the next steps to the place of stage n, where all lanes have read what was there.
    IMPULSE_INLINE void request(unsigned n) {
        // fault: bytes-of-stage
        const int bytes = of(steps_ - requested_) * step_items_ * int{sizeof(Item)};
        if (bytes > 0 && warp_.rank() == 0) {
#if defined(__CUDA_ARCH__)
            on_device::send_counted(place(n), from_, bytes, counted(n));
#else
            std::memcpy(place(n), from_, static_cast<std::size_t>(bytes));
#endif
        }
        // fault: rows-of-stage
        from_ += bytes;
        requested_ += max_steps_;
    }
    IMPULSE_INLINE void arrive([[maybe_unused]] unsigned n) const {
#if defined(__CUDA_ARCH__)
        on_device::wait_for_counted(counted(n), n / stages % 2);
#else
        warp_.sync();
#endif
    }

    const Warp& warp_;
    unsigned char* smem_;
    const char* from_;
    int step_items_;
    int max_steps_;  ///< of a stage
    int steps_;
    int requested_;  ///< steps, or more at the end
};

}  // namespace impulse::detail
