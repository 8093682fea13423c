// SPDX-License-Identifier: Apache-2.0
// Aggregates that record how they were called, and the expected results of leaves of several items.
#pragma once

#include <suite.hpp>

#include <check.hpp>

#include <impulse/layouts.hpp>
#include <impulse/operators.hpp>
#include <impulse/reduce.hpp>
#include <impulse/tree.hpp>

#include <atomic>

namespace aggregate_tests {

// ---- polynomial hashes: an exact operator that does not commute -------------------------------------------

/// The value of a text as a number in some base modulo 2^64, and the power of the base that fits its length:
/// joined in order.
struct polynomial {
    std::uint64_t value;
    std::uint64_t power;

    static constexpr std::uint64_t base = 1'000'003;
};

struct join_polynomials {
    polynomial operator()(const polynomial& a, const polynomial& b) const {
        return {a.value * b.power + b.value, a.power * b.power};
    }
    /// A letter is not a polynomial, and does not convert to one.
    polynomial lift(char letter) const { return {static_cast<unsigned char>(letter), polynomial::base}; }
};

/// Accumulates letter by letter, and returns a new value.
struct stepping : join_polynomials {
    static inline std::atomic<int> steps = 0;
    polynomial accumulate(polynomial a, char letter) const {
        ++steps;
        return {a.value * polynomial::base + static_cast<unsigned char>(letter), a.power * polynomial::base};
    }
};

/// The same, but accumulates and combines in place; with an identity instead of lift, and without a call
/// operator.
struct in_place {
    void accumulate(polynomial& a, char letter) const { a = stepping{}.accumulate(a, letter); }
    void combine(polynomial& a, const polynomial& b) const { a = join_polynomials{}(a, b); }
    polynomial identity() const { return {0, 1}; }
};

/// Accumulates in place and returns the accumulator.
struct chained : in_place {
    polynomial& accumulate(polynomial& a, char letter) const {
        in_place::accumulate(a, letter);
        return a;
    }
};

/// Accumulates runs of contiguous letters.
struct running : stepping {
    static inline std::atomic<int> runs = 0;
    using stepping::accumulate;
    void accumulate(polynomial& a, const char* first, const char* last) const {
        ++runs;
        for (; first != last; ++first)
            a = {a.value * polynomial::base + static_cast<unsigned char>(*first), a.power * polynomial::base};
    }
};

struct finishing : running {
    std::string finalize(const polynomial& p) const { return std::to_string(p.value); }
};

/// Lifts 64 letters at once, and counts these calls.
struct packing : stepping {
    static inline std::atomic<index_t> packs = 0;
    using stepping::lift;
    polynomial lift(const impulse::pack<char, 64>& letters) const {
        ++packs;
        polynomial p = lift(letters[0]);
        for (int i = 1; i < letters.size; ++i) {
            p = {p.value * polynomial::base + static_cast<unsigned char>(letters[i]),
                 p.power * polynomial::base};
        }
        return p;
    }
};

/// The same, and also accumulates runs.
struct packing_and_running : packing {
    using packing::accumulate;
    void accumulate(polynomial& a, const char* first, const char* last) const {
        running{}.accumulate(a, first, last);
    }
};

/// Lifts packs, and has no `accumulate`.
struct packing_alone : join_polynomials {
    using join_polynomials::lift;
    polynomial lift(const impulse::pack<char, 64>& letters) const { return packing{}.lift(letters); }
};

/// It is final, so no class can derive from it.
struct final_packing final {
    polynomial lift(char letter) const { return packing{}.lift(letter); }
    polynomial lift(const impulse::pack<char, 64>& letters) const { return packing{}.lift(letters); }
    polynomial accumulate(polynomial a, char letter) const { return packing{}.accumulate(a, letter); }
    polynomial operator()(const polynomial& a, const polynomial& b) const { return packing{}(a, b); }
};

inline std::string random_text(index_t n, unsigned long long salt) {
    auto random = support::random_source(salt);
    std::string text;
    for (index_t i = 0; i < n; ++i) text += static_cast<char>(support::random_between(random, -128, 127));
    return text;
}

// ---- leaves of several items: each join shows in the result -----------------------------------------------

/// Neither associative nor commutative. `accumulate` differs from the function that joins nodes, so the
/// result shows every leaf and its position.
template <int Leaf>
struct mixed_leaves {
    static constexpr int leaf = Leaf;
    std::uint64_t lift(std::uint64_t item) const { return support::scatter(item ^ 0x5555); }
    void accumulate(std::uint64_t& acc, std::uint64_t item) const { acc = support::scatter(5 * acc + item); }
    std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return support::mix{}(a, b); }
};

/// The same, but lifts a whole leaf at once.
template <int Leaf>
struct packed_leaves : mixed_leaves<Leaf> {
    static inline std::atomic<index_t> packs = 0;
    using mixed_leaves<Leaf>::lift;
    std::uint64_t lift(const impulse::pack<std::uint64_t, Leaf>& items) const {
        ++packs;
        std::uint64_t acc = lift(items[0]);
        for (int i = 1; i < Leaf; ++i) acc = support::scatter(5 * acc + items[i]);
        return acc;
    }
};

/// Its `lift` takes any type as an item, so the library must not call it with a pack.
struct lifts_anything {
    static constexpr int leaf = 4;
    template <class T>
    auto lift(const T& item) const {
        return 1.5 * item;
    }
    double operator()(double a, double b) const { return a + b; }
};

/// The expected result: leaves aligned by index, each from left to right, and the tree over them.
template <int Leaf>
std::uint64_t mixed_by_definition(const std::vector<std::uint64_t>& items, std::uint64_t init) {
    const mixed_leaves<Leaf> op;
    std::vector<std::uint64_t> leaves;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i % Leaf == 0)
            leaves.push_back(op.lift(items[i]));
        else
            op.accumulate(leaves.back(), items[i]);
    }
    return support::tree_by_definition(leaves, init, support::mix{});
}

// ---- larger accumulators ----------------------------------------------------------------------------------

using counts = std::array<std::int64_t, 256>;

struct count_bytes {
    void accumulate(counts& all, unsigned char byte) const { ++all[byte]; }
    void combine(counts& all, const counts& more) const {
        for (std::size_t i = 0; i < 256; ++i) all[i] += more[i];
    }
    counts identity() const { return {}; }
};

/// A number that can only be moved.
using unique = std::unique_ptr<index_t>;

struct sum_of_unique {
    unique lift(index_t item) const { return std::make_unique<index_t>(item); }
    void combine(unique& a, const unique& b) const { *a += *b; }
};

/// The same, combined by a call operator.
struct join_unique {
    unique lift(index_t item) const { return std::make_unique<index_t>(item); }
    unique operator()(unique a, unique b) const {
        *a = static_cast<index_t>(
            support::mix{}(static_cast<std::uint64_t>(*a), static_cast<std::uint64_t>(*b)));
        return a;
    }
};

/// A sum whose `finalize` divides by the number of items that the library passes.
struct counted_mean {
    double lift(int item) const { return item; }
    double operator()(double a, double b) const { return a + b; }
    double finalize(double total, index_t n) const { return n > 0 ? total / static_cast<double>(n) : -1.0; }
};

/// Count and sum, in an accumulator of its own.
struct moments {
    double count, sum;
};
struct own_mean {
    moments lift(int item) const { return {1, static_cast<double>(item)}; }
    moments operator()(const moments& a, const moments& b) const {
        return {a.count + b.count, a.sum + b.sum};
    }
    void accumulate(moments& a, int item) const { a.count += 1, a.sum += item; }
    double finalize(const moments& m) const { return m.sum / m.count; }
};

inline std::vector<int> one_to_thousand() {
    std::vector<int> made;
    for (int i = 1; i <= 1000; ++i) made.push_back(i);
    return made;
}

}  // namespace aggregate_tests
