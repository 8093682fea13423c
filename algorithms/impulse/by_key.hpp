// SPDX-License-Identifier: Apache-2.0
/// \file
/// `reduce_by_key_into`: a result, and a key, for each run of equal keys.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/frontend/systems.hpp>
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>

#include <utility>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

IMPULSE_REFUSAL(layout_is_not_by_key,
                "impulse: the arguments are reduce_by_key_into([policy,] by_key(keys, values), keys_out, "
                "out, count_out[, init][, op])");

struct reduce_by_key_into_form {
    template <execution_policy Policy, class Layout, class KeysOut, class Out, class CountOut, class... Rest>
    auto operator()(const Policy& how, const Layout& layout, KeysOut keys_out, Out out, CountOut count_out,
                    Rest&&... rest) const {
        using runs = decltype(with_outputs(how, layout, keys_out, count_out));
        if constexpr (is_refusal<runs>)
            return runs::template say<Policy, Layout>();
        else
            reduce_into(how, with_outputs(how, layout, std::move(keys_out), std::move(count_out)),
                        std::move(out), std::forward<Rest>(rest)...);
    }
    template <class Layout, class KeysOut, class Out, class CountOut, class... Rest>
    requires(!execution_policy<Layout>) auto operator()(const Layout& layout, KeysOut keys_out, Out out,
                                                        CountOut count_out, Rest&&... rest) const {
        (*this)(automatic, layout, std::move(keys_out), std::move(out), std::move(count_out),
                std::forward<Rest>(rest)...);
    }

    template <class First, class... Args>
    requires(sizeof...(Args) < (execution_policy<First> ? 4 : 3)) auto operator()(const First&,
                                                                                  const Args&...) const {
        return refusal<layout_is_not_by_key>::say<First, Args...>();
    }

    /// The plan of a call, and the bytes of its workspace.
    template <execution_policy Policy, class Layout, class KeysOut, class Out, class CountOut, class... Rest>
    auto plan(const Policy& how, const Layout& layout, KeysOut keys_out, Out out, CountOut count_out,
              Rest&&... rest) const {
        using runs = decltype(with_outputs(how, layout, keys_out, count_out));
        if constexpr (is_refusal<runs>)
            return runs::template say<Policy, Layout>();
        else
            return reduce_into.plan(how, with_outputs(how, layout, std::move(keys_out), std::move(count_out)),
                                    std::move(out), std::forward<Rest>(rest)...);
    }
    template <execution_policy Policy, class... Args>
    std::size_t workspace_bytes(const Policy& how, Args&&... args) const {
        return plan(how, std::forward<Args>(args)...).workspace_bytes;
    }

  private:
    static auto with_outputs(const auto& how, const auto& layout, auto keys_out, auto count_out) {
        if constexpr (requires { layout.input_for(how); })  // the layout outlives the call
            return with_outputs(how, layout.input_for(how), std::move(keys_out), std::move(count_out));
        else if constexpr (requires { layout.into(keys_out, count_out); })
            return layout.into(std::move(keys_out), std::move(count_out));
        else
            return refusal<layout_is_not_by_key>{};
    }
};

}  // namespace detail

/// reduce_by_key_into([policy,] by_key(keys, values[, equal]), keys_out, out, count_out[, init][, op]): for
/// each run r of adjacent equal keys, writes the first key to keys_out[r] and init ∘ x ∘ … of the run's items
/// to out[r], in order; and writes the number of runs to *count_out. It is the same as
/// reduce_into(by_key(...).into(keys_out, count_out), out, ...); the other algorithms take such a layout too.
///
/// No run is empty, so a call without `init` needs no identity of `op`. Each run is reduced by the tree over
/// its own items, so its result has the bits of `reduce` of that run alone. On a GPU the count is written in
/// stream order, and `counted` (layouts.hpp) can read it there. The type of `*count_out` must be able to
/// represent it. If the policy has no place, values and `out` determine the place of the call; keys and their
/// outputs do not.
///
/// Requires: outputs with space for all runs, in memory that the call does not read; keys as for `by_key`.
/// Complexity: n applications of `op`. Adjacent keys are compared once (on the host twice if results
/// are returned as a value).
/// Memory: on a GPU, for keys of at most 8 bytes, accumulators of at most 16 bytes and leaves of one item: 64
/// bytes and a partial for every 4096 keys (every 2048 keys if accumulators are larger than 4 bytes), and 48
/// bytes and a partial for each subtree and for each run that may be too long for a warp (one for every 4096
/// to 16384 items if there are 2^27 items or more, one for every 128 to 2048 items if there are fewer than
/// 2^25). For other types: 4 bytes for each of up to 2^26 keys (a little over 256 MiB at most), 16 bytes for
/// every 4096 keys (fewer if keys are larger than 4 bytes), and the memory of segments. On the host, if
/// several threads share the call: a bit for each key.
/// Throws: as `reduce`.
/// Method: tiles of keys in one pass, by decoupled look-back (D. Merrill and M. Garland, "Single-pass
/// Parallel Prefix Scan with Decoupled Look-back", 2016). For other types one such pass lists where runs end,
/// and the runs are then segments. On the host each thread lists the ends of some runs and reduces these; if
/// there are several threads, a pass before counts the ends.
inline constexpr detail::reduce_by_key_into_form reduce_by_key_into{};

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
