// SPDX-License-Identifier: Apache-2.0
/// \file
/// Checks the contents of a layout that are in memory, at the place of that memory: a reduction finds the
/// first error.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/computed_iterator.hpp>
#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/cpu/own_way.hpp>
#include <impulse/detail/op/freedom.hpp>
#include <impulse/error.hpp>

#include <limits>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI {
namespace detail {

/// The first error: its index, and what was found there.
struct fault {
    index_t at = (std::numeric_limits<index_t>::max)();  ///< no error
    interval seen = {0, 0};
};

struct first_fault {
    IMPULSE_SHARED fault operator()(const fault& a, const fault& b) const { return b.at < a.at ? b : a; }
};

/// The first error of a layout.
template <class Layout>
struct fault_at {
    Layout layout;
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED fault operator()(index_t i) const {
        const interval seen = layout.look_at(i);
        return layout.is_right(seen) ? fault{} : fault{i, seen};
    }
};
template <class Layout>
using fault_iterator = computed_iterator<fault, fault_at<Layout>>;

/// 1 where the run of a key ends, except for the last run.
template <class Layout>
struct run_end_at {
    Layout layout;
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED index_t operator()(index_t i) const {
        // fault: end-of-run
        return layout.parts(layout.keys.at(0, i), layout.keys.at(0, i + 1)) ? 1 : 0;
    }
};
template <class Layout>
using run_end_iterator = computed_iterator<index_t, run_end_at<Layout>>;

/// A layout that needs such checks: `bounds_to_check()` is their number, `look_at(i)` reads number i,
/// `is_right(seen)` returns whether it is right, and `complain(fault)` throws.
template <class Layout>
concept checkable = requires(const Layout& layout, const fault& wrong) {
    layout.bounds_to_check();
    layout.is_right(layout.look_at(index_t{0}));
    layout.complain(wrong);
};

/// A CPU thread first tests whether a block has any error: compilers vectorize such a loop, but not a loop
/// that joins errors.
template <class Leaves>
requires requires(const Leaves& leaves) {
    requires checkable<std::remove_cvref_t<decltype(leaves.source().first.make.layout)>>;
}
struct own_way<fault, first_fault, Leaves> {
    static fault of(const Leaves& leaves, interval range, const auto&) {
        constexpr index_t block = 4096;
        const auto& layout = leaves.source().first.make.layout;
        for (index_t k = range.begin; k < range.end; k += block) {
            const index_t end = (std::min)(k + block, range.end);
            index_t wrong = 0;  // as wide as the bounds
            for (index_t i = k; i < end; ++i)
                wrong |= layout.is_right(layout.look_at(leaves.origin() + i)) ? 0 : 1;
            if (wrong == 0) continue;
            // fault: first-of-block
            for (index_t i = k; i < end; ++i)
                if (const fault found = leaves[i]; found.at != fault{}.at) return found;
        }
        return {};
    }
};

/// Checks the output for the number of runs, on the host.
void check_count_out(const auto& layout, const auto& visit) {
    if constexpr (std::is_pointer_v<decltype(layout.count_out)>) {
        if (layout.count_out == nullptr)
            detail::bad_argument({"count_out is a null pointer; need a pointer to 1 item"});
        visit(layout.count_out, "count_out");
    }
}

}  // namespace detail

template <class Acc>
struct freedom<detail::first_fault, Acc> : std::integral_constant<grouping, grouping::reorder> {};

}  // namespace impulse
