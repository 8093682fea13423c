// SPDX-License-Identifier: Apache-2.0
/// \file
/// Operators that take in items in a way of their own (`accumulate`, one by one or a run at a time) and make
/// the result of what they have accumulated (`finalize`). They must agree with the operator itself.
#include <doctest/doctest.h>

#include <monoids.hpp>
#include <policies.hpp>
#include <seed.hpp>
#include <sizes.hpp>

#include <impulse/reduce.hpp>

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

using impulse::index_t;

namespace {

/// The value of a text as a number to some base modulo 2^64, and the power of the base: joined in order.
struct polynomial {
    std::uint64_t value;
    std::uint64_t power;

    polynomial(std::uint64_t v, std::uint64_t p) : value(v), power(p) {}
    polynomial(char letter) : value(static_cast<unsigned char>(letter)), power(base) {}
    friend bool operator==(const polynomial&, const polynomial&) = default;

    static constexpr std::uint64_t base = 1'000'003;
};

struct join_polynomials {
    polynomial operator()(const polynomial& a, const polynomial& b) const {
        return {a.value * b.power + b.value, a.power * b.power};
    }
};

/// Steps letter by letter.
struct stepping : join_polynomials {
    static inline std::atomic<int> steps = 0;
    polynomial accumulate(polynomial a, char letter) const {
        ++steps;
        return (*this)(a, polynomial(letter));
    }
};

/// Runs through letters that lie side by side.
struct running : stepping {
    static inline std::atomic<int> runs = 0;
    using stepping::accumulate;
    polynomial accumulate(polynomial a, const char* first, const char* last) const {
        ++runs;
        for (; first != last; ++first) a = (*this)(a, polynomial(*first));
        return a;
    }
};

struct finishing : running {
    std::string finalize(const polynomial& p) const { return std::to_string(p.value); }
};

/// What every operator with `accumulate` must fulfil: acc ∘ item either way.
template <class Op>
void check_accumulate_agrees(const Op& op, const std::string& text) {
    polynomial one_by_one(7, 1), joined(7, 1);
    for (const char letter : text) {
        one_by_one = op.accumulate(one_by_one, letter);
        joined = op(joined, polynomial(letter));
    }
    CHECK(one_by_one == joined);
    if constexpr (requires { op.accumulate(joined, text.data(), text.data()); })
        CHECK(op.accumulate(polynomial(7, 1), text.data(), text.data() + text.size()) == joined);
}

std::string random_text(index_t n, unsigned long long salt) {
    auto random = support::random_source(salt);
    std::string text;
    for (index_t i = 0; i < n; ++i) text += static_cast<char>(support::random_between(random, -128, 127));
    return text;
}

/// Count and sum; the mean at the end, which is not a number of nothing.
struct moments {
    double count, sum;
    moments(double c, double s) : count(c), sum(s) {}
    moments(int item) : count(1), sum(item) {}
};
struct mean_of {
    moments operator()(const moments& a, const moments& b) const {
        return {a.count + b.count, a.sum + b.sum};
    }
    moments accumulate(moments a, int item) const { return {a.count + 1, a.sum + item}; }
    double finalize(const moments& m) const { return m.sum / m.count; }
};

}  // namespace

TEST_CASE("richer operators: accumulate agrees with op") {
    const std::string text = random_text(1000, 30);
    check_accumulate_agrees(stepping{}, text);
    check_accumulate_agrees(running{}, text);
    check_accumulate_agrees(finishing{}, text);
}

TEST_CASE("richer operators: by every policy, in order") {
    auto random = support::random_source(31);
    const polynomial init(5, 1);
    for (const index_t n : support::size_classes(64, 64, random)) {
        const std::string text = random_text(n, 32);
        polynomial expected = init;
        for (const char letter : text) expected = join_polynomials{}(expected, polynomial(letter));
        const std::vector<char> apart(text.rbegin(), text.rend());  // read backwards: not contiguous
        support::for_each_shape([&](const char* name, const auto& policy) {
            CAPTURE(name);
            CAPTURE(n);
            CHECK(impulse::reduce(policy, text, init, join_polynomials{}) == expected);
            CHECK(impulse::reduce(policy, text, init, stepping{}) == expected);
            CHECK(impulse::reduce(policy, text, init, running{}) == expected);
            CHECK(impulse::reduce(policy, apart.rbegin(), apart.rend(), init, running{}) == expected);
            CHECK(impulse::reduce(policy, text, init, impulse::commutative(stepping{})).power ==
                  expected.power);
            CHECK(impulse::reduce(policy, text, init, finishing{}) == std::to_string(expected.value));
        });
    }
}

TEST_CASE("richer operators: accumulate is used where items are taken in") {
    const std::string text = random_text(10'000, 33);
    stepping::steps = 0;
    (void)impulse::reduce(text, polynomial(0, 1), stepping{});
    CHECK(stepping::steps > 9'000);
    stepping::steps = 0;
    running::runs = 0;
    (void)impulse::reduce(text, polynomial(0, 1), running{});
    CHECK(running::runs > 0);
    CHECK(stepping::steps == 0);
}

TEST_CASE("richer operators: finalize makes the result, once, at the end") {
    const std::vector<int> x = [] {
        std::vector<int> made;
        for (int i = 1; i <= 1000; ++i) made.push_back(i);
        return made;
    }();
    const std::vector<int> none;
    static_assert(std::is_same_v<decltype(impulse::reduce(x, moments(0, 0), mean_of{})), double>);
    support::for_some_policies([&](const char* name, const auto& policy) {
        CAPTURE(name);
        CHECK(impulse::reduce(policy, x, moments(0, 0), mean_of{}) == 500.5);
        CHECK(impulse::reduce(policy, x, moments(0, 0), impulse::commutative(mean_of{})) == 500.5);
        CHECK(impulse::reduce(policy, none, moments(2, 8), mean_of{}) ==
              4);  // of init, where there is no item
        double out = 0;
        impulse::reduce_into(policy, x, &out, moments(0, 0), mean_of{});
        CHECK(out == 500.5);
        CHECK(impulse::transform_reduce(policy, x, moments(0, 0), mean_of{}, [](int i) { return 2 * i; }) ==
              1001);
    });
}

namespace {

/// Halves at the end, and cannot be derived from.
struct final_half final {
    int operator()(int a, int b) const { return a + b; }
    double finalize(int total) const { return total / 2.0; }
};

}  // namespace

TEST_CASE("richer operators: a wrapper keeps what a final one has") {
    const std::vector<int> x{1, 2};
    CHECK(impulse::reduce(x, 0, final_half{}) == 1.5);
    CHECK(impulse::reduce(x, 0, impulse::commutative(final_half{})) == 1.5);
    CHECK(impulse::reduce(x, 0, impulse::ordered(final_half{})) == 1.5);
    CHECK(impulse::reduce(x, impulse::with_identity(final_half{}, 0)) == 1.5);
}
