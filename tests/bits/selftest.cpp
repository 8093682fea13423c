// SPDX-License-Identifier: Apache-2.0
// Evaluates every case of cases.txt by a naive recursive tree: generate.py and cases.hpp check each other.
// ./generate.py cases.txt && g++ -std=c++20 -O1 -ffp-contract=off selftest.cpp -o selftest && ./selftest
#include "cases.hpp"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <limits>

#if FLT_EVAL_METHOD != 0
#error "wants FLT_EVAL_METHOD == 0"
#endif

using bits::one_case;
#if defined(__FLT16_MAX__) && \
    (defined(__clang__) || __GNUC__ >= 13 || defined(__x86_64__))  // g++ 12 has it only on x86
#define HAS_HALF
using half = _Float16;
#endif

template <class T, class Op>
T tree(const std::vector<T>& x, Op op, std::size_t lo, std::size_t hi) {
    if (hi - lo == 1) return x[lo];
    std::size_t p = 1;
    while (2 * p < hi - lo) p *= 2;
    return op(tree(x, op, lo, lo + p), tree(x, op, lo + p, hi));
}

template <class T, class Op>
T reduced(const std::vector<T>& x, T init, Op op) {
    return x.empty() ? init : op(init, tree(x, op, 0, x.size()));
}

// One operation on half, rounded once: float has at least 24 bits, so rounding twice gives the same result.
template <class T>
using wide = std::conditional_t<sizeof(T) == 2, float, T>;
template <class T>
T add(T a, T b) {
    return static_cast<T>(static_cast<wide<T>>(a) + static_cast<wide<T>>(b));
}
template <class T>
T multiply(T a, T b) {
    return static_cast<T>(static_cast<wide<T>>(a) * static_cast<wide<T>>(b));
}

template <class T>
T select(T a, T b, bool least, bool ignore) {
    if (std::isnan(a) || std::isnan(b)) {
        if (!ignore) return std::numeric_limits<T>::quiet_NaN();
        return std::isnan(a) ? b : a;
    }
    if (a == b) return std::signbit(a) == least ? a : b;
    return (a < b) == least ? a : b;
}

struct moments {
    double n, c, s;
};
moments join(moments a, moments b) {
    if (a.n == 0) return b;
    if (b.n == 0) return a;
    const double q = b.n / (a.n + b.n), d = b.c - a.c;
    return {a.n + b.n, a.c + d * q, (a.s + b.s) + (d * d) * (a.n * q)};
}

double total(const std::array<double, 8>& s) {
    return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
}
moments leaf(const double* x, std::size_t count) {
    const double z = std::isfinite(x[0]) ? x[0] : 0, n = static_cast<double>(count);
    std::array<double, 8> u{}, v{};
    for (std::size_t i = 0; i < count; ++i) {
        const double d = x[i] - z;
        u[i % 8] += d;
        v[i % 8] += d * d;
    }
    const double first = total(u), second = total(v);
    const double s = std::isinf(n * second) ? n * second : (n * second - first * first) / n;
    return {n, z + first / n, s < 0 ? 0 : s};
}

using matrix = std::array<float, 4>;
matrix product(const matrix& x, const matrix& y) {
    return {x[0] * y[0] + x[1] * y[2], x[0] * y[1] + x[1] * y[3], x[2] * y[0] + x[3] * y[2],
            x[2] * y[1] + x[3] * y[3]};
}

bool mix(const one_case& c) {
    const std::vector<std::uint64_t> x = c.items<std::uint64_t>();
    const std::vector<std::string> expected = bits::split(c["result"]);
    bool good = true;
    std::size_t k = 0;
    if (c.form() == "forest") {
        const std::uint64_t first = c.number("first"), end = first + x.size();
        for (std::uint64_t begin = first; begin < end; ++k) {
            std::uint64_t size = 1;
            while (begin % (2 * size) == 0 && begin + 2 * size <= end) size *= 2;
            const std::vector<std::string> node = bits::split(expected.at(k), '/');
            good = good && std::stoull(node.at(0)) == begin && std::stoull(node.at(1)) == begin + size &&
                   bits::matches(tree(x, bits::mix, begin - first, begin - first + size), node.at(2));
            begin += size;
        }
    } else {
        const std::size_t length = c.form() == "batches" ? c.number("length") : x.size();
        for (std::size_t i = 0; i < x.size() || k == 0; i += length, ++k) {
            const auto from = x.begin() + static_cast<std::ptrdiff_t>(i);
            const std::vector<std::uint64_t> group(from, from + static_cast<std::ptrdiff_t>(length));
            good = good && bits::matches(reduced(group, c.init<std::uint64_t>(), bits::mix), expected.at(k));
        }
    }
    return good && k == expected.size();
}

template <class T>
bool floating(const one_case& c) {
    const std::string op = c["op"], expected = c["result"];
    std::vector<T> x = c.items<T>();
    if (op == "mean" || op == "variance" || op == "sum_wide") {
        const std::vector<double> wide_x(x.begin(), x.end());
        const double n = static_cast<double>(x.size());
        if (op == "sum_wide") return bits::matches(reduced(wide_x, c.init<double>(), add<double>), expected);
        if (op == "mean")  // -0 is the identity
            return bits::matches(n > 0 ? reduced(wide_x, -0.0, add<double>) / n : std::nan(""), expected);
        std::vector<moments> leaves;
        for (std::size_t i = 0; i < wide_x.size(); i += 32)
            leaves.push_back(leaf(wide_x.data() + i, (std::min)(wide_x.size() - i, std::size_t{32})));
        const double ddof = static_cast<double>(c.number("ddof"));
        const moments all = reduced(leaves, {0, 0, 0}, join);
        return bits::matches(n > ddof ? (all.s + (all.c - all.c)) / (n - ddof) : std::nan(""), expected);
    }
    if (op == "dot") {
        const std::vector<T> y = c.items<T>("items2");
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = multiply(x[i], y.at(i));
    }
    if (op == "square_plus")
        for (T& value : x) value = multiply(value, value);
    if (op == "leaf16_plus") {
        std::vector<T> leaves;
        for (std::size_t i = 0; i < x.size(); ++i) {
            if (i % 16 == 0)
                leaves.push_back(x[i]);
            else
                leaves.back() = add(leaves.back(), x[i]);
        }
        x = leaves;
    }
    const T init = c.init<T>();
    if (op == "multiplies") return bits::matches(reduced(x, init, multiply<T>), expected);
    const auto bait = [](T a, T b) { return multiply(add(a, b), T(0.75)); };
    if (op == "fma_bait") return bits::matches(reduced(x, init, bait), expected);
    if (op.starts_with("m")) {
        const bool least = op.starts_with("min"), ignore = op.ends_with("_number");
        const auto chosen = [&](T a, T b) { return select(a, b, least, ignore); };
        return bits::matches(reduced(x, init, chosen), expected);
    }
    return bits::matches(reduced(x, init, add<T>), expected);
}

bool matrices(const one_case& c) {
    const std::vector<float> x = c.items<float>();
    std::vector<matrix> m;
    for (std::size_t i = 0; i < x.size(); i += 4) m.push_back({x[i], x[i + 1], x[i + 2], x[i + 3]});
    const matrix result = reduced(m, matrix{1, 0, 0, 1}, product);
    const std::vector<std::string> expected = bits::split(c["result"]);
    bool good = expected.size() == 4;
    for (std::size_t j = 0; j < 4 && good; ++j) good = bits::matches(result[j], expected[j]);
    return good;
}

bool same(const one_case& c) {
    const std::string& type = c["type"];
    if (type == "u64") return mix(c);
    if (type == "i32") {
        const auto plus = [](std::uint32_t a, std::uint32_t b) { return a + b; };
        return bits::matches(reduced(c.items<std::uint32_t>(), c.init<std::uint32_t>(), plus), c["result"]);
    }
    if (c["op"] == "mat2") return matrices(c);
    if (type == "f32") return floating<float>(c);
    if (type == "f64") return floating<double>(c);
#ifdef HAS_HALF
    // std::isnan does not accept _Float16, so this type has cases of plus and dot only.
    const std::vector<half> y = c["op"] == "dot" ? c.items<half>("items2") : std::vector<half>{};
    std::vector<half> x = c.items<half>();
    for (std::size_t i = 0; i < y.size(); ++i) x[i] = multiply(x[i], y[i]);
    return bits::matches(reduced(x, c.init<half>(), add<half>), c["result"]);
#else
    return true;  // not evaluated
#endif
}

int main() {
    std::map<std::string, std::array<int, 2>> tally;
    int wrong = 0;
    for (const one_case& c : bits::read("cases.txt")) {
        const bool good = same(c);
        auto& [all, bad] = tally[c["type"] + " " + c["op"] + " " + c.form()];
        ++all;
        if (good) continue;
        ++bad;
        if (++wrong <= 20) std::printf("mismatch: %.300s\n", c.line.c_str());
    }
    for (const auto& [name, n] : tally)
        std::printf("%-28s %5d cases %5d mismatches\n", name.c_str(), n[0], n[1]);
    return wrong != 0;
}
