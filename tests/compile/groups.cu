// SPDX-License-Identifier: Apache-2.0
// Reductions by the threads of a group.
#include <impulse/cluster.cuh>
#include <impulse/groups.cuh>

#include <vector>

#if CASE_group_host_iterator  // case: calling a constexpr.*__host__.*check_device_callable
// An iterator that the GPU cannot dereference is an error.
__global__ void reduced(std::vector<int>::const_iterator first, std::vector<int>::const_iterator last,
                        int* x) {
    *x = impulse::joint_reduce(impulse::warp{}, first, last, 0, impulse::plus{});
}
#elif CASE_group_host_operator     // case: calling a __host__ function.*host_only
// An operator that the GPU cannot call is an error in the caller's own kernel, too.
struct host_only {
    int operator()(int a, int b) const { return a + b; }
};

__global__ void reduced(int* x) { *x = impulse::group_reduce(impulse::warp{}, *x, host_only{}); }
#elif CASE_group_range_in_cluster  // case: impulse: a cluster cannot reduce a range
// A cluster reduces values, not ranges.
__global__ void reduced(const int* first, int* x) {
    __shared__ impulse::cluster_storage<int> storage;
    impulse::cluster cluster(storage);
    *x = impulse::joint_reduce(cluster, first, first + 10, 0, impulse::plus{});
}
#elif CASE_group_temporary_block   // case: no instance of overloaded function .*group_reduce
// A block must not be a temporary: it remembers which of its two buffers is next.
__global__ void reduced(int* x) {
    __shared__ impulse::block_storage<int> storage;
    *x = impulse::group_reduce(impulse::block(storage), *x, impulse::plus{});
}
#elif CASE_group_type_not_in_storage  // case: impulse: the block_storage was not made for values of this type; name it there
// A block exchanges only the values that its storage has room for.
__global__ void reduced(double* x) {
    __shared__ impulse::block_storage<char> storage;
    impulse::block block(storage);
    *x = impulse::group_reduce(block, *x, impulse::plus{});
}
#endif
