// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reductions by the threads of a group, for use inside a kernel: the pieces that the policies are built on.
///
/// A group is a warp, a part of one, a block, or a cluster of blocks (groups.cuh); on the CPU a single thread, which
/// is a block of its own. In all of these
/// - every thread of the group calls, with the same arguments but for its value; the lanes of a warp or a part of one
///   all exist;
/// - the order is kept, by the threads' ranks or the items' positions, unless `is_commutative<Op, T>`; no identity is
///   needed;
/// - calls may follow each other without a barrier between them, but are none themselves for what the threads write
///   elsewhere (a broadcast in a block or a cluster is);
/// - T is trivially copyable on the GPU; `op(T, T)` converts to T.
#pragma once

#include <impulse/accumulate.hpp>
#include <impulse/config.hpp>
#include <impulse/group.hpp>
#include <impulse/partial.hpp>
#include <impulse/share.hpp>
#include <impulse/sources.hpp>
#include <impulse/tile.hpp>

#include <concepts>
#include <iterator>
#include <type_traits>
#include <utility>

#if IMPULSE_HAS_CUDA
#include <impulse/device/calls.cuh>
#endif

namespace impulse {
inline namespace IMPULSE_ABI {

/// A warp or a part of one: its threads meet in registers.
template <class G>
concept warp_like = requires {
    std::remove_cvref_t<G>::width;
};
/// A block: its warps meet in shared memory. No temporary: which buffer's turn it is, the block itself knows.
template <class G>
concept block_like = std::is_lvalue_reference_v<G> && requires(G group) {
    group.warps();
};
/// A cluster: its blocks meet in each other's shared memory.
template <class G>
concept cluster_like = std::is_lvalue_reference_v<G> && requires(G group) {
    group.blocks();
};
template <class G>
concept reducing_group = warp_like<G> || block_like<G> || cluster_like<G>;

namespace detail {

#if IMPULSE_HAS_CUDA
template <class G>
concept on_gpu = std::remove_cvref_t<G>::is_on_device;
#endif

/// Each block joins its values and leaves the result in the shared memory of the first, which joins those.
IMPULSE_NO_EXEC_CHECK
template <class T, class Cluster, class Op>
IMPULSE_SHARED void reduce_cluster(Cluster& cluster, partial<T>& mine, int valid, Op& op) {
    auto& block = cluster.block();
    const int size = block.size();
    const int left = valid - cluster.block_rank() * size;
    reduce_block<T>(block, mine, left < size ? left : size, op);
    cell<T>* const cells = cluster.template exchange<cell<T>>();
    if (block.rank() == 0 && left > 0) cluster.in_block(0, cells)[cluster.block_rank()] = cell<T>(*mine);
    cluster.sync();
    if (cluster.block_rank() == 0)
        mine = join_cells<T>(block, cells, even_split::of((valid + size - 1) / size, size), op);
}

/// One warp's run.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Warp, class Source, class Op>
IMPULSE_SHARED partial<Acc> reduce_run_of_warp(const Warp& warp, const Source& source, interval items,
                                               Op& op) {
    const auto run = tile_run<Acc, Source, Op>(items, warp.size(), 1);
    if constexpr (is_commutative_v<Op, Acc>)
        return reduce_run_striped<Acc>(warp, source, run, 0, op);
    else
        return reduce_run_ordered<Acc>(warp, source, run, 0, op);
}

}  // namespace detail

/// The value of thread 0, for every thread of the group.
///
/// A warp: one shuffle for every 4 bytes. A block: one barrier. A cluster: one barrier of the cluster.
IMPULSE_NO_EXEC_CHECK
template <reducing_group Group, class T>
IMPULSE_SHARED T group_broadcast(Group&& group, const T& value) {
    if constexpr (warp_like<Group>) {
        return *group.template shuffle<T>(partial<T>(value), 0);
    } else if constexpr (block_like<Group>) {
        return impulse::broadcast(group, value);
    } else {
        // Sent, not fetched: a block may end while others still look at what they got.
        cell<T>* const mine = group.template exchange<cell<T>, 1>();
        if (group.rank() == 0)
            for (int b = 0; b < group.blocks(); ++b) *group.in_block(b, mine) = cell<T>(value);
        group.sync();
        return **mine;
    }
}

/// value of thread 0 ∘ value of thread 1 ∘ … ∘ value of thread valid - 1, in thread 0; what the other threads get
/// stands for nothing.
///
/// \param valid how many threads bring a value: 1 to group.size(), the same in every thread
///
/// A warp: log2(width) steps of shuffles, by Hillis and Steele's pattern (CACM 29, 1986) without its upper half, or
/// one `redux` instruction for plus, minimum, maximum and the bit functors on 32-bit integers. A block: the same
/// twice, and one barrier. A cluster: one barrier of the cluster more.
IMPULSE_NO_EXEC_CHECK
template <reducing_group Group, class T, class Op>
IMPULSE_SHARED T group_reduce(Group&& group, T value, const Op& op, int valid) {
    static_assert(
        reduction_operator<Op, T, T>,
        "impulse: the operator must be callable with two values of the type that the threads bring, and "
        "return what converts to it");
    auto run = detail::as_run(op);
#if IMPULSE_HAS_CUDA
    if constexpr (detail::on_gpu<
                      Group>)  // never run: shared code is not checked for calls of host functions, this is
        if (group.size() == 0) on_device::name_operator(run, value);
#endif
    partial<T> mine;
    if (group.rank() < valid) mine = partial<T>(value);
    if constexpr (warp_like<Group>)
        reduce_warp<T>(group, mine, valid, run);
    else if constexpr (block_like<Group>)
        reduce_block<T>(group, mine, valid < group.size() ? valid : group.size(), run);
    else
        detail::reduce_cluster<T>(group, mine, valid, run);
    return mine.has_value() ? *mine : value;
}

/// The same where every thread brings a value.
IMPULSE_NO_EXEC_CHECK
template <reducing_group Group, class T, class Op>
IMPULSE_SHARED T group_reduce(Group&& group, T value, const Op& op) {
    return group_reduce(group, value, op, group.size());
}

/// The same, with the result in every thread of the group, also in those that bring no value: a `group_reduce` and a
/// `group_broadcast`.
IMPULSE_NO_EXEC_CHECK
template <reducing_group Group, class T, class Op>
IMPULSE_SHARED T group_all_reduce(Group&& group, T value, const Op& op, int valid) {
    return group_broadcast(group, group_reduce(group, value, op, valid));
}
IMPULSE_NO_EXEC_CHECK
template <reducing_group Group, class T, class Op>
IMPULSE_SHARED T group_all_reduce(Group&& group, T value, const Op& op) {
    return group_all_reduce(group, value, op, group.size());
}

/// init ∘ x0 ∘ x1 ∘ … by the threads of a warp, a part of one, or a block, over any number of items: those of a source
/// (sources.hpp) at the positions `items`. In thread 0; what the other threads get stands for nothing.
///
/// Returns `accumulator_t<Op, Init, Item>`. `init` takes part once, on the left, and is the result where there are no
/// items. The operator must accept every mix of accumulator and item, and may have `accumulate`.
///
/// A window runs over the items, 64 bytes a thread at a time, in 16-byte words where the items lie side by side (in
/// global or shared memory, wherever they begin). In order, each warp of a block takes a contiguous share, of which a
/// tree joins one window after the other; the warps meet once, at the end. O(n / size) steps, one barrier.
IMPULSE_NO_EXEC_CHECK
template <reducing_group Group, item_source Source, class Init, class Op>
IMPULSE_SHARED auto joint_reduce(Group&& group, const Source& source, interval items, const Init& init,
                                 const Op& op) {
    using acc = accumulator_t<Op, Init, typename Source::item_type>;
    static_assert(!cluster_like<Group>,
                  "impulse: a range is reduced by a warp or a block; share it among the blocks of a cluster");
    static_assert(
        reduction_operator<Op, acc, typename Source::item_type>,
        "impulse: the operator must be callable with every mix of accumulator and item, each result "
        "and each item must convert to the accumulator (the type that op(init, item) returns)");
    auto run = detail::as_run(op);
    acc result = static_cast<acc>(init);
#if IMPULSE_HAS_CUDA
    if constexpr (detail::on_gpu<Group>)  // never run, as above
        if (group.size() == 0) on_device::name_calls<acc>(run, source);
#endif
    partial<acc> total;
    if constexpr (warp_like<Group>)
        total = detail::reduce_run_of_warp<acc>(group, source, items, run);
    else
        total = reduce_run<acc>(group, source, items, run);
    if (group.rank() == 0 && total.has_value()) result = static_cast<acc>(run(std::move(result), *total));
    return result;
}

/// The same for the items [first, last) behind a pointer or any other random-access iterator.
IMPULSE_NO_EXEC_CHECK
template <reducing_group Group, input_iterator It, class Init, class Op>
IMPULSE_SHARED auto joint_reduce(Group&& group, It first, It last, const Init& init, const Op& op) {
#if IMPULSE_HAS_CUDA
    if constexpr (detail::on_gpu<Group>)  // never run, as above
        if (group.size() == 0) on_device::name_difference(first, last);
#endif
    const auto count = static_cast<index_t>(last - first);
    if constexpr (std::is_pointer_v<It>)
        return joint_reduce(group, contiguous_source<std::iter_value_t<It>>{first, count}, {0, count}, init,
                            op);
    else
        return joint_reduce(group, iterator_source<It>{first}, {0, count}, init, op);
}

}  // namespace IMPULSE_ABI
}  // namespace impulse
