// SPDX-License-Identifier: Apache-2.0
/// \file
/// An element-wise request over ranks whose items are in memory of the host: shards travel to their ranks,
/// each rank reduces its shard, and the results travel to those that want them.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(elementwise.hpp)

#include <impulse/detail/dispatch/evaluate.hpp>
#include <impulse/detail/distributed/elementwise_split.hpp>
#include <impulse/detail/distributed/on_ranks.hpp>
#include <impulse/detail/distributed/own_header.hpp>
#include <impulse/detail/layout/elementwise.hpp>
#include <impulse/detail/source/rebind_source.hpp>
#include <impulse/detail/transport/ranks_of.hpp>
#include <impulse/place.hpp>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace impulse::inline IMPULSE_ABI::detail {

/// Arrays that are no larger in all are gathered by every rank: one collective in place of two.
inline constexpr index_t gathered_bytes = 32 * 1024;
/// The memory in which the slices of all ranks meet in a step, and the smallest and largest slice.
inline constexpr index_t meeting_bytes = 4 * 1024 * 1024;
inline constexpr index_t min_slice_bytes = 4 * 1024;
inline constexpr index_t max_slice_bytes = 128 * 1024;

/// How the items of a call of so many ranks are split.
template <class Types, class Transport, class Request>
elementwise_split split_for(const Request& r, int ranks) {
    const index_t items = r.layout.max_items();
    constexpr auto bytes = static_cast<index_t>(bytes_in_arrays<typename Types::source>);
    const bool gathers = !sends_to_each<Transport> || items * ranks <= gathered_bytes / bytes;
    const index_t bytes_of_slice = std::clamp(meeting_bytes / ranks, min_slice_bytes, max_slice_bytes);
    return {items, ranks, std::max<index_t>(1, bytes_of_slice / bytes), gathers};
}

/// One call of this rank, whose results are `Out`s; `out`: where the first that it gets is written.
template <class Types, class Policy, class Request, class Out>
class elementwise_call {
    using place = typename Policy::place_type;
    using transport = typename place::transport_type;
    using source = typename Types::source;
    static constexpr std::size_t item_bytes = bytes_in_arrays<source>;
    static constexpr std::size_t unit =
        (std::max)({std::size_t{256}, alignof(typename items_in_arrays<source>::type), alignof(Out)});
    struct alignas(unit) memory_unit {
        char bytes[unit];
    };
    struct array {
        const char* first;
        std::size_t item_bytes;
    };

  public:
    elementwise_call(const Policy& how, const Request& r, Out* out)
        : how_(how),
          r_(r),
          exchange_(*how.place.exchange),
          ranks_(exchange_.transport()),
          out_(out),
          split_(detail::split_for<Types, transport>(r, ranks_.size())),
          is_receiver_(!place::at_root || exchange_.is_rank(how.place.value_at)) {}

    void run() {
        prepare();  // before the exchange: the others would wait for a rank that fails later
        exchange_.agree_on_items(detail::own_header<Types>(how_.place, r_, split_.items),
                                 detail::words_of_types<Types, place>());
        for (index_t step = 0; step < split_.steps(); ++step) {
            reduce(step);
            if (!split_.gathers && !place::in_shards) send_results(step);
        }
        exchange_.settle(thrown_);
    }

  private:
    static std::size_t bytes_of(interval items, std::size_t each) {
        return static_cast<std::size_t>(items.size()) * each;
    }
    interval mine(index_t step) const { return split_.slice(ranks_.rank(), step); }
    interval own_results() const {
        return place::in_shards ? split_.shard(ranks_.rank()) : interval{0, split_.items};
    }

    void prepare() {
        runtime<typename place::own_place> at(how_.place.own, own_memory{});
        const auto visit = at.visitor();
        if (split_.items > 0) r_.source.memory("input", detail::reach_by(visit));
        const interval own = own_results();
        if (is_receiver_) detail::reach_by(visit)(static_cast<const void*>(out_), own.size(), "out");
        // The arrays are noted here, because a source is copied with the caller's functions, which may throw.
        index_t noted = 0;
        detail::rebind_source(r_.source, [&]<class Each>(const Each& each) {
            if constexpr (requires { each.first; }) {
                if (is_receiver_)
                    detail::require_apart(each.first, split_.items, own.begin, out_, own.size());
                arrays_[noted++] = {reinterpret_cast<const char*>(each.first), sizeof *each.first};
            }
            return each;
        });
        sent_.resize(static_cast<std::size_t>(ranks_.size()));
        received_.resize(sent_.size());
        const index_t most = split_.longest_slice();
        met_.reset(new memory_unit[units(static_cast<std::size_t>(most * split_.members) * item_bytes) +
                                   std::size_t{arrays_in<source>}]);
        if (!is_receiver_)
            results_.reset(new memory_unit[units(static_cast<std::size_t>(most) * sizeof(Out))]);
    }
    static std::size_t units(std::size_t bytes) { return (bytes + unit - 1) / unit; }

    std::size_t units_of_rows(interval items, std::size_t each) const {
        return units(bytes_of(items, each) * static_cast<std::size_t>(split_.members));
    }

    /// Reduces this rank's items of a step, as columns of the rows that meet.
    void reduce(index_t step) {
        const interval all = mine(step), own = own_results();
        interval wanted = all;
        if (place::in_shards) wanted = {(std::max)(all.begin, own.begin), (std::min)(all.end, own.end)};
        if (split_.gathers && !is_receiver_) wanted.end = wanted.begin;
        const auto columns = elementwise_layout::columns_of_rows(split_.members, wanted.size(), all.size());
        memory_unit* to = met_.get();
        for (const array& each : arrays_) {
            bring(each, reinterpret_cast<char*>(to), step);
            to += units_of_rows(all, each.item_bytes);
        }
        if (thrown_ || !wanted) return;
        memory_unit* at = met_.get();
        const auto meet = [&]<class Each>(const Each& each) {
            if constexpr (requires { each.first; }) {
                using item = typename Each::item_type;
                item* const rows = reinterpret_cast<item*>(at);
                at += units_of_rows(all, sizeof(item));
                // fault: first-of-wanted
                return Each{rows + (wanted.begin - all.begin), split_.members * all.size()};
            } else {
                return columns.along;
            }
        };
        try {
            const auto asked =
                detail::columns_request<Types>(r_, detail::rebind_source(r_.source, meet), columns);
            detail::evaluate_into(detail::own_policy(how_), asked, target(wanted.begin));
        } catch (...) {
            thrown_ = std::current_exception();  // the others are told at the end
        }
    }
    /// The result of an item, or of the first item of a step.
    Out* target(index_t item) {
        return is_receiver_ ? out_ + (item - own_results().begin) : reinterpret_cast<Out*>(results_.get());
    }

    /// Every rank's items of a step, row after row.
    void bring(const array& its_items, char* rows, index_t step) {
        const interval all = mine(step);
        const std::size_t each = its_items.item_bytes, bytes = bytes_of(all, each);
        const auto from = [&](interval items) {
            return its_items.first + static_cast<std::size_t>(items.begin) * each;
        };
        if (split_.gathers) return ranks_.all_gather(from(all), rows, bytes);
        exchange_slices([&](int r, sent_bytes& sent, received_bytes& received) {
            const interval its = split_.slice(r, step);
            sent = {from(its), bytes_of(its, each)};
            // fault: row-of-rank
            received = {rows + static_cast<std::size_t>(r) * bytes, bytes};
        });
    }
    void send_results(index_t step) {
        const interval all = mine(step);
        exchange_slices([&](int r, sent_bytes& sent, received_bytes& received) {
            if (r == ranks_.rank()) return;
            const interval its = split_.slice(r, step);
            if (!place::at_root || r == how_.place.value_at)
                sent = {target(all.begin), bytes_of(all, sizeof(Out))};
            // fault: results-of-rank
            if (is_receiver_) received = {out_ + its.begin, bytes_of(its, sizeof(Out))};
        });
    }
    template <class Each>
    void exchange_slices([[maybe_unused]] const Each& each) {
        if constexpr (sends_to_each<transport>) {
            for (std::size_t r = 0; r < sent_.size(); ++r) {
                sent_[r] = {}, received_[r] = {};
                each(static_cast<int>(r), sent_[r], received_[r]);
            }
            ranks_.all_to_all(sent_.data(), received_.data());
        }
    }

    const Policy& how_;
    const Request& r_;
    typename place::exchange_type& exchange_;
    const transport& ranks_;
    Out* out_;
    elementwise_split split_;
    bool is_receiver_;
    array arrays_[arrays_in<source>];
    std::vector<sent_bytes> sent_;
    std::vector<received_bytes> received_;
    std::unique_ptr<memory_unit[]> met_;
    std::unique_ptr<memory_unit[]> results_;
    std::exception_ptr thrown_;
};

/// The results of a call that gives each rank many, as a vector; at a root an optional one, which only the
/// root has. `split(ranks)` says which ones a rank gets, and into(out) writes them.
template <class Types, class Policy, class Split, class Into>
auto results_of_ranks(const Policy& how, const Split& split, const Into& into) {
    using place = typename Policy::place_type;
    using result = typename Types::result;
    using kept = std::conditional_t<std::is_same_v<result, bool>, unsigned char, result>;
    if constexpr (!std::is_default_constructible_v<result>) {
        return refusal<results_have_no_default>{};
    } else {
        const auto& ranks = how.place.exchange->transport();
        const bool is_receiver = !place::at_root || how.place.exchange->is_rank(how.place.value_at);
        const elementwise_split its = split(ranks.size());
        const interval own = place::in_shards ? its.shard(ranks.rank()) : interval{0, its.items};
        std::vector<kept> all(is_receiver ? static_cast<std::size_t>(own.size()) : 0);
        into(all.data());
        if constexpr (place::at_root)
            return is_receiver ? std::optional(std::move(all)) : std::nullopt;
        else
            return all;
    }
}

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

    /// The columns of the first step of the last rank, which is the longest.
    template <class Policy, class Request>
    static auto longest_step(const Policy& how, const Request& r) {
        using types = request_types<Request>;
        const int ranks = transport(how.place.group).size();
        const interval first = detail::split_for<types, transport>(r, ranks).slice(ranks - 1, 0);
        return detail::columns_request<types>(
            r, r.source, elementwise_layout::columns_of_rows(ranks, first.size(), first.size()));
    }
    template <class Policy, class Request>
    static auto plan_of(const Policy& how, const Request& r) {
        return detail::plan_of(detail::own_policy(how), longest_step(how, r));
    }
};

}  // namespace impulse::detail
