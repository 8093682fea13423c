// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where the slices of all ranks meet in GPU memory, in an element-wise call.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/nccl.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/distributed/elementwise_split.hpp>
#include <impulse/detail/distributed/gathered_parts.cuh>
#include <impulse/detail/layout/strided_segments.hpp>
#include <impulse/detail/source/rebind_source.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace impulse::inline IMPULSE_ABI::detail {

/// Where a rank's slices meet those of the others: R rows of each array, `stride` items apart, and if this
/// rank keeps no results, those of its slice; all twice if there are several steps.
template <class Types, class Request, class Out>
class meeting_rows {
    struct array {
        const void* items;
        std::size_t each;
        std::size_t at;
    };

  public:
    /// Arrays that need not travel in all, and the smallest and largest slice of larger ones.
    static constexpr index_t gathered_bytes = 2 * 1024 * 1024;
    static constexpr index_t min_slice_bytes = 2 * 1024 * 1024;
    static constexpr index_t max_slice_bytes = 64 * 1024 * 1024;
    static constexpr index_t wanted_steps = 2;

    meeting_rows(const Request& r, int ranks, bool keeps_results) : split_(split_of(r, ranks)) {
        const index_t most = split_.slice(ranks - 1, 0).size();  // no other slice has more
        // Rows of a gather are adjacent; other rows are aligned for loads of vectors.
        stride_ = split_.gathers ? most : detail::divide_up(most, row_items) * row_items;
        detail::rebind_source(r.source, [&]<class Each>(const Each& each) {
            if constexpr (requires { each.first; }) {
                arrays_.push_back({each.first, sizeof(typename Each::item_type), results_});
                results_ += aligned(stride_ * ranks, sizeof(typename Each::item_type));
            }
            return each;
        });
        half_ = results_ + (keeps_results ? 0 : aligned(most, sizeof(Out)));
    }

    const elementwise_split& split() const { return split_; }
    index_t stride() const { return stride_; }
    /// One rank's items are where they are needed.
    std::size_t bytes() const {
        return split_.members == 1 ? 0
                                   : half_ * static_cast<std::size_t>((std::min)(split_.steps(), index_t{2}));
    }
    void begin_at(char* data) { data_ = data; }

    /// f(its items, bytes of an item, its rows in a step) for each array. One that is read twice travels
    /// twice: other ranks may have two arrays there.
    template <class Function>
    void for_each(index_t step, const Function& f) const {
        for (const array& each : arrays_)
            f(static_cast<const char*>(each.items), each.each, half(step) + each.at);
    }
    /// The same functions of the rows that have met, from an item of the slice on.
    template <class Source>
    Source met(const Source& source, index_t step, index_t from,
               const strided_segments<1, 1>& columns) const {
        auto at = arrays_.begin();
        return detail::rebind_source(source, [&]<class Each>(const Each& each) {
            if constexpr (requires { each.first; }) {
                using item = typename Each::item_type;
                if (split_.members == 1) return Each{each.first + from, stride_ - from};
                auto* const rows = reinterpret_cast<item*>(half(step) + (at++)->at);
                return Each{rows + from, stride_ * split_.members - from};
            } else {
                return columns.along;
            }
        });
    }
    Out* results(index_t step) const { return reinterpret_cast<Out*>(half(step) + results_); }

  private:
    static constexpr index_t row_items = 256;

    static std::size_t aligned(index_t items, std::size_t each) {
        return gathered_parts<char>::aligned(static_cast<std::size_t>(items) * each);
    }
    static elementwise_split split_of(const Request& r, int ranks) {
        const index_t items = r.layout.max_items();
        constexpr auto bytes = static_cast<index_t>(bytes_in_arrays<typename Types::source>);
        if (ranks == 1 || items * ranks <= gathered_bytes / bytes)
            return {items, ranks, std::max<index_t>(1, items), true};
        const index_t wanted = detail::divide_up(detail::divide_up(items, ranks), wanted_steps);
        constexpr index_t least = std::max<index_t>(1, min_slice_bytes / bytes);
        constexpr index_t most = std::max<index_t>(1, max_slice_bytes / bytes);
        return {items, ranks, std::clamp(wanted, least, most), false};
    }
    char* half(index_t step) const { return data_ + half_ * static_cast<std::size_t>(step % 2); }

    elementwise_split split_;
    index_t stride_ = 0;
    std::vector<array> arrays_;
    std::size_t results_ = 0;
    std::size_t half_ = 0;
    char* data_ = nullptr;
};

}  // namespace impulse::detail
