// SPDX-License-Identifier: Apache-2.0
/// \file
/// The text of `explain` about a call, without its plan: place, policy, launches, path, accumulator, and the
/// caller's shape.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(explain.hpp)

#include <impulse/detail/dispatch/evaluate.hpp>
#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/op/masked.hpp>
#include <impulse/detail/op/together.hpp>
#include <impulse/detail/op/type_id.hpp>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/plan/subtree_choice.hpp>
#include <impulse/detail/plan/work_kind.hpp>
#include <impulse/error.hpp>
#include <impulse/place.hpp>
#include <impulse/policies/last_block.hpp>
#include <impulse/policies/single_block.hpp>
#include <impulse/policies/two_pass.hpp>
#include <impulse/policies/work_queue.hpp>
#include <impulse/shape.hpp>

#include <initializer_list>
#include <string>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// The text of phrases.
inline std::string in_words(std::initializer_list<phrase> phrases) { return sentence(phrases).c_str(); }
inline std::string counted(index_t n, const char* what) { return detail::in_words({{n, what}}); }
template <class... Parts>
std::string line_of(const Parts&... parts) {
    return detail::in_words({parts..., "\n"});
}

// ---- where ------------------------------------------------------------------------------------------------

inline std::string words_on_host(index_t threads) {
#if defined(IMPULSE_HOST_TBB)
    return "the host, " + detail::counted(threads, "thread") + " of oneTBB";
#elif defined(IMPULSE_HOST_THREADS)
    return "the host, " + detail::counted(threads, "std::thread");
#else
    static_cast<void>(threads);
    return "the host, serial: one thread; for threads compile with -DIMPULSE_HOST_TBB and link with -ltbb, "
           "or compile with -DIMPULSE_HOST_THREADS";
#endif
}

/// Describes a GPU whose compute capability is known.
inline std::string words_on_card(const capacity& place) {
    const auto version = [](int compute_capability) {
        return std::to_string(compute_capability / 10) + "." + std::to_string(compute_capability % 10);
    };
    if (place.compute_capability == 0) return "";
    const int measured_on = place.tuned.measured_on;
    return " of compute capability " + version(place.compute_capability) + " (sizes " +
           (measured_on > 0 ? "measured on " + version(measured_on) : "of your own") + ")";
}
/// Describes a single place with this capacity.
template <class Place>
std::string words_on_place(const capacity& place) {
    if constexpr (std::is_same_v<Place, host_place>)
        return detail::words_on_host(place.processors);
    else if (place.warp_width > 1)
        return "a GPU" + detail::words_on_card(place) + ", " +
               detail::counted(place.processors, "multiprocessor") + " with " +
               detail::counted(place.resident, "resident warp");
    else
        return "a place of your own, " + detail::counted(place.processors, "processor");
}

template <class Schedule>
constexpr const char* policy_name() {
    if constexpr (std::is_same_v<Schedule, last_block_schedule>) return "last_block (automatic is the same)";
    if constexpr (std::is_same_v<Schedule, two_pass_schedule>) return "two_pass";
    if constexpr (std::is_same_v<Schedule, single_block_schedule>) return "single_block";
    if constexpr (std::is_same_v<Schedule, work_queue_schedule>) return "work_queue";
    return "of your own";
}

// ---- how --------------------------------------------------------------------------------------------------

/// The number of launches: those that find and list runs of keys, those over short results, and those of the
/// schedule.
template <class Schedule, class Plan>
index_t launches_of(const Plan& p) {
    const tile_plan& t = p.tiles;
    if constexpr (requires { p.rows; })
        if (p.rows > 0) return 1;
    const index_t last = t.single_tile ? 1 : Schedule::launches(t);
    if constexpr (requires { p.key_runs; }) {
        const run_search& s = p.key_runs;
        // Launches for each part of the keys, to list runs or to reduce them, and one for those put off.
        const index_t of_part = 1 + (s.run_capacity == 0 ? 0 : p.segments.probes_lengths ? 2 : 1);
        return s.tiles == 0 ? 1
                            : (s.is_counted ? 1 : 0) + of_part * divide_up(s.tiles, s.part) +
                                  (s.max_put_off >= 0 ? 1 : 0) + last;
    } else if constexpr (requires { p.segments; }) {
        if (const auto* segments = detail::part_of(p.segments))
            return (segments->probes_lengths ? 2 : 1) + (segments->samples_tiles ? 1 : 0) +
                   (t.subtrees > 0 ? last : 0);
    }
    return last;
}

/// Describes how the launch over many results takes the results that it finishes.
inline std::string words_on_segments(const segmented_launch& first) {
    return std::string(first.samples_tiles && !first.stages
                           ? "loaded as a sample of their lengths favors it, "
                       : first.samples_tiles  ? "staged as a sample of their lengths favors it, "
                       : first.probes_lengths ? "staged if a sample of their lengths favors it, "
                       : first.tiles          ? "staged in shared memory by tiles of equal results, "
                       : first.stages         ? "staged in shared memory, "
                                              : "without staging, ") +
           "a warp takes " + detail::counted(first.batch_size, "result") + " at a time, of at most " +
           std::to_string(first.longest) + (first.longest == 1 ? " leaf each" : " leaves each");
}
/// Describes what the lanes of a warp, or a CPU thread, do with a subtree.
std::string words_on_path(const auto& p, const work_kind& kind, const capacity& place, grouping freedom) {
    if (place.warp_width == 1)
        return p.tiles.single_tile ? "one thread reduces all items, without a launch"
                                   : "threads reduce subtrees";
    std::string words;
    if constexpr (requires { p.rows; })
        if (p.rows > 0)
            return "rows in place: a thread joins columns of all rows, by 16-byte words if rows are aligned";
    if constexpr (requires { p.columns; })
        if (p.columns) return "column tiles: a lane keeps nodes of adjacent results";
    if (kind.run_positions > 0)
        words = "runs by the blocks of their tiles; long runs are cut into subtrees: ";
    else if constexpr (requires { p.segments; })
        if (const auto* segments = detail::part_of(p.segments))
            words = "short results by lanes and warps (" + detail::words_on_segments(*segments) +
                    "); long results are cut into subtrees: ";
    if (p.tiles.single_tile) return words + "a single tile: lanes join by shuffles, warps in shared memory";
    if (freedom == grouping::reorder) return words + "each lane keeps a running value, in any order";
    if (kind.warp_smem.stages)
        return words + "tiles staged in shared memory by asynchronous copies; lanes join values there";
    const std::string loads = "tiles of " + std::to_string(kind.leaves_per_lane) +
                              " leaves for each lane, loaded into registers; lanes join ";
    return words + loads + (kind.warp_smem.bytes > 0 ? "in shared memory" : "by a butterfly");
}

constexpr const char* words_on_freedom(grouping freedom) {
    return freedom == grouping::tree      ? "in tree order"
           : freedom == grouping::regroup ? "associative: regrouped, in order"
                                          : "associative and commutative: in any order";
}

/// The accumulator and the operator as the caller knows them, without those of `where` around them.
template <class Acc, class Op>
struct without_mask_of {
    using value = Acc;
    using op = Op;
    static constexpr const char* words = "";
};
template <class Acc, class Count, class Op, class Init, class Item>
struct without_mask_of<value_of_some<Acc, Count>, masked_operator<Op, Acc, Init, Item>> {
    using value = Acc;
    using op = Op;
    static constexpr const char* words = " or nothing";
};
template <class... Accs, class... Ops>
requires(is_value_of_some<Accs>&&...) struct without_mask_of<values<Accs...>, together_operator<Ops...>> {
    using value = values<typename without_mask_of<Accs, Ops>::value...>;
    using op = together_operator<typename without_mask_of<Accs, Ops>::op...>;
    static constexpr const char* words = " or nothing";
};

template <class Acc, class Op>
std::string words_on_accumulator(int leaf) {
    using given = without_mask_of<Acc, Op>;
    const std::string type = detail::name_or_none<typename given::value>();
    const std::string op = detail::operator_name_or_none<typename given::op, typename given::value>();
    return (type.empty() ? "a type of your own" : type) + given::words + ", " +
           detail::counted(sizeof(Acc), "byte") + "; operator " + (op.empty() ? "of your own" : op) + ", " +
           detail::words_on_freedom(freedom_v<Op, Acc>) + "; leaves of " + detail::counted(leaf, "item");
}

/// Describes how the library changed the caller's shape, and why.
inline std::string words_on_shape(const shape& asked, const tile_plan& t, const work_kind& kind,
                                  const capacity& place) {
    std::string words;
    const auto say = [&](const char* what, index_t wanted, index_t got, const std::string& why) {
        if (wanted == 0) return;
        words += std::string(words.empty() ? "" : "; ") + what + " " + std::to_string(wanted);
        if (got != wanted) words += " -> " + std::to_string(got) + ", " + why;
    };
    const index_t items = index_t{t.leaf} << t.log2_subtree;
    say("items", asked.items, items,
        !kind.cuts                                   ? "because this policy does not cut a result"
        : items < asked.items                        ? "because no result has more"
        : items / 2 >= asked.items && items > t.leaf ? "because there are at most 65536 subtrees"
                                                     : "the next power of two of leaves");
    say("blocks", asked.blocks, t.blocks,
        !kind.cuts ? "because this policy does not cut a result" : "because there are no more subtrees");
    if (place.warp_width == 1) {
        if (asked.threads > 0) say("threads", asked.threads, 1, "because a block of the host is one thread");
    } else {
        const index_t most =
            place.warp_width *
            (kind.warp_smem.bytes > 0 ? detail::max_warps_by_smem(kind.warp_smem, place) : place.max_warps);
        say("threads", asked.threads, t.threads,
            asked.threads > most
                ? "because a block has registers and shared memory for " + std::to_string(most)
                : std::string("because more would be idle"));
    }
    return words;
}

// ---- a call -----------------------------------------------------------------------------------------------

/// The text before the plan, for a call at one place with this capacity.
template <class Types, class Policy, class Plan>
std::string words_on_call(const Plan& p, const shape& user_shape, const capacity& place, bool launches) {
    using schedule = typename Policy::schedule_type;
    using at = typename Policy::place_type;
    using acc = typename Types::accumulator;
    using op = typename Types::operator_type;
    constexpr work_kind kind = kind_of<schedule, Types, at>();
    std::string words =
        detail::line_of("place      ", detail::words_on_place<at>(place)) +
        detail::line_of("policy     ", detail::policy_name<schedule>(),
                        Policy::is_checked ? ", checked" : "") +
        detail::line_of("launches   ", launches ? detail::launches_of<schedule>(p) : 0) +
        detail::line_of("path       ", detail::words_on_path(p, kind, place, freedom_v<op, acc>)) +
        detail::line_of("values     ", detail::words_on_accumulator<acc, op>(kind.leaf));
    const std::string shaped = detail::words_on_shape(user_shape, p.tiles, kind, place);
    return shaped.empty() ? words : words + detail::line_of("shape      ", shaped);
}

}  // namespace impulse::detail
