// expect: calling a __host__ function.*access
// SPDX-License-Identifier: Apache-2.0
/// \file
/// An accessor that the GPU cannot call is an error, not a kernel without the call.
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>

struct host_only {
    using element_type = const int;
    using data_handle_type = const int*;
    int access(const int* p, std::size_t i) const { return 2 * p[i]; }
};

/// As much of mdspan as is asked for.
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
