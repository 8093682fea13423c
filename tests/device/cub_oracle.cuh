// SPDX-License-Identifier: Apache-2.0
/// \file
/// CUB as the oracle: the same reduction by both, over the same items in GPU memory.
///
/// Sums are exact: floating-point items are integers, few enough of them not zero for the type's precision. So
/// both must give the same value whatever their grouping.
#pragma once

#include <doctest/doctest.h>

#include "gpu.cuh"
#include "shapes.cuh"

#include <impulse/extrema.hpp>
#include <impulse/sums.hpp>

#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>
#include <cuda/std/limits>

#include <memory>
#include <string>
#include <vector>

namespace gpu {

/// Item i: an integer of [low, high], one in `sparsity` of them; the others are zero.
template <class T>
struct make_integer {
    std::uint64_t seed;
    int low;
    int high;
    std::uint64_t sparsity = 1;

    IMPULSE_SHARED T operator()(index_t i) const {
        const std::uint64_t number = support::scatter(seed + static_cast<std::uint64_t>(i));
        if (number % sparsity != 0) return static_cast<T>(0.0f);
        return static_cast<T>(static_cast<float>(low + static_cast<int>((number >> 40) % (high - low + 1))));
    }
};

/// x * x, in a type that is wide enough.
template <class Wide>
struct square_as {
    template <class T>
    IMPULSE_SHARED Wide operator()(const T& x) const {
        return static_cast<Wide>(x) * static_cast<Wide>(x);
    }
};

/// Powers of two and their neighbours, up to 2^exponent.
inline std::vector<index_t> powers_of_two(int exponent) {
    std::vector<index_t> all{0};
    for (int k = 0; k <= exponent; ++k)
        for (const index_t off : {-1, 0, 1}) all.push_back((index_t{1} << k) + off);
    all.pop_back();  // the items are 2^exponent at most
    return all;
}

/// Few of them, up to 2^exponent.
inline std::vector<index_t> some_sizes(int exponent) {
    std::vector<index_t> all;
    for (const index_t n : {0, 1, 2, 33, 255, 1000, 4097, 65'535, 1'000'003, 33'554'433})
        if (n < index_t{1} << exponent) all.push_back(n);
    all.push_back(index_t{1} << exponent);
    return all;
}

/// Both sides of one comparison: a stream, scratch memory for CUB, and a place for each result.
class oracle {
  public:
    /// call(temporary, bytes, out, stream) of CUB against ours(stream, out); `what` and n are said on failure.
    template <class Result, class Theirs, class Ours>
    void compare(const std::string& what, index_t n, const Theirs& theirs, const Ours& ours) {
        static_assert(sizeof(Result) <= result_bytes);
        auto* const expected = reinterpret_cast<Result*>(results_.at(0));
        auto* const result = reinterpret_cast<Result*>(results_.at(result_bytes));
        std::size_t bytes = 0;
        must(theirs(nullptr, bytes, expected, stream_));
        REQUIRE(bytes <= temporary_.bytes());
        must(theirs(temporary_.at(0), bytes, expected, stream_));
        ours(stream_, result);
        CAPTURE(what);
        CAPTURE(n);
        CHECK(fetch(result, stream_) == fetch(expected, stream_));
    }

  private:
    static constexpr std::size_t result_bytes = 256;

    stream stream_;
    memory temporary_{std::size_t{64} << 20};
    memory results_{2 * result_bytes};
};

/// Reduce, by every policy. `op` must commute, and the library be told so.
template <class Result, class T, class Op, class TheirOp>
void compare_reduce(oracle& with, const buffer<T>& x, const std::vector<index_t>& sizes, Result init, Op op,
                    TheirOp their_op) {
    for (const index_t n : sizes)
        for_each_policy([&](const std::string& name, const auto& policy) {
            with.compare<Result>(
                std::string("Reduce, ") + name, n,
                [&](void* temporary, std::size_t& bytes, Result* out, cudaStream_t s) {
                    return cub::DeviceReduce::Reduce(temporary, bytes, x.data(), out, n, their_op, init, s);
                },
                [&](cudaStream_t s, Result* out) {
                    impulse::reduce_into(policy.on(s), x.data(), x.data() + n, out, init, op);
                });
        });
}

/// TransformReduce, whose terms are of init's type.
template <class Wide, class T, class Op, class TheirOp, class F>
void compare_transform_reduce(oracle& with, const buffer<T>& x, const std::vector<index_t>& sizes, Wide init,
                              Op op, TheirOp their_op, F f) {
    for (const index_t n : sizes)
        with.compare<Wide>(
            "TransformReduce", n,
            [&](void* temporary, std::size_t& bytes, Wide* out, cudaStream_t s) {
                return cub::DeviceReduce::TransformReduce(temporary, bytes, x.data(), out, n, their_op, f,
                                                          init, s);
            },
            [&](cudaStream_t s, Wide* out) {
                impulse::transform_reduce_into(impulse::automatic.on(s), x.data(), x.data() + n, out, init,
                                               op, f);
            });
}

/// Sum, in the type in which the library's `sum` adds up.
template <class T>
void compare_sum(oracle& with, const buffer<T>& x, const std::vector<index_t>& sizes) {
    using total = decltype(impulse::sum(x.data(), x.data()));
    for (const index_t n : sizes)
        with.compare<total>(
            "Sum", n,
            [&](void* temporary, std::size_t& bytes, total* out, cudaStream_t s) {
                return cub::DeviceReduce::Sum(temporary, bytes, x.data(), out, n, s);
            },
            [&](cudaStream_t s, total* out) {
                impulse::sum_into(impulse::automatic.on(s), x.data(), x.data() + n, out);
            });
}

/// Min and Max.
template <class T>
void compare_extremes(oracle& with, const buffer<T>& x, const std::vector<index_t>& sizes) {
    using limits = cuda::std::numeric_limits<T>;
    for (const index_t n : sizes) {
        with.compare<T>(
            "Min", n,
            [&](void* temporary, std::size_t& bytes, T* out, cudaStream_t s) {
                return cub::DeviceReduce::Min(temporary, bytes, x.data(), out, n, s);
            },
            [&](cudaStream_t s, T* out) {
                impulse::reduce_into(impulse::automatic.on(s), x.data(), x.data() + n, out, T(limits::max()),
                                     impulse::minimum{});
            });
        with.compare<T>(
            "Max", n,
            [&](void* temporary, std::size_t& bytes, T* out, cudaStream_t s) {
                return cub::DeviceReduce::Max(temporary, bytes, x.data(), out, n, s);
            },
            [&](cudaStream_t s, T* out) {
                impulse::reduce_into(impulse::automatic.on(s), x.data(), x.data() + n, out,
                                     T(limits::lowest()), impulse::maximum{});
            });
    }
}

/// ArgMin and ArgMax: the position of the first of equal items. Of no item CUB writes what nobody asked for.
template <class T>
void compare_positions(oracle& with, const buffer<T>& x, const std::vector<index_t>& sizes) {
    const buffer<T> extreme(1);
    for (const index_t n : sizes) {
        if (n == 0) continue;
        with.compare<index_t>(
            "ArgMin", n,
            [&](void* temporary, std::size_t& bytes, index_t* out, cudaStream_t s) {
                return cub::DeviceReduce::ArgMin(temporary, bytes, x.data(), extreme.data(), out, n, s);
            },
            [&](cudaStream_t s, index_t* out) {
                impulse::min_element_into(impulse::automatic.on(s), x.data(), x.data() + n, out);
            });
        with.compare<index_t>(
            "ArgMax", n,
            [&](void* temporary, std::size_t& bytes, index_t* out, cudaStream_t s) {
                return cub::DeviceReduce::ArgMax(temporary, bytes, x.data(), extreme.data(), out, n, s);
            },
            [&](cudaStream_t s, index_t* out) {
                impulse::max_element_into(impulse::automatic.on(s), x.data(), x.data() + n, out);
            });
    }
}

/// All that CUB reduces numbers by. Squares add up in Wide.
template <class Wide, class T>
void compare_numbers(const std::vector<index_t>& sizes, const make_integer<T>& make) {
    oracle with;
    const auto x = made(*std::max_element(sizes.begin(), sizes.end()), make);
    using total = decltype(impulse::sum(x.data(), x.data()));
    compare_reduce(with, x, sizes, static_cast<total>(5.0f), impulse::plus{}, cuda::std::plus<>{});
    compare_sum(with, x, sizes);
    compare_extremes(with, x, sizes);
    compare_positions(with, x, sizes);
    compare_transform_reduce(with, x, sizes, static_cast<Wide>(3.0f), impulse::plus{}, cuda::std::plus<>{},
                             square_as<Wide>{});
}

}  // namespace gpu
