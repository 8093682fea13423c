// SPDX-License-Identifier: Apache-2.0
/// \file
/// Operators with several sums, by one CPU thread, for blocks where one sum determines all of them: the norm
/// of doubles without tiny and large items, the mean of the items that are not NaN.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(norm.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/cpu/extreme_lanes.hpp>
#include <impulse/detail/cpu/narrow_counts.hpp>
#include <impulse/detail/cpu/own_way.hpp>
#include <impulse/detail/cpu/serial.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/plan/cpu_tuning.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/tree/fold.hpp>
#include <impulse/detail/tree/nodes.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

#if !IMPULSE_HAS_CUDA

/// Whether some nonzero items may be below Op::least, a power of two. It compares the bits without the sign,
/// minus one: so zeros wrap around and become the largest.
template <class Op>
bool has_tiny(const double* from, index_t count) {
    using vectors = vectors_of<double>;
    typedef std::uint64_t words __attribute__((vector_size(16 * quads_of_vector)));
    typedef std::uint32_t halves __attribute__((vector_size(16 * quads_of_vector)));
    // Only the upper halves are compared, because CPUs have a minimum instruction for them.
    constexpr auto bound_of_tiny = ((__builtin_bit_cast(std::uint64_t, Op::least) << 1) - 1) >> 32;
    const auto of = [](const auto& bits) { return (bits << 1) - 1; };
    halves least = ~halves{};
    index_t i = 0;
    for (; i + vectors::lanes <= count; i += vectors::lanes) {
        const auto next = (halves)of((words)vectors::read(from + i));
        // fault: middling-items
        least = next < least ? next : least;
    }
    std::uint64_t all[std::size_t{vectors::lanes}];
    std::memcpy(all, &least, sizeof all);
    bool some = false;
    for (const std::uint64_t word : all) some |= word >> 32 <= bound_of_tiny;
    for (; i < count; ++i) some |= of(__builtin_bit_cast(std::uint64_t, from[i])) >> 32 <= bound_of_tiny;
    return some;
}

/// The sum of a block by another operator.
template <class Op, class Leaves>
double sum_of_block(const Leaves& leaves, interval range, std::uint32_t zero) {
    Op op{};
    if constexpr (requires { op.zero; }) op.zero = zero;
    const op_adaptor<double, const Op> joins(op, zero);
    const typename Leaves::template by<double, const Op> items(
        leaves.source(), joins, {leaves.origin(), leaves.origin() + leaves.items()});
    return detail::reduce_serially<double>(items, range, joins);
}

/// Op::one_sum is the operator of the sum, and Op::from_sum(sum[, numbers]) the accumulator of a block. If Op
/// has limits, this applies only if all items are within them; a sum of squares below the square of the upper
/// limit shows that no item is above it. Otherwise `numbers` is the number of items that are not NaN: all of
/// them if Op::sum_of_all is not NaN.
template <class Acc, class Op, class Leaves>
requires requires(const Leaves& leaves) {
    requires has_own_members<Op>;
    typename Op::one_sum;
    requires has_extreme_lanes<std::remove_cvref_t<decltype(*leaves.source().first)>>;
    requires is_contiguous<std::remove_cvref_t<decltype(leaves.source())>>;
}
struct own_way<Acc, Op, Leaves> {
    static Acc of(const Leaves& leaves, interval range, const auto& join) {
        constexpr index_t block = cpu_tuning::norm_block;
        if (range.size() <= block) {
            const auto* const from = leaves.source().first + (leaves.origin() + range.begin);
            const auto sum_by = [&](auto op) {
                return detail::sum_of_block<typename decltype(op)::type>(leaves, range, join.zero());
            };
            if constexpr (requires { Op::least; }) {
                // The sum first, because it prefetches the later items.
                const double sum = sum_by(std::type_identity<typename Op::one_sum>());
                // fault: sum-of-middling
                if (sum < Op::most * Op::most)
                    if (!detail::has_tiny<Op>(from, range.size())) return Op::from_sum(sum);
                return detail::fold_tree<Acc>(leaves, range.begin, range.end, join);
            } else {
                const double all = sum_by(std::type_identity<typename Op::sum_of_all>());
                // fault: sum-without-nan
                if (all == all) return Op::from_sum(all, range.size());
                using counter = sized_integer<sizeof(typename Leaves::item_type), false>;
                const auto is_number = [](const auto& item) { return index_t{item == item}; };
                const double sum = sum_by(std::type_identity<typename Op::one_sum>());
                // fault: numbers-of-block
                return Op::from_sum(sum, detail::count_ones<counter>(from, range.size(), is_number));
            }
        }
        const index_t middle = range.begin + floor_power(range.size() - 1);
        Acc left = of(leaves, {range.begin, middle}, join);
        return join(std::move(left), of(leaves, {middle, range.end}, join));
    }
};

#endif

}  // namespace impulse::detail
