// SPDX-License-Identifier: Apache-2.0
/// \file
/// Calls of which each member computes one shard of the results: which member reduces which items, in which
/// step and by which request; where the results are written, and how they are sent to the ranks that get
/// them.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(elementwise.hpp)

#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/dispatch/evaluate.hpp>
#include <impulse/detail/dispatch/request.hpp>
#include <impulse/detail/layout/global_layouts.hpp>
#include <impulse/detail/source/rebind_source.hpp>
#include <impulse/detail/transport/ranks_of.hpp>
#include <impulse/error.hpp>
#include <impulse/place.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace impulse::inline IMPULSE_ABI::detail {

/// The split of m items. Every member reduces one shard, in steps of at most `step_items` items. If every
/// member gathers all arrays (`gathers`), all members reduce the same `step_items` items in a step.
struct elementwise_split {
    index_t items;
    index_t members;
    index_t step_items;
    bool gathers;
    index_t unit = 1;  ///< shards begin at multiples of so many items

    /// The shard of member r of R: it begins at ⌊m·r/R⌋, rounded up to a multiple of `unit`.
    interval shard(index_t member) const {
        const index_t each = items / members, more = items % members;
        const auto cut = [&](index_t r) { return (std::min)(items, units(each * r + more * r / members)); };
        // fault: cut-of-shard
        return {cut(member), cut(member + 1)};
    }
    index_t steps() const { return detail::divide_up(longest(), step_items); }
    /// The most items of a slice.
    index_t longest_slice() const { return (std::min)(step_items, longest()); }
    /// The items that a member reduces in a step.
    interval slice(index_t member, index_t step) const {
        const interval all = gathers ? interval{0, items} : shard(member);
        // fault: slice-of-step
        const index_t begin = (std::min)(all.begin + step * step_items, all.end);
        return {begin, (std::min)(begin + step_items, all.end)};
    }

  private:
    index_t units(index_t n) const { return detail::divide_up(n, unit) * unit; }
    index_t longest() const {
        return gathers ? items : (std::min)(items, units(detail::divide_up(items, members)));
    }
};

/// The request that reduces the columns of gathered rows.
template <class Types, class Request, class Columns>
auto columns_request(const Request& r, typename Types::source met, const Columns& columns) {
    return request<typename Types::source, Columns, std::remove_const_t<decltype(r.init)>,
                   std::remove_const_t<decltype(r.op)>, typename Types::accumulator>{std::move(met), columns,
                                                                                     r.init, r.op};
}

/// Whether the results would overlap items in memory.
bool overlaps(const auto* x, index_t items, const auto* out, index_t results) {
    const auto begin_of = [](const auto* at) { return reinterpret_cast<std::uintptr_t>(at); };
    return items > 0 && results > 0 && begin_of(out) < begin_of(x + items) &&
           begin_of(x) < begin_of(out + results);
}

/// Throws if the results would overwrite items that are still needed. In place is allowed: each result in the
/// memory of its own item. `first`: the item of the first result.
template <class Type, class Out>
void require_apart(const Type* x, index_t items, index_t first, const Out* out, index_t results) {
    // fault: out-is-apart
    const bool in_place =
        std::is_same_v<Type, Out> && static_cast<const void*>(out) == static_cast<const void*>(x + first);
    if (detail::overlaps(x, items, out, results) && !in_place)
        detail::bad_argument(
            {"out overlaps the items of this member; need memory apart from them, or, if "
             "results have the items' type, the place of the first result's item"});
}

/// Throws if `is_hit(x, items)` is true for an array of a source, which means that an output overlaps its
/// items.
void require_outside(const auto& source, const char* output, const char* items, const auto& is_hit) {
    detail::rebind_source(source, [&]<class Each>(const Each& each) {
        if constexpr (requires {
                          each.first;
                          each.count;
                      })
            // fault: output-is-outside
            if (is_hit(each.first, each.count))
                detail::bad_argument(
                    {output, " overlaps the ", items, " of this rank; need memory apart from them"});
        return each;
    });
}

/// What a rank reduces and gets in a call in which each rank reduces one shard of the items. `out`: the
/// address of the first result that this rank gets.
template <class Policy, class Request, class Out>
class call_on_shards {
  protected:
    using place = typename Policy::place_type;
    using transport = typename place::transport_type;

    call_on_shards(const Policy& how, const Request& r, const transport& ranks, Out* out)
        : how_(how),
          r_(r),
          ranks_(ranks),
          out_(out),
          is_receiver_(!place::at_root || how.place.value_at == ranks.rank()) {}

    interval mine(index_t step) const { return split_.slice(ranks_.rank(), step); }
    interval own_results() const {
        return place::in_shards ? split_.shard(ranks_.rank()) : interval{0, split_.items};
    }
    /// The items of a step that this rank reduces: not those that it has only because units are larger.
    interval wanted(index_t step) const {
        interval all = mine(step);
        const interval own = own_results();
        all = {(std::max)(all.begin, own.begin), (std::min)(all.end, own.end)};
        if (split_.gathers && !is_receiver_) all.end = all.begin;
        return all;
    }
    static std::size_t bytes_of(interval items, std::size_t each) {
        return static_cast<std::size_t>(items.size()) * each;
    }
    /// Throws if the results would overwrite items of an array that are still needed.
    void require_apart(const auto* x) const {
        const interval own = own_results();
        if (is_receiver_) detail::require_apart(x, split_.items, own.begin, out_, own.size());
    }

    const Policy& how_;
    const Request& r_;
    const transport& ranks_;
    Out* out_;
    bool is_receiver_;
    elementwise_split split_{};
};

/// One call on this rank, whose results have the type `Out`; `out`: the address of the first result that this
/// rank gets.
template <class Policy, class Request, class Out>
class call_by_shards : protected call_on_shards<Policy, Request, Out> {
  protected:
    using base = call_on_shards<Policy, Request, Out>;
    using base::bytes_of, base::how_, base::is_receiver_, base::mine, base::out_, base::own_results, base::r_,
        base::ranks_, base::split_;
    using typename base::place, typename base::transport;

    call_by_shards(const Policy& how, const Request& r, Out* out, const elementwise_split& split)
        : base(how, r, how.place.exchange->transport(), out), exchange_(*how.place.exchange) {
        split_ = split;
    }

    /// Does what may fail on this rank alone before the exchange; the other ranks would wait for a rank that
    /// fails later.
    void prepare() {
        const auto visit = runtime<typename place::own_place>(how_.place.own, own_memory{}).visitor();
        if (r_.layout.max_items() > 0) r_.source.memory("input", detail::reach_by(visit));
        if (is_receiver_)
            detail::reach_by(visit)(static_cast<const void*>(out_), own_results().size(), "out");
        sent_.resize(static_cast<std::size_t>(ranks_.size()));
        received_.resize(sent_.size());
        if (!is_receiver_)
            results_ = std::vector<uninitialized<Out>>(static_cast<std::size_t>(split_.longest_slice()));
    }

    /// Where this rank writes a result, or the first result of a step.
    Out* target(index_t result) {
        return is_receiver_ ? out_ + (result - own_results().begin) : reinterpret_cast<Out*>(results_.data());
    }

    /// Exchanges slices between all ranks. each(rank, sent, received) sets the bytes to send to a rank, and
    /// the address of the bytes to receive from it.
    void exchange_slices([[maybe_unused]] const auto& each) {
        if constexpr (sends_to_each<transport>) {
            for (std::size_t r = 0; r < sent_.size(); ++r) {
                sent_[r] = {}, received_[r] = {};
                each(static_cast<int>(r), sent_[r], received_[r]);
            }
            ranks_.all_to_all(sent_.data(), received_.data());
        }
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

    typename place::exchange_type& exchange_;

  private:
    std::vector<sent_bytes> sent_;
    std::vector<received_bytes> received_;
    std::vector<uninitialized<Out>> results_;
};

/// The results of such a call as a vector; with a root as an optional vector, which has a value only on the
/// root. `split(ranks)` returns which results each rank gets, and into(out) writes them.
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

}  // namespace impulse::detail
