// SPDX-License-Identifier: Apache-2.0
// The tree as a caller sees it: `tree_fold` is the recursion of its definition, and parts that are joined
// give the whole.
#include <doctest/doctest.h>

#include <build.hpp>
#include <policies.hpp>
#include <same_bits.hpp>
#include <seed.hpp>
#include <sizes.hpp>
#include "../bits/cases.hpp"

#include <impulse/layouts.hpp>
#include <impulse/parts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/tree.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <deque>
#include <map>
#include <ranges>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using impulse::index_t;
using std::uint64_t;

struct mix {
    uint64_t operator()(uint64_t a, uint64_t b) const { return bits::mix(a, b); }
};
/// Some numbers that cannot be made out of nothing, in a vector's or a line's place.
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
/// The same by `combine` alone.
struct combine_each {
    template <int Count>
    void combine(some_mixes<Count>& a, const some_mixes<Count>& b) const {
        mix_each::combine(a, b);
    }
};
struct concatenate {
    std::string operator()(std::string a, const std::string& b) const { return std::move(a) + b; }
};
/// Shows the tree itself.
struct bracket {
    std::string operator()(const std::string& a, const std::string& b) const {
        return "(" + a + " " + b + ")";
    }
};

std::vector<uint64_t> made_numbers(index_t n, uint64_t seed = 0) {
    std::vector<uint64_t> all;
    for (index_t i = 0; i < n; ++i) all.push_back(bits::splitmix64(seed + static_cast<uint64_t>(i)));
    return all;
}

/// The definition, written once more, and in another way: m is found by counting up.
template <class T, class Op>
T naive_tree(const std::vector<T>& x, std::size_t lo, std::size_t hi, const Op& op) {
    if (hi - lo == 1) return x[lo];
    std::size_t half = 1;
    while (2 * half < hi - lo) half *= 2;
    return op(naive_tree(x, lo, lo + half, op), naive_tree(x, lo + half, hi, op));
}
template <class T, class Op>
T naive(const std::vector<T>& x, T init, const Op& op) {
    return x.empty() ? init : op(init, naive_tree(x, 0, x.size(), op));
}

template <class T>
T made_float(uint64_t bits) {
    const T sign = (bits >> 63) != 0 ? T(-1) : T(1);
    return sign * static_cast<T>(bits >> 12 & 0xffffff) / static_cast<T>(1 << (bits & 31) % 30);
}

/// What an error says, or nothing.
template <class F>
std::string refused(const F& f) {
    try {
        f();
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}
bool mentions(const std::string& text, const std::string& word) {
    return text.find(word) != std::string::npos;
}

/// The spans of a forest's nodes, found from the definition: the largest aligned blocks, from left to right.
std::vector<std::pair<index_t, index_t>> naive_nodes(index_t begin, index_t end) {
    std::vector<std::pair<index_t, index_t>> nodes;
    while (begin < end) {
        index_t size = 1;
        while (begin % (2 * size) == 0 && begin + 2 * size <= end) size *= 2;
        nodes.emplace_back(begin, begin + size);
        begin += size;
    }
    return nodes;
}

/// A part by one of the policies, chosen by a number.
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

/// Cuts x into k parts at random places, reduces them, lets them arrive in a random order and joins what
/// meets.
template <class T, class Op, class Random>
auto in_parts(const std::vector<T>& x, int k, const Op& op, Random& random, index_t leaf = 1) {
    const auto n = static_cast<index_t>(x.size());
    std::vector<index_t> cuts{0, n};
    for (int i = 1; i < k; ++i) cuts.push_back(support::random_between(random, 0, n / leaf) * leaf);
    std::sort(cuts.begin(), cuts.end());
    using forest = decltype(impulse::reduce_part(x, 0, op));
    std::vector<forest> parts;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
        const std::vector<T> some(x.begin() + cuts[i], x.begin() + cuts[i + 1]);
        parts.push_back(part_by(random(), some, cuts[i], op));
    }
    std::shuffle(parts.begin(), parts.end(), random);
    std::map<index_t, forest> here;  // by where they begin; empty parts join with any
    forest empty;
    for (const forest& part : parts) {
        if (part.begin == part.end) {
            empty = impulse::join(empty, part, op);
            continue;
        }
        forest grown = part;
        if (auto next = here.find(grown.end); next != here.end()) {
            grown = impulse::join(grown, next->second, op);
            here.erase(next);
        }
        auto before = here.lower_bound(grown.begin);
        if (before != here.begin() && (--before)->second.end == grown.begin) {
            grown = impulse::join(before->second, grown, op);
            here.erase(before);
        }
        grown = impulse::join(grown, empty, op);
        grown = impulse::join(empty, grown, op);
        here.emplace(grown.begin, grown);
    }
    REQUIRE(here.size() <= 1);
    return here.empty() ? empty : here.begin()->second;
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

}  // namespace

TEST_CASE("tree: the picture of eleven items") {
    std::vector<std::string> x;
    for (char c = 'a'; c <= 'k'; ++c) x.emplace_back(1, c);
    CHECK(impulse::tree_fold(x, std::string("i"), bracket{}) ==
          "(i ((((a b) (c d)) ((e f) (g h))) ((i j) k)))");
    CHECK(impulse::tree_fold(std::vector<std::string>{}, std::string("i"), bracket{}) == "i");
}

TEST_CASE("tree: tree_fold is the definition, for every n to 3000") {
    const auto all = made_numbers(3000);
    std::vector<uint64_t> x;
    for (index_t n = 0; n <= 3000; ++n) {
        CAPTURE(n);
        REQUIRE(impulse::tree_fold(x, uint64_t{42}, mix{}) == naive(x, uint64_t{42}, mix{}));
        REQUIRE(impulse::reduce(x, uint64_t{42}, mix{}) == naive(x, uint64_t{42}, mix{}));
        if (n < 3000) x.push_back(all[static_cast<std::size_t>(n)]);
    }
}

TEST_CASE_TEMPLATE(
    "tree: small types, which are joined level by level, alone and in columns, for every n to 300", T,
    some_mixes<2>, some_mixes<3>, some_mixes<8>, some_mixes<32>, some_mixes<33>) {
    const T init(42);
    std::vector<T> all;
    for (const uint64_t x : made_numbers(300 * 9)) all.emplace_back(x);
    for (index_t n = 0; n <= 300; ++n) {
        CAPTURE(n);
        const std::vector<T> x(all.begin(), all.begin() + n);
        const auto expected = naive(x, init, mix_each{});
        REQUIRE(impulse::reduce(x, init, mix_each{}) == expected);
        REQUIRE(impulse::reduce(x, init, combine_each{}) == expected);
        for (const index_t columns : {1, 3, 9}) {
            if (n % columns != 0 && n > 20) continue;
            std::vector<T> out(static_cast<std::size_t>(columns), init);
            impulse::reduce_into(impulse::columns(impulse::matrix_view{all.data(), n, columns}), out.data(),
                                 init, mix_each{});
            for (index_t c = 0; c < columns; ++c) {
                CAPTURE(c);
                std::vector<T> column;
                for (index_t r = 0; r < n; ++r)
                    column.push_back(all[static_cast<std::size_t>(r * columns + c)]);
                REQUIRE(out[static_cast<std::size_t>(c)] == naive(column, init, mix_each{}));
            }
        }
    }
}

TEST_CASE("tree: few items of a small type are made one after the other") {
    for (const index_t n : {2, 5, 40, 300}) {
        const auto items = support::make_items(n, [](index_t i) { return i; });
        index_t seen = 0;
        const auto made = [&](index_t i) {
            CHECK(i == seen++);
            return some_mixes<2>(static_cast<uint64_t>(i));
        };
        impulse::transform_reduce(items, some_mixes<2>(1), mix_each{}, made);
        CHECK(seen == n);
    }
}

TEST_CASE("tree: the same of strings and floats, and of any range") {
    for (const index_t n : {1, 2, 3, 5, 8, 31, 32, 33, 100, 1000, 1023, 1025}) {
        CAPTURE(n);
        const auto numbers = made_numbers(n, 7);
        std::vector<std::string> words;
        std::vector<float> floats;
        std::vector<double> doubles;
        for (const uint64_t bits : numbers) {
            words.push_back(std::to_string(bits % 10));
            floats.push_back(made_float<float>(bits));
            doubles.push_back(made_float<double>(bits));
        }
        CHECK(impulse::tree_fold(words, std::string("<"), concatenate{}) ==
              naive(words, std::string("<"), concatenate{}));
        CHECK(impulse::reduce(words, std::string("<"), bracket{}) ==
              naive(words, std::string("<"), bracket{}));
        const auto plus = [](auto a, auto b) { return a + b; };
        CHECK(std::bit_cast<std::uint32_t>(impulse::tree_fold(floats, 0.1f)) ==
              std::bit_cast<std::uint32_t>(naive(floats, 0.1f, plus)));
        CHECK(std::bit_cast<uint64_t>(impulse::tree_fold(doubles, 0.1)) ==
              std::bit_cast<uint64_t>(naive(doubles, 0.1, plus)));
        const std::deque<uint64_t> deque(numbers.begin(), numbers.end());
        CHECK(impulse::tree_fold(deque, uint64_t{1}, mix{}) == naive(numbers, uint64_t{1}, mix{}));
        CHECK(impulse::reduce(deque, uint64_t{1}, mix{}) == naive(numbers, uint64_t{1}, mix{}));
    }
}

template <class T>
void check_vectors(const std::vector<uint64_t>& numbers, int most) {
    std::vector<T> all;
    for (const uint64_t bits : numbers) all.push_back(made_float<T>(bits));
    for (int level = 5; level <= most; ++level)
        for (const index_t n : {index_t{1} << level, (index_t{1} << level) + 1, index_t{7} << (level - 3)}) {
            CAPTURE(n);
            const std::vector<T> some(all.begin(), all.begin() + n);
            const T expected = naive(some, T(0.1), [](T a, T b) { return a + b; });
            CHECK(support::same_bits(impulse::tree_fold(some, T(0.1)), expected));
            CHECK(support::same_bits(impulse::reduce(some, T(0.1)), expected));
        }
}

TEST_CASE("tree: numbers, which vectors are made of, up to 2^22") {
    const int most =
        support::is_slow_build ? 19 : 22;  // from 2^18 on several sub-trees are read side by side
    const auto numbers = made_numbers((index_t{1} << most) + 1, 3);
    check_vectors<float>(numbers, most);
    check_vectors<double>(numbers, most);
}

TEST_CASE("tree: boundaries up to 2^22, under every policy and shape") {
    const int most = support::is_slow_build ? 16 : 22;
    const auto x = made_numbers((index_t{1} << most) + 2);
    for (int level = 3; level <= most; ++level)
        for (const index_t off : {-1, 0, 1}) {
            const index_t n = (index_t{1} << level) + off;
            CAPTURE(n);
            const auto* const first = x.data();
            const std::vector<uint64_t> some(first, first + n);
            const uint64_t expected = naive(some, uint64_t{3}, mix{});
            CHECK(impulse::tree_fold(some, uint64_t{3}, mix{}) == expected);
            support::for_each_shape([&](const char* name, const auto& policy) {
                CAPTURE(name);
                CHECK(impulse::reduce(policy, some, uint64_t{3}, mix{}) == expected);
            });
        }
}

TEST_CASE("tree: parts cut anywhere, reduced by anyone and joined in any order give the whole") {
    for (const index_t n : {0, 1, 2, 7, 64, 100, 1000, 1025, 5000, 65536})
        check_parts(made_numbers(n, 99), uint64_t{5}, mix{}, 100 + static_cast<uint64_t>(n));
    for (const index_t n : {1, 10, 333}) {
        std::vector<std::string> words;
        for (index_t i = 0; i < n; ++i) words.push_back(std::to_string(i));
        check_parts(words, std::string("i"), bracket{}, 200 + static_cast<uint64_t>(n));
    }
    std::vector<float> floats;
    for (const uint64_t number : made_numbers(10'000)) floats.push_back(made_float<float>(number));
    check_parts(floats, 0.5f, impulse::plus{}, 300);
}

TEST_CASE("tree: parts of an operator with leaves begin at leaves") {
    std::vector<float> x;
    for (const uint64_t number : made_numbers(1003)) x.push_back(made_float<float>(number));
    auto random = support::random_source(41);
    const float expected = impulse::tree_fold(x, 0.5f, sum_of_leaves{});
    CHECK(impulse::reduce(x, 0.5f, sum_of_leaves{}) == expected);
    for (const int k : {1, 2, 5, 20}) {
        const auto whole = in_parts(x, k, sum_of_leaves{}, random, 8);
        CHECK(whole.leaf == 8);
        CHECK(whole.value(0.5f, sum_of_leaves{}) == expected);
    }
    const std::string error = refused([&] { (void)impulse::reduce_part(x, 12, sum_of_leaves{}); });
    CHECK(error ==
          "impulse: first_index is 12; it must be a multiple of the operator's leaf, 8 (such as 8 or 16)");
    // A part that ends inside a leaf meets nothing.
    const std::vector<float> ragged(x.begin(), x.begin() + 13);
    const auto left = impulse::reduce_part(ragged, 0, sum_of_leaves{});
    const auto right = impulse::reduce_part(ragged, 16, sum_of_leaves{});
    CHECK(mentions(refused([&] { (void)impulse::join(left, right, sum_of_leaves{}); }), "right"));
}

TEST_CASE("tree: a forest's nodes are the canonical ones, fewer than 126") {
    auto random = support::random_source(42);
    for (int trial = 0; trial < 2000; ++trial) {
        const int bits = static_cast<int>(random() % 62);
        const index_t begin = support::random_between(random, 0, (index_t{1} << bits) - 1);
        const index_t end = begin + support::random_between(random, 0, (index_t{1} << (random() % 61)) - 1);
        const auto nodes = naive_nodes(begin, end);
        impulse::forest<int> part;
        part.begin = begin, part.end = end;
        CAPTURE(begin);
        CAPTURE(end);
        REQUIRE(part.size() == static_cast<int>(nodes.size()));
        REQUIRE(part.size() <= impulse::detail::max_nodes);
        index_t at = begin;
        for (const auto& [from, to] : nodes) {
            const auto span = impulse::detail::first_node(at, end);
            REQUIRE(span.begin == from);
            REQUIRE(span.end == to);
            at = to;
        }
    }
    // The most that there can be: a rise from 1 to 2^60 and a fall.
    impulse::forest<int> most;
    most.begin = 1, most.end = (index_t{1} << 62) - 1;
    CHECK(most.size() == 122);
}

TEST_CASE("tree: a part far along an input has the nodes of its place, and their values") {
    for (const index_t first :
         {index_t{1}, index_t{7}, index_t{1} << 40, (index_t{1} << 61) - 5, (index_t{1} << 61) - 333}) {
        const auto x = made_numbers(5000, static_cast<uint64_t>(first));
        auto random = support::random_source(43);
        for (uint64_t choice = 0; choice < 14; ++choice) {
            const auto part = part_by(random() / 7 * 7 + choice % 7, x, first, mix{});
            const auto nodes = naive_nodes(first, first + 5000);
            REQUIRE(part.size() == static_cast<int>(nodes.size()));
            for (std::size_t i = 0; i < nodes.size(); ++i) {
                const auto from = static_cast<std::size_t>(nodes[i].first - first);
                const auto to = static_cast<std::size_t>(nodes[i].second - first);
                CHECK(*part.nodes[i] == naive_tree(x, from, to, mix{}));
            }
        }
    }
}

TEST_CASE("tree: what forests refuse, by name") {
    const auto x = made_numbers(100);
    const auto begins = impulse::reduce_part(x, 0, mix{});
    const auto later = impulse::reduce_part(x, 101, mix{});
    const auto overlapping = impulse::reduce_part(x, 99, mix{});
    CHECK(mentions(refused([&] { (void)impulse::join(begins, later, mix{}); }), "right"));
    CHECK(mentions(refused([&] { (void)impulse::join(begins, later, mix{}); }), "101"));
    CHECK(mentions(refused([&] { (void)impulse::join(begins, overlapping, mix{}); }), "right"));
    CHECK(mentions(refused([&] { (void)impulse::join(later, begins, mix{}); }), "right"));
    CHECK(mentions(refused([&] { (void)later.value(uint64_t{0}, mix{}); }), "forest"));
    CHECK(mentions(refused([&] { (void)later.value(uint64_t{0}, mix{}); }), "101"));
    CHECK(mentions(refused([&] { (void)impulse::reduce_part(x, -1, mix{}); }), "first_index"));
    CHECK(mentions(refused([&] { (void)impulse::reduce_part(x, INT64_MAX - 50, mix{}); }), "first_index"));
}

TEST_CASE("tree: forests of plain values are plain bytes") {
    static_assert(std::is_trivially_copyable_v<impulse::forest<float>>);
    static_assert(std::is_trivially_copyable_v<impulse::forest<uint64_t>>);
    static_assert(!std::is_trivially_copyable_v<impulse::forest<std::string>>);
    const auto part = impulse::reduce_part(made_numbers(77), 3, mix{});
    std::vector<unsigned char> bytes(sizeof part);
    std::memcpy(bytes.data(), &part, sizeof part);
    impulse::forest<uint64_t> arrived;
    std::memcpy(static_cast<void*>(&arrived), bytes.data(), sizeof part);
    CHECK(arrived.size() == part.size());
    const auto before = impulse::reduce_part(made_numbers(3, 12), 0, mix{});
    CHECK(impulse::join(before, arrived, mix{}).value(uint64_t{0}, mix{}) ==
          impulse::join(before, part, mix{}).value(uint64_t{0}, mix{}));
}

TEST_CASE("tree: the accumulator of a part may be given") {
    const std::vector<float> x{1.f, 2.f, 3.f, 0.1f};
    const auto part = impulse::reduce_part<double>(x, 0, impulse::plus{});
    static_assert(std::is_same_v<std::remove_const_t<decltype(part)>, impulse::forest<double>>);
    CHECK(part.value(0.0, impulse::plus{}) == impulse::tree_fold(x, 0.0));
    impulse::forest<double> out;
    impulse::reduce_part_into<double>(impulse::two_pass, x, 0, &out, impulse::plus{});
    CHECK(out.value(0.0, impulse::plus{}) == impulse::tree_fold(x, 0.0));
}

TEST_CASE("tree: the first index of a part may be read when the work is done") {
    const auto x = made_numbers(1000, 3);
    for (const index_t first : {index_t{0}, index_t{1}, index_t{123}, index_t{1} << 40}) {
        const auto expected = impulse::reduce_part(x, first, mix{});
        impulse::forest<uint64_t> part;
        impulse::reduce_part_into(impulse::last_block.tune({.items = 16}), x, &first, &part, mix{});
        REQUIRE(part.size() == expected.size());
        CHECK(part.begin == first);
        for (int i = 0; i < part.size(); ++i) CHECK(*part.nodes[i] == *expected.nodes[i]);
    }
}

TEST_CASE("tree: 2^33 items, of which none lies in memory") {
    const index_t n = support::is_slow_build ? index_t{1} << 24 : index_t{1} << 33;
    const auto positions = std::views::iota(index_t{0}, n);
    const auto to_unsigned = [](index_t i) { return static_cast<uint64_t>(i); };
    const auto m = static_cast<uint64_t>(n);
    CHECK(impulse::transform_reduce(positions, uint64_t{0}, impulse::plus{}, to_unsigned) == m / 2 * (m - 1));
}
