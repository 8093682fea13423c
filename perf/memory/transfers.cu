// SPDX-License-Identifier: Apache-2.0
//
// An array that is copied to the GPU: host time from the call to the sum in a host variable, with the array
// in every kind of host memory (transfer/), and the same for an array that is on the GPU already (resident/).
#include <memory/chunks.cuh>
#include <memory/families.hpp>

namespace perf {

namespace {

cudaStream_t stream() { return lab::instance().stream(); }

void copy_from(const int* host) {
    check(cudaMemcpyAsync(arrays::all().on_gpu(), host, arrays::bytes, cudaMemcpyHostToDevice, stream()),
          "copying items to the GPU");
}
void copy_pageable() { copy_from(arrays::all().pageable()); }
void copy_pinned() { copy_from(arrays::all().pinned()); }

/// Overwrites the array on the GPU, so that a sum without the copy would be wrong.
void forget() {
    check(cudaMemsetAsync(arrays::all().on_gpu(), 0, arrays::bytes, stream()), "clearing items");
}

void prefetch_to(cudaMemLocationType where) {
    check(
        cudaMemPrefetchAsync(arrays::all().managed(), arrays::bytes, cudaMemLocation{where, 0}, 0, stream()),
        "prefetching pages");
}
void prefetch() { prefetch_to(cudaMemLocationTypeDevice); }

/// Moves managed pages back to the host, so that they are in its page table.
void send_home() {
    prefetch_to(cudaMemLocationTypeHost);
    check(cudaStreamSynchronize(stream()), "sending pages home");
    for (std::int64_t i = 0; i < arrays::n; i += 1024) {
        volatile int* const touched = arrays::all().managed() + i;
        *touched = *touched;
    }
}

int sum(const int* items) {
    return impulse::reduce(impulse::automatic.on(stream()), items, items + arrays::n, 0);
}
int sum_device() { return sum(arrays::all().on_gpu()); }
int sum_pinned() { return sum(arrays::all().pinned()); }
int sum_managed() { return sum(arrays::all().managed()); }
int sum_chunks() { return chunks::on_two_streams().sum(arrays::all().on_gpu()); }
int copy_and_sum_chunks() {
    return chunks::on_two_streams().sum(arrays::all().on_gpu(), arrays::all().pinned());
}

/// First calls one function, then the other.
template <auto One, auto Other>
auto both() {
    One();
    return Other();
}

/// A row: the work before the clock starts, and the timed work.
row by_host(const char* name, const char* lesson, void (*before)(), int (*timed)()) {
    const auto measure = [=] {
        int sum = 0;
        return host_seconds(
            before, [&] { sum = timed(); }, [&] { require_equal(sum, arrays::all().expected()); });
    };
    return {name, lesson, arrays::n, arrays::bytes, arrays::bytes, measure};
}

}  // namespace

rows transfers() {
    return {
        by_host("transfer/pageable, copied", "the driver copies by way of a pinned buffer of its own", forget,
                both<copy_pageable, sum_device>),
        by_host("transfer/pinned, copied", "the copy engine reads the array itself", forget,
                both<copy_pinned, sum_device>),
        by_host("transfer/pinned, in chunks", "all sums but the last chunk's are hidden behind the copy",
                forget, copy_and_sum_chunks),
        by_host("transfer/pinned, zero-copy", "the kernel reads host memory over the link, at every call",
                forget, sum_pinned),
        by_host("transfer/managed, faulting in", "pages move when the kernel touches them", send_home,
                sum_managed),
        by_host("transfer/managed, prefetched", "pages move ahead of the kernel, as by a copy", send_home,
                both<prefetch, sum_managed>),
        by_host("resident/device", "the array is there: what both copies lead to", copy_pinned, sum_device),
        by_host("resident/device, in chunks", "the chunks without their copies: what so many launches cost",
                copy_pinned, sum_chunks),
        by_host(
            "resident/managed, faulted in", "the second call, on pages that the first has moved",
            [] { both<send_home, sum_managed>(); }, sum_managed),
        by_host("resident/managed, prefetched", "pages that were prefetched before the call",
                both<send_home, prefetch>, sum_managed),
    };
}

}  // namespace perf
