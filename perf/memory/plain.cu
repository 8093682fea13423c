// SPDX-License-Identifier: Apache-2.0
//
// The books' plain kernels, for loads and for stores, beside the library's rows: what misalignment, stride
// and layout cost a kernel that does nothing about them.
#include <launcher.cuh>
#include <memory/families.hpp>
#include <memory/plain_copies.cuh>
#include <memory/results.cuh>
#include <memory/sums.cuh>

namespace perf {

namespace {

constexpr int threads = 256;

// ---- sums: loads alone -----------------------------------------------------------------------------------

/// The value that a kernel with these arguments writes to *out, with a grid that just fills the GPU.
template <class... Parameters, class... Arguments>
work grid_of(void (*kernel)(Parameters...), Arguments... arguments) {
    return [=] { launcher().launch(kernel, launcher().blocks_at_once(threads), threads, arguments...); };
}

constexpr int summed = 1 << 26;

template <int Fields>
row sum_at(const std::string& name, const char* lesson, const placement& where) {
    const double touched = std::min(4. * static_cast<double>(where.stride), 32.) * summed;
    return sum_row<int>(
        "plain sum/" + name, lesson, {summed, where.stride, Fields}, 4. * Fields * summed,
        std::max(touched, 4. * Fields * summed),
        [=](const int* x, int* out) {
            return grid_of(sum_placed<Fields>, x, placement{0, where.stride}, summed, out);
        },
        static_cast<std::size_t>(where.offset) * sizeof(int));
}

template <int Fields>
row sum_soa(const char* name, const char* lesson) {
    row made = sum_row<int>(std::string("plain sum/") + name, lesson, {std::int64_t{summed} * Fields},
                            4. * Fields * summed, 4. * Fields * summed, [](const int* x, int* out) {
                                return grid_of(sum_arrays<Fields>, x, summed, out);
                            });
    made.n = summed;
    return made;
}

// ---- copies: loads and stores ----------------------------------------------------------------------------

constexpr int copied = 1 << 25;

__global__ void count_wrong_placed(const int* from, placement load, const int* to, placement store, int n,
                                   unsigned* wrong) {
    const int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        if (to[store.at(i)] != from[load.at(i)]) atomicAdd(wrong, 1u);
}

double sectors(const placement& where) {
    return std::min(4. * static_cast<double>(where.stride), 32.) * copied;
}

row copy_row(const std::string& name, const char* lesson, const placement& load, const placement& store) {
    const auto make = [=](const int* from, int* to) -> work {
        return
            [=] { launcher().launch(copy_placed, copied / threads, threads, from, load, to, store, copied); };
    };
    const auto compare = [=](const int* from, const int* to, unsigned* wrong) {
        count_wrong_placed<<<2048, 256>>>(from, load, to, store, copied, wrong);
    };
    return {"plain copy/" + name, lesson, copied, 8. * copied, sectors(load) + sectors(store), [=] {
                return checked_seconds(load.at(copied), store.at(copied), make, compare);
            }};
}

/// A copy of whole records. In both layouts the words of memory are the same before and after.
row record_row(const char* name, const char* lesson, int fields, void (*kernel)(const int*, int*, int)) {
    const int words = copied * fields;
    const auto make = [=](const int* from, int* to) -> work {
        return [=] { launcher().launch(kernel, copied / threads, threads, from, to, copied); };
    };
    const auto compare = [=](const int* from, const int* to, unsigned* wrong) {
        count_wrong_placed<<<2048, 256>>>(from, {0, 1}, to, {0, 1}, words, wrong);
    };
    return {std::string("plain copy/") + name, lesson, copied, 8. * words, 8. * words, [=] {
                return checked_seconds(words, words, make, compare);
            }};
}

}  // namespace

rows plain_sums() {
    rows all;
    for (const int offset : {0, 1, 11})
        all.push_back(sum_at<1>("base + " + std::to_string(4 * offset),
                                "4-byte loads: a warp's words lie in one sector more off the boundary",
                                {offset, 1}));
    for (const int stride : {2, 4, 8, 16, 32})
        all.push_back(
            sum_at<1>("stride " + std::to_string(stride), "the whole sectors are moved", {0, stride}));
    all.push_back(sum_at<1>("AoS, 1 field", "stride 4 by another name", {0, 4}));
    all.push_back(sum_at<2>("AoS, 2 fields", "two loads find the same sectors", {0, 4}));
    all.push_back(sum_at<4>("AoS, 4 fields", "four 4-byte loads find the same sectors in L1", {0, 4}));
    all.push_back(sum_soa<1>("SoA, 1 field", "nothing else is read"));
    all.push_back(sum_soa<2>("SoA, 2 fields", "two streams of whole sectors"));
    all.push_back(sum_soa<4>("SoA, 4 fields", "four streams of whole sectors"));
    return all;
}

rows plain_copies() {
    rows all{copy_row("aligned", "both ways on the boundary", {0, 1}, {0, 1})};
    for (const int offset : {1, 8, 11, 32})
        all.push_back(copy_row("loads + " + std::to_string(4 * offset) + " bytes",
                               "what an earlier warp has left in L1 makes up for it", {offset, 1}, {0, 1}));
    for (const int offset : {1, 8, 11, 32})
        all.push_back(copy_row("stores + " + std::to_string(4 * offset) + " bytes",
                               "stores go to L2, which puts the parts of sectors together", {0, 1},
                               {offset, 1}));
    for (const int stride : {2, 4, 8, 32}) {
        all.push_back(copy_row("loads of stride " + std::to_string(stride), "whole sectors are read",
                               {0, stride}, {0, 1}));
        all.push_back(copy_row("stores of stride " + std::to_string(stride), "parts of sectors are written",
                               {0, 1}, {0, stride}));
    }
    all.push_back(copy_row("AoS, 1 field", "loaded and stored at stride 4", {0, 4}, {0, 4}));
    all.push_back(record_row("AoS, 4 fields", "a struct of the alignment of int: four loads, four stores", 4,
                             copy_records<record>));
    all.push_back(record_row("AoS, 4 fields, aligned", "alignas(16): one 16-byte load, one store", 4,
                             copy_records<aligned_record>));
    all.push_back(record_row("SoA, 1 field", "nothing else is moved", 1, copy_arrays<1>));
    all.push_back(record_row("SoA, 4 fields", "four streams of whole sectors each way", 4, copy_arrays<4>));
    return all;
}

}  // namespace perf
