// SPDX-License-Identifier: Apache-2.0
// Operators that show the shape of the tree, and the tree by its definition.
#pragma once

#include <suite.hpp>

#include <definitions.hpp>
#include <parts.hpp>
#include <policies.hpp>
#include "../bits/cases.hpp"

#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/tree.hpp>

namespace tree_tests {

using std::uint64_t;
using support::tree_by_definition;

struct mix {
    uint64_t operator()(uint64_t a, uint64_t b) const { return bits::mix(a, b); }
};
/// Several numbers, without a default constructor, of the size of a vector register or a cache line.
template <int Count>
struct alignas(Count % 4 == 0 ? 32 : 8) some_mixes {
    uint64_t of[Count];
    explicit some_mixes(uint64_t x) {
        for (uint64_t& each : of) each = x = bits::splitmix64(x);
    }
    bool operator==(const some_mixes&) const = default;
};
struct mix_each {
    template <int Count>
    some_mixes<Count> operator()(some_mixes<Count> a, const some_mixes<Count>& b) const {
        combine(a, b);
        return a;
    }
    template <int Count>
    static void combine(some_mixes<Count>& a, const some_mixes<Count>& b) {
        const some_mixes<Count> left = a;
        for (int i = 0; i < Count; ++i) a.of[i] = bits::mix(left.of[i], b.of[Count - 1 - i]);
    }
};
/// The same with `combine` only.
struct combine_each {
    template <int Count>
    void combine(some_mixes<Count>& a, const some_mixes<Count>& b) const {
        mix_each::combine(a, b);
    }
};
struct concatenate {
    std::string operator()(std::string a, const std::string& b) const { return std::move(a) + b; }
};
/// Writes the tree with brackets.
struct bracket {
    std::string operator()(const std::string& a, const std::string& b) const {
        return "(" + a + " " + b + ")";
    }
};

inline std::vector<uint64_t> made_numbers(index_t n, uint64_t seed = 0) {
    std::vector<uint64_t> all;
    for (index_t i = 0; i < n; ++i) all.push_back(bits::splitmix64(seed + static_cast<uint64_t>(i)));
    return all;
}

template <class T>
T made_float(uint64_t bits) {
    const T sign = (bits >> 63) != 0 ? T(-1) : T(1);
    return sign * static_cast<T>(bits >> 12 & 0xffffff) / static_cast<T>(1 << (bits & 31) % 30);
}

/// The message of an error, or an empty string.
template <class F>
std::string refused(const F& f) {
    try {
        f();
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}
inline bool mentions(const std::string& text, const std::string& word) {
    return text.find(word) != std::string::npos;
}

/// The spans of a forest's nodes by definition: the largest aligned blocks, from left to right.
inline std::vector<std::pair<index_t, index_t>> naive_nodes(index_t begin, index_t end) {
    std::vector<std::pair<index_t, index_t>> nodes;
    while (begin < end) {
        index_t size = 1;
        while (begin % (2 * size) == 0 && begin + 2 * size <= end) size *= 2;
        nodes.emplace_back(begin, begin + size);
        begin += size;
    }
    return nodes;
}

/// A part by one of the policies, which a number selects.
template <class Range, class Op>
auto part_by(uint64_t choice, const Range& x, index_t first, const Op& op) {
    const auto more = static_cast<index_t>(choice >> 8);
    switch (choice % 7) {
        case 0:
            return impulse::reduce_part(impulse::single_block, x, first, op);
        case 1:
            return impulse::reduce_part(impulse::two_pass.tune({.blocks = 1 + more % 9}), x, first, op);
        case 2:
            return impulse::reduce_part(impulse::two_pass.tune({.items = 1 + more % 40}), x, first, op);
        case 3:
            return impulse::reduce_part(impulse::last_block.tune({.blocks = 1 + more % 64}), x, first, op);
        case 4:
            return impulse::reduce_part(impulse::work_queue.tune({.items = 1 + more % 300}), x, first, op);
        case 5:
            return impulse::reduce_part(impulse::work_queue, x, first, op);
        default:
            return impulse::reduce_part(x, first, op);
    }
}

/// Cuts x into k parts at random positions, reduces them, and joins them in any order.
template <class T, class Op, class Random>
auto in_parts(const std::vector<T>& x, int k, const Op& op, Random& random, index_t leaf = 1) {
    const auto cuts = support::random_cuts(random, static_cast<index_t>(x.size()), k, leaf);
    std::vector<decltype(impulse::reduce_part(x, 0, op))> parts;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
        const std::vector<T> some(x.begin() + cuts[i], x.begin() + cuts[i + 1]);
        parts.push_back(part_by(random(), some, cuts[i], op));
    }
    return support::join_as_they_come(std::move(parts), op, random);
}

template <class T, class Op>
void check_parts(const std::vector<T>& x, const T& init, const Op& op, uint64_t salt) {
    auto random = support::random_source(salt);
    const T expected = impulse::tree_fold(x, init, op);
    for (const int k : {1, 2, 3, 8, 30}) {
        const auto whole = in_parts(x, k, op, random);
        CAPTURE(x.size());
        CAPTURE(k);
        CHECK(whole.begin == 0);
        CHECK(whole.end == static_cast<index_t>(x.size()));
        CHECK((whole.value(init, op) == expected));
    }
}

struct sum_of_leaves {
    static constexpr int leaf = 8;
    float lift(float x) const { return x; }
    void accumulate(float& acc, float x) const { acc += x; }
    float operator()(float a, float b) const { return a + b; }
};

}  // namespace tree_tests
