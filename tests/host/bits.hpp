// SPDX-License-Identifier: Apache-2.0
// The cases of tests/bits, and a check for each kind of case.
#pragma once

#include <suite.hpp>

#include "../bits/cases.hpp"

#include <impulse/algorithms.hpp>

#include <filesystem>

namespace bits_tests {

using bits::one_case;

// g++ has _Float16 on aarch64 from version 13 on, but defines this macro in older versions, too.
#if defined(__FLT16_MAX__) && (defined(__clang__) || __GNUC__ >= 13 || defined(__x86_64__))
#define HAS_HALF 1
using half = _Float16;
#else
#define HAS_HALF 0
#endif

inline const std::vector<one_case>& all_cases() {
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

/// The cases of a type, an operator and a form; fails if there is none.
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

/// Calls f(name, policy) for two schedules, with several numbers of items and of blocks.
template <class F>
void for_policies(const F& f) {
    f("last_block", impulse::last_block);
    f("last_block, 1 item", impulse::last_block.tune({.items = 1}));
    f("last_block, 7 blocks", impulse::last_block.tune({.blocks = 7}));
    f("work_queue, 100 items", impulse::work_queue.tune({.items = 100}));
    f("work_queue, 2 blocks", impulse::work_queue.tune({.blocks = 2}));
}
/// The same for all schedules.
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

inline constexpr auto some = [](const auto& f) { for_policies(f); };
inline constexpr auto all = [](const auto& f) { for_all_policies(f); };

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

/// f(x) for each x in memory: an iterator that computes its items, like that of views::transform (which
/// clang++ 14 cannot compile).
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

/// 2 x 2 matrices. A compiler may fuse operations within the product, so each rounding is explicit.
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

/// Each call returns a product, and the next call adds to it.
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

/// Compares the nodes of a part with words of the form begin/end/value.
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

}  // namespace bits_tests
