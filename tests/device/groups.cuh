// SPDX-License-Identifier: Apache-2.0
// Kernels that reduce values by groups of every kind, and count wrong results.
#pragma once

#include "tree.cuh"

#include <impulse/cooperative_groups.cuh>

#include <bit>

namespace {

namespace cg = cooperative_groups;
using gpu::mix;

/// The value of a thread: its item, or a value that must be ignored.
__device__ std::uint64_t item(int rank, int valid) { return rank < valid ? gpu::make_hash{}(rank) : 0xdead; }

/// The tree over the first n items with init on its left, for each n up to the largest cluster of the largest
/// blocks.
const std::uint64_t* folds() {
    static const auto* const all = [] {
        std::vector<index_t> sizes;
        for (index_t n = 0; n <= 16 * 1024; ++n) sizes.push_back(n);
        return new gpu::buffer<std::uint64_t>(gpu::tree_folds(gpu::make_hash{}, sizes, gpu::mix_init, mix{}));
    }();
    return all->data();
}
/// T(0, n) by definition.
std::uint64_t tree_without_init(const std::vector<std::uint64_t>& x) {
    const std::size_t n = x.size();
    if (n == 1) return x.front();
    const auto middle = x.begin() + static_cast<std::ptrdiff_t>(std::bit_floor(n - 1));
    return mix{}(tree_without_init({x.begin(), middle}), tree_without_init({middle, x.end()}));
}
__device__ bool is_tree(std::uint64_t value, int n, const std::uint64_t* folds) {
    return mix{}(gpu::mix_init, value) == folds[n];
}

__device__ void expect(bool right, unsigned* wrong) {
    if (!right) atomicAdd(wrong, 1u);
}

/// Counts what the kernels found wrong.
class findings {
  public:
    findings() : count_(std::vector<unsigned>{0}) {}
    unsigned* data() const { return count_.data(); }
    unsigned number() const {
        gpu::must(cudaGetLastError());
        return gpu::fetch(count_.data());
    }

  private:
    gpu::buffer<unsigned> count_;
};

// ---- blocks -----------------------------------------------------------------------------------------------

/// Block b of the grid reduces b + 1 values.
__global__ void join_in_blocks(const std::uint64_t* folds, unsigned* wrong) {
    __shared__ impulse::block_storage<std::uint64_t, int> storage;
    impulse::block block(storage);
    const int valid = static_cast<int>(block.grid_rank()) + 1;
    const std::uint64_t mine = item(block.rank(), valid);
    const std::uint64_t first = impulse::group_reduce(block, mine, mix{}, valid);
    expect(block.rank() != 0 || is_tree(first, valid, folds), wrong);
    expect(is_tree(impulse::group_all_reduce(block, mine, mix{}, valid), valid, folds), wrong);
    expect(
        impulse::group_all_reduce(block, block.rank() + 1, impulse::plus{}, valid) == valid * (valid + 1) / 2,
        wrong);
    expect(impulse::group_broadcast(block, 7 - block.rank()) == 7, wrong);
}

/// A block of three dimensions ranks its threads, x first.
__global__ void join_in_three_dimensions(const std::uint64_t* folds, unsigned* wrong) {
    __shared__ impulse::block_storage<std::uint64_t> storage;
    impulse::block block(storage);
    const int rank = static_cast<int>(cg::this_thread_block().thread_rank());
    expect(rank == block.rank(), wrong);
    expect(block.size() == static_cast<int>(cg::this_thread_block().size()), wrong);
    expect(is_tree(impulse::group_all_reduce(block, item(rank, block.size()), mix{}), block.size(), folds),
           wrong);
}

/// Values of any size: byte i of a value is i, and the operator keeps the first value.
template <int Size>
struct bytes {
    unsigned char byte[Size];
};
struct keep_first {
    template <class T>
    __device__ T operator()(const T& a, const T&) const {
        return a;
    }
};
template <int Size>
__global__ void __launch_bounds__(1024) join_values_of_size(unsigned* wrong) {
    __shared__ impulse::block_storage<bytes<Size>> storage;
    impulse::block block(storage);
    bytes<Size> mine;
    for (int i = 0; i < Size; ++i) mine.byte[i] = static_cast<unsigned char>(block.rank() + 5 + i);
    const auto first = impulse::group_all_reduce(block, mine, keep_first{});
    for (int i = 0; i < Size; ++i) expect(first.byte[i] == static_cast<unsigned char>(5 + i), wrong);
}

/// Blocks as cooperative groups: the queue, fetched twice without a barrier in between, and the last block.
__global__ void fetch_and_meet(impulse::counters* shared, int count, int* handed_out, unsigned* wrong) {
    __shared__ impulse::block_storage<> storage;
    auto block = impulse::as_group(cg::this_thread_block(), storage);
    const impulse::global_queue queue(&shared->next, count);
    for (;;) {
        const impulse::interval one = queue.fetch(block);
        const impulse::interval more = queue.fetch(block, 3);
        for (auto i = one.begin + block.rank(); i < one.end; i += block.size()) atomicAdd(handed_out + i, 1);
        for (auto i = more.begin + block.rank(); i < more.end; i += block.size())
            atomicAdd(handed_out + i, 1);
        if (!more) break;
    }
    block.sync();
    if (!impulse::last_block_guard(&shared->ticket).is_last(block)) return;
    for (int i = block.rank(); i < count; i += block.size()) expect(handed_out[i] == 1, wrong);
    if (block.rank() == 0) queue.reset();
}

// ---- warps and parts of them ------------------------------------------------------------------------------

template <int Width>
__global__ void join_in_sub_warps(const std::uint64_t* folds, unsigned* wrong) {
    const impulse::sub_warp<Width> part;
    const int rank = static_cast<int>(threadIdx.x) % Width;
    expect(part.rank() == rank, wrong);
    for (int valid = 1; valid <= Width; ++valid)
        expect(is_tree(impulse::group_all_reduce(part, item(rank, valid), mix{}, valid), valid, folds),
               wrong);
    const int sum = impulse::group_all_reduce(part, rank + 1, impulse::plus{});
    expect(sum == Width * (Width + 1) / 2, wrong);
}

/// The parts of a warp run different code at the same time.
__global__ void part_company(const std::uint64_t* folds, unsigned* wrong) {
    const impulse::sub_warp<8> part;
    const int number = static_cast<int>(threadIdx.x) / 8;
    for (int round = 0; round <= number; ++round)
        expect(is_tree(impulse::group_all_reduce(part, item(part.rank(), 8), mix{}), 8, folds), wrong);
}

/// Thread i of the first `lanes` takes part; the others have left.
__global__ void join_in_partial_warps(const std::uint64_t* folds, unsigned* wrong) {
    const int lanes = static_cast<int>(blockIdx.x) + 1;
    const int rank = static_cast<int>(threadIdx.x);
    if (rank >= lanes) return;
    const impulse::partial_warp warp(lanes);
    for (int valid = 1; valid <= lanes; ++valid) {
        expect(is_tree(impulse::group_all_reduce(warp, item(rank, valid), mix{}, valid), valid, folds),
               wrong);
        expect(impulse::group_all_reduce(warp, rank, impulse::maximum{}, valid) == valid - 1, wrong);
        expect(impulse::group_all_reduce(warp, rank, impulse::plus{}, valid) == valid * (valid - 1) / 2,
               wrong);
        expect(impulse::group_all_reduce(warp, ~(1u << rank), impulse::bit_and{}, valid) ==
                   ~(0xffffffffu >> (32 - valid)),
               wrong);
    }
}

/// Compares the GPU's own instruction with a loop, for each functor that has one.
template <class T, class Op>
__device__ void compare_hardware(Op op, unsigned* wrong) {
    const int rank = static_cast<int>(threadIdx.x);
    for (int valid = 1; valid <= 32; ++valid) {
        T expected{};
        for (int i = 0; i < valid; ++i) {
            const T item = static_cast<T>(support::scatter(static_cast<std::uint64_t>(i)));
            expected = i == 0 ? item : op(expected, item);
        }
        const T mine = static_cast<T>(support::scatter(static_cast<std::uint64_t>(rank)));
        expect(impulse::group_all_reduce(impulse::warp{}, mine, op, valid) == expected, wrong);
        expect(impulse::group_all_reduce(impulse::warp{}, mine, impulse::ordered(op), valid) == expected,
               wrong);
    }
}
template <class T>
__global__ void use_redux(unsigned* wrong) {
    compare_hardware<T>(impulse::plus{}, wrong);
    compare_hardware<T>(impulse::minimum{}, wrong);
    compare_hardware<T>(impulse::maximum{}, wrong);
    compare_hardware<T>(impulse::bit_and{}, wrong);
    compare_hardware<T>(impulse::bit_or{}, wrong);
    compare_hardware<T>(impulse::bit_xor{}, wrong);
}

// ---- cooperative groups' handles, clusters ----------------------------------------------------------------

__global__ void join_by_handles(const std::uint64_t* folds, unsigned* wrong) {
    __shared__ impulse::block_storage<std::uint64_t> storage;
    auto block = impulse::as_group(cg::this_thread_block(), storage);
    expect(is_tree(impulse::group_all_reduce(block, item(block.rank(), block.size()), mix{}), block.size(),
                   folds),
           wrong);
    const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int rank = static_cast<int>(tile.thread_rank());
    expect(is_tree(impulse::group_all_reduce(impulse::as_group(tile), item(rank, 11), mix{}, 11), 11, folds),
           wrong);
}

__global__ void join_in_clusters(int valid, std::uint64_t expected, unsigned* wrong) {
    __shared__ impulse::cluster_storage<std::uint64_t> storage;
    auto cluster = impulse::as_group(cg::this_cluster(), storage);
    for (int round = 0; round < 4; ++round) {  // one after the other, without a barrier
        const std::uint64_t mine = item(cluster.rank(), valid);
        const std::uint64_t first = impulse::group_reduce(cluster, mine, mix{}, valid);
        expect(cluster.rank() != 0 || first == expected, wrong);
        expect(impulse::group_all_reduce(cluster, mine, mix{}, valid) == expected, wrong);
        expect(impulse::group_broadcast(cluster, cluster.rank() + round) == round, wrong);
    }
}

// ---- runs of items ----------------------------------------------------------------------------------------

struct third_byte {
    __device__ int operator()(const bytes<12>& x) const { return x.byte[2]; }
};
struct identity_of_index {
    __device__ index_t operator()(index_t i) const { return i; }
};

/// Any number of items in global memory, of 1 and of 12 bytes, and behind an iterator, in any order.
__global__ void __launch_bounds__(1024)
    add_up(const unsigned char* small, const bytes<12>* odd, index_t count, unsigned* wrong) {
    __shared__ impulse::block_storage<index_t> storage;
    impulse::block block(storage);
    const index_t expected = count * (count - 1) / 2;
    const gpu::positions<identity_of_index> numbers{0, {}};
    const index_t a = impulse::joint_reduce(block, numbers, numbers + count, index_t{0}, impulse::plus{});
    expect(block.rank() != 0 || a == expected, wrong);
    const index_t b = impulse::joint_reduce(block, small, small + count, index_t{0}, impulse::plus{});
    expect(block.rank() != 0 || b == 3 * count, wrong);
    const auto twelfths = impulse::make_transform_source(impulse::contiguous(odd, count), third_byte{});
    const index_t c = impulse::joint_reduce(block, twelfths, {0, count}, index_t{0}, impulse::plus{});
    expect(block.rank() != 0 || c == 3 * count, wrong);
    const auto both = impulse::zipped(impulse::contiguous(small, count), twelfths, impulse::multiplies{});
    const index_t d = impulse::joint_reduce(block, both, {0, count}, index_t{5}, impulse::plus{});
    expect(block.rank() != 0 || d == 9 * count + 5, wrong);
}

__global__ void __launch_bounds__(1024)
    join_runs(const std::uint64_t* items, index_t count, std::uint64_t expected, unsigned* wrong) {
    __shared__ impulse::block_storage<std::uint64_t, int> storage;
    __shared__ int small[1000];
    impulse::block block(storage);
    const std::uint64_t init = gpu::mix_init;
    const std::uint64_t whole = impulse::joint_reduce(block, items, items + count, init, mix{});
    expect(block.rank() != 0 || whole == expected, wrong);
    if (block.rank() < 8) {
        const impulse::partial_warp some(block.size() < 8 ? block.size() : 8);
        const std::uint64_t run = impulse::joint_reduce(some, items, items + count, init, mix{});
        expect(some.rank() != 0 || run == expected, wrong);
    }
    for (int i = block.rank(); i < 1000; i += block.size()) small[i] = i;
    block.sync();
    const int begin = static_cast<int>(count % 7);  // with any alignment
    const int sum = impulse::joint_reduce(block, small + begin, small + 1000, 0, impulse::plus{});
    expect(block.rank() != 0 || sum == 999 * 1000 / 2 - begin * (begin - 1) / 2, wrong);
}

void launch_clusters_of(int blocks, int threads, int valid, findings& wrong) {
    // The tree over the blocks' values, each of which is the tree over its ranks.
    std::vector<std::uint64_t> of_blocks;
    for (int first = 0; first < valid; first += threads) {
        const auto items = support::make_items(std::min(threads, valid - first),
                                               [&](index_t i) { return gpu::make_hash{}(first + i); });
        of_blocks.push_back(tree_without_init(items));
    }
    gpu::launch_clusters(join_in_clusters, static_cast<unsigned>(blocks), 2 * static_cast<unsigned>(blocks),
                         static_cast<unsigned>(threads), valid, tree_without_init(of_blocks), wrong.data());
}

}  // namespace
