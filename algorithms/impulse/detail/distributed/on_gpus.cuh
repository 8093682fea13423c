// SPDX-License-Identifier: Apache-2.0
/// \file
/// A request over devices that include GPUs. (If all are the host: detail/distributed/on_devices.hpp.)
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(devices.hpp)

#include <impulse/detail/backend/cuda/context.cuh>
#include <impulse/detail/backend/cuda/runtime.cuh>
#include <impulse/detail/distributed/elementwise_on_gpus.cuh>
#include <impulse/detail/distributed/multi_gpu_reduce.cuh>
#include <impulse/detail/distributed/on_devices.hpp>
#include <impulse/detail/layout/sink.hpp>
#include <impulse/detail/transport/device_list.hpp>
#include <impulse/detail/transport/gpu.cuh>

#include <cuda_runtime_api.h>

#include <algorithm>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

/// The first GPU leads. If the first member is the host, the call waits and the host writes the result;
/// otherwise the result is written in the order of the leading GPU's stream.
template <bool Hosts, detail::recipients To>
struct shared_call<devices_place<Hosts, true, To>> {
    template <class Types, class Result>
    static consteval auto refused() {
        return detail::refusal_at_devices<Types, Result, Hosts, true, To>();
    }

    template <class Policy, class Request>
    static auto evaluate(const Policy& how, const Request& r) {
        using types = detail::request_types<Request>;
        using result = typename types::result;
        if constexpr (detail::is_elementwise<typename types::layout>)
            return detail::refusal<detail::layout_stays_on_device>{};
        else
            return with_lead(how, [&](auto& lead, unsigned long long context, const detail::member& leading) {
                const auto start = [&](auto out) {
                    run<types>(how, r, lead, context, leading, detail::sink_of<types>(r, out));
                };
                // Posting the value is safe: all reads of the caller's items end before the forests are
                // joined.
                if constexpr (detail::posts_values<device_place, result>)
                    return lead.template posted_value<result>(start);
                else
                    return lead.template value<result>(start);
            });
    }

    template <class Policy, class Request, class Out>
    static void evaluate_into(const Policy& how, const Request& r, Out out) {
        using types = detail::request_types<Request>;
        if constexpr (detail::is_elementwise<typename types::layout>) {
            return detail::elementwise_on_gpus<types, Policy, Request>(how, r, out.pointers).run();
        } else if constexpr (Hosts) {
            if (how.place.members.front().on_host()) {
                detail::require_results(detail::value_sink<detail::no_init, Out>{{}, out}, 1,
                                        detail::host_runtime<Policy>::visitor());
                return detail::write_at(std::move(out), 0, evaluate(how, r));
            }
        }
        if constexpr (!detail::is_elementwise<typename types::layout>) {
            with_lead(how, [&](auto& lead, unsigned long long context, const detail::member& leading) {
                const auto sink = detail::sink_of<types>(r, std::move(out));
                detail::require_results(sink, 1, lead.visitor());
                run<types>(how, r, lead, context, leading, sink);
            });
        }
    }

    template <class Policy, class Request, class Visit>
    static auto visit_first(const Policy& how, const Request& r, const Visit& visit) {
        using types = detail::request_types<Request>;
        const detail::member& first = how.place.members.front();
        if constexpr (Hosts)
            if (first.on_host()) return detail::visit_first<types>(how, host, r, visit);
        const on_device::gpu_scope current(first);
        if constexpr (detail::is_elementwise<typename types::layout>)
            return visit(
                how.on(first.at),
                detail::elementwise_on_gpus<types, Policy, Request>::longest_shard(r, how.place.members),
                *r.layout.parts);
        else
            return detail::visit_first<types>(how, first.at, r, visit);
    }

  private:
    static auto with_lead(const auto& how, const auto& f) {
        const auto& all = how.place.members;
        on_device::require_uncaptured(all);
        const detail::member& lead =
            *std::find_if(all.begin(), all.end(), [](const auto& each) { return !each.on_host(); });
        const on_device::gpu_scope current(lead);
        runtime<device_place> at(lead.at, own_memory{});
        return f(at, on_device::current_context(current.ordinal()), lead);
    }
    template <class Types, class Policy, class Request, class Sink>
    static void run(const Policy& how, const Request& r, runtime<device_place>& lead,
                    unsigned long long context, const detail::member& leading, const Sink& sink) {
        const auto shares = detail::shares_of<Types>(how, r);
        detail::multi_gpu_reduce<Types, Policy, Request>(how, r, shares, context, leading).run(lead, sink);
    }
};

}  // namespace impulse
