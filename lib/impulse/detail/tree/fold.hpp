// SPDX-License-Identifier: Apache-2.0
/// \file
/// The tree over a range, by one CPU thread: by its definition, and by faster code.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(tree.hpp)

#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/tree/simd.hpp>

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// T(begin, end) by its definition; begin < end. `leaves[i]` is an accumulator, `join(left, right)` joins
/// two.
template <class Acc, class Leaves, class Join>
constexpr Acc fold_by_definition(const Leaves& leaves, index_t begin, index_t end, const Join& join) {
    if (end - begin == 1) return leaves[begin];
    // fault: tree-cut
    const index_t middle = begin + floor_power(end - begin - 1);
    Acc left = detail::fold_by_definition<Acc>(leaves, begin, middle, join);
    Acc right = detail::fold_by_definition<Acc>(leaves, middle, end, join);
    // fault: tree-join
    return join(std::move(left), std::move(right));
}

/// T(begin, begin + Count), unrolled, without a call for each leaf.
template <int Count, class Acc, class Leaves, class Join>
inline Acc fold_few(const Leaves& leaves, index_t begin, const Join& join) {
    if constexpr (Count == 1) {
        return leaves[begin];
    } else {
        constexpr int middle = static_cast<int>(floor_power(Count - 1));
        Acc left = detail::fold_few<middle, Acc>(leaves, begin, join);
        return join(std::move(left), detail::fold_few<Count - middle, Acc>(leaves, begin + middle, join));
    }
}

/// T(begin, begin + count) of fewer than 2 Count leaves, where count > 0 and Count is a power of two:
/// unrolled in the same way, with a node for each binary digit of count.
template <int Count, class Acc, class Leaves, class Join>
inline Acc fold_digits(const Leaves& leaves, index_t begin, int count, const Join& join) {
    if constexpr (Count == 1) {
        return leaves[begin];
    } else {
        if ((count & Count) == 0) return detail::fold_digits<Count / 2, Acc>(leaves, begin, count, join);
        Acc left = detail::fold_few<Count, Acc>(leaves, begin, join);
        if (count == Count) return left;
        // fault: fold-digits
        return join(std::move(left),
                    detail::fold_digits<Count / 2, Acc>(leaves, begin + Count, count - Count, join));
    }
}

/// Whether nodes are stored in memory until they are joined. (Numbers and vectors stay in registers; types
/// that are not plain bytes would be moved too often.)
template <class Acc>
inline constexpr bool folds_by_levels = std::is_class_v<Acc>&& std::is_trivially_copyable_v<Acc> &&
                                        sizeof(Acc) <= 256;

/// T(begin, begin + count) of at most 2 Count leaves, level by level; a last odd node moves up. Each level is
/// a loop over memory, which compilers vectorize; they do not vectorize the whole tree as one expression.
template <int Count, class Acc, class Leaves, class Join>
Acc fold_levels(const Leaves& leaves, index_t begin, int count, const Join& join) {
    if (count == 1) return leaves[begin];
    if constexpr (asks_ahead<Leaves>) leaves.ask_ahead(begin, count);
    alignas(Acc) unsigned char node_memory[Count * sizeof(Acc)];  // without default constructors
    Acc* const node = reinterpret_cast<Acc*>(node_memory);
    // Stores a node after it is computed, because it may overwrite one of its operands.
    const auto put = [node](int i, Acc value) { ::new (static_cast<void*>(node + i)) Acc(std::move(value)); };
    int remaining = count / 2;
    for (int i = 0; i < remaining; ++i) {
        Acc first = leaves[begin + 2 * i];  // evaluated before the next
        put(i, join(std::move(first), leaves[begin + 2 * i + 1]));
    }
    // fault: odd-leaf
    if (count % 2 != 0) put(remaining++, leaves[begin + count - 1]);
    while (remaining > 1) {
        const int pairs = remaining / 2;
        // fault: pairs-of-nodes
        for (int i = 0; i < pairs; ++i) put(i, join(std::move(node[2 * i]), std::move(node[2 * i + 1])));
        // fault: odd-node
        if (remaining % 2 != 0) put(pairs, std::move(node[remaining - 1]));
        remaining -= pairs;
    }
    return std::move(node[0]);
}

/// T(begin, begin + Count), where Count is a small power of two.
template <int Count, class Acc, class Leaves, class Join>
inline Acc fold_node(const Leaves& leaves, index_t begin, const Join& join) {
    if constexpr (folds_by_levels<Acc>)
        return detail::fold_levels<Count / 2, Acc>(leaves, begin, Count, join);
    else
        return detail::fold_few<Count, Acc>(leaves, begin, join);
}

/// Whether joins are worth a loop over many nodes: for numbers, because compilers vectorize it.
template <class Acc>
inline constexpr bool folds_by_arrays = std::is_arithmetic_v<Acc> && sizeof(Acc) <= 8;

/// The root above `Count` nodes, level by level. Each level goes from one array to another, because otherwise
/// g++ does not vectorize it.
template <int Count, class Acc, class Join>
inline Acc join_arrays(const Acc* below, const Join& join) {
    if constexpr (Count == 1) {
        return *below;
    } else {
        Acc level[std::size_t{Count / 2}];
        // fault: levels-of-arrays
        for (int i = 0; i < Count / 2; ++i) level[i] = join(Acc(below[2 * i]), Acc(below[2 * i + 1]));
        return detail::join_arrays<Count / 2>(level, join);
    }
}

/// T(begin, begin + count), where count is 2^i Count.
template <int Count, class Acc, class Leaves, class Join>
Acc fold_arrays(const Leaves& leaves, index_t begin, index_t count, const Join& join) {
    if (count == 0) return Acc();  // never; without it g++ warns about infinite recursion if no join returns
    if (count > Count) {
        Acc left = detail::fold_arrays<Count, Acc>(leaves, begin, count / 2, join);
        return join(std::move(left),
                    detail::fold_arrays<Count, Acc>(leaves, begin + count / 2, count / 2, join));
    }
    if constexpr (asks_ahead<Leaves>) leaves.ask_ahead(begin, Count);
    Acc level[std::size_t{Count / 2}];
    for (int i = 0; i < Count / 2; ++i) {
        Acc first = leaves[begin + 2 * i];
        // fault: pairs-of-arrays
        level[i] = join(std::move(first), leaves[begin + 2 * i + 1]);
    }
    return detail::join_arrays<Count / 2>(level, join);
}

/// Whether a function computes leaves from items of the same size, or selects between values. Compilers
/// vectorize this in a loop, but not if items are put into vectors one by one. (For wider leaves they do;
/// there copies of converted items took twice as long.)
template <class Acc, class Leaves>
inline constexpr bool are_computed = requires {
    requires Leaves::operator_type::chooses;
}
|| requires(const Leaves& leaves) {
    leaves.source().f;
    requires std::remove_cvref_t<decltype(leaves.source())>::arrays == 1;
    requires std::remove_cvref_t<decltype(leaves.source())>::item_bytes == sizeof(Acc);
};

template <class Acc>
struct copied_leaves {
    const Acc* first;
    Acc operator[](index_t k) const { return first[k]; }
};

/// T(begin, begin + count) of such leaves, where count is 2^i Count: copies some leaves at a time and folds
/// the copy.
template <int Count, class Acc, class Leaves, class Join>
Acc fold_copies(const Leaves& leaves, index_t begin, index_t count, const Join& join) {
    if (count > Count) {
        Acc left = detail::fold_copies<Count, Acc>(leaves, begin, count / 2, join);
        return join(std::move(left),
                    detail::fold_copies<Count, Acc>(leaves, begin + count / 2, count / 2, join));
    }
    if constexpr (asks_ahead<Leaves>) leaves.ask_ahead(begin, Count);
    Acc copies[std::size_t{Count}];
    // fault: copies-of-leaves
    for (int i = 0; i < Count; ++i) copies[i] = leaves[begin + i];
    return lane_fold<Acc, copied_leaves<Acc>, Join>{{copies}, join}.node(0, Count);
}

template <class Acc, class Leaves, class Join>
[[gnu::noinline]] Acc fold_many(const Leaves& leaves, index_t begin, index_t end, const Join& join);

/// The same tree, node for node, but fast: numbers by vectors, small types level by level, others by a
/// recursion that is unrolled at the bottom. (The recursion is also used for few numbers, where vectors would
/// cost more compile time than they save.)
template <class Acc, class Leaves, class Join>
Acc fold_tree(const Leaves& leaves, index_t begin, index_t end, const Join& join) {
    constexpr int few = 16;
    if constexpr (!folds_by_levels<Acc>)
        if (end - begin < 2 * few)
            return detail::fold_digits<few, Acc>(leaves, begin, static_cast<int>(end - begin), join);
    return detail::fold_many<Acc>(leaves, begin, end, join);
}

/// The part of fold_tree for many leaves, in a separate function, so that for few leaves no register is
/// saved.
template <class Acc, class Leaves, class Join>
Acc fold_many(const Leaves& leaves, index_t begin, index_t end, const Join& join) {
    const index_t count = end - begin;
    if constexpr (folds_in_lanes<Acc, Join> && !requires { Leaves::are_few; }) {
        if constexpr (folds_by_simd<Acc, Join> && are_computed<Acc, Leaves>) {
            constexpr int many = 512;
            if (count >= many && is_power(count))
                return detail::fold_copies<many, Acc>(leaves, begin, count, join);
        }
        if (count >= lane_fold<Acc, Leaves, Join>::least && is_power(count))
            return lane_fold<Acc, Leaves, Join>{leaves, join}.node(begin, count);
    }
    if constexpr (folds_by_levels<Acc>) {
        constexpr int nodes = 64;
        if (count <= 2 * nodes)
            return detail::fold_levels<nodes, Acc>(leaves, begin, static_cast<int>(count), join);
    } else if constexpr (folds_by_arrays<Acc> && !folds_by_simd<Acc, Join> &&
                         !requires { Leaves::are_few; }) {
        constexpr int many = 256;
        if (count >= many && is_power(count))
            return detail::fold_arrays<many, Acc>(leaves, begin, count, join);
    }
    const index_t middle = begin + floor_power(count - 1);
    Acc left = detail::fold_tree<Acc>(leaves, begin, middle, join);
    return join(std::move(left), detail::fold_tree<Acc>(leaves, middle, end, join));
}

}  // namespace impulse::detail
