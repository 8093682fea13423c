// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs of equal keys over all ranks, in host memory. Each rank reduces the runs inside its part. If a run
/// extends over several ranks, the rank where it begins joins the forests of its parts.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(global.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/dispatch/evaluate.hpp>
#include <impulse/detail/distributed/on_ranks.hpp>
#include <impulse/detail/distributed/own_header.hpp>
#include <impulse/detail/distributed/partial_reduction.hpp>
#include <impulse/detail/distributed/shards.hpp>
#include <impulse/detail/layout/global_layouts.hpp>
#include <impulse/detail/layout/sink.hpp>
#include <impulse/detail/source/rebind_source.hpp>
#include <impulse/detail/transport/ranks_of.hpp>
#include <impulse/detail/tree/forest.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace impulse::inline IMPULSE_ABI::detail {

/// What a rank tells about its keys: their number, the lengths of the first (`head`) and last (`tail`) run,
/// and the first and last key.
template <class Key>
struct ends_of_keys {
    index_t count = 0;
    index_t head = 0;
    index_t tail = 0;
    uninitialized<Key> first{};
    uninitialized<Key> last{};
};

/// The first items of a rank, if they continue a run that begins on another rank, the owner.
struct share_of_run {
    int owner = -1;
    index_t before = 0;  ///< items of this run on earlier ranks
    index_t items = 0;
};

/// Throws if an output with one result for each key would overlap items or keys: ranks still read the items
/// of shared runs after they have written results.
template <class Request, class Out>
void require_apart_from(const Request& r, const Out& out, const char* output) {
    if constexpr (std::is_pointer_v<Out>) {
        const auto is_hit = [&](const auto* x, index_t items) {
            return detail::overlaps(x, items, out, r.layout.count);
        };
        detail::require_outside(r.source, output, "items", is_hit);
        detail::require_outside(r.layout.keys, output, "keys", is_hit);
    }
}

/// One call of this rank.
template <class Types, class Policy, class Request>
class runs_of_ranks {
    using place = typename Policy::place_type;
    using acc = typename Types::accumulator;
    using op = std::remove_const_t<decltype(Request::op)>;
    using layout = typename Types::layout;
    using key = typename layout::key_type;
    using ends = ends_of_keys<key>;
    static constexpr index_t leaf = leaf_of<op, typename Types::item>::value;

  public:
    runs_of_ranks(const Policy& how, const Request& r)
        : how_(how),
          r_(r),
          exchange_(*how.place.exchange),
          ranks_(exchange_.transport()),
          own_(detail::own_policy(how)) {}

    /// `reduce(policy, request)` reduces the runs that belong to this rank alone; target() returns the output
    /// for one more run.
    void run(const auto& reduce, const auto& target) {
        const auto size = static_cast<std::size_t>(ranks_.size());
        const auto me = static_cast<std::size_t>(ranks_.rank());
        // Before the exchange, because the other ranks would wait for a rank that fails later.
        const ends mine = own_ends();
        std::vector<ends> all(size);
        std::vector<std::int64_t> go_on(size);
        shares_.resize(size), sent_.resize(size), received_.resize(size);
        exchange_.agree_on_items(detail::own_terms<Types>(how_.place, r_, 0));
        ranks_.all_gather(&mine, all.data(), sizeof mine);
        std::int64_t goes_on = 0;
        exchange_.attempt([&] { goes_on = is_of_earlier_run(all); });
        ranks_.all_gather(&goes_on, go_on.data(), sizeof goes_on);
        find_shares(all, go_on);

        index_t followers = 0;
        bool is_any = false;
        for (const share_of_run& its : shares_) {
            followers += its.owner == ranks_.rank();
            is_any = is_any || its.owner >= 0;
        }
        exchange_.attempt([&] {
            const index_t begin = shares_[me].items, end = mine.count - (followers > 0 ? mine.tail : 0);
            reduce(own_, request_for({begin, end}));
            // fault: index-in-run
            part_ = part_of({0, begin}, shares_[me].before);
            if (followers > 0) {
                whole_ = part_of({end, mine.count}, 0);
                // fault: key-of-run
                if constexpr (layout::writes_keys) r_.layout.write_key(runs_, r_.layout.keys.at(0, end));
            }
            r_.layout.write_count(runs_ + (followers > 0));
            met_.resize(static_cast<std::size_t>(followers));
        });
        // fault: parts-are-made
        exchange_.settle();  // no rank joins parts that another one failed to make
        if (!is_any) return;
        send_parts();
        if (followers > 0) exchange_.attempt([&] { join(target()); });
        exchange_.settle();
    }

  private:
    /// The keys of the items `its` of this rank.
    auto keys_of(interval its) {
        const auto& own = r_.layout;
        auto keys = detail::rebind_source(own.keys, some_items{its.begin, its.size()});
        return key_runs<decltype(keys), decltype(own.equal), decltype(own.keys_out), index_t*>{
            std::move(keys), own.equal, its.size(), own.keys_out, &runs_};
    }
    auto request_for(interval its) {
        auto source = detail::rebind_source(r_.source, some_items{its.begin, its.size()});
        auto keys = keys_of(its);
        return request<decltype(source), decltype(keys), std::remove_const_t<decltype(r_.init)>, op, acc>{
            std::move(source), std::move(keys), r_.init, r_.op};
    }
    /// The forest of the items `its`; the first of them is item number `first` of its run.
    forest<acc> part_of(interval its, index_t first) {
        const auto source = detail::rebind_source(r_.source, some_items{its.begin, its.size()});
        return detail::own_forest<Types>(own_, source, r_.op, {first, first + its.size()});
    }

    /// The length of the run at one end of n keys. is_one(begin, end) returns whether the keys at these
    /// distances from that end are one run. The step doubles until it overshoots, then halves.
    static index_t run_at_end(index_t n, const auto& is_one) {
        index_t length = n > 0 ? 1 : 0;
        bool grows = true;
        for (index_t step = 64; step > 0 && length < n;) {
            const index_t to = (std::min)(n, length + step);
            const bool all = is_one(length - 1, to);
            // fault: end-of-first-run
            if (all) length = to;
            grows = grows && all;
            step = grows ? 2 * step : step / 2;
        }
        return length;
    }
    ends own_ends() {
        const auto visit = runtime<typename place::own_place>(own_.place, own_memory{}).visitor();
        const index_t n = r_.layout.count;
        if (n > 0) r_.source.memory("input", detail::reach_by(visit));
        r_.layout.memory(detail::reach_by(visit));
        if constexpr (layout::writes_keys) detail::require_apart_from(r_, r_.layout.keys_out, "keys_out");
        detail::check_count_out(r_.layout, visit);
        const auto is_one = [&](index_t begin, index_t end) {
            return detail::count_runs(own_, keys_of({begin, end})) == 1;
        };
        ends mine;
        mine.count = n;
        mine.head = run_at_end(n, is_one);
        mine.tail = mine.head == n ? n : run_at_end(n, [&](index_t begin, index_t end) {
            return is_one(n - end, n - begin);
        });
        if (n > 0) mine.first = r_.layout.keys.at(0, 0), mine.last = r_.layout.keys.at(0, n - 1);
        return mine;
    }

    /// Whether this rank's first key belongs to the run of the last key before it.
    bool is_of_earlier_run(const std::vector<ends>& all) const {
        auto k = static_cast<std::size_t>(ranks_.rank());
        const ends& mine = all[k];
        if (mine.count == 0) return false;
        while (k > 0)
            // fault: key-before
            if (all[--k].count > 0) return !r_.layout.parts(*all[k].last, *mine.first);
        return false;
    }
    /// Finds which ranks continue a run of another rank. All ranks know this, so all throw the same
    /// exception.
    void find_shares(const std::vector<ends>& all, const std::vector<std::int64_t>& go_on) {
        int owner = 0;
        index_t length = 0;  // of the last run of the ranks so far
        for (std::size_t k = 0; k < all.size(); ++k) {
            if (all[k].count == 0) continue;
            bool is_within = false;
            if (go_on[k]) {
                if (!keeps_items<op, acc> && length % leaf != 0)
                    detail::bad_argument({"the part of rank ", static_cast<index_t>(k), " begins at item ",
                                          length,
                                          " of a run of keys; it must begin at a multiple of the "
                                          "operator's leaf, ",
                                          leaf});
                shares_[k] = {owner, length, all[k].head};
                is_within = all[k].head == all[k].count;
            }
            // fault: run-over-a-rank
            if (!is_within) owner = static_cast<int>(k), length = 0;
            length += all[k].tail;
        }
    }

    /// Sends the forest of this rank's first items to the owner of their run.
    void send_parts() {
        const auto bytes_of = [](const share_of_run& its) {
            return detail::forest_bytes<acc>(detail::divide_up(its.items, leaf));
        };
        const share_of_run& mine = shares_[static_cast<std::size_t>(ranks_.rank())];
        if (mine.owner >= 0) sent_[static_cast<std::size_t>(mine.owner)] = {&part_, bytes_of(mine)};
        std::size_t next = 0;
        for (std::size_t k = 0; k < shares_.size(); ++k)
            if (shares_[k].owner == ranks_.rank()) received_[k] = {&met_[next++], bytes_of(shares_[k])};
        ranks_.all_to_all(sent_.data(), received_.data());
    }
    void join(auto out) {
        for (const forest<acc>& its : met_) whole_ = impulse::join(whole_, its, r_.op);
        detail::finish_forest(detail::sink_of<Types>(r_, std::move(out)), runs_, whole_, r_.op);
    }

    const Policy& how_;
    const Request& r_;
    typename place::exchange_type& exchange_;
    const typename place::transport_type& ranks_;
    std::remove_const_t<decltype(detail::own_policy(std::declval<const Policy&>()))> own_;
    index_t runs_ = 0;  ///< the runs that belong to this rank alone
    std::vector<share_of_run> shares_;
    std::vector<sent_bytes> sent_;
    std::vector<received_bytes> received_;
    forest<acc> part_;              ///< the first items, for the owner of their run
    forest<acc> whole_;             ///< the last run, if other ranks continue it
    std::vector<forest<acc>> met_;  ///< from the ranks that continue it
};

template <class Place, class Runs>
struct global_at<Place, global_runs<Runs>> {
    template <class Policy, class Request, class Out>
    static void evaluate_into(const Policy& how, const Request& r, const Out& out) {
        using types = request_types<Request>;
        const auto visit = runtime<typename Place::own_place>(how.place.own, own_memory{}).visitor();
        detail::require_results(detail::sink_of<types>(r, out), r.layout.count, visit);
        detail::require_apart_from(r, out, "out");
        runs_of_ranks<types, Policy, Request>(how, r).run(
            [&](const auto& own, const auto& asked) { detail::evaluate_into(own, asked, out); },
            [&] { return out; });
    }
    template <class Policy, class Request>
    static auto evaluate(const Policy& how, const Request& r) {
        using types = request_types<Request>;
        using result = typename types::result;
        if constexpr (!std::is_default_constructible_v<result>) {
            return refusal<results_have_no_default>{};
        } else {
            std::vector<std::conditional_t<std::is_same_v<result, bool>, unsigned char, result>> all;
            runs_of_ranks<types, Policy, Request>(how, r).run(
                [&](const auto& own, const auto& asked) { all = detail::evaluate(own, asked); },
                [&] { return all.emplace_back(), all.data(); });
            return all;
        }
    }
    /// The plan of this rank's keys.
    static auto plan_of(const auto& how, const auto& r) {
        const Runs& own = r.layout;
        return detail::plan_of(detail::own_policy(how), detail::with_layout(r, own));
    }
};

}  // namespace impulse::detail
