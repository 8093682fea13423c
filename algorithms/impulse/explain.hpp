// SPDX-License-Identifier: Apache-2.0
/// \file
/// `explain`: how a call would be carried out, in words.
#pragma once

#include <impulse/check_arithmetic.hpp>
#include <impulse/config.hpp>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/place.hpp>
#include <impulse/reduce.hpp>

#include <string>
#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {

/// A plan in words, for people.
///
/// Requires: nothing.
/// Complexity: constant.
/// Memory: that of the text.
/// Throws: std::bad_alloc.
inline std::string to_string(const plan& p) {
    const auto line = [](const char* what, const std::string& value) {
        return std::string(what) + value + "\n";
    };
    std::string words = line("results    at most ", std::to_string(p.results));
    if (p.search.blocks > 0)
        words += line("search     ",
                      std::to_string(p.search.tiles) + " tiles of " + std::to_string(p.search.tile) +
                          " keys, by " + std::to_string(p.search.blocks) + " blocks of " +
                          std::to_string(p.search.threads) + " threads; listed are the runs of " +
                          std::to_string(p.search.listed) + " tiles at a time");
    if (p.first.batch_size > 0)
        words += line("first      ", std::to_string(p.first.blocks) + " blocks of " +
                                         std::to_string(p.first.threads) + " threads; a warp takes sets of " +
                                         std::to_string(p.first.batch_size) + " results, those of up to " +
                                         std::to_string(p.first.longest * p.leaf) + " items by itself");
    if (p.columns.lanes > 0)
        words += line("columns    ", "of " + std::to_string(p.columns.width()) +
                                         " results side by side: " + std::to_string(p.columns.lanes) +
                                         " lanes of a warp, " + std::to_string(p.columns.columns_per_lane) +
                                         (p.columns.loads == loading::across  ? " of each, in words; "
                                          : p.columns.loads == loading::along ? " of each, by words; "
                                                                              : " of each; ") +
                                         std::to_string(p.columns.warps_per_column) + " warps share one");
    return words +
           line("subtrees   at most ", std::to_string(p.subtrees) + " of " +
                                           std::to_string(index_t{p.leaf} << p.log2_subtree) + " items, " +
                                           (!p.once         ? "each taken by a block"
                                            : p.blocks == 1 ? "taken by a block at once"
                                                            : "taken by a cluster of blocks at once")) +
           line("grid       ",
                std::to_string(p.blocks) + " blocks of " + std::to_string(p.threads) + " threads") +
           line("partials   ", std::to_string(p.partials) + " partial results in memory") +
           line("workspace  ", std::to_string(p.workspace_bytes) + " bytes on a GPU");
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
        const auto in_words = [](const auto& how, const plan& found) {
            return to_string(found) + detail::words_on_arithmetic(how);
        };
        if constexpr (std::is_same_v<decltype(reduce.planned(in_words, std::forward<Args>(args)...)),
                                     std::string>)
            return reduce.planned(in_words, std::forward<Args>(args)...);
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
