// SPDX-License-Identifier: Apache-2.0
/// \file
/// `explain`: describes how a call would be carried out.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/check_arithmetic.hpp>
#include <impulse/detail/dispatch/call_words.hpp>
#include <impulse/detail/distributed/partial_reduction.hpp>
#include <impulse/detail/layout/part.hpp>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/place.hpp>
#include <impulse/reduce.hpp>

#include <string>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

inline std::string words_of(const run_search& s) {
    if (s.run_capacity == 0)
        return detail::line_of("keys       ", s.tiles, " tiles of ", s.tile,
                               " keys, each reduced by a block of ", s.threads, " threads, ", s.blocks,
                               " in a launch",
                               s.max_put_off > 0 ? "; if at most " + std::to_string(s.max_put_off) +
                                                       " runs end in a tile, warps reduce them afterwards"
                                                 : "");
    return detail::line_of("search     ", s.tiles, " tiles of ", s.tile, " keys, by ", s.blocks,
                           " blocks of ", s.threads, " threads; runs of ", s.part,
                           " tiles are listed at a time");
}
inline std::string words_of(const segmented_launch& f, int leaf) {
    return detail::line_of("first      ", f.blocks, " blocks of ", f.threads, " threads; a warp takes ",
                           f.batch_size, " results at a time, and reduces those of up to ", f.longest * leaf,
                           " items");
}
inline std::string words_of(const column_tile& by, int threads) {
    const std::string tiles = "tiles of " + detail::counted(by.width(), "adjacent result");
    if (threads == 1) return detail::line_of("columns    ", tiles, ", each by one thread");
    return detail::line_of(
        "columns    ", tiles, ": ", detail::counted(by.lanes, "lane"), " of a warp, ", by.columns_per_lane,
        by.loads == loading::across   ? " in each lane, loaded in words across results; "
        : by.loads == loading::along  ? " in each lane, loaded in words along a result; "
        : by.loads == loading::staged ? " in each lane, of rows that the warp copies to shared memory; "
                                      : " in each lane; ",
        by.warps_per_column == 1 ? "a warp takes a tile"
                                 : std::to_string(by.warps_per_column) + " warps share a tile");
}
inline std::string words_of(const tile_plan& t) {
    return detail::line_of("subtrees   at most ", t.subtrees, " of ", index_t{t.leaf} << t.log2_subtree,
                           " items, ",
                           !t.single_tile  ? "each reduced by a block"
                           : t.blocks == 1 ? "reduced by a block at once"
                                           : "reduced by a cluster of blocks at once") +
           detail::line_of("grid       ", t.blocks, " blocks of ", t.threads, " threads") +
           detail::line_of("partials   ", t.partials, " partial results in memory");
}

/// Describes a plan without its scratch memory; the place says where that is.
std::string words_on_plan(const auto& p) {
    std::string words = detail::line_of("results    at most ", p.tiles.results);
    if constexpr (requires { p.rows; })
        if (p.rows > 0)
            return words + detail::line_of("rows       ", p.rows, ", joined in place, by at most ",
                                           p.tiles.blocks, " blocks of ", p.tiles.threads, " threads");
    if constexpr (requires { p.key_runs; }) words += detail::words_of(p.key_runs);
    if constexpr (requires { p.segments; })
        if (const auto* segments = detail::part_of(p.segments))
            words += detail::words_of(*segments, p.tiles.leaf);
    if constexpr (requires { p.columns; })
        if (const auto* columns = detail::part_of(p.columns))
            words += detail::words_of(columns->tile, p.tiles.threads);
    return words + detail::words_of(p.tiles);
}

}  // namespace detail

/// Describes a plan as text. `p` is the result of the member function `plan` of any algorithm.
///
/// Requires: nothing.
/// Complexity: constant.
/// Memory: that of the text.
/// Throws: std::bad_alloc.
template <detail::reduction_plan Plan>
std::string to_string(const Plan& p) {
    return detail::words_on_plan(p) + detail::line_of("workspace  ", p.workspace_bytes, " bytes on a GPU");
}

namespace detail {

/// Describes the arithmetic at a policy's place; empty if the arithmetic meets the guarantee, or cannot be
/// checked.
template <class Policy>
std::string words_on_arithmetic(const Policy& how) {
    using place = typename Policy::place_type;
#if IMPULSE_HAS_CUDA
    if constexpr (std::is_same_v<place, device_place>)
        if (on_device::is_captured(how.place.stream)) return {};
#endif
    if constexpr (std::is_same_v<place, host_place> || std::is_same_v<place, device_place>) {
        const arithmetic_report found = impulse::check_arithmetic(automatic.on(how.place));
        if (!found) return "arithmetic " + to_string(found) + "\n";
    }
    return {};
}

/// Describes a call at one place.
template <class Types, class Policy, class Plan>
std::string words_at(const Policy& how, const Plan& p) {
    using place = typename Policy::place_type;
    constexpr work_kind kind = kind_of<typename Policy::schedule_type, Types, place>();
    const capacity found = runtime<place>(how.place, own_memory{}).capacity();
    const bool is_gpu = found.warp_width > 1;
    const std::size_t bytes =
        is_gpu ? p.workspace_bytes
               : static_cast<std::size_t>(p.tiles.partials) * static_cast<std::size_t>(kind.partial_bytes);
    return detail::words_on_call<Types, Policy>(p, how.user_shape, found, is_gpu || !p.tiles.single_tile) +
           detail::words_on_plan(p) +
           detail::line_of("scratch    ", detail::counted(static_cast<index_t>(bytes), "byte"),
                           is_gpu ? " of GPU memory" : " of the heap");
}

/// Describes how ranks share a call; the text about this rank's part follows it.
template <class Layout, class Place>
std::string words_on_ranks(const Place& ranks) {
    const auto receivers = Place::in_shards ? "each rank, in shards"
                           : Place::at_root ? "rank " + std::to_string(ranks.value_at)
                                            : std::string("all ranks");
    if constexpr (is_elementwise<Layout>)
        return detail::line_of("ranks      ", "each has an array, joined item by item; results go to ",
                               receivers, "; the longest step of a rank:");
    else if constexpr (is_global_columns<Layout>)
        return detail::line_of("ranks      ", "each has rows of one array; results go to ", receivers,
                               "; the rows of this rank:");
    else if constexpr (Layout::has_many)
        return detail::line_of("ranks      ", "each has its own groups; those of this rank:");
    else
        return detail::line_of("ranks      ", "each has a part of the input; the value goes to ", receivers,
                               "; the part of this rank:");
}
/// Describes how devices share a call; the text about the first device's share follows it.
template <class Layout, class Shares>
std::string words_on_shares(const Shares& shares) {
    if constexpr (is_elementwise<Layout>) {
        return detail::line_of("devices    ", shares.size(),
                               "; each has an array, joined item by item; results go to all devices; the "
                               "longest step of a device:");
    } else {
        std::string items;
        for (const auto& each : shares)
            items += (items.empty() ? "" : ", ") + std::to_string(each.items.size());
        return detail::line_of(
            "devices    ", shares.size(), ", with shares of ", items,
            " items; the first GPU joins them, or the host if there is no GPU; the first share:");
    }
}

struct explainer {
    template <class Place, class Policy, class Request>
    static auto types_of_part(const Policy& how, const Request& r) {
        if constexpr (is_elementwise<typename request_types<Request>::layout>)
            return request_types<decltype(elementwise_at<Place>::longest_step(how, r))>{};
        else
            return request_types<Request>{};
    }
    /// Describes a rank's part by the plan of the call; the plan of `reduce` at the rank's own place may be
    /// different.
    template <class Policy, class Own, class Request>
    static std::string of_part(const Policy& how, const Own& own, const Request& r) {
        if constexpr (place_of_several<typename Own::place_type>)
            return run(own, r);
        else
            return detail::words_at<decltype(types_of_part<typename Policy::place_type>(how, r))>(
                       own, detail::plan_of(how, r)) +
                   detail::words_on_arithmetic(own);
    }
    /// A share that is a node of the tree may be reduced as an ordinary input.
    template <class Policy, class Request>
    static std::string of_share(const Policy& how, const Request& r) {
        using types = request_types<Request>;
        using acc = typename types::accumulator;
        if constexpr (std::is_same_v<typename types::layout, part> && launches_nodes<Policy, acc>())
            // fault: explained-node
            if (detail::is_node(r.layout)) return run(how, detail::node_of<acc>(r));
        return run(how, r);
    }
    template <class Policy, class Request>
    static std::string run(const Policy& how, const Request& r) {
        using place = typename Policy::place_type;
        if constexpr (place_of_ranks<place>)
            return detail::words_on_ranks<typename request_types<Request>::layout>(how.place) +
                   of_part(how, detail::own_policy(how), r);
        else if constexpr (place_of_several<place>)
            return shared_call<place>::visit_first(
                how, r, [](const auto& own, const auto& share, const auto& shares) {
                    return detail::words_on_shares<typename request_types<Request>::layout>(shares) +
                           of_share(own, share);
                });
        else
            return detail::words_at<request_types<Request>>(how, detail::plan_of(how, r)) +
                   detail::words_on_arithmetic(how);
    }
};
struct explanation {
    template <class... Args>
    std::string operator()(Args&&... args) const {
        const auto words = reduce.template before<explainer>(std::forward<Args>(args)...);
        if constexpr (std::is_same_v<decltype(words), const std::string>)
            return words;
        else
            return {};  // the call was refused
    }
};

}  // namespace detail

/// Describes how `reduce(args...)` would be carried out: the place and its threads, the policy, the launches,
/// the path, the accumulator with its operator, freedom and leaf, how the library changed a shape of `.tune`
/// and why, the plan, and the scratch memory. Over ranks or devices it says how they share the call, and then
/// describes this rank's part or the first device's share. If the arithmetic at that place breaks the
/// guarantee of bits, it reports what `check_arithmetic` finds there (on a GPU by a small kernel, unless the
/// stream is being captured). Every algorithm has a member function `plan` that returns the same as data.
///
/// Requires: the arguments of the call, which are not read.
/// Memory: that of the text.
/// Otherwise the same as `workspace_bytes`.
inline constexpr detail::explanation explain{};

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
