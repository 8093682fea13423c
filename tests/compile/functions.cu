// SPDX-License-Identifier: Apache-2.0
// Host functions, which a GPU cannot call.
#include <impulse/by_key.hpp>
#include <impulse/extrema.hpp>
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/sums.hpp>

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
