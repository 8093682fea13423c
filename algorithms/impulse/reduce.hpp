// SPDX-License-Identifier: Apache-2.0
/// \file
/// `reduce`, `transform_reduce` and their `_into` forms: the one generic entry to the library.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/frontend/algorithm.hpp>
#include <impulse/detail/source/transform_source.hpp>
#include <impulse/natural_place.hpp>
#include <impulse/operators.hpp>
#include <impulse/policies/all.hpp>

#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

IMPULSE_REFUSAL(transform_is_not_callable,
                "impulse: the transform must be callable with an item of the input: f(x)");
IMPULSE_REFUSAL(transform_of_two_is_not_callable,
                "impulse: the transform must be callable with an item of each input: f(x, y)");

struct reduce_recipe : value_recipe {
    template <class Input, class Init, class Op>
    requires is_operator<Op, std::iter_value_t<typename Input::iterator>> ||
        std::is_invocable_v<Op&, Init, std::iter_value_t<typename Input::iterator>>
    static auto make(const Input& x, Init init, Op op) {
        return request{detail::make_source(x), x.layout, std::move(init), std::move(op)};
    }
    template <class Input, class... InitOrOp>
    requires(sizeof...(InitOrOp) <= 1) static auto make(const Input& x, InitOrOp... init_or_op) {
        using item = std::iter_value_t<typename Input::iterator>;
        return detail::with_init_and_op<item, is_key_runs<decltype(x.layout)>>(
            [&](auto init, auto op) {
                return request{detail::make_source(x), x.layout, std::move(init), std::move(op)};
            },
            std::move(init_or_op)...);
    }
    IMPULSE_SIGNATURE(
        "reduce([policy,] range[, init][, op]), where the operator must be callable as op(init, item) with "
        "the types of the initial value and of the items")
};

/// The items of an input after a function.
template <class Input, class Function>
auto transformed_source(const Input& x, Function f) {
    auto source = detail::make_source(x);
    return transform_source<decltype(source), Function>{std::move(source),
                                                        {std::move(f), detail::opaque_zero()}};
}

struct transform_reduce_recipe : value_recipe {
    /// (init, op, f) and (op, f) transform one input; (y, init) and (y, init, op, f) join two.
    static constexpr int inputs(int rest) { return rest == 2 || rest == 4 ? 2 : 1; }
    static constexpr bool needs_second(int rest) { return rest == 4; }

    template <class Input, class Init, class Op, class Function>
    requires(!is_input<Init>) static auto make(const Input& x, Init init, Op op, Function f) {
        using item = std::iter_value_t<typename Input::iterator>;
        if constexpr (!detail::lambda_is_open<Function>())
            return refusal<lambda_says_nothing>{};
        else if constexpr (!std::is_invocable_v<Function&, const item&>)
            return refusal<transform_is_not_callable>{};
        else
            return request{detail::transformed_source(x, std::move(f)), x.layout, std::move(init),
                           std::move(op)};
    }
    template <class Input, class Op, class Function>
    requires(!is_input<Op>) static auto make(const Input& x, Op op, Function f) {
        using item = std::iter_value_t<typename Input::iterator>;
        if constexpr (!detail::lambda_is_open<Function>()) {
            return refusal<lambda_says_nothing>{};
        } else if constexpr (!std::is_invocable_v<Function&, const item&>) {
            return refusal<transform_is_not_callable>{};
        } else {
            using transformed = std::decay_t<std::invoke_result_t<Function&, const item&>>;
            if constexpr (!is_operator<Op, transformed>)
                return refusal<signature>{};
            else
                return detail::with_init_and_op<transformed, is_key_runs<decltype(x.layout)>>(
                    [&](auto init, auto joins) {
                        return make(x, std::move(init), std::move(joins), std::move(f));
                    },
                    std::move(op));
        }
    }
    template <class Input, class Second, class Init, class Op, class Function>
    requires is_input<Second>
    static auto make(const Input& x, const Second& y, Init init, Op op, Function f) {
        if constexpr (!detail::lambda_is_open<Function>()) {
            return refusal<lambda_says_nothing>{};
        } else if constexpr (!std::is_invocable_v<Function&,
                                                  const std::iter_value_t<typename Input::iterator>&,
                                                  const std::iter_value_t<typename Second::iterator>&>) {
            return refusal<transform_of_two_is_not_callable>{};
        } else {
            return request{detail::make_zipped(x, y, std::move(f)), x.layout, std::move(init), std::move(op)};
        }
    }
    template <class Input, class Second, class Init>
    requires is_input<Second>
    static auto make(const Input& x, const Second& y, Init init) {
        return make(x, y, std::move(init), plus{}, multiplies{});
    }
    IMPULSE_SIGNATURE(
        "transform_reduce([policy,] x, init, op, f), transform_reduce([policy,] x, op, f), or "
        "transform_reduce([policy,] x, y, init[, op, f])")
};

/// An optional result, as a std::optional.
template <class Result>
auto as_optional(Result result) {
    return result;  // of a call that was refused
}
template <class Type>
std::optional<Type> as_optional(possible<Type> result) {
    if (!result.is_there) return std::nullopt;
    return std::move(*result.value);
}
template <class Type>
auto as_optional(std::vector<possible<Type>> results) {
    std::vector<std::optional<Type>> all;
    all.reserve(results.size());
    for (auto& each : results) all.push_back(detail::as_optional(std::move(each)));
    return all;
}
template <class Type>
std::optional<std::optional<Type>> as_optional(std::optional<possible<Type>> result) {  // at a root
    if (!result) return std::nullopt;
    return detail::as_optional(std::move(*result));
}

struct reduce_first_recipe : recipe_traits {
    template <class Input, class Op>
    requires is_operator<Op, std::iter_value_t<typename Input::iterator>>
    static auto make(const Input& x, Op op) {
        return request{detail::make_source(x), x.layout, none_if_empty{}, std::move(op)};
    }
    template <class Result, class Input>
    static auto present(Result result, const Input&) {
        return detail::as_optional(std::move(result));
    }
    IMPULSE_SIGNATURE(
        "reduce_first([policy,] range, op), where the operator must be callable with two items of the range")
};

struct reduce_first_into_recipe : value_recipe {
    template <class Input, class Op, class Empty>
    requires is_operator<Op, std::iter_value_t<typename Input::iterator>>
    static auto make(const Input& x, Op op, Empty value) {
        using acc = item_accumulator<Op, std::iter_value_t<typename Input::iterator>>;
        if constexpr (!std::is_convertible_v<Empty, acc>)
            return refusal<init_does_not_convert>{};
        else
            return request{detail::make_source(x), x.layout,
                           if_empty<acc>{static_cast<acc>(std::move(value))}, std::move(op)};
    }
    IMPULSE_SIGNATURE(
        "reduce_first_into([policy,] range, out, op, if_empty), where the operator must be callable with two "
        "items of the range")
};

}  // namespace detail

/// reduce([policy,] range[, init][, op]), reduce([policy,] first, last[, init][, op]): init ∘ x0 ∘ x1 ∘ … ∘
/// xn-1.
///
/// By the tree (tree.hpp): the same bits on every CPU and GPU, under every policy and shape, for any
/// alignment and kind of iterator. Operators that are known to be associative (sums of integers; `freedom`)
/// are grouped and ordered freely, which no result can show; `unordered(op)` gives up order and bits. `init`
/// takes part once, on the left, and need not be an identity. n = 0 gives `init`. The default `op` is `plus`.
///
/// Without `init` the result is x0 ∘ x1 ∘ … ∘ xn-1 itself, and for n = 0 `empty_value`: +0 for `plus`, else
/// the identity, which must be known, unless no group can be empty (`by_key`); `reduce_first` needs none.
///
/// Accumulates in Acc = decay(op(init, item)), or decay(op.lift(item)): int8_t items and an int init sum in
/// int.
///
/// Requires: items that convert to Acc, or an operator with `lift` (detail/op/aggregate.hpp lists its other
/// members). An operator that joins two Acc: one whose parameters are an accumulator and an item, of two
/// types, is refused; if they have the same type (s + x * x), only `find_nonassociative` finds it, and the
/// result is wrong. Pure functions: many threads call them at once, on adjacent values; on a GPU perhaps more
/// than once. On a GPU an Acc that is trivially copyable, of at most 256 bytes.
/// Complexity: n applications of `op`. Blocks until the value is there.
/// Memory: at most 65536 partials of Acc; for a layout twice that, for columns and axes more
/// (docs/explanation/arrays.md).
/// Throws: std::invalid_argument for arguments, cuda_error for what CUDA reports, and on the host what `op`
/// throws (one of several exceptions; all threads have stopped). docs/reference/errors.md has all messages.
/// Method: pairwise summation for any operator, joined by the last block (the CUDA samples'
/// threadFenceReduction).
inline constexpr detail::algorithm<detail::reduce_recipe> reduce{};

/// reduce_into([policy,] range, out[, init][, op]): `reduce` with the result written to `*out`; for a layout
/// (layouts.hpp) one result for each group, to out[0], out[1], ...
///
/// On a GPU it returns without waiting: it is ordered in the stream, and can be captured in a graph if the
/// policy has a workspace (`.with(workspace)`); without one it allocates in stream order from a pool.
///
/// Requires: an `out` for the result, in memory of the place of the call that the call does not read (some
/// groups are done before others are read). It comes after the input, here and in all `_into` forms.
/// Else as `reduce`.
inline constexpr detail::algorithm_into<detail::reduce_recipe> reduce_into{};

/// transform_reduce([policy,] x, init, op, f): init ∘ f(x0) ∘ f(x1) ∘ … ∘ f(xn-1); transform_reduce([policy,]
/// x, y, init[, op, f]): init ∘ f(x0, y0) ∘ … ∘ f(xn-1, yn-1), by default the sum of products. The result of
/// `f` is rounded before `op` sees it: nothing is fused. If x is the groups of an array, `y` is the same
/// groups of an array of the same shape (rows(a), rows(b)), or a range that is joined with each group: a
/// matrix times a vector. transform_reduce([policy,] x, op, f) has no `init`, like `reduce`; of two inputs
/// there is no such form: take `std::views::iota`, and an `f` that reads both at an index.
///
/// Requires: an `f` that std::invoke can call with an item of each input, and that is pure; a `y` at least as
/// long as `x`, or an iterator. Its results are items as for `reduce`.
/// Complexity: n applications of `op`, and of `f` as many, on a GPU perhaps more.
/// Else as `reduce`.
inline constexpr detail::algorithm<detail::transform_reduce_recipe> transform_reduce{};

/// transform_reduce_into([policy,] x, out, init, op, f), transform_reduce_into([policy,] x, y, out, init[,
/// op, f]): transform_reduce with the result written to `*out`, which comes after the input (or the two
/// inputs).
/// Else as `reduce_into`.
inline constexpr detail::algorithm_into<detail::transform_reduce_recipe> transform_reduce_into{};

/// reduce_first([policy,] x, op): x0 ∘ x1 ∘ … ∘ xn-1, for any operator, without an initial value or identity
/// (the standard's fold_left_first, by the tree). A std::optional, which is empty if n = 0; for a layout a
/// std::vector of them.
///
/// Requires: items and an operator as for `reduce`.
/// Else as `reduce`.
inline constexpr detail::algorithm<detail::reduce_first_recipe> reduce_first{};

/// reduce_first_into([policy,] x, out, op, if_empty): the same written to `*out`, or for layouts to out[0],
/// out[1], …; without items it is `if_empty`, which has no part in other results.
///
/// Requires: an `if_empty` that converts to the accumulator of `op`.
/// Else as `reduce_into`.
inline constexpr detail::algorithm_into<detail::reduce_first_into_recipe> reduce_first_into{};

namespace detail {

struct workspace_size {
    template <class... Args>
    std::size_t operator()(Args&&... args) const {
        return reduce_into.workspace_bytes(std::forward<Args>(args)...);
    }
};

}  // namespace detail

/// The bytes of the workspace for `reduce_into(args...)`: the same arguments, of which only the types and the
/// number of items matter. Each other `_into` form has a member function of the same name.
///
/// Requires: the arguments of the call; none is read. For a policy on the host the answer has no use.
/// Complexity: constant.
/// Memory: none.
/// Throws: std::invalid_argument and cuda_error, as the call would for these arguments.
inline constexpr detail::workspace_size workspace_bytes{};

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
