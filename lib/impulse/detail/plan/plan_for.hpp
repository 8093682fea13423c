// SPDX-License-Identifier: Apache-2.0
/// \file
/// `plan_for`: the plan of a layout, by its type.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(plan.hpp)

#include <impulse/detail/layout/key_runs.hpp>
#include <impulse/detail/layout/layout.hpp>
#include <impulse/detail/plan/plan.hpp>

#include <type_traits>

namespace impulse::inline IMPULSE_ABI {

/// The plan of a reduction over a layout: the layout's type decides which parts a call can need.
template <bounded_layout Layout>
using plan_for = std::conditional_t<
    has_equal_lengths<Layout>, uniform_segments_plan,
    std::conditional_t<detail::is_key_runs<Layout>, key_runs_plan,
                       std::conditional_t<Layout::has_many, segments_plan, whole_input_plan>>>;

}  // namespace impulse
