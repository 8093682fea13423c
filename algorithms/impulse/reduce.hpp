// SPDX-License-Identifier: Apache-2.0
/// \file
/// `reduce`, `transform_reduce` and their `_into` forms: the one generic entry to the library.
#pragma once

#include <impulse/call/algorithm.hpp>
#include <impulse/config.hpp>
#include <impulse/operators.hpp>
#include <impulse/policies/all.hpp>
#include <impulse/sources.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

/// The type in which items alone accumulate.
template <class Op, class Item>
using item_accumulator_t = accumulator_t<Op, Item, Item>;

template <class Item, class Op>
auto identity_for(const Op& op) {
    static_assert(has_identity<Op, item_accumulator_t<Op, Item>>,
                  "impulse: this call has no initial value and no identity is known of its operator; give an "
                  "initial value, or the identity by with_identity(op, e)");
    return identity<Op, item_accumulator_t<Op, Item>>::of(op);
}

struct reduce_recipe : value_recipe {
    template <class It, class Init, class Op>
    static auto make(const input<It>& x, Init init, Op op) {
        return problem{make_source(x), x.count, std::move(init), std::move(op)};
    }
    /// One argument is the operator where it can be called with two items, else the initial value.
    template <class It, class T>
    static auto make(const input<It>& x, T init_or_op) {
        using item = std::iter_value_t<It>;
        if constexpr (std::invocable<T&, item, item>)
            return make(x, identity_for<item>(init_or_op), init_or_op);
        else
            return make(x, std::move(init_or_op), plus{});
    }
    template <class It>
    static auto make(const input<It>& x) {
        return make(x, plus{});
    }
};

struct transform_reduce_recipe : value_recipe {
    /// (init, op, f) transforms one input; (y, init) and (y, init, op, f) join two.
    static constexpr int inputs(int rest) { return rest == 2 || rest == 4 ? 2 : 1; }

    template <class It, class Init, class Op, class F>
    static auto make(const input<It>& x, Init init, Op op, F f) {
        check_lambda<F>();
        static_assert(std::invocable<F&, const std::iter_value_t<It>&>,
                      "impulse: the transform must be callable with an item of the input: f(x)");
        auto source = make_source(x);
        return problem{mapped_source<decltype(source), F>{std::move(source), std::move(f)}, x.count,
                       std::move(init), std::move(op)};
    }
    template <class ItX, class ItY, class Init, class Op, class F>
    static auto make(const input<ItX>& x, const input<ItY>& y, Init init, Op op, F f) {
        check_lambda<F>();
        static_assert(std::invocable<F&, const std::iter_value_t<ItX>&, const std::iter_value_t<ItY>&>,
                      "impulse: the transform must be callable with an item of each input: f(x, y)");
        auto a = make_source(x);
        auto b = make_source(y);
        return problem{zipped_source<decltype(a), decltype(b), F>{std::move(a), std::move(b), std::move(f)},
                       x.count, std::move(init), std::move(op)};
    }
    template <class ItX, class ItY, class Init>
    static auto make(const input<ItX>& x, const input<ItY>& y, Init init) {
        return make(x, y, std::move(init), plus{}, multiplies{});
    }
};

}  // namespace detail

/// reduce([policy,] range, init, op), reduce([policy,] first, last, init, op): init ∘ x0 ∘ x1 ∘ … ∘ xn-1.
///
/// Regrouped freely, never reordered, unless `is_commutative<Op, Acc>`; the grouping depends on n, the types,
/// the policy and its shape alone, so the same call gives the same bits. `init` takes part once, on the left,
/// and need not be an identity; it may be left out where the operator has a known identity, and `op` where it
/// is `plus`. n = 0 gives `init`.
///
/// Accumulates in Acc = decay(op(init, item)): int8_t items and an int init sum in int. The operator must be
/// associative on Acc and callable with every mix of Acc and item; on a GPU Acc must be trivially copyable, of
/// at most 256 bytes.
///
/// n + O(number of blocks) applications of `op`; the partial results take at most a few thousand Acc. Blocks
/// until the value is there. Throws std::invalid_argument for arguments, cuda_error for what CUDA reports, and
/// on the host what `op` throws (of several exceptions, that of the lowest position).
///
/// Method: the two-level reduction of Blelloch, "Prefix sums and their applications" (1990), joined by the last
/// block (the CUDA samples' threadFenceReduction).
inline constexpr detail::algorithm<detail::reduce_recipe> reduce{};

/// reduce_into([policy,] range, out[, init][, op]): `reduce` with the result written to `*out`.
///
/// On a GPU it returns without waiting: it is ordered in the stream, and can be captured in a graph when the
/// policy has a workspace (`.with(workspace)`); without one it allocates in stream order from a pool.
inline constexpr detail::algorithm_into<detail::reduce_recipe> reduce_into{};

/// transform_reduce([policy,] x, init, op, f): init ∘ f(x0) ∘ f(x1) ∘ … ∘ f(xn-1);
/// transform_reduce([policy,] x, y, init[, op, f]): init ∘ f(x0, y0) ∘ … ∘ f(xn-1, yn-1), by default the sum of
/// products. `f` may be called at any time, in any order, by many threads at once, and more than once an item. All else is as for `reduce`.
inline constexpr detail::algorithm<detail::transform_reduce_recipe> transform_reduce{};

/// transform_reduce with the result written to `*out`, which comes after the input (or the two inputs).
inline constexpr detail::algorithm_into<detail::transform_reduce_recipe> transform_reduce_into{};

#if IMPULSE_HAS_CUDA
/// The bytes of the workspace that `reduce_into(policy, args...)` takes: the same arguments, of which only the
/// types and the number of items count. Each other `_into` form has a member function of the same name.
template <execution_policy Policy, class... Args>
std::size_t workspace_bytes(const Policy& how, Args&&... args) {
    return reduce_into.workspace_bytes(how, std::forward<Args>(args)...);
}
#endif

}  // namespace impulse::inline IMPULSE_ABI
