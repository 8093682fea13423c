// SPDX-License-Identifier: Apache-2.0
/// \file
/// A call in host memory in which each rank computes one shard of the results: where the results are written,
/// and how they are sent to the ranks that get them.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(elementwise.hpp)

#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/dispatch/evaluate.hpp>
#include <impulse/detail/distributed/elementwise_split.hpp>
#include <impulse/detail/transport/ranks_of.hpp>
#include <impulse/place.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace impulse::inline IMPULSE_ABI::detail {

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
            results_.reset(new uninitialized<Out>[static_cast<std::size_t>(split_.longest_slice())]);
    }

    /// Where this rank writes a result, or the first result of a step.
    Out* target(index_t result) {
        return is_receiver_ ? out_ + (result - own_results().begin) : reinterpret_cast<Out*>(results_.get());
    }

    /// Exchanges slices between all ranks. each(rank, sent, received) sets the bytes to send to a rank, and
    /// the address of the bytes to receive from it.
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
    std::unique_ptr<uninitialized<Out>[]> results_;
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
