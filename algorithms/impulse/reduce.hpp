// SPDX-License-Identifier: Apache-2.0
/// \file
/// `reduce`, `transform_reduce` and their `_into` forms: the generic entry to the library.
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

/// The items of an input, transformed by a function.
template <class Input, class Function>
auto transformed_source(const Input& x, Function f) {
    auto source = detail::make_source(x);
    return transform_source<decltype(source), Function>{std::move(source),
                                                        {std::move(f), detail::opaque_zero()}};
}

struct transform_reduce_recipe : value_recipe {
    /// (init, op, f) and (op, f) transform one input; (y, init) and (y, init, op, f) take two inputs.
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
auto as_optional(auto result) {
    return result;  // the call was refused
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
    static auto present(auto result, const auto&) { return detail::as_optional(std::move(result)); }
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
/// It reduces by the tree (tree.hpp): the result has the same bits on every CPU and GPU, with every policy
/// and shape, for any alignment and kind of iterator. Operators that are known to be associative (sums of
/// integers; `freedom`) are grouped and ordered freely, which changes no result. `unordered(op)` gives up the
/// order and the guarantee of bits. `init` is joined once, on the left, and need not be an identity. For n =
/// 0 the result is `init`. The default `op` is `plus`.
///
/// Without `init` the result is x0 ∘ x1 ∘ … ∘ xn-1 itself, and for n = 0 `empty_value`: +0 for `plus`,
/// otherwise the identity. The identity must be known, unless no group can be empty (`by_key`).
/// `reduce_first` needs no identity.
///
/// The accumulator type is Acc = decay(op(init, item)), or decay(op.lift(item)): int8_t items and an int init
/// sum in int.
///
/// Requires: items that convert to Acc, or an operator with `lift` (detail/op/aggregate.hpp lists its other
/// members). An operator that joins two Accs. An operator whose parameters are an accumulator and an item of
/// a different type is refused; if both have the same type (s + x * x), the result is wrong, and only
/// `find_nonassociative` finds the error. Pure functions: many threads call them at once, on adjacent values;
/// a GPU may call them more than once. On a GPU an Acc of at most 256 bytes that is trivially copyable or
/// declared by `copies_as_bytes`.
/// Complexity: n applications of `op`. A call that returns a value waits for it. An `_into` form waits on the
/// host, but not on a GPU.
/// Memory: at most 65536 partials of type Acc; for a layout twice that, for columns and axes more
/// (docs/explanation/arrays.md).
/// Throws: std::invalid_argument for wrong arguments, cuda_error for errors of CUDA, and on the host what
/// `op` throws (if several threads throw, one of the exceptions, after all threads have stopped).
/// docs/reference/errors.md has all messages.
/// Method: pairwise summation for any operator, joined by the last block (the CUDA samples'
/// threadFenceReduction).
inline constexpr detail::algorithm<detail::reduce_recipe> reduce{};

/// reduce_into([policy,] range, out[, init][, op]): `reduce`, but writes the result to `*out`; for a layout
/// (layouts.hpp) it writes one result for each group to out[0], out[1], ...
///
/// On a GPU it returns without waiting; its work is in stream order. It can be captured in a graph if the
/// policy has a workspace (`.with(workspace)`). Without a workspace it allocates in stream order from a pool.
///
/// Requires: an `out` for the result, in memory of the place of the call that the call does not read (some
/// results are written before other groups are read). `out` follows the input, here and in all `_into` forms.
/// Otherwise the same as `reduce`.
inline constexpr detail::algorithm_into<detail::reduce_recipe> reduce_into{};

/// transform_reduce([policy,] x, init, op, f): init ∘ f(x0) ∘ f(x1) ∘ … ∘ f(xn-1); transform_reduce([policy,]
/// x, y, init[, op, f]): init ∘ f(x0, y0) ∘ … ∘ f(xn-1, yn-1), by default the sum of products. The result of
/// `f` is rounded before `op` uses it; the two are never fused. If `x` is the groups of an array, `y` is as
/// many groups of the same length of another array (rows(a) with rows(b) or with columns(b)), or a range that
/// is combined with each group: a matrix times a vector. transform_reduce([policy,] x, op, f) has no `init`,
/// like `reduce`. There is no such form for two inputs: use `std::views::iota`, and an `f` that reads both
/// inputs at an index.
///
/// Requires: an `f` that std::invoke can call with an item of each input, and that is pure; its results are
/// items as for `reduce`. A `y` that is at least as long as `x`, or an iterator.
/// Complexity: n applications of `op` and n of `f`; on a GPU perhaps more of `f`.
/// Otherwise the same as `reduce`.
inline constexpr detail::algorithm<detail::transform_reduce_recipe> transform_reduce{};

/// transform_reduce_into([policy,] x, out, init, op, f), transform_reduce_into([policy,] x, y, out, init[,
/// op, f]): transform_reduce, but writes the result to `*out`, which follows the input or the two inputs.
/// Otherwise the same as `reduce_into`.
inline constexpr detail::algorithm_into<detail::transform_reduce_recipe> transform_reduce_into{};

/// reduce_first([policy,] x, op): x0 ∘ x1 ∘ … ∘ xn-1, for any operator, without an initial value or identity
/// (the standard's fold_left_first, by the tree). It returns a std::optional, which is empty if n = 0; for a
/// layout a std::vector of std::optional.
///
/// Requires: items and an operator as for `reduce`.
/// Otherwise the same as `reduce`.
inline constexpr detail::algorithm<detail::reduce_first_recipe> reduce_first{};

/// reduce_first_into([policy,] x, out, op, if_empty): the same, but writes the result to `*out`, or for
/// layouts to out[0], out[1], …. Without items it writes `if_empty`, which is not part of other results.
///
/// Requires: an `if_empty` that converts to the accumulator of `op`.
/// Otherwise the same as `reduce_into`.
inline constexpr detail::algorithm_into<detail::reduce_first_into_recipe> reduce_first_into{};

namespace detail {

struct workspace_size {
    template <class... Args>
    std::size_t operator()(Args&&... args) const {
        return reduce_into.workspace_bytes(std::forward<Args>(args)...);
    }
};

}  // namespace detail

/// Returns the bytes of the workspace for `reduce_into(args...)`. It takes the same arguments, but uses only
/// their types and the number of items. Each other `_into` form has a member function of the same name.
///
/// Requires: the arguments of the call, which are not read. For a policy on the host the result has no use.
/// Complexity: constant.
/// Memory: none.
/// Throws: std::invalid_argument and cuda_error, as the call would for these arguments.
inline constexpr detail::workspace_size workspace_bytes{};

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
