// SPDX-License-Identifier: Apache-2.0
// What the suites over several GPUs share: items that are a function of their global index, cuts of the input
// into parts, and accumulators of several sizes.
#pragma once

#include <bit>
#include <impulse/config.hpp>
#include <impulse/operators.hpp>
#include <impulse/tree.hpp>
#include <lab.cuh>
#include <monoids.hpp>
#include <report.hpp>
#include <seed.hpp>
#include <span>

namespace perf {

using impulse::index_t;

// ---- items ------------------------------------------------------------------------------------------------

template <class T, class Make>
__global__ void make_kernel(T* to, index_t first, index_t n, Make make) {
    const index_t step = index_t{gridDim.x} * blockDim.x;
    for (index_t i = index_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step)
        to[i] = make(first + i);
}

/// Writes make(first), ..., make(first + n - 1) to memory of the current GPU, and waits.
template <class T, class Make>
void make_items(T* to, index_t first, index_t n, const Make& make, cudaStream_t stream) {
    make_kernel<<<2048, 256, 0, stream>>>(to, first, n, make);
    check(cudaGetLastError(), "filling memory");
    check(cudaStreamSynchronize(stream), "filling memory");
}

/// A floor that was set for 16 GiB of floats or more.
constexpr double floor_of(index_t floats, double floor) { return floats >> 32 > 0 ? floor : 0; }

using float_items = support::make_uneven<float>;

/// Calls f(name, make, init, op) for sums of floats, which round; for an operator that is not associative;
/// and for products of matrices, which round and do not commute.
template <class F>
void for_each_kind(const F& f) {
    f("floats", float_items{}, 0.5f, impulse::plus{});
    f("the 64-bit mix", support::make_hash{}, std::uint64_t{9}, support::mix{});
    f("2x2 matrices", support::make_isometry{}, support::float_matrix{{1, 0, 0, 1}},
      support::multiply_float_matrices{});
}

/// The expected value, computed on the host.
template <class Make, class T, class Op>
T on_host(index_t n, const Make& make, const T& init, const Op& op) {
    std::vector<T> items(static_cast<std::size_t>(n));
    for (index_t i = 0; i < n; ++i) items[static_cast<std::size_t>(i)] = make(i);
    return impulse::tree_fold(items, init, op);
}

template <class T>
bool same_bits(const T& a, const T& b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// `Words` 64-bit words, which are added word by word.
template <int Words>
struct words {
    std::uint64_t word[Words];
};
/// Item i has i + 1 in each word.
template <int Words>
struct make_words {
    IMPULSE_SHARED words<Words> operator()(index_t i) const {
        words<Words> item;
        for (std::uint64_t& word : item.word) word = static_cast<std::uint64_t>(i + 1);
        return item;
    }
};
struct add_words {
    template <int Words>
    IMPULSE_SHARED words<Words> operator()(const words<Words>& a, const words<Words>& b) const {
        words<Words> sum;
        for (int i = 0; i < Words; ++i) sum.word[i] = a.word[i] + b.word[i];
        return sum;
    }
};

// ---- sizes, and speeds ------------------------------------------------------------------------------------

/// The number of floats in the largest inputs. The program's first argument gives their size in MiB; the
/// default is 16384.
inline index_t floats_from(int argc, char** argv) {
    char* end = nullptr;
    const unsigned long long mib = argc > 1 ? std::strtoull(argv[1], &end, 10) : 16384;
    if ((end != nullptr && *end != 0) || mib < 16 || mib > 1 << 24 || !std::has_single_bit(mib))
        throw std::invalid_argument("the size of the largest inputs is a power of two of MiB, 16 or more");
    return static_cast<index_t>(mib << 20) / index_t{sizeof(float)};
}
/// A size as text: 16 GiB, 256 MiB, 64 KiB.
inline std::string size_text(index_t floats) {
    const index_t kib = floats * index_t{sizeof(float)} >> 10;
    if (kib % 1024 != 0) return std::to_string(kib) + " KiB";
    return kib % (1 << 20) == 0 ? std::to_string(kib >> 20) + " GiB" : std::to_string(kib >> 10) + " MiB";
}
/// The sum of the rates, in floats a second, of members that each read n floats alone, in the given seconds.
inline double sum_of_rates(index_t n, std::span<const double> alone) {
    double rates = 0;
    for (const double seconds : alone) rates += static_cast<double>(n) / seconds;
    return rates;
}

// ---- where the whole is cut: the index at which each part begins, and that at which the last one ends -----

using cuts = std::vector<index_t>;

/// Parts as even as possible, if each is a multiple of `multiple`.
inline cuts even_cuts(index_t n, int parts, index_t multiple = 1) {
    cuts at;
    for (int p = 0; p < parts; ++p) at.push_back(n / multiple * p / parts * multiple);
    at.push_back(n);
    return at;
}

struct named_cuts {
    std::string name;
    cuts at;
};
/// The cuts whose speed is measured, without duplicates.
inline std::vector<named_cuts> measured_cuts(index_t n, int parts) {
    std::vector<named_cuts> all{{"evenly", even_cuts(n, parts)}};
    for (const index_t multiple : {n / 256, n / 64}) {
        cuts at = even_cuts(n, parts, multiple);
        if (at != all.front().at) all.push_back({"at multiples of " + size_text(multiple), std::move(at)});
    }
    return all;
}

}  // namespace perf
