// SPDX-License-Identifier: Apache-2.0
// Every reduction of bits/cases.txt, whose results come from an independent program, by the definition and by
// every policy: the same bits. Compiled for other machines and with other flags it must pass as it stands.
#include <doctest/doctest.h>

#include "../bits/cases.hpp"

#include <impulse/algorithms.hpp>
#include <impulse/layouts.hpp>
#include <impulse/parts.hpp>
#include <impulse/tree.hpp>

#include <array>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace {

using bits::one_case;
using impulse::index_t;

// g++ has it on aarch64 from 13 on, but the macro of its largest value before.
#if defined(__FLT16_MAX__) && (defined(__clang__) || __GNUC__ >= 13 || defined(__x86_64__))
#define HAS_HALF 1
using half = _Float16;
#else
#define HAS_HALF 0
#endif

const std::vector<one_case>& all_cases() {
    static const std::vector<one_case> cases = [] {
#ifdef IMPULSE_BITS_FILE
        const std::filesystem::path file = IMPULSE_BITS_FILE;
#else
        const auto file = std::filesystem::path(__FILE__).parent_path().parent_path() / "bits" / "cases.txt";
#endif
        return bits::read(file.string());
    }();
    return cases;
}

/// The cases of a type, an operator and a form; fails where there is none.
template <class F>
void for_cases(const std::string& type, const std::string& op, const std::string& form, const F& f) {
    int count = 0;
    for (const one_case& c : all_cases()) {
        if (!c.is(type, op, form)) continue;
        ++count;
        CAPTURE(c.line.substr(0, 300));
        f(c);
    }
    CAPTURE(type);
    CAPTURE(op);
    CHECK(count > 0);
}

/// f(name, policy): two schedules, in pieces and blocks of many sizes.
template <class F>
void for_policies(const F& f) {
    f("last_block", impulse::last_block);
    f("last_block, 1 item", impulse::last_block.tune({.items = 1}));
    f("last_block, 7 blocks", impulse::last_block.tune({.blocks = 7}));
    f("work_queue, 100 items", impulse::work_queue.tune({.items = 100}));
    f("work_queue, 2 blocks", impulse::work_queue.tune({.blocks = 2}));
}
/// All schedules.
template <class F>
void for_all_policies(const F& f) {
    for_policies(f);
    f("single_block", impulse::single_block);
    f("two_pass", impulse::two_pass);
    f("two_pass, 16 items", impulse::two_pass.tune({.items = 16}));
    f("work_queue", impulse::work_queue);
}

template <class T>
void expect(const char* how, const T& result, const std::string& word) {
    CAPTURE(how);
    CAPTURE(word);
    CHECK(bits::matches(result, word));
}

/// One result, by `reduce` and by `tree_fold`.
template <class T, class Op, class Policies>
void check_reduce(const std::string& type, const std::string& name, const Op& op, const Policies& policies) {
    for_cases(type, name, "one", [&](const one_case& c) {
        const std::vector<T> x = c.items<T>();
        const T init = c.init<T>();
        expect<T>("tree_fold", impulse::tree_fold(x, init, op), c["result"]);
        policies([&](const char* how, const auto& policy) {
            expect<T>(how, impulse::reduce(policy, x, init, op), c["result"]);
        });
    });
}

constexpr auto some = [](const auto& f) { for_policies(f); };
constexpr auto all = [](const auto& f) { for_all_policies(f); };

struct times {
    template <class T>
    T operator()(const T& a, const T& b) const {
        return static_cast<T>(a * b);
    }
};
struct square {
    template <class T>
    T operator()(const T& a) const {
        return static_cast<T>(a * a);
    }
};

template <class T>
void check_dot(const std::string& type) {
    for_cases(type, "dot", "one", [](const one_case& c) {
        const std::vector<T> x = c.items<T>();
        const std::vector<T> y = c.items<T>("items2");
        const T init = c.init<T>();
        for_policies([&](const char* how, const auto& policy) {
            expect<T>(how, impulse::transform_reduce(policy, x, y, init), c["result"]);
            expect<T>(how, impulse::transform_reduce(policy, x, y, init, impulse::plus{}, times{}),
                      c["result"]);
        });
        std::vector<T> products;
        for (std::size_t i = 0; i < x.size(); ++i) products.push_back(times{}(x[i], y[i]));
        expect<T>("tree_fold", impulse::tree_fold(products, init, impulse::plus{}), c["result"]);
    });
}

/// f(x) for each x in memory: an iterator that makes its items, as views::transform has (which clang++ 14
/// cannot use).
template <class T, class F>
struct making {
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    const T* at;

    T operator*() const { return F{}(*at); }
    T operator[](difference_type i) const { return F{}(at[i]); }
    making operator+(difference_type i) const { return {at + i}; }
    difference_type operator-(making other) const { return at - other.at; }
    making& operator++() { return ++at, *this; }
    making operator++(int) { return {at++}; }
    bool operator==(const making&) const = default;
};

template <class T, class F>
struct made_items {
    const std::vector<T>& from;
    making<T, F> begin() const { return {from.data()}; }
    making<T, F> end() const { return {from.data() + from.size()}; }
};

template <class T>
void check_square_plus(const std::string& type) {
    for_cases(type, "square_plus", "one", [](const one_case& c) {
        const std::vector<T> x = c.items<T>();
        const T init = c.init<T>();
        for_policies([&](const char* how, const auto& policy) {
            expect<T>(how, impulse::transform_reduce(policy, x, init, impulse::plus{}, square{}),
                      c["result"]);
        });
        const made_items<T, square> made{x};
        expect<T>("made by the iterator", impulse::reduce(made, init), c["result"]);
        expect<T>("made by the iterator, tree_fold", impulse::tree_fold(made, init), c["result"]);
    });
}

template <class T>
void check_statistics(const std::string& type) {
    for_cases(type, "mean", "one", [](const one_case& c) {
        const std::vector<T> x = c.items<T>();
        for_policies(
            [&](const char* how, const auto& policy) { expect(how, impulse::mean(policy, x), c["result"]); });
        expect("tree_fold", impulse::tree_fold(x, impulse::detail::mean_of{}), c["result"]);
    });
    for_cases(type, "variance", "one", [](const one_case& c) {
        const std::vector<T> x = c.items<T>();
        const auto ddof = static_cast<index_t>(c.number("ddof"));
        for_policies([&](const char* how, const auto& policy) {
            expect(how, impulse::variance(policy, x, ddof), c["result"]);
        });
    });
}

/// 2 x 2 matrices. What is within the product may be fused as the compiler likes, so it is spelled out in
/// roundings.
struct matrix {
    std::array<float, 4> field;
};
struct matrix_product {
    static float rounded(float value) {
        volatile float memory = value;
        return memory;
    }
    static float sum(float a, float b, float c, float d) { return rounded(a * b) + rounded(c * d); }
    matrix operator()(const matrix& a, const matrix& b) const {
        const auto& x = a.field;
        const auto& y = b.field;
        return {{sum(x[0], y[0], x[1], y[2]), sum(x[0], y[1], x[1], y[3]), sum(x[2], y[0], x[3], y[2]),
                 sum(x[2], y[1], x[3], y[3])}};
    }
};

/// Each call gives a product, and the next one adds to it.
struct bait {
    float operator()(float a, float b) const { return (a + b) * 0.75f; }
};

struct leaves_of_16 {
    static constexpr int leaf = 16;
    float lift(float x) const { return x; }
    void accumulate(float& acc, float x) const { acc += x; }
    float operator()(float a, float b) const { return a + b; }
};

struct mix {
    std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return bits::mix(a, b); }
};

/// The nodes of a part as begin/end/value, ...
template <class Acc>
void expect_nodes(const char* how, const impulse::forest<Acc>& part, const std::string& words) {
    CAPTURE(how);
    const std::vector<std::string> expected = bits::split(words);
    REQUIRE(part.size() == static_cast<int>(expected.size()));
    index_t at = part.begin;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto node = bits::split(expected[i], '/');
        const auto span = impulse::detail::first_node(at, part.end);
        CHECK(span.begin == std::stoll(node.at(0)));
        CHECK(span.end == std::stoll(node.at(1)));
        CHECK(bits::matches(*part.nodes[i], node.at(2)));
        at = span.end;
    }
    CHECK(at == part.end);
}

}  // namespace

TEST_CASE("bits: the mix shows every other grouping and order") {
    check_reduce<std::uint64_t>("u64", "mix", mix{}, all);
}

TEST_CASE("bits: plus") {
    check_reduce<std::int32_t>("i32", "plus", impulse::plus{}, some);
    check_reduce<float>("f32", "plus", impulse::plus{}, all);
    check_reduce<double>("f64", "plus", impulse::plus{}, some);
#if HAS_HALF
    check_reduce<half>("f16", "plus", impulse::plus{}, some);
#endif
}

TEST_CASE("bits: multiplies") {
    check_reduce<float>("f32", "multiplies", impulse::multiplies{}, some);
    check_reduce<double>("f64", "multiplies", impulse::multiplies{}, some);
}

TEST_CASE("bits: extremes") {
    const auto check = [](auto zero, const std::string& type) {
        using T = decltype(zero);
        check_reduce<T>(type, "minimum", impulse::minimum{}, some);
        check_reduce<T>(type, "maximum", impulse::maximum{}, some);
        check_reduce<T>(type, "minimum_number", impulse::minimum_number{}, some);
        check_reduce<T>(type, "maximum_number", impulse::maximum_number{}, some);
    };
    check(0.f, "f32");
    check(0.0, "f64");
}

TEST_CASE("bits: dot") {
    check_dot<float>("f32");
    check_dot<double>("f64");
#if HAS_HALF
    check_dot<half>("f16");
#endif
}

TEST_CASE("bits: sums of squares, by a transform and by an iterator") {
    check_square_plus<float>("f32");
    check_square_plus<double>("f64");
}

TEST_CASE("bits: wide sums") {
    for_cases("f32", "sum_wide", "one", [](const one_case& c) {
        const std::vector<float> x = c.items<float>();
        for_policies([&](const char* how, const auto& policy) {
            expect(how, impulse::reduce(policy, x, c.init<double>()), c["result"]);
        });
        expect("tree_fold", impulse::tree_fold(x, 0.0, impulse::plus{}), c["result"]);
    });
}

TEST_CASE("bits: mean and variance") {
    check_statistics<float>("f32");
    check_statistics<double>("f64");
}

TEST_CASE("bits: products of matrices") {
    for_cases("f32", "mat2", "one", [](const one_case& c) {
        const auto matrices = [](const std::vector<float>& x) {
            std::vector<matrix> all;
            for (std::size_t i = 0; i < x.size(); i += 4)
                all.push_back({{x[i], x[i + 1], x[i + 2], x[i + 3]}});
            return all;
        };
        const std::vector<matrix> x = matrices(c.items<float>());
        matrix init;
        const auto words = bits::split(c["init"]);
        const auto expected = bits::split(c["result"]);
        for (std::size_t j = 0; j < 4; ++j) init.field[j] = bits::value<float>(bits::from_hex(words.at(j)));
        const auto check = [&](const char* how, const matrix& result) {
            for (std::size_t j = 0; j < 4; ++j) expect(how, result.field[j], expected.at(j));
        };
        check("tree_fold", impulse::tree_fold(x, init, matrix_product{}));
        for_policies([&](const char* how, const auto& policy) {
            check(how, impulse::reduce(policy, x, init, matrix_product{}));
        });
    });
}

TEST_CASE("bits: products that the next call adds to") {
    check_reduce<float>("f32", "fma_bait", bait{}, all);
}

TEST_CASE("bits: leaves of sixteen items") { check_reduce<float>("f32", "leaf16_plus", leaves_of_16{}, all); }

TEST_CASE("bits: batches") {
    for_cases("u64", "mix", "batches", [](const one_case& c) {
        const auto x = c.items<std::uint64_t>();
        const auto length = static_cast<index_t>(c.number("length"));
        const auto init = c.init<std::uint64_t>();
        const auto expected = bits::split(c["result"]);
        const auto check = [&](const char* how, const std::vector<std::uint64_t>& results) {
            REQUIRE(results.size() == expected.size());
            for (std::size_t i = 0; i < results.size(); ++i) expect(how, results[i], expected[i]);
        };
        for_all_policies([&](const char* how, const auto& policy) {
            check(how, impulse::reduce(policy, impulse::batches(x, length), init, mix{}));
        });
    });
}

TEST_CASE("bits: parts, whole and joined") {
    for_cases("u64", "mix", "forest", [](const one_case& c) {
        const auto x = c.items<std::uint64_t>();
        const auto first = static_cast<index_t>(c.first());
        for_all_policies([&](const char* how, const auto& policy) {
            expect_nodes(how, impulse::reduce_part(policy, x, first, mix{}), c["result"]);
        });
        const std::size_t n = x.size();
        for (const std::size_t cut : {std::size_t{0}, std::size_t{1}, n / 3, n / 2, n - 1, n}) {
            const std::vector<std::uint64_t> a(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(cut));
            const std::vector<std::uint64_t> b(x.begin() + static_cast<std::ptrdiff_t>(cut), x.end());
            const auto left = impulse::reduce_part(a, first, mix{});
            const auto right = impulse::reduce_part(b, first + static_cast<index_t>(cut), mix{});
            expect_nodes("joined", impulse::join(left, right, mix{}), c["result"]);
        }
    });
}

TEST_CASE("bits: no kind of case is left out") {
    const std::vector<std::string> floats{
        "plus",    "multiplies",     "dot",  "square_plus", "minimum",
        "maximum", "minimum_number", "mean", "variance",    "maximum_number"};
    std::set<std::string> known{
        "u64 mix one", "u64 mix batches", "u64 mix forest",   "i32 plus one",     "f16 plus one",
        "f16 dot one", "f32 mat2 one",    "f32 sum_wide one", "f32 fma_bait one", "f32 leaf16_plus one"};
    for (const std::string& op : floats) known.insert({"f32 " + op + " one", "f64 " + op + " one"});
    for (const one_case& c : all_cases()) {
        CAPTURE(c.line.substr(0, 100));
        CHECK(known.contains(c["type"] + " " + c["op"] + " " + c.form()));
    }
}
