// SPDX-License-Identifier: Apache-2.0
/// \file
/// A request over several devices: which member gets which items. Each reduces its share to a forest, and the
/// forests are joined.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(devices.hpp)

#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/dispatch/evaluate.hpp>
#include <impulse/detail/distributed/partial_reduction.hpp>
#include <impulse/detail/layout/global_layouts.hpp>
#include <impulse/detail/layout/sink.hpp>
#include <impulse/detail/layout/whole_input.hpp>
#include <impulse/detail/source/rebind_source.hpp>
#include <impulse/detail/transport/device_list.hpp>
#include <impulse/detail/tree/forest.hpp>
#include <impulse/error.hpp>

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace impulse::inline IMPULSE_ABI {
namespace detail {

/// A share: some items of the input, and the member that reduces them.
template <class Source>
struct share_of {
    member where;
    interval items;
    Source source;  ///< begins at the first of these items
};

/// Items that are in a member's memory already.
template <class Type>
struct resident_part {
    member where;
    const Type* first;
    index_t count;
};

/// The layout of such parts: one result over all parts, in order.
template <class Type>
struct distributed_layout : whole_input {
    const std::vector<resident_part<Type>>* parts;
};
template <class Layout>
inline constexpr bool is_distributed_layout = is_a<Layout, distributed_layout>;

/// The layout of parts that are joined item by item.
template <class Type>
struct elementwise_parts : elementwise_layout {
    const std::vector<resident_part<Type>>* parts;
};
template <class Type>
inline constexpr bool is_strided_segments<elementwise_parts<Type>> = true;
template <class Type>
inline constexpr bool is_elementwise<elementwise_parts<Type>> = true;

/// The points at which n items are split into even shares. They are multiples of `leaf`, and for many items
/// of a power of two times `leaf`, so that the forests of the shares have few nodes.
inline std::vector<index_t> split_points(index_t n, index_t shares, index_t leaf) {
    constexpr index_t finest = 64;  // shares differ by at most about 1/64 of a share
    // fault: unit-of-shares
    const index_t unit = leaf * floor_power(std::max<index_t>(1, n / (leaf * shares * finest)));
    const even_split units = even_split::of(divide_up(n, unit), shares);
    std::vector<index_t> cuts;
    for (index_t s = 0; s < shares; ++s) cuts.push_back((std::min)(n, units.share(s).begin * unit));
    cuts.push_back(n);
    return cuts;
}

/// The shares of a request's input. `leaf`: the items of the operator's leaf. Parts that are distributed
/// already may begin `anywhere`, otherwise only at multiples of `leaf`.
auto partitioned(const auto& r, const std::vector<member>& members, index_t leaf, bool anywhere) {
    using source = std::remove_const_t<decltype(r.source)>;
    std::vector<share_of<source>> shares;
    if constexpr (is_distributed_layout<std::remove_const_t<decltype(r.layout)>>) {
        index_t begin = 0;
        for (const auto& part : *r.layout.parts) {
            if (std::find(members.begin(), members.end(), part.where) == members.end())
                detail::bad_argument({"input has a part at item ", begin, " on ", part.where.name(),
                                      ", which the policy does not name"});
            // fault: part-in-leaf
            if (!anywhere && part.count > 0 && begin % leaf != 0)
                detail::bad_argument({"input has a part that begins at item ", begin,
                                      "; it must begin at a multiple of the operator's leaf, ", leaf,
                                      " (such as ", begin - begin % leaf, " or ", begin - begin % leaf + leaf,
                                      ")"});
            shares.push_back(
                {part.where, {begin, begin + part.count}, detail::rebind_source(r.source, [&](const auto&) {
                     return impulse::contiguous(part.first, part.count);
                 })});
            // fault: begin-of-part
            begin += part.count;
        }
        if (shares.empty()) shares.push_back({members.front(), {0, 0}, r.source});
    } else {
        const index_t n = r.layout.max_items();
        const auto cuts = detail::split_points(n, static_cast<index_t>(members.size()), leaf);
        for (std::size_t m = 0; m < members.size(); ++m)
            // fault: items-of-share
            shares.push_back({members[m],
                              {cuts[m], cuts[m + 1]},
                              detail::rebind_source(r.source, some_items{cuts[m], cuts[m + 1] - cuts[m]})});
    }
    return shares;
}

IMPULSE_REFUSAL(layout_is_not_partitioned,
                "impulse: a call over devices has one result: call each device for its own groups of a "
                "layout, and give the number of items instead of a count in memory");
IMPULSE_REFUSAL(input_is_not_in_memory,
                "impulse: over GPUs items must be in memory: pointers or contiguous ranges "
                "(transform_reduce transforms them there); copy computed items into an array first");
IMPULSE_REFUSAL(distributed_is_one_input,
                "impulse: a distributed input cannot have a second input; for two arrays, distribute pairs");
IMPULSE_REFUSAL(
    accumulator_is_not_copied,
    "impulse: over devices the accumulator must be copyable, because parts are joined from copies");

IMPULSE_REFUSAL(results_have_one_place,
                "impulse: .root(device) and .scattered() say where the results of elementwise go; a call "
                "over devices with one result writes it in the order of the first device");
IMPULSE_REFUSAL(elementwise_is_on_gpus,
                "impulse: elementwise over devices takes only GPUs; leave impulse::host out");

/// Why devices of these kinds cannot carry out a request.
template <class Types, class Result, bool Hosts, bool Gpus, recipients To>
consteval auto refusal_at_devices() {
    using layout = typename Types::layout;
    using source = typename Types::source;
    if constexpr (joins_parts<layout>) {
        if constexpr (Hosts)
            return refusal<elementwise_is_on_gpus>{};
        else if constexpr (arrays_in<source> != 1)
            return refusal<distributed_is_one_input>{};
        else
            return detail::refusal_at<device_place, Types, Result>();
    } else if constexpr (!std::is_same_v<layout, whole_input> && !is_distributed_layout<layout>) {
        return refusal<layout_is_not_partitioned>{};
    } else if constexpr (To != recipients::all) {
        return refusal<results_have_one_place>{};
    } else if constexpr (!std::is_copy_constructible_v<typename Types::accumulator>) {
        return refusal<accumulator_is_not_copied>{};
    } else if constexpr (is_distributed_layout<layout> && source::arrays != 1) {
        return refusal<distributed_is_one_input>{};
    } else if constexpr (Gpus && source::arrays == 0) {
        return refusal<input_is_not_in_memory>{};
    } else if constexpr (Gpus) {
        using by_gpu = decltype(detail::refusal_at<device_place, Types, Result>());
        if constexpr (is_refusal<by_gpu>)
            return by_gpu{};
        else if constexpr (Hosts)
            return detail::refusal_at<host_place, Types, Result>();
    } else {
        return detail::refusal_at<host_place, Types, Result>();
    }
}

/// The share of each member.
template <class Types, class Policy, class Request>
auto shares_of(const Policy& how, const Request& r) {
    static_assert(!Policy::place_type::has_gpus || std::is_same_v<typename Policy::memory_type, own_memory>,
                  "impulse: a policy over several devices takes no memory; leave .with(...) out");
    detail::check_shape(how.user_shape);
    using op = std::remove_const_t<decltype(r.op)>;
    return detail::partitioned(r, how.place.members, leaf_of<op, typename Types::item>::value,
                               keeps_items<op, typename Types::accumulator>);
}

/// The runtime of the host. A template, because a file may not include the host.
template <class Policy>
using host_runtime = runtime<typename decltype(std::declval<const Policy&>().on(host))::place_type>;

/// Calls visit(policy, request, shares) with the policy and request by which the first member, at `its`,
/// reduces its share.
template <class Types, class Policy, class Place, class Request, class Visit>
auto visit_first(const Policy& how, const Place& its, const Request& r, const Visit& visit) {
    const auto shares = detail::shares_of<Types>(how, r);
    return visit(how.on(its), detail::partial_reduction<Types>(shares[0].source, r.op, shares[0].items),
                 shares);
}

}  // namespace detail

/// If all members are the host, their shares are reduced one after another, each by all threads.
template <detail::recipients To>
struct shared_call<devices_place<true, false, To>> {
    template <class Types, class Result>
    static consteval auto refused() {
        return detail::refusal_at_devices<Types, Result, true, false, To>();
    }
    template <class Policy, class Request>
    static auto evaluate(const Policy& how, const Request& r) {
        using types = detail::request_types<Request>;
        std::optional<typename types::result> value;
        reduce<types>(how, r, detail::sink_of<types>(r, &value));
        return std::move(*value);
    }
    template <class Policy, class Request, class Out>
    static void evaluate_into(const Policy& how, const Request& r, Out out) {
        using types = detail::request_types<Request>;
        const auto sink = detail::sink_of<types>(r, std::move(out));
        detail::require_results(sink, 1, detail::host_runtime<Policy>::visitor());
        reduce<types>(how, r, sink);
    }
    template <class Policy, class Request, class Visit>
    static auto visit_first(const Policy& how, const Request& r, const Visit& visit) {
        return detail::visit_first<detail::request_types<Request>>(how, host, r, visit);
    }

  private:
    template <class Types, class Policy, class Request, class Sink>
    static void reduce(const Policy& how, const Request& r, const Sink& sink) {
        using acc = typename Types::accumulator;
        forest<acc> whole;
        for (const auto& each : detail::shares_of<Types>(how, r))
            whole = impulse::join(
                whole, detail::own_forest<Types>(how.on(host), each.source, r.op, each.items), r.op);
        detail::finish_forest(sink, 0, whole, r.op);
    }
};

}  // namespace impulse
