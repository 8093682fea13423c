// SPDX-License-Identifier: Apache-2.0
/// \file
/// `explain`: how a call would be carried out, in words.
#pragma once

#pragma push_macro("IMPULSE_INTERNAL")
#define IMPULSE_INTERNAL 1
#include <impulse/check_arithmetic.hpp>
#include <impulse/config.hpp>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/place.hpp>
#include <impulse/reduce.hpp>
#pragma pop_macro("IMPULSE_INTERNAL")

#include <string>
#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {

namespace detail {

inline std::string line_of(const char* what, const std::string& value) {
    return std::string(what) + value + "\n";
}
inline std::string words_of(const run_search& s) {
    return detail::line_of("search     ", std::to_string(s.tiles) + " tiles of " + std::to_string(s.tile) +
                                              " keys, by " + std::to_string(s.blocks) + " blocks of " +
                                              std::to_string(s.threads) +
                                              " threads; listed are the runs of " + std::to_string(s.listed) +
                                              " tiles at a time");
}
inline std::string words_of(const segmented_launch& f, int leaf) {
    return detail::line_of("first      ", std::to_string(f.blocks) + " blocks of " +
                                              std::to_string(f.threads) + " threads; a warp takes sets of " +
                                              std::to_string(f.batch_size) + " results, those of up to " +
                                              std::to_string(f.longest * leaf) + " items by itself");
}
inline std::string words_of(const column_tile& by) {
    return detail::line_of("columns    ", "of " + std::to_string(by.width()) +
                                              " results side by side: " + std::to_string(by.lanes) +
                                              " lanes of a warp, " + std::to_string(by.columns_per_lane) +
                                              (by.loads == loading::across  ? " of each, in words; "
                                               : by.loads == loading::along ? " of each, by words; "
                                                                            : " of each; ") +
                                              std::to_string(by.warps_per_column) + " warps share one");
}
inline std::string words_of(const tile_plan& t) {
    return detail::line_of("subtrees   at most ",
                           std::to_string(t.subtrees) + " of " +
                               std::to_string(index_t{t.leaf} << t.log2_subtree) + " items, " +
                               (!t.single_tile  ? "each taken by a block"
                                : t.blocks == 1 ? "taken by a block at once"
                                                : "taken by a cluster of blocks at once")) +
           detail::line_of("grid       ", std::to_string(t.blocks) + " blocks of " +
                                              std::to_string(t.threads) + " threads") +
           detail::line_of("partials   ", std::to_string(t.partials) + " partial results in memory");
}

}  // namespace detail

/// A plan in words, for people. It is of any type that a member function `plan` of an algorithm returns.
///
/// Requires: nothing.
/// Complexity: constant.
/// Memory: that of the text.
/// Throws: std::bad_alloc.
template <detail::reduction_plan Plan>
std::string to_string(const Plan& p) {
    std::string words = detail::line_of("results    at most ", std::to_string(p.tiles.results));
    if constexpr (requires { p.key_runs; }) words += detail::words_of(p.key_runs);
    if constexpr (requires { p.segments; })
        if (const auto* segments = detail::part_of(p.segments))
            words += detail::words_of(*segments, p.tiles.leaf);
    if constexpr (requires { p.columns; })
        if (const auto* columns = detail::part_of(p.columns)) words += detail::words_of(columns->tile);
    return words + detail::words_of(p.tiles) +
           detail::line_of("workspace  ", std::to_string(p.workspace_bytes) + " bytes on a GPU");
}

namespace detail {

/// What is to be said of the arithmetic at a policy's place: nothing where it is as promised, or cannot be
/// asked for.
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

struct explanation {
    template <class... Args>
    std::string operator()(Args&&... args) const {
        const auto found = reduce.planned(std::forward<Args>(args)...);
        if constexpr (requires { found.plan; })
            return to_string(found.plan) + detail::words_on_arithmetic(found.policy);
        else
            return {};  // it was refused
    }
};

}  // namespace detail

/// How `reduce(args...)` would be carried out, in words; and what `check_arithmetic` finds at that place, on
/// the host or a GPU, if arithmetic is not as promised there (a GPU is asked by a small kernel, unless the
/// stream is being captured). Every algorithm has a member function `plan` that gives the same as data.
/// Else as `workspace_bytes`.
inline constexpr detail::explanation explain{};

}  // namespace IMPULSE_ABI
}  // namespace impulse
