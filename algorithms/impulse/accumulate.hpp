// SPDX-License-Identifier: Apache-2.0
/// \file
/// Initial values that are in memory: `accumulate_into` takes the old values of `out`, `init_from` that of a
/// pointer.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/frontend/algorithm.hpp>
#include <impulse/detail/frontend/input.hpp>
#include <impulse/detail/op/initial_value.hpp>
#include <impulse/error.hpp>
#include <impulse/reduce.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

/// A pointer to a value, or thrust's class for such a pointer.
template <class Pointer>
concept pointer_of_any_system =
    std::is_object_v<std::remove_pointer_t<decltype(detail::unwrap(std::declval<const Pointer&>()))>> &&
    std::is_pointer_v<decltype(detail::unwrap(std::declval<const Pointer&>()))>;

IMPULSE_REFUSAL(out_has_no_value,
                "impulse: accumulate_into(x, out, op) reads and writes 'out': it must be a pointer or an "
                "iterator to values that can be read");
IMPULSE_REFUSAL(init_from_arguments,
                "impulse: the argument is init_from(pointer): a pointer, of any system, to an initial value");

struct accumulate_recipe : value_recipe {
    template <class Input, class Op = plus>
    static auto make(const Input& x, Op op = {}) {
        return request{detail::make_source(x), x.layout, none_if_empty{}, std::move(op)};
    }
    /// The old values of `out` are the initial values of the results.
    template <class Out, class Request>
    static auto for_output(const Request& r, const Out& out) {
        if constexpr (std::is_same_v<decltype(detail::target_of(std::declval<const Out&>(), 0)), void> ||
                      outputs_of<Out> != 0)
            return refusal<out_has_no_value>{};
        else
            return request{r.source, r.layout, initial_at<Out, true>{out}, r.op};
    }
    IMPULSE_SIGNATURE(
        "accumulate_into([policy,] range, out[, op]), where the operator must be callable as op(*out, item)")
};

}  // namespace detail

/// accumulate_into([policy,] x, out[, op]): *out = *out ∘ x0 ∘ … ∘ xn-1, for layouts out[r] = out[r] ∘ result
/// r: like BLAS with beta = 1. Use it to add up input that comes in pieces. The old value of `out` is the
/// initial value, and is joined from the left. Without items it stays unchanged. The default `op` is `plus`.
/// Other calls must not read `out`; this one reads out[r], but only for result r.
///
/// Requires: values in `out` that can be read, and an operator that can be called as op(*out, item).
/// Otherwise the same as `reduce_into`.
inline constexpr detail::algorithm_into<detail::accumulate_recipe> accumulate_into{};

/// init_from(pointer), as the initial value of a call: the value at `pointer`, for all groups. It is read in
/// stream order, when a result is finished. So a GPU can use the result of an earlier launch, and the host
/// does not wait.
///
/// Requires: a pointer (or a thrust::device_ptr) that is not null, to memory of the place of the call that
/// the call does not write; for a single result it may be `out`.
/// Complexity: constant.
/// Memory: none.
/// Throws: std::invalid_argument for a null pointer. The call throws it for a pointer to an element of `out`
/// if it writes several results (on a GPU, and by key, only if `out` is a pointer).
template <detail::pointer_of_any_system Pointer>
auto init_from(const Pointer& pointer) {
    const auto at = detail::unwrap(pointer);
    if (at == nullptr)
        detail::bad_argument({"init_from has a null pointer; need a pointer to an initial value"});
    return detail::initial_at<std::remove_const_t<decltype(at)>, false>{at};
}
template <class... Args>
auto init_from(const Args&...) {
    return detail::refusal<detail::init_from_arguments>::say<Args...>();
}

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
