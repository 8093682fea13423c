// SPDX-License-Identifier: Apache-2.0
/// \file
/// The launch that joins a few rows column by column; each row may be anywhere in memory.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(nccl.hpp)

#include <impulse/detail/backend/cuda/runtime.cuh>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/dispatch/request.hpp>
#include <impulse/detail/kernel/join_rows.hpp>
#include <impulse/detail/layout/axes.hpp>
#include <impulse/detail/op/together.hpp>
#include <impulse/detail/plan/column_plan.hpp>
#include <impulse/detail/source/rebind_source.hpp>
#include <impulse/place.hpp>

namespace impulse::inline IMPULSE_ABI::detail {

/// Writes init ∘ x₀[j] ∘ x₁[j] ∘ … of `members` rows to `out`, for each j below `columns`; rows(s) returns
/// the rows of the request's array s. If it `clears`, the launch sets the items to zero after reading them.
/// Returns whether it does.
template <class Types, class Request, class Rows, class Result>
bool launch_rows(runtime<device_place>& at, const Request& r, index_t members, index_t columns,
                 const Rows& rows, const result_rows<Result>& out, bool clears = false) {
    axis_list<1> along;
    along.add({members, 1});
    const auto source = detail::rebind_source(r.source, [&]<class Each>(const Each& each) {
        if constexpr (requires { each.first; })
            return rows(each);
        else
            return along;
    });
    using init = typename Types::init;
    join_rows<typename Types::accumulator, std::remove_const_t<decltype(source)>,
              typename Types::operator_type, init, Result>
        body{source,
             detail::as_run(r.op),
             initial<std::remove_const_t<decltype(r.init)>>::template hold<typename Types::accumulator>(
                 r.init),
             out,
             columns,
             static_cast<int>(members),
             0,
             clears,
             detail::opaque_zero()};
    body.words = body.words_in();
    at.launch(body, rows_grid::blocks(body.iterations(), at.scope().multiprocessors()), rows_grid::threads);
    return clears && has_rows_beneath<typename decltype(body)::source_type>;
}

}  // namespace impulse::detail
