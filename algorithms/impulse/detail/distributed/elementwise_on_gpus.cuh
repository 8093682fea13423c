// SPDX-License-Identifier: Apache-2.0
/// \file
/// An element-wise request over the GPUs of one process. Each GPU reduces its shard: it reads the items of
/// all GPUs and writes the results to all that get them.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(devices.hpp)

#include <impulse/detail/backend/cuda/pool.cuh>
#include <impulse/detail/backend/cuda/runtime.cuh>
#include <impulse/detail/dispatch/evaluate.hpp>
#include <impulse/detail/distributed/meeting_rows.cuh>
#include <impulse/detail/distributed/on_devices.hpp>
#include <impulse/detail/distributed/shards.hpp>
#include <impulse/detail/transport/gpu.cuh>
#include <impulse/error.hpp>
#include <impulse/place.hpp>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <type_traits>
#include <vector>

namespace impulse::inline IMPULSE_ABI::detail {

/// One call. If each GPU can access the memory of all others, the call takes one launch per GPU and no
/// further memory. Otherwise slices are copied, through the host if necessary.
template <class Types, class Policy, class Request>
class elementwise_on_gpus {
    using place = typename Policy::place_type;
    using part = typename std::remove_pointer_t<decltype(Request::layout.parts)>::value_type;
    using item = std::remove_const_t<std::remove_pointer_t<decltype(part::first)>>;
    using result = typename Types::result;

  public:
    elementwise_on_gpus(const Policy& how, const Request& r, const std::vector<result*>& outs)
        : how_(how),
          r_(r),
          members_(how.place.members),
          parts_(*r.layout.parts),
          outs_(outs),
          split_(split_of(parts_, members_)) {
        static_assert(std::is_same_v<typename Policy::memory_type, own_memory>,
                      "impulse: a policy over several devices takes no memory; leave .with(...) out");
        require_parts();
        on_device::require_uncaptured(members_);
        for (const member& each : members_) ordinals_.push_back(on_device::gpu_scope(each).ordinal());
    }

    /// The request for the columns of the longest shard; rows may be anywhere in memory.
    static auto longest_shard(const Request& r, const std::vector<member>& members) {
        const elementwise_split split = split_of(*r.layout.parts, members);
        return detail::columns_request<Types>(
            r, r.source,
            columns_of_members{
                {elementwise_layout::columns_of_rows(split.members, split.longest_slice(), split.items)},
                true});
    }

    /// Puts the work into the streams of all members.
    void run() {
        bool all_reach = true;
        for (std::size_t i = 0; i < members_.size(); ++i) all_reach = require_memory(i) && all_reach;
        if (split_.items == 0) return;
        on_device::meet(members_);
        std::exception_ptr thrown;
        try {
            for (std::size_t i = 0; i < members_.size(); ++i) {
                const on_device::gpu_scope current(members_[i]);
                const interval its = split_.shard(static_cast<index_t>(i));
                const auto outs = receivers(i);
                if (!its || outs.empty()) continue;
                if (all_reach)
                    reduce(i, its.size(), items_from(its.begin), results_from(outs, its.begin));
                else
                    reduce_copies(i, its, outs);
            }
        } catch (...) {
            thrown = std::current_exception();  // rethrown below: other GPUs may still read items
        }
        on_device::meet(members_);
        if (thrown) std::rethrow_exception(thrown);
    }

  private:
    static elementwise_split split_of(const std::vector<part>& parts, const std::vector<member>& members) {
        const index_t items = parts.empty() ? 0 : parts[0].count;
        return {items, static_cast<index_t>(members.size()), std::max<index_t>(1, items), false,
                place::in_shards ? 1 : 256};
    }

    bool receives(std::size_t member) const {
        return !place::at_root || static_cast<index_t>(member) == how_.place.value_at;
    }
    /// The items whose results a member gets.
    interval results_of(std::size_t member) const {
        return place::in_shards ? split_.shard(static_cast<index_t>(member)) : interval{0, split_.items};
    }
    /// The members that get the results of a member's shard.
    std::vector<std::size_t> receivers(std::size_t shard) const {
        std::vector<std::size_t> all;
        for (std::size_t i = 0; i < members_.size(); ++i)
            if (place::in_shards ? i == shard : receives(i)) all.push_back(i);
        return all;
    }
    result* result_from(std::size_t member, index_t begin) const {
        return outs_[member] + (begin - results_of(member).begin);
    }
    result_rows<result> results_from(const std::vector<std::size_t>& receivers, index_t begin) const {
        result_rows<result> all{{}, 0};
        for (const std::size_t each : receivers) all.rows[all.count++] = result_from(each, begin);
        return all;
    }
    rows_source<item> items_from(index_t begin) const {
        rows_source<item> all{};
        for (std::size_t k = 0; k < parts_.size(); ++k) all.rows[k] = parts_[k].first + begin;
        return all;
    }

    /// Reduces columns on the current GPU, which is that of member i.
    void reduce(std::size_t i, index_t columns, const rows_source<item>& rows,
                const result_rows<result>& out) const {
        runtime<device_place> at(members_[i].at, own_memory{});
        detail::launch_rows<Types>(
            at, r_, split_.members, columns, [&](const auto&) { return rows; }, out);
    }

    /// Reduces a shard in slices: copies the other members' items, reduces them, and copies the results.
    void reduce_copies(std::size_t i, interval shard, const std::vector<std::size_t>& outs) const {
        constexpr index_t slice_bytes = 16 * 1024 * 1024;
        constexpr auto widest = static_cast<index_t>((std::max)(sizeof(item), sizeof(result)));
        const index_t most = (std::min)(shard.size(), (std::max)(slice_bytes / widest, index_t{1}));
        const std::size_t row = rounded(static_cast<std::size_t>(most * widest));
        const cudaStream_t stream = members_[i].at.stream;
        const on_device::pooled_memory memory(row * (members_.size() + 1), stream);
        auto* const results = reinterpret_cast<result*>(memory.data());
        for (index_t begin = shard.begin; begin < shard.end; begin += most) {
            const index_t count = (std::min)(most, shard.end - begin);
            const auto copy = [&](void* to, std::size_t receiver, const void* from, std::size_t sender,
                                  std::size_t each) {
                detail::check_cuda(cudaMemcpyPeerAsync(to, ordinals_[receiver], from, ordinals_[sender],
                                                       static_cast<std::size_t>(count) * each, stream),
                                   "copying between GPUs");
            };
            rows_source<item> rows = items_from(begin);
            for (std::size_t k = 0; k < parts_.size(); ++k) {
                if (k == i) continue;
                void* const copied = memory.data() + row * (k + 1);
                copy(copied, i, rows.rows[k], k, sizeof(item));
                rows.rows[k] = static_cast<const item*>(copied);
            }
            reduce(i, count, rows, {{results}, 1});
            for (const std::size_t each : outs)
                copy(result_from(each, begin), each, results, i, sizeof(result));
        }
    }
    static std::size_t rounded(std::size_t bytes) { return (bytes + 255) / 256 * 256; }
    /// Throws unless member i can access its own memory. Returns whether it can access the memory of all
    /// members.
    bool require_memory(std::size_t i) const {
        const on_device::gpu_scope current(members_[i]);
        const auto visit = [&](const void* memory, const char* argument) {
            on_device::require_device_reach(memory, current.ordinal(), argument);
        };
        detail::reach_by(visit)(parts_[i].first, split_.items, "input");
        const interval own = results_of(i);
        if (receives(i)) {
            detail::reach_by(visit, "the result")(outs_[i], own.size(), "out");
            detail::require_apart(parts_[i].first, split_.items, own.begin, outs_[i], own.size());
            require_apart_of_others(i);
        }
        bool all = true;
        for (std::size_t k = 0; k < members_.size() && split_.items > 0; ++k) {
            if (k == i) continue;
            on_device::enable_peer(ordinals_[i], ordinals_[k]);
            all = all && on_device::reaches(parts_[k].first) &&
                  (!receives(k) || place::in_shards || on_device::reaches(outs_[k]));
        }
        return all;
    }

    /// Throws if the results of member i would overwrite items or results of another member: their streams do
    /// not wait for each other.
    void require_apart_of_others(std::size_t i) const {
        const auto meet = [&](const auto* other, index_t items) {
            return detail::overlaps(other, items, outs_[i], results_of(i).size());
        };
        for (std::size_t j = 0; j < members_.size(); ++j) {
            if (i == j) continue;
            const bool of_items = meet(parts_[j].first, split_.items);
            if (of_items || (receives(j) && meet(outs_[j], results_of(j).size())))
                detail::bad_argument({"copies has pointer ", static_cast<index_t>(i), " to memory of the ",
                                      of_items ? "items" : "results", " of member ", static_cast<index_t>(j),
                                      "; each member needs memory of its own"});
        }
    }

    /// Throws unless each member, in order, has a part, all parts have the same length, and each has a
    /// pointer to its results.
    void require_parts() const {
        if (members_.size() > std::size_t{max_rows})
            detail::bad_argument({"devices has ",
                                  {static_cast<index_t>(members_.size()), "member"},
                                  "; elementwise takes at most ",
                                  index_t{max_rows}});
        if (parts_.size() != members_.size() || outs_.size() != members_.size())
            detail::bad_argument({"elementwise has ",
                                  {static_cast<index_t>(parts_.size()), "part"},
                                  " and copies has ",
                                  {static_cast<index_t>(outs_.size()), "pointer"},
                                  ", but devices has ",
                                  {static_cast<index_t>(members_.size()), "member"},
                                  "; each member needs a part and a pointer"});
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            if (!(parts_[i].where == members_[i]))
                detail::bad_argument({"elementwise has part ", static_cast<index_t>(i), " on ",
                                      parts_[i].where.name(), ", but devices has ", members_[i].name(),
                                      " at that position; name the same devices in the same order"});
            if (parts_[i].count != parts_[0].count)
                detail::bad_argument({"elementwise has ",
                                      {parts_[i].count, "item"},
                                      " in part ",
                                      static_cast<index_t>(i),
                                      ", but ",
                                      parts_[0].count,
                                      " in part 0; all parts need the same number"});
        }
    }

    const Policy& how_;
    const Request& r_;
    const std::vector<member>& members_;
    const std::vector<part>& parts_;
    const std::vector<result*>& outs_;
    elementwise_split split_;
    std::vector<int> ordinals_;
};

}  // namespace impulse::detail
