// SPDX-License-Identifier: Apache-2.0
//
// Sums of floats over layouts, compared with a kernel that only streams the same bytes.
//
//   perf_layouts [log2 of the number of values [segments | keys | matrices | wide | wide_axes | wide_keys]]
#include "layouts.cuh"

#include <machine.cuh>

#include <cstdlib>
#include <string>

namespace perf {
namespace {

/// Reads two arrays and writes a third.
__global__ void stream_kernel(const int4* a, long of_a, const int4* b, long of_b, int4* out, long of_out) {
    const long step = long{gridDim.x} * blockDim.x;
    const long first = long{blockIdx.x} * blockDim.x + threadIdx.x;
    int4 seen = {0, 0, 0, 0};
    const auto look = [&](const int4& x) {
        seen.x ^= x.x;
        seen.y ^= x.y;
        seen.z ^= x.z;
        seen.w ^= x.w;
    };
#pragma unroll 4
    for (long i = first; i < of_a; i += step) look(a[i]);
#pragma unroll 4
    for (long i = first; i < of_b; i += step) look(b[i]);
    for (long i = first; i < of_out; i += step) out[i] = seen;
    if (seen.x == 1 && seen.y == 2 && seen.z == 3 && seen.w == 4) out[0] = seen;
}

}  // namespace

layouts_bench::side layouts_bench::streaming(long values, const void* more, long of_more,
                                             long written) const {
    return {"streaming", [=, this] {
                stream_kernel<<<132 * 4, 512, 0, stream()>>>(values_.data<int4>(), values / 4,
                                                             static_cast<const int4*>(more), of_more / 4,
                                                             out_.data<int4>(), written / 4);
                check(cudaGetLastError(), "streaming");
            }};
}

}  // namespace perf

int main(int argc, char** argv) {
    using namespace perf;
    return main_of("perf_layouts", 2, argc, argv, [](int arguments, char** values) {
        const long most = 1L << (arguments > 1 ? std::atoi(values[1]) : 28);
        const std::string which = arguments > 2 ? values[2] : "";
        describe_machine();
        report::context("note",
                        "Sums of groups of " + count_text(most) +
                            " floats, or of as many bytes, L2 cache cold; streamed are the same bytes");
        if (which == "" || which == "segments") measure_segments(most);
        if (which == "" || which == "keys") measure_keys(most);
        if (which == "" || which == "matrices") measure_matrices(most);
        if (which == "" || which == "wide") measure_wide(most);
        if (which == "" || which == "wide_axes") measure_wide_axes(most);
        if (which == "" || which == "wide_keys") measure_wide_keys(most);
    });
}
