// SPDX-License-Identifier: Apache-2.0
/// \file
/// An element-wise request over GPUs of one process: each is a rank with a thread.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/devices.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/dispatch/evaluate.hpp>
#include <impulse/detail/distributed/elementwise_in_order.cuh>
#include <impulse/detail/distributed/elementwise_split.hpp>
#include <impulse/detail/distributed/meeting_rows.cuh>
#include <impulse/detail/distributed/partition.hpp>
#include <impulse/detail/layout/elementwise.hpp>
#include <impulse/detail/source/rebind_source.hpp>
#include <impulse/detail/transport/gpu.cuh>
#include <impulse/detail/transport/peers.cuh>
#include <impulse/error.hpp>
#include <impulse/place.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <thread>
#include <type_traits>
#include <vector>

namespace impulse::inline IMPULSE_ABI::detail {

/// Throws unless each member, in order, has a part of the same length and a place for the results.
template <class Request>
void require_parts(const std::vector<member>& members, const Request& r, std::size_t outs) {
    const auto& parts = *r.layout.parts;
    if (parts.size() != members.size() || outs != members.size())
        detail::bad_argument({"elementwise has ",
                              {static_cast<index_t>(parts.size()), "part"},
                              " and copies has ",
                              {static_cast<index_t>(outs), "pointer"},
                              ", but devices has ",
                              {static_cast<index_t>(members.size()), "member"},
                              "; each member needs one of both"});
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (!(parts[i].where == members[i]))
            detail::bad_argument({"elementwise has part ", static_cast<index_t>(i), " on ",
                                  parts[i].where.name(), ", but devices has ", members[i].name(),
                                  " there; name the same ones in the same order"});
        if (parts[i].count != parts[0].count)
            detail::bad_argument({"elementwise has ",
                                  {parts[i].count, "item"},
                                  " in part ",
                                  static_cast<index_t>(i),
                                  ", but ",
                                  parts[0].count,
                                  " in part 0; all parts need the same number"});
    }
}

/// Throws if results of one member would overwrite items or results of another one, which has other work in
/// flight. (Of a member's own: `require_apart`.)
template <class Type, class Out>
void require_apart_of_others(const std::vector<resident_part<Type>>& parts, const std::vector<Out*>& outs) {
    const index_t items = parts[0].count;
    if (items == 0) return;
    const auto meet = [items](const auto* a, const auto* b) {
        const auto begin_of = [](const auto* at) { return reinterpret_cast<std::uintptr_t>(at); };
        return begin_of(a) < begin_of(b + items) && begin_of(b) < begin_of(a + items);
    };
    for (std::size_t i = 0; i < outs.size(); ++i)
        for (std::size_t j = 0; j < outs.size(); ++j) {
            if (i == j || outs[i] == nullptr || outs[j] == nullptr) continue;
            const bool of_items = meet(outs[i], parts[j].first);
            if (of_items || meet(outs[i], outs[j]))
                detail::bad_argument({"copies has pointer ", static_cast<index_t>(i), " to memory of the ",
                                      of_items ? "items" : "results", " of member ", static_cast<index_t>(j),
                                      "; each member needs memory of its own"});
        }
}

/// The columns of the first step of the last member; no other one has more.
template <class Types, class Request>
auto longest_step_of_gpus(const Request& r, std::size_t members) {
    const auto ranks = static_cast<int>(members);
    const meeting_rows<Types, Request, typename Types::result> rows(r, ranks, true);
    return detail::columns_request<Types>(
        r, r.source,
        elementwise_layout::columns_of_rows(ranks, rows.split().slice(ranks - 1, 0).size(), rows.stride()));
}

/// Puts the work of all members into their streams.
template <class Types, class Policy, class Request, class Outs>
void elementwise_on_gpus(const Policy& how, const Request& r, const Outs& outs) {
    static_assert(std::is_same_v<typename Policy::memory_type, own_memory>,
                  "impulse: a policy over several devices takes no memory; leave .with(...) out");
    using place = ranks_of<on_peers::transport, device_place>;
    const auto& members = how.place.members;
    detail::require_parts(members, r, outs.pointers.size());
    detail::require_apart_of_others(*r.layout.parts, outs.pointers);
    on_device::require_uncaptured(members);
    std::vector<int> ordinals;
    for (const member& each : members) ordinals.push_back(on_device::gpu_scope(each).ordinal());
    on_peers::shared_call_of_gpus all(ordinals);
    std::vector<std::exception_ptr> failed(members.size());
    const auto take_part = [&](int rank) {
        const auto i = static_cast<std::size_t>(rank);
        try {
            const on_device::gpu_scope current(members[i]);
            for (const int other : ordinals) on_peers::reach_peer(ordinals[i], other);
            const device_place own = members[i].at;
            const place unbound{{&all, rank, own.stream}, no_root, own};
            typename place::exchange_type exchange(unbound);
            const auto mine = how.on(unbound.in(exchange));
            const auto& part = (*r.layout.parts)[i];
            const request<typename Types::source, elementwise_layout, std::remove_const_t<decltype(r.init)>,
                          std::remove_const_t<decltype(r.op)>, typename Types::accumulator>
                its{detail::rebind_source(r.source,
                                          [&]<class Each>(const Each& each) {
                                              if constexpr (requires { each.first; })
                                                  return Each{part.first, part.count};
                                              else
                                                  return each;
                                          }),
                    elementwise_layout::of(part.count), r.init, r.op};
            detail::evaluate_into(mine, its, outs.pointers[i]);
        } catch (...) {
            failed[i] = std::current_exception();
            all.leave();
        }
    };
    {
        std::vector<std::jthread> others;
        others.reserve(members.size());
        int rank = 1;
        try {
            for (; rank < all.size(); ++rank) others.emplace_back([&, rank] { take_part(rank); });
        } catch (...) {  // no more threads can be started: nobody waits for their members
            failed[static_cast<std::size_t>(rank)] = std::current_exception();
            for (; rank < all.size(); ++rank) all.leave();
        }
        take_part(0);
    }
    std::exception_ptr first;
    for (const auto& each : failed) {
        if (!each) continue;
        if (!first) first = each;
        try {
            std::rethrow_exception(each);
        } catch (const on_peers::given_up&) {
            // Another one says why.
        } catch (...) {
            throw;
        }
    }
    if (first) std::rethrow_exception(first);
}

}  // namespace impulse::detail
