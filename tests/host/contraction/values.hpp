// SPDX-License-Identifier: Apache-2.0
// Reductions whose products stand next to sums, so that a compiler that may fuse x * y + z could do so.
// calls.cpp compiles this header twice with different flags, in separate namespaces. (`impulse` is renamed on
// the command lines, so that the two do not share templates.)
#pragma once

#include "calls.hpp"

#include <impulse/algorithms.hpp>
#include <impulse/layouts.hpp>
#include <impulse/parts.hpp>
#include <impulse/tree.hpp>

#include <cstring>

namespace impulse_reductions {
namespace {

template <class T>
void note(contraction::results& to, const T& value) {
    std::uint64_t bits[(sizeof(T) + 7) / 8] = {};
    std::memcpy(bits, &value, sizeof(T));
    to.insert(to.end(), std::begin(bits), std::end(bits));
}

struct times {
    template <class T>
    T operator()(const T& a, const T& b) const {
        return a * b;
    }
};
struct square {
    template <class T>
    T operator()(const T& a) const {
        return a * a;
    }
};
/// A sum that the library does not know.
struct own_sum {
    template <class T>
    T operator()(const T& a, const T& b) const {
        return a + b;
    }
};
/// Each call returns a product, and the next call adds to it.
struct bait {
    template <class T>
    T operator()(const T& a, const T& b) const {
        return (a + b) * static_cast<T>(0.75);
    }
};
/// The same as an aggregate with leaves.
template <class T>
struct bait_of_leaves {
    static constexpr int leaf = 8;
    T lift(T x) const { return x * static_cast<T>(1.1); }
    void accumulate(T& acc, T x) const { acc = (acc + x) * static_cast<T>(0.9); }
    void combine(T& acc, const T& other) const { acc = (acc + other) * static_cast<T>(0.75); }
};
template <class T>
struct sum_of_leaves {
    static constexpr int leaf = 16;
    T lift(T x) const { return x; }
    T accumulate(T acc, T x) const { return acc + x; }
    T operator()(T a, T b) const { return a + b; }
};

/// `lift` returns a product, and the operator adds it to its neighbor or to the leaf so far. The products
/// have both signs: next to a growing sum, their last bits would be lost.
template <class T, int Leaf>
struct sum_of_lifted {
    static constexpr int leaf = Leaf;
    T lift(T x) const { return (x - static_cast<T>(0.75)) * static_cast<T>(0.7); }
    T operator()(T a, T b) const { return a + b; }
};

/// The product of two matrices rounds each step, so only its author decides what is fused.
template <class T>
struct matrix {
    T a, b, c, d;
};
struct matrix_product {
    template <class T>
    static T rounded(T x) {
        volatile T memory = x;
        return memory;
    }
    template <class T>
    static T dot(T a, T b, T c, T d) {
        return rounded(a * b) + rounded(c * d);
    }
    template <class T>
    matrix<T> operator()(const matrix<T>& x, const matrix<T>& y) const {
        return {dot(x.a, y.a, x.b, y.c), dot(x.a, y.b, x.b, y.d), dot(x.c, y.a, x.d, y.c),
                dot(x.c, y.b, x.d, y.d)};
    }
};
/// An operator on matrices that ends with products of all fields.
struct scaled_sum {
    template <class T>
    matrix<T> operator()(const matrix<T>& x, const matrix<T>& y) const {
        const T s = static_cast<T>(0.7);
        return {(x.a + y.a) * s, (x.b + y.b) * s, (x.c + y.c) * s, (x.d + y.d) * s};
    }
};

/// An item that converts to a number by a product.
template <class T>
struct product_of {
    T a, b;
    operator T() const { return (a - static_cast<T>(0.75)) * b; }
};

/// An iterator that computes squares.
template <class T>
struct squares {
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    const T* at;
    T operator*() const { return *at * *at; }
    T operator[](difference_type i) const { return at[i] * at[i]; }
    squares operator+(difference_type i) const { return {at + i}; }
    difference_type operator-(squares other) const { return at - other.at; }
};

template <class T>
void reduce_all(contraction::results& to, const T* x, const T* y, impulse::index_t n) {
    const T init = static_cast<T>(0.1);
    const auto each = [&](const auto& policy) {
        note(to, impulse::transform_reduce(policy, x, x + n, y, init, impulse::plus{}, times{}));
        note(to, impulse::transform_reduce(policy, x, x + n, init, impulse::plus{}, square{}));
        note(to, impulse::dot(policy, x, x + n, y));
        note(to, impulse::transform_reduce(policy, x, x + n, y, init, impulse::assume_associative(own_sum{}),
                                           times{}));
        note(to, impulse::reduce(policy, x, x + n, init, bait{}));
        note(to, impulse::reduce(policy, x, x + n, init, bait_of_leaves<T>{}));
        note(to, impulse::reduce(policy, x, x + n, T(0), sum_of_lifted<T, 1>{}));
        note(to, impulse::reduce(policy, x, x + n, T(0), sum_of_lifted<T, 16>{}));
        note(to, impulse::reduce(policy, x, x + n, T(0), impulse::unordered(sum_of_lifted<T, 1>{})));
        note(to, impulse::transform_reduce(policy, x, x + n, y, init, sum_of_leaves<T>{}, times{}));
        note(to, impulse::reduce(policy, squares<T>{x}, squares<T>{x + n}, init, sum_of_leaves<T>{}));
        note(to, impulse::reduce(policy, squares<T>{x}, squares<T>{x + n}, init));
        note(to, impulse::mean(policy, x, x + n));
        note(to, impulse::variance(policy, x, x + n));
        const auto* const p = reinterpret_cast<const product_of<T>*>(x);
        note(to, impulse::reduce(policy, p, p + n / 2, init));
        note(to, impulse::reduce(policy, p, p + n / 2, init, impulse::unordered(impulse::plus{})));
        note(to, impulse::mean(policy, p, p + n / 2));
        note(to, impulse::variance(policy, p, p + n / 2));
        note(to, impulse::reduce(policy, p, p + n / 2, impulse::make_values(init, T(0)),
                                 impulse::together(impulse::plus{}, impulse::plus{})));
        const auto* const m = reinterpret_cast<const matrix<T>*>(x);
        note(to, impulse::reduce(policy, m, m + n / 4, matrix<T>{1, 0, 0, 1}, matrix_product{}));
        note(to, impulse::reduce(policy, m, m + n / 4, matrix<T>{1, 0, 0, 1}, scaled_sum{}));
    };
    // In these sums nothing could be fused, because the items are converted before vectors are made of them.
    std::vector<std::int8_t> bytes;
    std::vector<std::int16_t> words;
    for (impulse::index_t i = 0; i < n; ++i) {
        bytes.push_back(static_cast<std::int8_t>(x[i] * 256 - 192));
        words.push_back(static_cast<std::int16_t>(x[i] * 32768));
    }
    note(to, impulse::reduce(bytes, init));
    note(to, impulse::reduce(words, init));
    each(impulse::last_block);
    each(impulse::last_block.tune({.items = 32}));
#if defined(IMPULSE_TEST_FEW_TYPES)
    each(impulse::last_block.tune({.blocks = 3}));
#else
    each(impulse::work_queue.tune({.blocks = 3}));
#endif
    std::vector<T> products;
    for (impulse::index_t i = 0; i < n; ++i) products.push_back(x[i] * y[i]);
    note(to, impulse::tree_fold(products, init));
    note(to, impulse::tree_fold(std::vector<T>(x, x + n), init, bait{}));
    const auto left = impulse::reduce_part(x, x + n / 3, 0, bait{});
    const auto right = impulse::reduce_part(x + n / 3, x + n, n / 3, bait{});
    note(to, impulse::join(left, right, bait{}).value(init, bait{}));
}

}  // namespace
}  // namespace impulse_reductions
