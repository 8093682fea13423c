// SPDX-License-Identifier: Apache-2.0
// Memory of the host or the GPU, passed to a call on the other.
#include <impulse/device.cuh>
#include <impulse/devices.hpp>
#include <impulse/extrema.hpp>
#include <impulse/host.hpp>
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/sums.hpp>

#include <thrust/device_vector.h>
#include <thrust/iterator/counting_iterator.h>

#include <cstdint>
#include <iostream>
#include <iterator>
#include <vector>

#if CASE_device_vector_beneath_on_host  // case: static assertion failed with .*an iterator into device memory is used on the host
// A std::reverse_iterator over device memory: the reference type of its base iterator shows where the memory
// is.
int main() {
    thrust::device_vector<int> x(2);
    return impulse::reduce(impulse::last_block.on(impulse::host), std::make_reverse_iterator(x.end()),
                           std::make_reverse_iterator(x.begin()), 0);
}
#elif CASE_device_vector_on_host  // case: static assertion failed with .*an iterator into device memory is used on the host
int main() {
    return impulse::reduce(impulse::last_block.on(impulse::host), thrust::device_vector<int>(2), 0);
}
#elif CASE_devices_computed_items  // case: static.assert.*impulse: over GPUs items must be in memory
int main() {
    const auto first = thrust::counting_iterator<int>(0);
    static_cast<void>(impulse::sum(impulse::automatic.on(impulse::devices(0)), first, first + 10));
}
#elif CASE_devices_with_memory  // case: static.assert.*impulse: a policy over several devices takes no memory
int main() {
    const float x[6] = {};
    impulse::workspace space(1 << 20);
    static_cast<void>(impulse::sum(impulse::automatic.on(impulse::devices(0)).with(space), x));
}
#elif CASE_systems_mixed  // case: static assertion failed with .*the iterators of this call belong to different systems \(host and device\)
int main() {
    const thrust::device_vector<int> x(2);
    const std::vector<int> y(2);
    return impulse::transform_reduce(x, y, 0);
}
#elif CASE_systems_mixed_out  // case: static assertion failed with .*the iterators of this call belong to different systems \(host and device\)
int main() {
    const thrust::device_vector<int> x(2);
    int out = 0;
    impulse::reduce_into(impulse::last_block, x, &out, 0);
    return out;
}
#elif CASE_with_what_is_no_memory  // case: static assertion failed with .*impulse: .with.\.\.\.. takes an impulse::workspace, or a resource with allocate
int main() {
    int number = 0;
    const int* const x = nullptr;
    return impulse::reduce(impulse::last_block.with(number).on(impulse::device), x, x, 0);
}
#elif CASE_workspace_on_host  // case: static assertion failed with .*\.with\(\.\.\.\) gives GPU memory, which a call on the host cannot use
int main() {
    impulse::workspace space(1024);
    return impulse::reduce(impulse::last_block.with(space).on(impulse::host), std::vector<int>{1, 2}, 0);
}
#elif CASE_text  // case: static.assert.*impulse: devices are numbers of GPUs, CUDA streams, and impulse::host
int main() { impulse::devices("01"); }
#elif CASE_character  // case: static.assert.*impulse: devices are numbers of GPUs, CUDA streams, and impulse::host
int main() { impulse::devices('0'); }
#elif CASE_segments_without_items  // case: static assertion failed with .*a call on a GPU does not wait for offsets.k.
void call(const int* x, const int* offsets, int* out) {
    impulse::sum_into(impulse::automatic.on(impulse::device), impulse::segments(x, offsets, 3), out);
}
#else
void call() { impulse::devices(0, std::uint8_t{1}); }
#endif

// The results of calls that nvcc refuses, for a GPU and for the host. refused_results.cpp has more cases.
struct m2 {
    double a, b, c, d;
    friend bool operator==(const m2&, const m2&) = default;
};

#define TEST_REFUSED impulse::reduce(impulse::automatic.on(impulse::device), x, x + 9, impulse::plus{}, 0)

bool refused_results() {
    const int* x = nullptr;
    (void)x;
#if CASE_numbers  // case, 1 error: impulse: the arguments are reduce
    int i = TEST_REFUSED;
    i = TEST_REFUSED + 2 * TEST_REFUSED;
    for (int value : TEST_REFUSED) i += value;
    std::cout << TEST_REFUSED << std::endl;
    return i == TEST_REFUSED || i < TEST_REFUSED || TEST_REFUSED != 3;
#elif CASE_objects   // case, 1 error: impulse: the arguments are reduce
    m2 p = TEST_REFUSED;
    p = TEST_REFUSED;
    return p == TEST_REFUSED || TEST_REFUSED == p;
#elif CASE_bindings  // case, 1 error: impulse: the arguments are minmax_value
    auto [low, high] = impulse::minmax_value(impulse::automatic.on(impulse::device), x, x + 9, 0);
    return low == 1 && low < high;
#elif CASE_on_host   // case, 1 error: impulse: the arguments are reduce
    auto [a, b] = impulse::reduce(impulse::automatic.on(impulse::host), x, x + 9, impulse::plus{}, 0);
    return a == b;
#endif
}
