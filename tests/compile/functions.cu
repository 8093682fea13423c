// SPDX-License-Identifier: Apache-2.0
// Host functions, items, results and temporaries, which a GPU cannot call or access; reductions by the
// threads of a group.
#include <impulse/by_key.hpp>
#include <impulse/cluster.cuh>
#include <impulse/extrema.hpp>
#include <impulse/groups.cuh>
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/sums.hpp>

#include <cuda_fp16.h>

#include <ranges>
#include <span>
#include <vector>

#if CASE_accessor_on_device  // case: calling a __host__ function.*access
// An accessor that the GPU cannot call must be an error. Otherwise the kernel would silently lack the call.
struct host_only {
    using element_type = const int;
    using data_handle_type = const int*;
    int access(const int* p, std::size_t i) const { return 2 * p[i]; }
};

/// The members of mdspan that the library uses.
struct matrix {
    using element_type = const int;
    using accessor_type = host_only;
    using rank_type = int;
    struct mapping_type {
        static bool is_strided() { return true; }
    };
    const int* first;
    static constexpr int rank() { return 2; }
    int extent(int) const { return 10; }
    int stride(int axis) const { return axis == 0 ? 10 : 1; }
    mapping_type mapping() const { return {}; }
    host_only accessor() const { return {}; }
    const int* data_handle() const { return first; }
};

void reduced(const int* first, int* out) {
    impulse::reduce_into(impulse::last_block.on(impulse::device), impulse::columns(matrix{first}), out, 0);
}
#elif CASE_aggregate_lift_of_pack_on_device  // case: calling a __host__ function.*lift
// An overload for packs that the GPU cannot call must be an error. Otherwise the kernel would silently lack
// the call.
struct host_only_packs {
    static constexpr int leaf = 4;
    __host__ __device__ int lift(int item) const { return item; }
    int lift(const impulse::pack<int, 4>& items) const { return items[0]; }
    __host__ __device__ int operator()(int a, int b) const { return a + b; }
};

int reduced(const int* first) {
    return impulse::reduce(impulse::last_block.on(impulse::device), first, first + 10, 0, host_only_packs{});
}
#elif CASE_host_copies_on_device  // case (-diag-suppress=20011,20014): calling a __host__ function.*item::item
// Copies written by hand that the GPU cannot call must be an error. Otherwise the kernel would silently lack
// them.
struct item {
    int value;
    __host__ __device__ explicit item(int v) : value(v) {}
    item(const item& other) : value(other.value) {}
    item& operator=(const item&) = default;
};
template <>
struct impulse::copies_as_bytes<item> : std::true_type {};

struct add {
    __host__ __device__ item operator()(const item& a, const item& b) const {
        return item(a.value + b.value);
    }
};

int reduced(const item* first) {
    return impulse::reduce(impulse::last_block.on(impulse::device), first, first + 10, item(0), add{}).value;
}
#elif CASE_host_operator_on_device           // case: calling a __host__ function.*host_only
// An operator that the GPU cannot call must be an error. Otherwise the kernel would silently lack the call.
struct host_only {
    int operator()(int a, int b) const { return a + b; }
};

int reduced(const int* first) {
    return impulse::reduce(impulse::last_block.on(impulse::device), first, first + 10, 0, host_only{});
}
#elif CASE_host_plus_on_device               // case: calling a __host__ function.*operator [+]
// Operators of the items' own type that the GPU cannot call must be errors, although functors of the library
// call them. Otherwise the kernel would silently lack the calls; so in the cases below.
struct item {
    int value;
    item operator+(const item& other) const { return {value + other.value}; }
};

void reduced(const item* first, item* out) {
    impulse::reduce_into(impulse::last_block.on(impulse::device), first, first + 10, out, item{},
                         impulse::assume_associative(impulse::plus{}));
}
#elif CASE_host_less_on_device               // case: calling a __host__ function.*operator <
struct item {
    int value;
    bool operator<(const item& other) const { return value < other.value; }
};

void reduced(const item* first, item* out) {
    impulse::reduce_into(impulse::last_block.on(impulse::device), first, first + 10, out, item{},
                         impulse::maximum{});
}
#elif CASE_host_equal_on_device              // case: calling a __host__ function.*operator ==
struct key {
    int value;
    bool operator==(const key& other) const { return value == other.value; }
};

void reduced(const key* keys, const int* first, key* keys_out, int* out, int* count) {
    impulse::reduce_by_key_into(impulse::last_block.on(impulse::device),
                                impulse::by_key(std::span(keys, 10), std::span(first, 10)), keys_out, out,
                                count, 0);
}
#elif CASE_host_comparison_on_device         // case: calling a __host__ function.*host_only
struct host_only {
    bool operator()(int a, int b) const { return a > b; }
};

void reduced(const int* first, impulse::index_t* out) {
    impulse::argmin_into(impulse::last_block.on(impulse::device), first, first + 10, out, host_only{});
}
#elif CASE_host_predicate_on_device          // case: calling a __host__ function.*host_only
struct host_only {
    bool operator()(int a) const { return a > 3; }
};

void reduced(const int* first, impulse::index_t* out) {
    impulse::count_if_into(impulse::last_block.on(impulse::device), first, first + 10, out, host_only{});
}
#elif CASE_host_operator_together_on_device  // case: calling a __host__ function.*host_only
struct host_only {
    int operator()(int a, int b) const { return a * b; }
};

void reduced(const int* first, impulse::values<int, int>* out) {
    impulse::reduce_into(impulse::last_block.on(impulse::device), first, first + 10, out,
                         impulse::make_values(0, 1), impulse::together(impulse::plus{}, host_only{}));
}
#elif CASE_local_functor  // case: A type defined inside a __host__ function.*cannot be used in the template argument type of a __global__
int reduced(const int* first) {
    struct local {
        __host__ __device__ int operator()(int a, int b) const { return a + b; }
    };
    return impulse::reduce(impulse::last_block.on(impulse::device), first, first + 10, 0, local{});
}
#elif CASE_host_transform_on_device  // case: calling a __host__ function.*host_only
// A transform that the GPU cannot call must be an error. Otherwise the kernel would silently lack the call.
struct host_only {
    int operator()(int a) const { return a + 1; }
};

int reduced(const int* first) {
    return impulse::transform_reduce(impulse::last_block.on(impulse::device), first, first + 10, 0,
                                     impulse::plus{}, host_only{});
}
#endif

// Items, results and temporaries that a GPU cannot access.
#if CASE_keys_of_a_temporary_on_device  // case: static assertion failed with .*impulse: this layout holds a temporary container
void call(cudaStream_t stream, int* keys_out, std::span<float> x, float* out, int* count) {
    impulse::reduce_by_key_into(impulse::last_block.on(stream), impulse::by_key(std::vector<int>(4), x),
                                keys_out, out, count);
}
#elif CASE_layout_of_a_temporary_on_device  // case: static assertion failed with .*impulse: this layout holds a temporary container
void call(cudaStream_t stream, float* out) {
    impulse::sum_into(impulse::last_block.on(stream), impulse::batches(std::vector<float>(4), 2), out);
}
#elif CASE_list_on_device  // case: static assertion failed with .*impulse: a list of items is in host memory, which a GPU cannot reach
int main() { return impulse::reduce(impulse::last_block.on(impulse::device), {1, 2, 3}, 0); }
#elif CASE_no_host  // case: static assertion failed with .*impulse: pointers and iterators mean the host unless the policy says where; for GPU memory write .on.stream.
// Files compiled by nvcc have the device only, unless they also include the host.
int main() { return impulse::reduce(std::vector<int>{1, 2}, 0); }
#elif CASE_not_trivially_copyable  // case: static assertion failed with .*on a GPU the accumulator and the result must be trivially copyable
struct item {
    int value;
    __host__ __device__ item(int v) : value(v) {}
    __host__ __device__ item(const item& other) : value(other.value) {}
    item& operator=(const item&) = default;
};

struct add {
    __host__ __device__ item operator()(const item& a, const item& b) const {
        return item(a.value + b.value);
    }
};

int main() {
    const item* const x = nullptr;
    return impulse::reduce(impulse::last_block.on(impulse::device), x, x, item(0), add{}).value;
}
#elif CASE_temporary_on_device  // case: static assertion failed with .*impulse: this temporary range would end before the GPU reads it
void call(cudaStream_t stream, float* out) {
    impulse::sum_into(impulse::last_block.on(stream), std::vector<float>(4), out);
}
#elif CASE_temporary_second_input_on_device  // case: static assertion failed with .*impulse: this temporary range would end before the GPU reads it
void call(cudaStream_t stream, std::span<float> x, float* out) {
    impulse::dot_into(impulse::last_block.on(stream), x, std::vector<float>(x.size()), out);
}
#elif CASE_value_too_large  // case: static assertion failed with .*on a GPU the accumulator and the result may have at most 256 bytes
struct item {
    char bytes[257];
};

struct last {
    __host__ __device__ item operator()(const item&, const item& b) const { return b; }
};

int main() {
    const item* const x = nullptr;
    return impulse::reduce(impulse::two_pass.on(impulse::device), x, x, item{}, last{}).bytes[0];
}
#elif CASE_view_unmeasured_on_device  // case: static assertion failed with .*impulse: this range does not know its length, and the host cannot count items on a GPU
int main() {
    const int* const x = nullptr;
    const auto small = [](int item) { return item < 10; };
    return impulse::reduce(impulse::last_block.on(impulse::device),
                           std::span(x, 10) | std::views::take_while(small), 0);
}
#endif

// Reductions by the threads of a group.
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

struct add_half {
    __host__ __device__ float operator()(float sum, __half x) const { return sum + static_cast<float>(x); }
};

// The caller's own functions that combine values.
float folded(const float* x) {
    return impulse::reduce(impulse::last_block.on(impulse::device), x, x + 10, 0.0f,
                           [] __device__(float a, float b) -> float { return a + b; });
}

#if CASE_float_and_half  // case: static.assert.*impulse: the operator takes an accumulator and an item
__global__ void refused(float* x) { *x = impulse::group_reduce(impulse::warp{}, *x, add_half{}); }
#elif CASE_lambda  // case: static.assert.*impulse: the operator takes an accumulator and an item
double refused(const int* x) {
    return impulse::reduce(impulse::last_block.on(impulse::device), x, x + 10, 0.0,
                           [] __host__ __device__(double sum, int i) { return sum + i * i; });
}
#elif CASE_claim   // case: static.assert.*impulse: assume_associative.op. is false for . or .
__global__ void refused(__half* x) {
    *x = impulse::group_reduce(impulse::warp{}, *x, impulse::assume_associative(impulse::plus{}));
}
#endif
