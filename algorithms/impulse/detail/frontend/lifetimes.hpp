// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which arguments end before the call's work does.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/base/stored.hpp>
#include <impulse/detail/frontend/systems.hpp>

#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

IMPULSE_REFUSAL(temporary_ends_too_early,
                "impulse: this temporary range would end before the GPU reads it, because the call does "
                "not wait; give the range a name, or use a std::span");

/// Whether iterators of a range parameter dangle after the call.
template <class Param>
inline constexpr bool ends_with_call =
    !std::is_lvalue_reference_v<Param> && !is_borrowed<std::remove_cvref_t<Param>>;

/// Whether a call over such iterators runs on a GPU, in a file that has one: the GPU may read them after the
/// call has returned.
template <class Policy, class It>
consteval bool runs_on_gpu() {
    return IMPULSE_HAS_CUDA && detail::is_placed_on_device<Policy, It>();
}

/// Whether a call at the place of a policy would read a range parameter after its end.
template <class Policy, class Param>
consteval bool ends_too_early() {
    using range = std::remove_reference_t<Param>;
    if constexpr (ends_with_call<Param> && std::ranges::range<range>)
        return detail::runs_on_gpu<Policy, std::ranges::iterator_t<range>>();
    else
        return false;
}

/// Whether positions in a parameter are iterators into items that it owns, and it ends with the call: a
/// temporary layout of one result (detail/frontend/stored_layout.hpp).
template <class Param>
inline constexpr bool ends_with_its_positions = false;
template <class Layout>
requires(!std::is_lvalue_reference_v<Layout>) inline constexpr bool ends_with_its_positions<Layout&&> =
    requires {
    requires !Layout::has_many;
};

}  // namespace impulse::detail
