// SPDX-License-Identifier: Apache-2.0
/// \file
/// `check_arithmetic`: whether floating-point arithmetic is as the library's guarantee of bits requires.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/base/arithmetic_probe.hpp>
#include <impulse/detail/base/computed_iterator.hpp>
#include <impulse/detail/op/invoke.hpp>
#include <impulse/place.hpp>
#include <impulse/reduce.hpp>

#include <string>
#include <type_traits>
#include <vector>

namespace impulse::inline IMPULSE_ABI {

/// The result of `check_arithmetic`. It converts to true if arithmetic is that of IEEE 754, which the
/// guarantee of the same bits requires: if each member except `fuses_products` is true.
///
/// If another rounding mode is set, the members after `rounds_to_nearest` have no meaning.
struct arithmetic_report {
    bool keeps_order = true;  ///< a + b + c is not regrouped
    bool keeps_nan = true;    ///< NaN is not equal to itself, and neither less nor greater than any number
    bool rounds_to_nearest = true;  ///< the rounding mode is the default
    bool keeps_zero_signs = true;   ///< -0 + 0 is +0, and 0 - 0 too
    bool keeps_denormals = true;    ///< denormal numbers are neither read nor written as 0
    bool rounds_divisions = true;   ///< x / y is the nearest number to the quotient
    bool rounds_roots = true;       ///< a float's square root is the nearest one
    /// a * b + c within one expression is rounded once. This is not an error: the library puts a contraction
    /// barrier after products before it adds to them. Expressions within your functions may be fused
    /// (docs/explanation/tree.md).
    bool fuses_products = false;

    explicit operator bool() const {
        return keeps_order && keeps_nan && rounds_to_nearest && keeps_zero_signs && keeps_denormals &&
               rounds_divisions && rounds_roots;
    }
    bool operator==(const arithmetic_report&) const = default;
};

/// A report as text.
///
/// Requires: nothing.
/// Complexity: constant.
/// Memory: that of the text.
/// Throws: std::bad_alloc.
inline std::string to_string(const arithmetic_report& found) {
    std::string words;
    const auto add = [&](bool is_kept, const char* fault) {
        if (!is_kept) words += (words.empty() ? "" : "; ") + std::string(fault);
    };
    add(found.rounds_to_nearest, "not rounded to nearest");
    add(found.keeps_order, "sums are regrouped");
    add(found.keeps_nan, "comparisons with NaN are dropped");
    if (found.rounds_to_nearest) {  // otherwise the following members have no meaning
        add(found.keeps_zero_signs, "signs of zeros are dropped");
        add(found.keeps_denormals, "denormals are flushed to zero");
        add(found.rounds_divisions, "divisions are not correctly rounded");
        add(found.rounds_roots, "square roots are not correctly rounded");
    }
    return words.empty() ? "as IEEE 754 specifies" : words + ": bits may differ between machines";
}

namespace detail {

[[gnu::always_inline]] inline arithmetic_report report_of(std::uint32_t found) {
    using bits = arithmetic_bits;
    const auto lacks = [found](std::uint32_t bit) { return (found & bit) == 0; };
    return {lacks(bits::regroups),
            lacks(bits::drops_nan),
            lacks(bits::rounds_elsewhere),
            lacks(bits::drops_zero_signs),
            lacks(bits::flushes_denormals),
            lacks(bits::divides_roughly),
            lacks(bits::takes_roots_roughly),
            !lacks(bits::fuses)};
}

/// Probes by a call that is not inlined, because kernels read items at many places.
IMPULSE_APART inline std::uint32_t call_probe(std::uint32_t zero) { return detail::probe_arithmetic(zero); }

/// A function that probes the arithmetic where an item is read.
struct probe_at {
    std::uint32_t zero;  ///< opaque_zero()
    IMPULSE_SHARED std::uint32_t operator()(index_t) const { return detail::call_probe(zero); }
};
using probes = computed_iterator<std::uint32_t, probe_at>;
/// The same for items in memory, which are all 0.
struct probe_by_item {
    IMPULSE_SHARED std::uint32_t operator()(std::uint32_t zero) const { return detail::call_probe(zero); }
};

/// The given policy, or the default policy at a given place.
template <class Where>
auto policy_at(const Where& where) {
    if constexpr (execution_policy<Where>)
        return where;
    else
        return automatic.on(where);
}

}  // namespace detail

/// check_arithmetic(): how the file of the calling function is compiled, and how its thread computes now:
/// whether sums are regrouped, NaN and signs of zeros kept, denormals flushed, divisions and square roots
/// rounded correctly. It finds settings that no macro shows (`-ffast-math` and its parts are an `#error` if
/// the compiler has a macro for them): clang++'s `-funsafe-math-optimizations`, and processor modes that
/// other code sets, such as flush-to-zero by a library that was linked with `-ffast-math`.
///
/// check_arithmetic(policy), check_arithmetic(place): the same at the place of a call with that policy, by
/// one small reduction. On a GPU it finds the effect of nvcc's `--use_fast_math`, `-ftz`, `-prec-div` and
/// `-prec-sqrt` on the kernels of a file. Over devices it checks each device; for ranks it checks this rank's
/// own place, without an exchange. (If several files have different flags, the linker keeps only one such
/// reduction.)
///
/// `explain` reports arithmetic that breaks the guarantee.
///
/// Requires: a policy or a place; a stream that is not being captured.
/// Complexity: constant: some hundred operations, and on a GPU one kernel, for which the call waits.
/// Memory: that of a reduction of one item.
/// Throws: on a GPU cuda_error; std::invalid_argument as `reduce` does.
/// Method: compares x / y with a long division of integers, and a root with the squares of adjacent numbers.
[[gnu::always_inline]] inline arithmetic_report check_arithmetic() {
    return detail::report_of(detail::probe_arithmetic(detail::opaque_zero()));
}
template <class Where>
arithmetic_report check_arithmetic(const Where& where) {
    const auto how = detail::policy_at(where);
    using place = typename std::remove_const_t<decltype(how)>::place_type;
    if constexpr (place_of_ranks<place>) {
        return impulse::check_arithmetic(how.on(how.place.own));
    } else if constexpr (place_of_several<place>) {
        const std::vector<std::uint32_t> zeros(how.place.members.size());
        return detail::report_of(
            transform_reduce(how, zeros, std::uint32_t{0}, bit_or{}, detail::probe_by_item{}));
    } else {
        const detail::probes first{{detail::opaque_zero()}};
        return detail::report_of(reduce(how, first, first + 1, std::uint32_t{0}, bit_or{}));
    }
}

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
