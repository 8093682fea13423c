// SPDX-License-Identifier: Apache-2.0
/// \file
/// The groups of users' own kernels: every block size, every number of values, in the free monoid.
#include "gpu.cuh"

#include <doctest/doctest.h>

#include <monoids.hpp>

#include <impulse/cooperative_groups.cuh>

namespace {

namespace cg = cooperative_groups;
using impulse::index_t;
using support::join_stretches;
using support::stretch;

constexpr stretch nothing{-7, -9};

/// What a thread brings: its letter, or what must not be looked at.
__device__ stretch letter(int rank, int valid) { return rank < valid ? stretch{rank, rank + 1} : nothing; }

__device__ void expect(bool right, unsigned* wrong) {
    if (!right) atomicAdd(wrong, 1u);
}

/// What kernels found wrong.
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

// ---- blocks ------------------------------------------------------------------------------------------------------

/// Block b of the grid joins b + 1 values.
__global__ void join_in_blocks(unsigned* wrong) {
    __shared__ impulse::block_storage<stretch> storage;
    impulse::block block(storage);
    const int valid = static_cast<int>(block.grid_rank()) + 1;
    const stretch mine = letter(block.rank(), valid);
    const stretch expected{0, valid};
    const stretch first = impulse::group_reduce(block, mine, join_stretches{}, valid);
    expect(block.rank() != 0 || first == expected, wrong);
    expect(impulse::group_all_reduce(block, mine, join_stretches{}, valid) == expected, wrong);
}

/// A block of three dimensions ranks its threads, x first.
__global__ void join_in_three_dimensions(unsigned* wrong) {
    __shared__ impulse::block_storage<stretch> storage;
    impulse::block block(storage);
    const int rank = static_cast<int>(cg::this_thread_block().thread_rank());
    expect(rank == block.rank(), wrong);
    expect(block.size() == static_cast<int>(cg::this_thread_block().size()), wrong);
    expect(impulse::group_all_reduce(block, letter(rank, block.size()), join_stretches{}) ==
               stretch{0, block.size()},
           wrong);
}

// ---- warps and parts of them -------------------------------------------------------------------------------------

template <int Width>
__global__ void join_in_sub_warps(unsigned* wrong) {
    const impulse::sub_warp<Width> part;
    const int rank = static_cast<int>(threadIdx.x) % Width;
    expect(part.rank() == rank, wrong);
    for (int valid = 1; valid <= Width; ++valid)
        expect(impulse::group_all_reduce(part, letter(rank, valid), join_stretches{}, valid) ==
                   stretch{0, valid},
               wrong);
    const int sum = impulse::group_all_reduce(part, rank + 1, impulse::plus{});
    expect(sum == Width * (Width + 1) / 2, wrong);
}

/// The parts of a warp do different things at the same time.
__global__ void part_company(unsigned* wrong) {
    const impulse::sub_warp<8> part;
    const int number = static_cast<int>(threadIdx.x) / 8;
    for (int round = 0; round <= number; ++round)
        expect(impulse::group_all_reduce(part, letter(part.rank(), 8), join_stretches{}) == stretch{0, 8},
               wrong);
}

/// Thread i of the first `lanes` joins; the others are elsewhere.
__global__ void join_in_partial_warps(unsigned* wrong) {
    const int lanes = static_cast<int>(blockIdx.x) + 1;
    const int rank = static_cast<int>(threadIdx.x);
    if (rank >= lanes) return;
    const impulse::partial_warp warp(lanes);
    for (int valid = 1; valid <= lanes; ++valid) {
        expect(impulse::group_all_reduce(warp, letter(rank, valid), join_stretches{}, valid) ==
                   stretch{0, valid},
               wrong);
        expect(impulse::group_all_reduce(warp, rank, impulse::maximum{}, valid) == valid - 1, wrong);
    }
}

/// The card's own instruction against a loop, for each functor that it knows.
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

// ---- cooperative groups' handles, clusters -----------------------------------------------------------------------

__global__ void join_by_handles(unsigned* wrong) {
    __shared__ impulse::block_storage<stretch> storage;
    auto block = impulse::as_group(cg::this_thread_block(), storage);
    expect(impulse::group_all_reduce(block, letter(block.rank(), block.size()), join_stretches{}) ==
               stretch{0, block.size()},
           wrong);
    const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int rank = static_cast<int>(tile.thread_rank());
    expect(impulse::group_all_reduce(impulse::as_group(tile), letter(rank, 11), join_stretches{}, 11) ==
               stretch{0, 11},
           wrong);
}

__global__ void join_in_clusters(int valid, unsigned* wrong) {
    __shared__ impulse::cluster_storage<stretch> storage;
    auto cluster = impulse::as_group(cg::this_cluster(), storage);
    const stretch expected{0, valid};
    for (int round = 0; round < 4; ++round) {  // one after the other, without a barrier
        const stretch mine = letter(cluster.rank(), valid);
        const stretch first = impulse::group_reduce(cluster, mine, join_stretches{}, valid);
        expect(cluster.rank() != 0 || first == expected, wrong);
        expect(impulse::group_all_reduce(cluster, mine, join_stretches{}, valid) == expected, wrong);
        expect(impulse::group_broadcast(cluster, cluster.rank() + round) == round, wrong);
    }
}

void launch_clusters(int blocks, int threads, int valid, unsigned* wrong) {
    cudaLaunchAttribute dimension{};
    dimension.id = cudaLaunchAttributeClusterDimension;
    dimension.val.clusterDim = {static_cast<unsigned>(blocks), 1, 1};
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(blocks) * 2);
    config.blockDim = dim3(static_cast<unsigned>(threads));
    config.attrs = &dimension;
    config.numAttrs = 1;
    gpu::must(cudaLaunchKernelEx(&config, join_in_clusters, valid, wrong));
}

bool has_clusters() {
    int major = 0;
    if (gpu::devices() > 0) gpu::must(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
    return major >= 9;
}

// ---- runs of items -----------------------------------------------------------------------------------------------

__global__ void join_runs(const stretch* items, index_t count, unsigned* wrong) {
    __shared__ impulse::block_storage<stretch, int> storage;
    __shared__ int small[1000];
    impulse::block block(storage);
    const stretch before{-1, 0};
    const stretch whole = impulse::joint_reduce(block, items, items + count, before, join_stretches{});
    expect(block.rank() != 0 || whole == stretch{-1, count}, wrong);
    if (block.rank() < 8) {
        const impulse::partial_warp some(block.size() < 8 ? block.size() : 8);
        const stretch run = impulse::joint_reduce(some, items, items + count, before, join_stretches{});
        expect(some.rank() != 0 || run == stretch{-1, count}, wrong);
    }
    for (int i = block.rank(); i < 1000; i += block.size()) small[i] = i;
    block.sync();
    const int begin = static_cast<int>(count % 7);  // of any alignment
    const int sum = impulse::joint_reduce(block, small + begin, small + 1000, 0, impulse::plus{});
    expect(block.rank() != 0 || sum == 999 * 1000 / 2 - begin * (begin - 1) / 2, wrong);
}

}  // namespace

TEST_CASE("group_reduce joins every number of values in blocks of every size") {
    findings wrong;
    for (unsigned threads = 1; threads <= 1024; ++threads) join_in_blocks<<<threads, threads>>>(wrong.data());
    CHECK(wrong.number() == 0);
}

TEST_CASE("a block of three dimensions ranks its threads with x first") {
    findings wrong;
    for (const dim3 shape : {dim3(3, 5, 7), dim3(1, 1, 33), dim3(16, 4, 2), dim3(2, 512, 1)})
        join_in_three_dimensions<<<3, shape>>>(wrong.data());
    CHECK(wrong.number() == 0);
}

TEST_CASE("group_reduce in parts of a warp and in warps short of lanes [sanitize]") {
    findings wrong;
    join_in_sub_warps<1><<<2, 96>>>(wrong.data());
    join_in_sub_warps<2><<<2, 96>>>(wrong.data());
    join_in_sub_warps<4><<<2, 96>>>(wrong.data());
    join_in_sub_warps<8><<<2, 96>>>(wrong.data());
    join_in_sub_warps<16><<<2, 96>>>(wrong.data());
    join_in_sub_warps<32><<<2, 96>>>(wrong.data());
    part_company<<<2, 64>>>(wrong.data());
    join_in_partial_warps<<<32, 32>>>(wrong.data());
    CHECK(wrong.number() == 0);
}

TEST_CASE("the card's own reduction of a warp agrees with a loop") {
    findings wrong;
    use_redux<int><<<1, 32>>>(wrong.data());
    use_redux<unsigned><<<1, 32>>>(wrong.data());
    CHECK(wrong.number() == 0);
}

TEST_CASE("cooperative groups' handles stand for groups") {
    findings wrong;
    for (const unsigned threads : {16u, 64u, 208u, 1024u}) join_by_handles<<<2, threads>>>(wrong.data());
    CHECK(wrong.number() == 0);
}

TEST_CASE("group_reduce joins the blocks of a cluster [sanitize]" * doctest::skip(!has_clusters())) {
    findings wrong;
    for (const int blocks : {1, 2, 3, 8})
        for (const int threads : {1, 5, 32, 100})
            for (const int valid : {1, threads, blocks * threads / 2 + 1, blocks * threads})
                if (valid <= blocks * threads) launch_clusters(blocks, threads, valid, wrong.data());
    CHECK(wrong.number() == 0);
}

TEST_CASE("joint_reduce runs a window over global and shared memory [sanitize]") {
    findings wrong;
    constexpr index_t most = 20000;
    const auto items = gpu::made(most, support::make_stretch{});
    for (const unsigned threads : {1u, 7u, 32u, 33u, 96u, 100u, 1000u, 1024u})
        for (const index_t count : {index_t{0}, index_t{1}, index_t{31}, index_t{1025}, most})
            join_runs<<<1, threads>>>(items.data(), count, wrong.data());
    CHECK(wrong.number() == 0);
}
