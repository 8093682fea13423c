// SPDX-License-Identifier: Apache-2.0
/// \file
/// Aggregates: operators that lift items, accumulate them one by one or a run at a time, combine in
/// place and finalize. All of them give what the plain operator gives, by every policy and shape.
#include <doctest/doctest.h>

#include <check.hpp>
#include <monoids.hpp>

#include <impulse/layouts.hpp>
#include <impulse/operators.hpp>
#include <impulse/reduce.hpp>
#include <impulse/tree.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

using impulse::index_t;
using support::same_bits;

namespace {

// ---- polynomial hashes: an exact operator that does not commute -------------------------------------------

/// The value of a text as a number to some base modulo 2^64, and the power of the base: joined in order.
struct polynomial {
    std::uint64_t value;
    std::uint64_t power;

    static constexpr std::uint64_t base = 1'000'003;
};

struct join_polynomials {
    polynomial operator()(const polynomial& a, const polynomial& b) const {
        return {a.value * b.power + b.value, a.power * b.power};
    }
    /// A letter is none: it does not convert to a polynomial.
    polynomial lift(char letter) const { return {static_cast<unsigned char>(letter), polynomial::base}; }
};

/// Steps letter by letter, by value.
struct stepping : join_polynomials {
    static inline std::atomic<int> steps = 0;
    polynomial accumulate(polynomial a, char letter) const {
        ++steps;
        return {a.value * polynomial::base + static_cast<unsigned char>(letter), a.power * polynomial::base};
    }
};

/// The same in place, and combines in place; without a call operator, and with an identity instead of lift.
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

/// Runs through letters that lie side by side.
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

/// Takes 64 letters in at once, and says how often.
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

/// The same, and runs.
struct packing_and_running : packing {
    using packing::accumulate;
    void accumulate(polynomial& a, const char* first, const char* last) const {
        running{}.accumulate(a, first, last);
    }
};

/// Packs without `accumulate`.
struct packing_alone : join_polynomials {
    using join_polynomials::lift;
    polynomial lift(const impulse::pack<char, 64>& letters) const { return packing{}.lift(letters); }
};

/// It cannot be derived from.
struct final_packing final {
    polynomial lift(char letter) const { return packing{}.lift(letter); }
    polynomial lift(const impulse::pack<char, 64>& letters) const { return packing{}.lift(letters); }
    polynomial accumulate(polynomial a, char letter) const { return packing{}.accumulate(a, letter); }
    polynomial operator()(const polynomial& a, const polynomial& b) const { return packing{}(a, b); }
};

std::string random_text(index_t n, unsigned long long salt) {
    auto random = support::random_source(salt);
    std::string text;
    for (index_t i = 0; i < n; ++i) text += static_cast<char>(support::random_between(random, -128, 127));
    return text;
}

// ---- leaves of several items: what is joined is seen ------------------------------------------------------

/// Neither associative nor commutative, and an item is taken in unlike a node is joined: shows every leaf and
/// its place.
template <int Leaf>
struct mixed_leaves {
    static constexpr int leaf = Leaf;
    std::uint64_t lift(std::uint64_t item) const { return support::scatter(item ^ 0x5555); }
    void accumulate(std::uint64_t& acc, std::uint64_t item) const { acc = support::scatter(5 * acc + item); }
    std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return support::mix{}(a, b); }
};

/// The same of a whole leaf at once.
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

/// Takes whatever it is given for an item, so that no pack may be asked of it.
struct lifts_anything {
    static constexpr int leaf = 4;
    template <class T>
    auto lift(const T& item) const {
        return 1.5 * item;
    }
    double operator()(double a, double b) const { return a + b; }
};

/// What it must give: leaves aligned by index, each from left to right; and the tree over them.
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

/// A number that can be moved alone.
using unique = std::unique_ptr<index_t>;

struct sum_of_unique {
    unique lift(index_t item) const { return std::make_unique<index_t>(item); }
    void combine(unique& a, const unique& b) const { *a += *b; }
};

/// Likewise, joined by a call.
struct join_unique {
    unique lift(index_t item) const { return std::make_unique<index_t>(item); }
    unique operator()(unique a, unique b) const {
        *a = static_cast<index_t>(
            support::mix{}(static_cast<std::uint64_t>(*a), static_cast<std::uint64_t>(*b)));
        return a;
    }
};

/// Sum and, at the end, the mean by the number of items that the library knows.
struct counted_mean {
    double lift(int item) const { return item; }
    double operator()(double a, double b) const { return a + b; }
    double finalize(double total, index_t n) const { return n > 0 ? total / static_cast<double>(n) : -1.0; }
};

/// Count and sum by an accumulator of its own.
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

std::vector<int> one_to_thousand() {
    std::vector<int> made;
    for (int i = 1; i <= 1000; ++i) made.push_back(i);
    return made;
}

}  // namespace

TEST_CASE("aggregates: in order, by every policy, whatever the operator says of itself") {
    auto random = support::random_source(31);
    const polynomial init{5, 1};
    for (const index_t n : support::size_classes(64, 64, random)) {
        CAPTURE(n);
        const std::string text = random_text(n, 32);
        polynomial expected = init;
        for (const char letter : text)
            expected = join_polynomials{}(expected, join_polynomials{}.lift(letter));
        const std::string apart(text.rbegin(), text.rend());  // read backwards: not contiguous
        CHECK(same_bits(impulse::tree_fold(text, init, join_polynomials{}), expected));
        CHECK(same_bits(impulse::tree_fold(text, init, in_place{}), expected));
        support::for_each_shape([&](const char* name, const auto& policy) {
            CAPTURE(name);
            CHECK(same_bits(impulse::reduce(policy, text, init, join_polynomials{}), expected));
            CHECK(same_bits(impulse::reduce(policy, text, init, stepping{}), expected));
            CHECK(same_bits(impulse::reduce(policy, text, init, in_place{}), expected));
            CHECK(same_bits(impulse::reduce(policy, text, init, impulse::assume_associative(running{})),
                            expected));
            CHECK(same_bits(impulse::reduce(policy, apart.rbegin(), apart.rend(), init,
                                            impulse::assume_associative(running{})),
                            expected));
            CHECK(impulse::reduce(policy, text, init, impulse::unordered(stepping{})).power ==
                  expected.power);
        });
        support::for_one_policy([&](const char* name, const auto& policy) {
            CAPTURE(name);
            CHECK(same_bits(impulse::reduce(policy, text, init, chained{}), expected));
            CHECK(same_bits(impulse::reduce(policy, text, init, running{}), expected));
            CHECK(same_bits(impulse::reduce(policy, text, init, impulse::assume_associative(in_place{})),
                            expected));
            CHECK(impulse::reduce(policy, text, init, impulse::assume_associative(finishing{})) ==
                  std::to_string(expected.value));
        });
    }
}

TEST_CASE("aggregates: an exact operator takes items in itself, by runs where they lie side by side") {
    const std::string text = random_text(10'000, 33);
    stepping::steps = 0;
    (void)impulse::reduce(text, polynomial{0, 1}, impulse::assume_associative(stepping{}));
    CHECK(stepping::steps > 9'000);
    stepping::steps = 0;
    running::runs = 0;
    (void)impulse::reduce(text, polynomial{0, 1}, impulse::assume_associative(running{}));
    CHECK(running::runs > 0);
    CHECK(stepping::steps == 0);
    const std::deque<char> apart(text.begin(), text.end());
    (void)impulse::reduce(apart, polynomial{0, 1}, impulse::assume_associative(running{}));
    CHECK(stepping::steps > 9'000);
    stepping::steps = 0;
    running::runs = 0;
    (void)impulse::reduce(impulse::batches(text, 20), polynomial{0, 1},
                          impulse::assume_associative(running{}));
    CHECK(running::runs == 500);  // also of short groups, each in one go
    CHECK(stepping::steps == 0);
}

TEST_CASE("aggregates: leaves are aligned by index, and the tree joins them") {
    for (const index_t n : support::checked_sizes(34)) {
        CAPTURE(n);
        const auto items = support::make_items(n, support::make_hash{support::seed()});
        const std::deque<std::uint64_t> apart(items.begin(), items.end());
        const auto sixteen = mixed_by_definition<16>(items, 9);
        const auto two = mixed_by_definition<2>(items, 9);
        const auto many = mixed_by_definition<1024>(items, 9);
        CHECK(same_bits(impulse::tree_fold(items, std::uint64_t{9}, mixed_leaves<16>{}), sixteen));
        CHECK(same_bits(impulse::tree_fold(items, std::uint64_t{9}, mixed_leaves<1024>{}), many));
        support::for_each_shape([&](const char* name, const auto& policy) {
            CAPTURE(name);
            CHECK(same_bits(impulse::reduce(policy, items, std::uint64_t{9}, mixed_leaves<16>{}), sixteen));
            CHECK(same_bits(impulse::reduce(policy, apart, std::uint64_t{9}, mixed_leaves<2>{}), two));
        });
        support::for_one_policy([&](const char* name, const auto& policy) {
            CAPTURE(name);
            CHECK(same_bits(impulse::reduce(policy, items, std::uint64_t{9}, mixed_leaves<1024>{}), many));
            CHECK(same_bits(impulse::reduce(policy, items, std::uint64_t{9}, mixed_leaves<1>{}),
                            mixed_by_definition<1>(items, 9)));
        });
    }
}

TEST_CASE("aggregates: whole leaves are taken in at once, as packs") {
    for (const index_t n : support::checked_sizes(38)) {
        CAPTURE(n);
        const auto items = support::make_items(n, support::make_hash{support::seed()});
        const std::deque<std::uint64_t> apart(items.begin(), items.end());
        const auto twice = [](std::uint64_t item) { return 2 * item; };
        std::vector<std::uint64_t> doubled(items);
        for (std::uint64_t& item : doubled) item *= 2;
        const std::uint64_t init = 9;
        const auto sixteen = mixed_by_definition<16>(items, init);
        const auto two = mixed_by_definition<2>(items, init);
        const auto of_doubled = mixed_by_definition<16>(doubled, init);
        using op = packed_leaves<16>;
        const auto counted = [&](const auto& reduced) {
            op::packs = 0;
            const auto result = reduced();
            CHECK(op::packs.load() == n / 16);
            return result;
        };
        CHECK(same_bits(counted([&] { return impulse::tree_fold(items, init, op{}); }), sixteen));
        support::for_each_shape([&](const char* name, const auto& policy) {
            CAPTURE(name);
            CHECK(same_bits(counted([&] { return impulse::reduce(policy, items, init, op{}); }), sixteen));
            CHECK(same_bits(counted([&] { return impulse::reduce(policy, apart, init, op{}); }), sixteen));
            CHECK(same_bits(
                counted([&] { return impulse::transform_reduce(policy, items, init, op{}, twice); }),
                of_doubled));
        });
        support::for_one_policy([&](const char* name, const auto& policy) {
            CAPTURE(name);
            CHECK(same_bits(impulse::reduce(policy, items, init, impulse::ordered(op{})), sixteen));
            CHECK(same_bits(impulse::reduce(policy, items, impulse::with_identity(op{}, init)),
                            impulse::tree_fold(items, impulse::with_identity(op{}, init))));
            const auto [a, b] = counted([&] {
                return impulse::reduce(policy, items, impulse::make_values(init, init),
                                       impulse::together(packed_leaves<2>{}, op{}));
            });
            CHECK(same_bits(a, two));
            CHECK(same_bits(b, sixteen));
        });
    }
    const std::vector<double> some{1, 2, 3, 4, 5};
    CHECK(impulse::reduce(some, 0.0, lifts_anything{}) == 22.5);
}

TEST_CASE("aggregates: an exact operator takes packs of 64 bytes, where it has no runs") {
    const polynomial init{5, 1};
    for (const index_t n : {0, 1, 63, 64, 65, 127, 128, 1000, 10'048, 70'001}) {
        CAPTURE(n);
        const std::string text = random_text(n + 1, 39).substr(1);
        const std::deque<char> apart(text.begin(), text.end());
        const auto expected = impulse::tree_fold(text, init, stepping{});
        const auto check = [&](index_t packs, const auto& reduced) {
            packing::packs = 0;
            CHECK(same_bits(reduced(), expected));
            CHECK(packing::packs.load() == packs);
        };
        support::for_each_shape([&](const char* name, const auto& policy) {
            CAPTURE(name);
            const char* const first = text.data();
            check(n / 64, [&] {
                return impulse::reduce(policy, text, init, impulse::assume_associative(packing{}));
            });
            check(n / 64, [&] {
                return impulse::reduce(policy, apart, init, impulse::assume_associative(packing{}));
            });
            check(n / 64, [&] {
                return impulse::reduce(policy, first, first + n, init,
                                       impulse::assume_associative(final_packing{}));
            });
            check(n / 64, [&] {
                return impulse::reduce(policy, text, init, impulse::assume_associative(packing_alone{}));
            });
            check(0, [&] { return impulse::reduce(policy, text, init, packing{}); });
            check(0, [&] {
                return impulse::reduce(policy, text, init,
                                       impulse::assume_associative(packing_and_running{}));
            });
            check(n / 64, [&] {
                return impulse::reduce(policy, apart, init,
                                       impulse::assume_associative(packing_and_running{}));
            });
        });
        support::for_one_policy([&](const char* name, const auto& policy) {
            CAPTURE(name);
            const auto [by_packs, by_steps] =
                impulse::reduce(policy, text, impulse::make_values(init, init),
                                impulse::together(impulse::assume_associative(packing{}),
                                                  impulse::assume_associative(stepping{})));
            CHECK(same_bits(by_packs, expected));
            CHECK(same_bits(by_steps, expected));
            CHECK(impulse::reduce(policy, text, init, impulse::unordered(packing{})).power == expected.power);
        });
    }
    const std::string text = random_text(10'000, 40);
    for (const index_t length : {1, 20, 80, 400, 1000}) {
        CAPTURE(length);
        packing::packs = 0;
        const auto got =
            impulse::reduce(impulse::batches(text, length), init, impulse::assume_associative(packing{}));
        CHECK(packing::packs == 10'000 / length * (length / 64));
        const auto expected = impulse::reduce(impulse::batches(text, length), init, stepping{});
        for (std::size_t i = 0; i < expected.size(); ++i) CHECK(same_bits(got[i], expected[i]));
    }
}

TEST_CASE("aggregates: 256 counters in place") {
    const std::string text = random_text(100'000, 35);
    const std::vector<unsigned char> bytes(text.begin(), text.end());
    counts expected{};
    for (const unsigned char byte : bytes) ++expected[byte];
    support::for_each_shape([&](const char* name, const auto& policy) {
        CAPTURE(name);
        CHECK(impulse::reduce(policy, bytes, count_bytes{}) == expected);
        CHECK(impulse::reduce(policy, bytes, counts{}, impulse::unordered(count_bytes{})) == expected);
        CHECK(impulse::reduce(policy, bytes, impulse::assume_associative(count_bytes{})) == expected);
    });
    CHECK(impulse::reduce(std::vector<unsigned char>{}, count_bytes{}) == counts{});
    const auto groups =
        impulse::reduce(impulse::batches(bytes, 25), impulse::assume_associative(count_bytes{}));
    counts all{};
    for (const counts& each : groups) count_bytes{}.combine(all, each);
    CHECK((groups.size() == 4000 && all == expected));
}

TEST_CASE("aggregates: accumulators that cannot be copied") {
    for (const index_t n : {0, 1, 2, 3, 100, 5000, 70'001}) {
        CAPTURE(n);
        const auto items = support::make_items(n, [](index_t i) { return 3 * i + 1; });
        const index_t expected = support::tree_by_definition(items, index_t{7}, [](index_t a, index_t b) {
            return static_cast<index_t>(
                support::mix{}(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b)));
        });
        support::for_each_shape([&](const char* name, const auto& policy) {
            CAPTURE(name);
            CHECK(*impulse::reduce(policy, items, std::make_unique<index_t>(7), sum_of_unique{}) ==
                  7 + 3 * n * (n - 1) / 2 + n);
            CHECK(*impulse::reduce(policy, items, std::make_unique<index_t>(7), join_unique{}) == expected);
        });
    }
}

TEST_CASE("aggregates: finalize makes the result, once, at the end") {
    const auto x = one_to_thousand();
    const std::vector<int> none;
    static_assert(std::is_same_v<decltype(impulse::reduce(x, moments{}, own_mean{})), double>);
    support::for_each_shape([&](const char* name, const auto& policy) {
        CAPTURE(name);
        CHECK(impulse::reduce(policy, x, moments{0, 0}, own_mean{}) == 500.5);
        CHECK(impulse::reduce(policy, x, moments{0, 0}, impulse::unordered(own_mean{})) == 500.5);
        CHECK(impulse::reduce(policy, none, moments{2, 8}, own_mean{}) ==
              4);  // of init, where there is no item
        double out = 0;
        impulse::reduce_into(policy, x, &out, moments{0, 0}, own_mean{});
        CHECK(out == 500.5);
        CHECK(impulse::transform_reduce(policy, x, moments{0, 0}, own_mean{}, [](int i) { return 2 * i; }) ==
              1001);
        CHECK(impulse::reduce(policy, x, 0.0, counted_mean{}) == 500.5);
        CHECK(impulse::reduce(policy, none, 0.0, counted_mean{}) == -1);
    });
}

TEST_CASE("aggregates: an empty input gives init, finalized") {
    const std::string none;
    CHECK(impulse::reduce(none, polynomial{7, 1}, impulse::assume_associative(finishing{})) == "7");
    CHECK(same_bits(impulse::reduce(none, in_place{}), polynomial{0, 1}));
    CHECK(same_bits(impulse::tree_fold(none, polynomial{7, 3}, stepping{}), polynomial{7, 3}));
}

namespace {

/// Halves at the end, and cannot be derived from.
struct final_half final {
    int operator()(int a, int b) const { return a + b; }
    double finalize(int total) const { return total / 2.0; }
};

/// Has everything, and cannot be derived from either.
struct final_in_place final {
    void accumulate(polynomial& a, char letter) const { in_place{}.accumulate(a, letter); }
    void combine(polynomial& a, const polynomial& b) const { in_place{}.combine(a, b); }
    polynomial identity() const { return {0, 1}; }
    polynomial finalize(polynomial p) const { return {p.value + 1, p.power}; }
};

}  // namespace

TEST_CASE("aggregates: a wrapper keeps what a final one has") {
    const std::vector<int> x{1, 2};
    CHECK(impulse::reduce(x, 0, final_half{}) == 1.5);
    CHECK(impulse::reduce(x, 0, impulse::unordered(final_half{})) == 1.5);
    CHECK(impulse::reduce(x, 0, impulse::ordered(final_half{})) == 1.5);
    CHECK(impulse::reduce(x, impulse::with_identity(final_half{}, 0)) == 1.5);
    const std::string text = random_text(3000, 36);
    polynomial expected = impulse::reduce(text, in_place{});
    ++expected.value;
    CHECK(same_bits(impulse::reduce(text, impulse::assume_associative(final_in_place{})), expected));
    CHECK(same_bits(impulse::reduce(text, impulse::ordered(final_in_place{})), expected));
    CHECK(same_bits(impulse::reduce(text, polynomial{0, 1},
                                    impulse::unordered(impulse::assume_associative(final_in_place{})))
                        .power,
                    expected.power));
    CHECK(same_bits(impulse::reduce(text, final_in_place{}), expected));
}

// ---- each node once ---------------------------------------------------------------------------------------

namespace {

/// Joins stretches, counts its calls and what is not adjacent.
struct watched {
    std::atomic<index_t>* calls;
    std::atomic<index_t>* wrong;
    support::stretch operator()(const support::stretch& a, const support::stretch& b) const {
        ++*calls;
        const index_t size = b.end - b.begin;
        // Of two items and more the left one is a whole power of two, aligned to it; init is [-5, 0).
        const index_t left = a.end - a.begin;
        const bool of_tree =
            a.begin == -5 || ((left & (left - 1)) == 0 && a.begin % (2 * left) == 0 && size <= left);
        if (a.end != b.begin || !of_tree) ++*wrong;
        return support::join_stretches{}(a, b);
    }
};

}  // namespace

TEST_CASE("aggregates: the operator is applied n times, to adjacent nodes of the tree alone") {
    for (const index_t n : support::checked_sizes(37)) {
        CAPTURE(n);
        const auto items = support::make_items(n, support::make_stretch{});
        support::for_each_shape([&](const char* name, const auto& policy) {
            CAPTURE(name);
            std::atomic<index_t> calls = 0, wrong = 0;
            CHECK(impulse::reduce(policy, items, support::stretch{-5, 0}, watched{&calls, &wrong}) ==
                  support::stretch{-5, n});
            CHECK(calls == n);
            CHECK(wrong == 0);
        });
        std::atomic<index_t> calls = 0, wrong = 0;
        CHECK(impulse::tree_fold(items, support::stretch{-5, 0}, watched{&calls, &wrong}) ==
              support::stretch{-5, n});
        CHECK(calls == n);
        CHECK(wrong == 0);
    }
}
