// SPDX-License-Identifier: Apache-2.0
/// \file
/// The tree: its definition as a serial fold, and the parts of it that streams, devices and machines
/// exchange. docs/explanation/tree.md has its guarantees.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/op/initial_value.hpp>
#include <impulse/detail/op/masked.hpp>
#include <impulse/detail/op/operator_refusals.hpp>
#include <impulse/detail/source/iterator_source.hpp>
#include <impulse/detail/source/leaves.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/tree/fold.hpp>
#include <impulse/detail/tree/forest.hpp>
#include <impulse/operators.hpp>

#include <cstddef>
#include <optional>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

/// The version of the tree. Results of one version have the same bits on all machines. A new version is a
/// breaking change.
inline constexpr int tree_version = 1;

/// The value of a reduction, by definition: init ∘ T(0, n). T(lo, hi) is the item x_lo if there is only one
/// item, otherwise T(lo, m) ∘ T(m, hi), where m = lo + the largest power of two below hi - lo. For n = 0 the
/// value is init.
///
/// Without an initial value, tree_fold(range[, op]), the value is T(0, n) itself, and for n = 0
/// `empty_value`. The default `op` is `plus`.
///
/// It is serial, and can be evaluated at compile time. Every other reduction of the library has the same bits
/// by default. The error of a sum of floats grows with log2 n.
///
/// Requires: a random-access range that the CPU can read; items, `init` and `op` as for `reduce`.
/// Complexity: n applications of `op`, one after another.
/// Memory: one value for each level of the tree, at most 63.
/// Throws: what `op` throws.
/// Method: pairwise summation (N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition,
/// 4.2).
template <class Range, class Init, class Op>
constexpr auto tree_fold(Range&& range, Init init, Op op) {
    const auto first = std::ranges::begin(range);
    const auto n = static_cast<index_t>(std::ranges::end(range) - first);
    using it = std::remove_const_t<decltype(first)>;
    using item = std::iter_value_t<it>;
    using left = typename detail::initial<Init>::template left_of<item>;
    using acc = typename decltype(detail::accumulator_of<Op, left, item>())::type;
    using refused = decltype(detail::refusal_of_operator<Op, acc, item>());
    if constexpr (detail::is_masked<item>) {
        return detail::refusal<detail::mask_has_no_use>::say<Range, Init, Op>();
    } else if constexpr (detail::is_refusal<refused>) {
        return refused::template say<Range, Init, Op>();
    } else {
        auto run = detail::as_run(op);
        const detail::op_adaptor<acc, decltype(run)> join(run, detail::opaque_zero());
        iterator_source<it> source{first, detail::opaque_zero()};
        const detail::leaves<acc, iterator_source<it>, decltype(run), 64> leaves(source, join, {0, n});
        std::optional<acc> total;
        if (n > 0) total.emplace(detail::fold_by_definition<acc>(leaves, 0, leaves.count(), join));
        return detail::result_of(detail::initial<Init>::template hold<acc>(std::move(init)), n, total, join);
    }
}
template <class Range, class... InitOrOp>
requires(sizeof...(InitOrOp) <= 1) constexpr auto tree_fold(Range&& range, InitOrOp... init_or_op) {
    using item = std::iter_value_t<std::remove_cvref_t<decltype(std::ranges::begin(range))>>;
    const auto fold = [&](auto init, auto op) {
        return impulse::tree_fold(range, std::move(init), std::move(op));
    };
    using value = decltype(detail::with_init_and_op<item>(fold, std::move(init_or_op)...));
    if constexpr (detail::is_refusal<value>)
        return value::template say<Range, InitOrOp...>();
    else
        return detail::with_init_and_op<item>(fold, std::move(init_or_op)...);
}
/// The same for a list: tree_fold({1, 2, 3}, 0).
template <class Type, std::size_t Count, class... InitAndOp>
constexpr auto tree_fold(Type (&&items)[Count], InitAndOp... init_and_op) {
    return impulse::tree_fold(items, std::move(init_and_op)...);
}

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
