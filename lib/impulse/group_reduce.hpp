// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reductions by the threads of a group, for use inside a kernel: the building blocks of the policies.
///
/// A group is a warp, a part of a warp, a block, or a cluster of blocks (groups.cuh). On the CPU it is a
/// single thread, which is a block of one thread. For all groups
/// - every thread of the group makes the call, with the same arguments except its value; all lanes of a warp
/// or of a part of a warp exist;
/// - values are joined by the tree over the threads' ranks or the items' positions, unless `freedom<Op,
/// Type>` allows more; no identity is needed. A cluster joins its blocks' values by the tree, and each block
/// joins the values of its threads by the tree (together this is the tree over all ranks if the number of
/// threads of a block is a power of two);
/// - calls may follow each other without a barrier between them, but a call is no barrier for other memory
/// that the threads write (a broadcast in a block or a cluster is one);
/// - Type is trivially copyable on the GPU; `op(Type, Type)` converts to Type.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/collectives.hpp>
#include <impulse/detail/kernel/subtree_reduce.hpp>
#include <impulse/detail/kernel/tile_range.hpp>
#include <impulse/detail/op/operator_refusals.hpp>
#include <impulse/detail/source/iterator_source.hpp>
#include <impulse/detail/source/leaves.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/source/transform_source.hpp>
#include <impulse/operators.hpp>

#include <iterator>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

/// A warp or a part of a warp: its threads exchange values in registers.
template <class Group>
concept warp_like = requires {
    std::remove_cvref_t<Group>::width;
};
/// A block: its warps exchange values in shared memory. It must not be a temporary, because the object stores
/// which buffer is next.
template <class Group>
concept block_like = std::is_lvalue_reference_v<Group> && requires(Group group) {
    group.warps();
};
/// A cluster: its blocks exchange values in each other's shared memory.
template <class Group>
concept cluster_like = std::is_lvalue_reference_v<Group> && requires(Group group) {
    group.blocks();
};
/// A group that can reduce: one of these three.
template <class Group>
concept reducing_group = warp_like<Group> || block_like<Group> || cluster_like<Group>;

namespace detail {

/// Each block joins its values and writes the result to the shared memory of the first block. The first warp
/// of that block joins these results, of which there are at most 16.
IMPULSE_NO_EXEC_CHECK
template <class Type, class Cluster, class Op>
IMPULSE_SHARED void reduce_cluster(Cluster& cluster, uninitialized<Type>& mine, int valid,
                                   const op_adaptor<Type, Op>& join) {
    auto& block = cluster.block();
    const int size = block.size();
    const int remaining = valid - cluster.block_rank() * size;
    detail::reduce_block<Type>(block, mine, remaining < size ? remaining : size, join);
    uninitialized<Type>* const partials = cluster.template exchange<uninitialized<Type>>();
    if (block.rank() == 0 && remaining > 0) cluster.in_block(0, partials)[cluster.block_rank()] = mine;
    cluster.sync();
    if (cluster.block_rank() == 0 && block.rank() == 0) {
        const int blocks = (valid + size - 1) / size;
        for (int step = 1; step < blocks; step *= 2)
            for (int b = 0; b + step < blocks; b += 2 * step)
                partials[b] = uninitialized<Type>(join(Type(*partials[b]), Type(*partials[b + step])));
        mine = partials[0];
    }
}

#if IMPULSE_HAS_CUDA
template <class Group>
concept on_gpu = std::remove_cvref_t<Group>::is_on_device;

/// Never run. In device code nvcc checks this call.
template <class It>
__device__ void name_difference(const It& first, const It& last) {
    static_cast<void>(last - first);
}
#endif

}  // namespace detail

/// Returns the value of thread 0 to every thread of the group.
///
/// Requires: every thread of the group makes the call, Type is trivially copyable on a GPU, and the storage
/// of a block or cluster was made for Type.
/// Complexity: a warp: one shuffle for every 4 bytes. A block: one barrier. A cluster: one barrier of the
/// cluster.
/// Memory: the group's storage.
/// Throws: nothing.
IMPULSE_NO_EXEC_CHECK
template <reducing_group Group, class Type>
IMPULSE_SHARED Type group_broadcast(Group&& group, const Type& value) {
    if constexpr (warp_like<Group>) {
        return *group.shuffle(uninitialized<Type>(value), 0);
    } else if constexpr (block_like<Group>) {
        return detail::broadcast(group, value);
    } else {
        // Thread 0 writes to all blocks; if blocks read it, its block could end before they have read.
        uninitialized<Type>* const mine = group.template exchange<uninitialized<Type>, 1>();
        if (group.rank() == 0)
            for (int b = 0; b < group.blocks(); ++b) *group.in_block(b, mine) = uninitialized<Type>(value);
        group.sync();
        return **mine;
    }
}

/// Returns value of thread 0 ∘ value of thread 1 ∘ … ∘ value of thread valid - 1 to thread 0; the value in
/// other threads has no meaning. `valid` is the number of threads with a value, from 1 to group.size(), and
/// is the same in every thread.
///
/// Requires: an operator that takes two values of Type and returns a type that converts to Type; and what
/// `group_broadcast` requires.
/// Complexity: a warp: log2(width) steps of shuffles, or one `redux` instruction for plus, minimum, maximum
/// and the bitwise functors on 32-bit integers. A block: the same twice, and one barrier. A cluster: one
/// barrier of the cluster more.
/// Throws: nothing on a GPU; on the host what `op` throws.
/// Method: Hillis and Steele's pattern (CACM 29, 1986) without its upper half.
/// Otherwise the same as `group_broadcast`.
IMPULSE_NO_EXEC_CHECK
template <reducing_group Group, class Type, class Op>
IMPULSE_SHARED Type group_reduce(Group&& group, Type value, const Op& op, int valid) {
    static_assert(
        detail::combines<Op, Type> || detail::joins_rvalues<Op, Type> || detail::joins_lvalues<Op, Type>,
        "impulse: the operator must be callable with two values of the threads' type, and return a type that "
        "converts to it");
    using refused = decltype(detail::refusal_of_join<Op, Type>());
    if constexpr (detail::is_refusal<refused>) refused::template say<Type, Op>();
    auto run = detail::as_run(op);
#if IMPULSE_HAS_CUDA
    if constexpr (detail::on_gpu<Group>)  // never run: shared code is not checked for calls of host
                                          // functions, this is
        if (group.size() == 0) detail::check_device_join(run, value);
#endif
    const detail::op_adaptor<Type, decltype(run)> join(run, detail::thread_zero());
    uninitialized<Type> mine(detail::contraction_barrier<Type>(value, join.zero()));
    if constexpr (warp_like<Group>)
        detail::reduce_warp<Type>(group, mine, valid, join);
    else if constexpr (block_like<Group>)
        detail::reduce_block<Type>(group, mine, valid < group.size() ? valid : group.size(), join);
    else
        detail::reduce_cluster<Type>(group, mine, valid, join);
    return *mine;
}

/// The same if every thread has a value.
IMPULSE_NO_EXEC_CHECK
template <reducing_group Group, class Type, class Op>
IMPULSE_SHARED Type group_reduce(Group&& group, Type value, const Op& op) {
    return group_reduce(group, value, op, group.size());
}

/// The same, but every thread of the group gets the result, also threads without a value: a `group_reduce`
/// followed by a `group_broadcast`.
/// Otherwise the same as `group_reduce`.
IMPULSE_NO_EXEC_CHECK
template <reducing_group Group, class Type, class Op>
IMPULSE_SHARED Type group_all_reduce(Group&& group, Type value, const Op& op, int valid) {
    return group_broadcast(group, group_reduce(group, value, op, valid));
}
IMPULSE_NO_EXEC_CHECK
template <reducing_group Group, class Type, class Op>
IMPULSE_SHARED Type group_all_reduce(Group&& group, Type value, const Op& op) {
    return group_all_reduce(group, value, op, group.size());
}

/// Returns init ∘ x0 ∘ x1 ∘ … to thread 0, over any number of items, by the threads of a warp, a part of a
/// warp, or a block. The items are those of a source (detail/source/source.hpp) at the positions `items`. The
/// value in other threads has no meaning. The result has the bits of `tree_fold` of these items.
///
/// `init` is joined once, on the left, and is the result for no items. The operator may be an aggregate.
///
/// Each warp takes one tile at a time: 64 bytes for each thread, in 16-byte words if the items are contiguous
/// (in global or shared memory, with any alignment).
///
/// Requires: the same range and operator in every thread; a group that is not a cluster; and what
/// `group_reduce` requires.
/// Complexity: O(n / size) steps; in a block a barrier for every 32 tiles, or a single one if items may be
/// reordered.
/// Otherwise the same as `group_reduce`.
IMPULSE_NO_EXEC_CHECK
template <reducing_group Group, item_source Source, class Init, class Op>
IMPULSE_SHARED auto joint_reduce(Group&& group, const Source& source, interval items, const Init& init,
                                 const Op& op) {
    using item = typename Source::item_type;
    using acc = typename decltype(detail::accumulator_of<Op, Init, item>())::type;
    using refused = decltype(detail::refusal_of_operator<Op, acc, item>());
    constexpr bool holds = !detail::is_refusal<refused>;
    if constexpr (!holds) refused::template say<Source, Init, Op>();
    auto run = detail::as_run(op);
#if IMPULSE_HAS_CUDA
    if constexpr (detail::on_gpu<Group>)  // never run, as above
        if (group.size() == 0) {
            detail::check_device_join(run, *reinterpret_cast<const acc*>(&source));
            source.check_device_callable(&source);
        }
#endif
    const detail::op_adaptor<acc, decltype(run)> join(run, detail::thread_zero());
    const detail::leaves<acc, const Source, decltype(run), 64> leaves(source, join, items);
    acc result = static_cast<acc>(init);
    if constexpr (holds) {
        const interval all{0, leaves.count()};
        uninitialized<acc> total;
        if constexpr (warp_like<Group>)
            total = detail::reduce_in_warp<acc>(group, leaves, all, join);
        else
            total = detail::reduce_in_block<acc>(group, leaves, all, join);
        if (group.rank() == 0 && all) result = join(std::move(result), std::move(*total));
    }
    return detail::finalize(run, std::move(result), items.size());
}

namespace detail {
IMPULSE_REFUSAL(range_in_cluster,
                "impulse: a cluster cannot reduce a range; split it among the blocks of the cluster");
IMPULSE_REFUSAL(no_item_source,
                "impulse: the arguments are joint_reduce(group, source, items, init, op): an item_source "
                "has item_type, "
                "item_bytes, read_bytes, arrays, in_place, adds_up, at(origin, i), load and load_valid");
}  // namespace detail

template <reducing_group Group, item_source Source, class Init, class Op>
requires cluster_like<Group> IMPULSE_SHARED auto joint_reduce(Group&&, const Source&, interval, const Init&,
                                                              const Op&) {
    return detail::refusal<detail::range_in_cluster>::template say<Group, Source, Init, Op>();
}

template <reducing_group Group, class Source, class Init, class Op>
requires(!item_source<Source>) IMPULSE_SHARED
    auto joint_reduce(Group&&, const Source&, interval, const Init&, const Op&) {
    return detail::refusal<detail::no_item_source>::template say<Group, Source, Init, Op>();
}

/// The same for the items [first, last) of a pointer or any other random-access iterator.
IMPULSE_NO_EXEC_CHECK
template <reducing_group Group, input_iterator It, class Init, class Op>
IMPULSE_SHARED auto joint_reduce(Group&& group, It first, It last, const Init& init, const Op& op) {
#if IMPULSE_HAS_CUDA
    if constexpr (detail::on_gpu<Group>)  // never run, as above
        if (group.size() == 0) detail::name_difference(first, last);
#endif
    const interval all{0, static_cast<index_t>(last - first)};
    if constexpr (std::is_pointer_v<It>)
        return joint_reduce(group, contiguous_source<std::iter_value_t<It>>{first, all.end}, all, init, op);
    else
        return joint_reduce(group, iterator_source<It>{first, detail::thread_zero()}, all, init, op);
}

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
