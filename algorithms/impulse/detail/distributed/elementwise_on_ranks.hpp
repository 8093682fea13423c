// SPDX-License-Identifier: Apache-2.0
/// \file
/// An element-wise request over ranks whose items are in host memory. Items are sent to the rank that reduces
/// their shard, each rank reduces its shard, and the results are sent to the ranks that get them.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(elementwise.hpp)

#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/dispatch/evaluate.hpp>
#include <impulse/detail/distributed/on_ranks.hpp>
#include <impulse/detail/distributed/own_header.hpp>
#include <impulse/detail/distributed/shards.hpp>
#include <impulse/detail/layout/global_layouts.hpp>
#include <impulse/detail/source/rebind_source.hpp>
#include <impulse/detail/transport/ranks_of.hpp>
#include <impulse/place.hpp>

#include <cstddef>
#include <vector>

namespace impulse::inline IMPULSE_ABI::detail {

/// If the arrays of all ranks together have at most so many bytes, every rank gathers all of them: one
/// collective in place of two.
inline constexpr index_t gathered_bytes = 32 * 1024;
/// The bytes of the slices of all ranks in a step, and the limits of the bytes of one slice.
inline constexpr index_t meeting_bytes = 4 * 1024 * 1024;
inline constexpr index_t min_slice_bytes = 4 * 1024;
inline constexpr index_t max_slice_bytes = 256 * 1024;

/// How a call on `ranks` ranks splits its items.
template <class Types, class Transport, class Request>
elementwise_split split_for(const Request& r, int ranks) {
    const index_t items = r.layout.max_items();
    constexpr auto bytes = static_cast<index_t>(bytes_in_arrays<typename Types::source>);
    const bool gathers = !sends_to_each<Transport> || items * ranks <= gathered_bytes / bytes;
    const index_t bytes_of_slice =
        detail::greatest(min_slice_bytes, detail::least(meeting_bytes / ranks, max_slice_bytes));
    return {items, ranks, std::max<index_t>(1, bytes_of_slice / bytes), gathers};
}

/// One call on this rank.
template <class Types, class Policy, class Request, class Out>
class elementwise_call : call_by_shards<Policy, Request, Out> {
    using base = call_by_shards<Policy, Request, Out>;
    using place = typename base::place;
    using transport = typename base::transport;
    using base::bytes_of, base::exchange_, base::how_, base::mine, base::r_, base::ranks_, base::split_,
        base::target;
    using source = typename Types::source;
    static constexpr std::size_t item_bytes = bytes_in_arrays<source>;
    static constexpr std::size_t unit =
        (std::max)(std::size_t{256}, alignof(typename items_in_arrays<source>::type));
    struct alignas(unit) memory_unit {
        memory_unit() {}  // a vector does not zero it
        char bytes[unit];
    };
    struct array {
        const char* first;
        std::size_t item_bytes;
    };

  public:
    elementwise_call(const Policy& how, const Request& r, Out* out)
        : base(how, r, out, detail::split_for<Types, transport>(r, how.place.exchange->transport().size())) {}

    void run() {
        prepare();
        exchange_.agree_on_items(detail::own_terms<Types>(how_.place, r_, split_.items));
        for (index_t step = 0; step < split_.steps(); ++step) {
            reduce(step);
            if (!split_.gathers && !place::in_shards) base::send_results(step);
        }
        exchange_.settle();
    }

  private:
    void prepare() {
        base::prepare();
        // Stores the arrays before the exchange: copying a source copies the caller's functions, which may
        // throw.
        index_t noted = 0;
        detail::rebind_source(r_.source, [&]<class Each>(const Each& each) {
            if constexpr (requires { each.first; }) {
                this->require_apart(each.first);
                arrays_[noted++] = {reinterpret_cast<const char*>(each.first), sizeof *each.first};
            }
            return each;
        });
        const auto most = static_cast<std::size_t>(split_.longest_slice() * split_.members);
        met_ = std::vector<memory_unit>(units(most * item_bytes) + std::size_t{arrays_in<source>});
    }
    static std::size_t units(std::size_t bytes) { return (bytes + unit - 1) / unit; }

    std::size_t units_of_rows(interval items, std::size_t each) const {
        return units(bytes_of(items, each) * static_cast<std::size_t>(split_.members));
    }

    /// Gathers the rows of all ranks for this rank's slice of a step, and reduces their columns.
    void reduce(index_t step) {
        const interval all = mine(step), wanted = base::wanted(step);
        const auto columns = elementwise_layout::columns_of_rows(split_.members, wanted.size(), all.size());
        memory_unit* to = met_.data();
        for (const array& each : arrays_) {
            bring(each, reinterpret_cast<char*>(to), step);
            to += units_of_rows(all, each.item_bytes);
        }
        if (!wanted) return;
        memory_unit* at = met_.data();
        const auto meet = [&]<class Each>(const Each& each) {
            if constexpr (requires { each.first; }) {
                using item = typename Each::item_type;
                item* const rows = reinterpret_cast<item*>(at);
                at += units_of_rows(all, sizeof(item));
                // fault: first-of-wanted
                return Each{rows + (wanted.begin - all.begin), this->split_.members * all.size()};
            } else {
                return columns.along;
            }
        };
        exchange_.attempt([&] {
            const auto asked =
                detail::columns_request<Types>(r_, detail::rebind_source(r_.source, meet), columns);
            detail::evaluate_into(detail::own_policy(how_), asked, target(wanted.begin));
        });
    }

    /// Receives the items of all ranks for a step, row after row.
    void bring(const array& its_items, char* rows, index_t step) {
        const interval all = mine(step);
        const std::size_t each = its_items.item_bytes, bytes = bytes_of(all, each);
        const auto from = [&](interval items) {
            return its_items.first + static_cast<std::size_t>(items.begin) * each;
        };
        if (split_.gathers) return ranks_.all_gather(from(all), rows, bytes);
        base::exchange_slices([&](int r, sent_bytes& sent, received_bytes& received) {
            const interval its = split_.slice(r, step);
            sent = {from(its), bytes_of(its, each)};
            // fault: row-of-rank
            received = {rows + static_cast<std::size_t>(r) * bytes, bytes};
        });
    }

    array arrays_[arrays_in<source>];
    std::vector<memory_unit> met_;
};

template <class Place>
struct elementwise_at {
    using transport = typename Place::transport_type;

    template <class Policy, class Request, class Out>
    static void evaluate_into(const Policy& how, const Request& r, Out* out) {
        elementwise_call<request_types<Request>, Policy, Request, Out>(how, r, out).run();
    }

    template <class Policy, class Request>
    static auto evaluate(const Policy& how, const Request& r) {
        using types = request_types<Request>;
        return detail::results_of_ranks<types>(
            how, [&](int ranks) { return detail::split_for<types, transport>(r, ranks); },
            [&](auto* out) { evaluate_into(how, r, out); });
    }

    /// The request for the first step of the last rank, which has the most columns.
    template <class Policy, class Request>
    static auto longest_step(const Policy& how, const Request& r) {
        using types = request_types<Request>;
        const int ranks = transport(how.place.group).size();
        const interval first = detail::split_for<types, transport>(r, ranks).slice(ranks - 1, 0);
        return detail::columns_request<types>(
            r, r.source, elementwise_layout::columns_of_rows(ranks, first.size(), first.size()));
    }
    static auto plan_of(const auto& how, const auto& r) {
        return detail::plan_of(detail::own_policy(how), longest_step(how, r));
    }
};

}  // namespace impulse::detail
