// SPDX-License-Identifier: Apache-2.0
/// \file
/// The launch that joins a few rows column by column, each anywhere in memory; and the GPU memory in which an
/// element-wise call gathers the slices of all ranks.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(nccl.hpp)

#include <impulse/detail/backend/cuda/runtime.cuh>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/dispatch/request.hpp>
#include <impulse/detail/distributed/gathered_parts.cuh>
#include <impulse/detail/distributed/shards.hpp>
#include <impulse/detail/kernel/join_rows.hpp>
#include <impulse/detail/layout/array_segments.hpp>
#include <impulse/detail/layout/axes.hpp>
#include <impulse/detail/plan/column_plan.hpp>
#include <impulse/detail/source/rebind_source.hpp>
#include <impulse/detail/source/rows_source.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/place.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace impulse::inline IMPULSE_ABI::detail {

/// Writes init ∘ x₀[j] ∘ x₁[j] ∘ … of `members` rows to `out`, for each j below `columns`; rows(s) returns
/// the rows of the request's array s. If it `clears`, the launch sets the items to zero after reading them.
/// Returns whether it does.
template <class Types, class Request, class Rows, class Result>
bool launch_rows(runtime<device_place>& at, const Request& r, index_t members, index_t columns,
                 const Rows& rows, const result_rows<Result>& out, bool clears = false) {
    axis_list<1> along;
    along.add({members, 1});
    const auto source = detail::rebind_source(r.source, [&]<class Each>(const Each& each) {
        if constexpr (requires { each.first; })
            return rows(each);
        else
            return along;
    });
    using init = typename Types::init;
    join_rows<typename Types::accumulator, std::remove_const_t<decltype(source)>,
              typename Types::operator_type, init, Result>
        body{source,
             detail::as_run(r.op),
             initial<std::remove_const_t<decltype(r.init)>>::template hold<typename Types::accumulator>(
                 r.init),
             out,
             columns,
             static_cast<int>(members),
             0,
             clears,
             detail::opaque_zero()};
    body.words = body.words_in();
    at.launch(body, rows_grid::blocks(body.iterations(), at.scope().multiprocessors()), rows_grid::threads);
    return clears && has_rows_beneath<typename decltype(body)::source_type>;
}

/// This memory on one rank: for each array one row per rank, `stride` items apart. If this rank gets no
/// results, the memory also has those of its slice, which it sends to others.
template <class Types, class Request, class Out>
class meeting_rows {
    struct array {
        const void* items;
        std::size_t each;
        std::size_t at;
    };

  public:
    /// If bytes × ranks² is at most this, every rank gathers all arrays. Measured on two and four H100 from
    /// 256 KiB to 16 MiB: gathering is faster than sending slices up to 4 MiB for two ranks, up to 256 KiB
    /// for four.
    static constexpr index_t gathered_bytes = 12 * 1024 * 1024;

    /// `chunk_bytes`: the most bytes of a slice of items and of its results.
    meeting_rows(const Request& r, int ranks, int rank, bool keeps_results, bool in_shards,
                 index_t chunk_bytes)
        : split_(split_of(r, ranks, in_shards, chunk_bytes)), rank_(rank) {
        const index_t most = split_.longest_slice();
        // Rows of a gather are adjacent; other rows are aligned for loads of vectors.
        stride_ = split_.gathers ? most : detail::divide_up(most, row_items) * row_items;
        detail::rebind_source(r.source, [&]<class Each>(const Each& each) {
            if constexpr (requires { each.first; }) {
                arrays_.push_back({each.first, sizeof(typename Each::item_type), results_});
                results_ += aligned(stride_ * rows_kept(), sizeof(typename Each::item_type));
            }
            return each;
        });
        bytes_ = results_ + (keeps_results ? 0 : aligned(most, sizeof(Out)));
    }

    const elementwise_split& split() const { return split_; }
    index_t stride() const { return stride_; }
    /// Zero for a single rank, whose items are not gathered.
    std::size_t bytes() const { return split_.members == 1 ? 0 : bytes_; }
    void begin_at(char* data) { data_ = data; }

    /// Calls f(its items, bytes of an item, row) for each array, where row(r) is the row of rank r. An array
    /// that the request reads twice is sent twice, because other ranks may have two different arrays there.
    void for_each(const auto& f) const {
        for (const array& each : arrays_)
            f(static_cast<const char*>(each.items), each.each, [&](index_t r) {
                return data_ + each.at + static_cast<std::size_t>(stride_ * place_of(r)) * each.each;
            });
    }
    /// The source with its arrays replaced by the gathered rows, from item `from` of the slice.
    template <class Source>
    Source met(const Source& source, index_t from, const strided_segments<1, 1>& columns) const {
        auto at = arrays_.begin();
        return detail::rebind_source(source, [&]<class Each>(const Each& each) {
            if constexpr (requires { each.first; })
                return Each{rows<typename Each::item_type>(*at++) + from, stride_ * split_.members - from};
            else
                return columns.along;
        });
    }
    /// The rows of array number `which`, if there are few rows. This rank's own slice is read in place, from
    /// item `begin`.
    template <class Type>
    rows_source<Type> few_met(std::size_t which, const contiguous_source<Type>& source, index_t from,
                              index_t begin) const {
        rows_source<Type> all{};
        for (int r = 0; r < split_.members; ++r)
            all.rows[r] = r == rank_ && !has_own()
                              ? source.first + begin
                              : rows<Type>(arrays_[which]) + stride_ * place_of(r) + from;
        return all;
    }
    bool are_few() const { return split_.members <= max_rows; }
    /// Whether the gathered rows include this rank's own slice.
    bool has_own() const { return split_.members > 1 && (split_.gathers || !are_few()); }
    Out* results() const { return reinterpret_cast<Out*>(data_ + results_); }

  private:
    static constexpr index_t row_items = 256;

    static std::size_t aligned(index_t items, std::size_t each) {
        return gathered_parts<char>::aligned(static_cast<std::size_t>(items) * each);
    }
    static elementwise_split split_of(const Request& r, int ranks, bool in_shards, index_t chunk_bytes) {
        const index_t items = r.layout.max_items();
        constexpr auto bytes = static_cast<index_t>(bytes_in_arrays<typename Types::source>);
        constexpr index_t widest = (std::max)(bytes, static_cast<index_t>(sizeof(Out)));
        const index_t most = std::max<index_t>(1, chunk_bytes / widest);
        if (ranks == 1 || items <= (std::min)(most, gathered_bytes / bytes / ranks / ranks))
            return {items, ranks, std::max<index_t>(1, items), true};
        return {.items = items,
                .members = ranks,
                .step_items = detail::divide_up(most, row_items) * row_items,
                .gathers = false,
                .unit = in_shards ? 1 : row_items};
    }
    template <class Type>
    const Type* rows(const array& of) const {
        return reinterpret_cast<const Type*>(data_ + of.at);
    }
    index_t rows_kept() const { return has_own() ? split_.members : split_.members - 1; }
    index_t place_of(index_t rank) const { return rank - (!has_own() && rank > rank_ ? 1 : 0); }

    elementwise_split split_;
    int rank_;
    index_t stride_ = 0;
    std::vector<array> arrays_;
    std::size_t results_ = 0;
    std::size_t bytes_ = 0;
    char* data_ = nullptr;
};

}  // namespace impulse::detail
