// SPDX-License-Identifier: Apache-2.0
//
// Matrix addition, c = a + b, after Cheng, Grossman and McKercher, "Professional CUDA C Programming", chapter
// 4 (sumMatrixGPUManual, sumMatrixGPUManaged). The host writes a and b before, and reads c afterwards; a row
// has copies, or unified memory with prefetches and advice. All times are host times. The unified matrices
// are `__managed__` variables.
#include <launcher.cuh>
#include <memory/arrays.cuh>
#include <memory/families.hpp>

namespace perf {

namespace {

constexpr int side = 1 << 12;
constexpr int n = side * side;
constexpr std::size_t bytes = n * sizeof(int);
constexpr int threads = 256;

__managed__ int managed_a[n];
__managed__ int managed_b[n];
__managed__ int managed_c[n];

__global__ void add_matrices(const int* a, const int* b, int* c) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = a[i] + b[i];
}

cudaStream_t stream() { return lab::instance().stream(); }
void synchronize() { check(cudaStreamSynchronize(stream()), "adding matrices"); }

struct matrices {
    int *a, *b, *c;
};
matrices managed() { return {managed_a, managed_b, managed_c}; }
matrices pinned() {
    static const pinned_memory sum(bytes);
    return {arrays::all().pinned(), arrays::all().pinned() + n, sum.data<int>()};
}
matrices pageable() {
    static std::vector<int> sum(n);
    return {arrays::all().pageable(), arrays::all().pageable() + n, sum.data()};
}
matrices on_gpu() {
    int* const all = arrays::all().on_gpu();
    return {all, all + n, all + std::int64_t{2} * n};
}

void add(const matrices& of) { launcher().launch(add_matrices, n / threads, threads, of.a, of.b, of.c); }

// ---- how the matrices come and go ------------------------------------------------------------------------

constexpr cudaMemLocation gpu_0{cudaMemLocationTypeDevice, 0};
constexpr cudaMemLocation the_host{cudaMemLocationTypeHost, 0};

void prefetch(const int* matrix, cudaMemLocation where) {
    check(cudaMemPrefetchAsync(matrix, bytes, where, 0, stream()), "prefetching pages");
}
void advise(const int* matrix, cudaMemoryAdvise what, cudaMemLocation where) {
    check(cudaMemAdvise(matrix, bytes, what, where), "advising on pages");
}

void copied(const matrices& host) {
    const matrices there = on_gpu();
    check(cudaMemcpyAsync(there.a, host.a, bytes, cudaMemcpyHostToDevice, stream()), "copying a matrix");
    check(cudaMemcpyAsync(there.b, host.b, bytes, cudaMemcpyHostToDevice, stream()), "copying a matrix");
    add(there);
    check(cudaMemcpyAsync(host.c, there.c, bytes, cudaMemcpyDeviceToHost, stream()), "copying a matrix");
}
void in_place(const matrices& of) { add(of); }
void prefetched(const matrices& of) {
    for (const int* each : {of.a, of.b, of.c}) prefetch(each, gpu_0);
    add(of);
    prefetch(of.c, the_host);
}

// ---- advice ----------------------------------------------------------------------------------------------

void no_advice(const matrices&, bool) {}
/// Pages of a and b are duplicated, not moved: the host keeps its own copy.
void read_mostly(const matrices& of, bool given) {
    for (const int* each : {of.a, of.b})
        advise(each, given ? cudaMemAdviseSetReadMostly : cudaMemAdviseUnsetReadMostly, gpu_0);
}
/// No page migrates: the GPU reads and writes over the link.
void left_on_the_host(const matrices& of, bool given) {
    for (const int* each : {of.a, of.b, of.c}) {
        advise(each, given ? cudaMemAdviseSetPreferredLocation : cudaMemAdviseUnsetPreferredLocation,
               the_host);
        advise(each, given ? cudaMemAdviseSetAccessedBy : cudaMemAdviseUnsetAccessedBy, gpu_0);
    }
}

/// Reads and writes one word of each page, so that the page is in the host's page table.
void touch(int* matrix) {
    for (int i = 0; i < n; i += 1024) {
        volatile int* const word = matrix + i;
        *word = *word;
    }
}

row addition(const char* name, const char* lesson, matrices (*where)(), void (*added)(const matrices&),
             void (*advice)(const matrices&, bool) = no_advice) {
    const auto measure = [=] {
        const matrices of = where();
        const bool unified = of.a == managed_a;
        advice(of, true);
        const auto prepare = [=] {
            if (unified)
                for (const int* each : {of.a, of.b, of.c}) prefetch(each, the_host);
            synchronize();
            if (unified) std::copy(pageable().a, pageable().a + n, of.a);
            if (unified) std::copy(pageable().b, pageable().b + n, of.b);
            std::fill(of.c, of.c + n, -1);
        };
        const auto timed = [=] {
            added(of);
            synchronize();
            touch(of.c);
        };
        const auto compare = [=] {
            const matrices known = pageable();
            for (int i = 0; i < n; ++i)
                if (of.c[i] != known.a[i] + known.b[i])
                    throw std::runtime_error("WRONG: the sum of the matrices differs");
        };
        const double seconds = host_seconds(prepare, timed, compare);
        advice(of, false);
        return seconds;
    };
    return {std::string("matrix addition/") + name, lesson, n, 12. * n, 12. * n, measure};
}

}  // namespace

rows managed_matrices() {
    return {
        addition("pageable, copied", "three copies through the driver's own buffer", pageable, copied),
        addition("pinned, copied", "three copies at the speed of the link", pinned, copied),
        addition("pinned, zero-copy", "the kernel reads and writes host memory: both ways at once", pinned,
                 in_place),
        addition("managed, faulting", "pages move when the kernel, and then the host, touch them", managed,
                 in_place),
        addition("managed, prefetched", "pages move ahead of the kernel, and c ahead of the host", managed,
                 prefetched),
        addition("managed, prefetched, read-mostly", "advice: a and b are copied, and stay on the host too",
                 managed, prefetched, read_mostly),
        addition("managed, left on the host", "advice: preferred there, and mapped for the GPU: zero-copy",
                 managed, in_place, left_on_the_host)};
}

}  // namespace perf
