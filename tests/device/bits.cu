// SPDX-License-Identifier: Apache-2.0
// The cases of tests/bits/generate.py, an independent program, on the GPU.
#include "tree.cuh"

#include "../bits/cases.hpp"

#include <impulse/layouts.hpp>
#include <impulse/parts.hpp>
#include <impulse/statistics.hpp>

#include <cuda_fp16.h>

#include <algorithm>

#ifndef IMPULSE_BITS_FILE
#define IMPULSE_BITS_FILE "tests/bits/cases.txt"
#endif

using bits::one_case;

namespace {

/// The independent program's own operator: support's mix is another one.
struct mix {
    IMPULSE_SHARED std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const {
        return bits::mix(a, b);
    }
};

struct matrix {
    float element[4];
};

/// Within one call the caller decides which operations are fused: here none.
struct product {
    __device__ static float row(float a, float b, float c, float d) {
        return __fadd_rn(__fmul_rn(a, b), __fmul_rn(c, d));
    }
    IMPULSE_SHARED matrix operator()([[maybe_unused]] const matrix& x,
                                     [[maybe_unused]] const matrix& y) const {
#if defined(__CUDA_ARCH__)
        const float* const a = x.element;
        const float* const b = y.element;
        return {{row(a[0], b[0], a[1], b[2]), row(a[0], b[1], a[1], b[3]), row(a[2], b[0], a[3], b[2]),
                 row(a[2], b[1], a[3], b[3])}};
#else
        return {};  // never called
#endif
    }
};

/// A single block, and several blocks that meet.
const auto how = impulse::last_block.on(impulse::device);
const auto how_in_pieces = how.tune({.items = 64});

/// Whether calculate(policy) gives the expected result in both shapes. Up to 64 items have one block in both
/// shapes, so one call is enough.
template <class Calculate>
bool right(const one_case& c, const Calculate& calculate) {
    const std::string& expected = c["result"];
    return bits::matches(calculate(how), expected) &&
           (c.number("n") < 65 || bits::matches(calculate(how_in_pieces), expected));
}

bool check_mix(const one_case& c) {
    const auto items = c.items<std::uint64_t>();
    const gpu::buffer<std::uint64_t> x(items);
    if (c.form() == "one")
        return right(c, [&](const auto& policy) {
            return impulse::reduce(policy, x, c.init<std::uint64_t>(), mix{});
        });

    const std::vector<std::string> expected = bits::split(c["result"]);
    if (c.form() == "batches") {
        const gpu::buffer<std::uint64_t> out(static_cast<index_t>(expected.size()));
        impulse::reduce_into(how, impulse::batches(x, static_cast<index_t>(c.number("length"))), out.data(),
                             c.init<std::uint64_t>(), mix{});
        const auto got = gpu::download(out);
        bool good = true;
        for (std::size_t i = 0; i < got.size(); ++i) good = good && bits::matches(got[i], expected[i]);
        return good;
    }
    const auto part = impulse::reduce_part(how, x, static_cast<index_t>(c.first()), mix{});
    bool good = part.size() == static_cast<int>(expected.size());
    index_t begin = part.begin;
    for (int i = 0; good && i < part.size(); ++i) {
        const auto node = bits::split(expected[static_cast<std::size_t>(i)], '/');
        good = std::stoll(node.at(0)) == begin && bits::matches(*part.nodes[i], node.at(2));
        begin = std::stoll(node.at(1));
    }
    return good && begin == part.end;
}

/// Computes the results of all functors of the library at once; the case selects one of them.
template <class T>
bool check_functor(const one_case& c, const gpu::buffer<T>& x) {
    const std::string names[] = {"plus",    "multiplies",     "minimum",
                                 "maximum", "minimum_number", "maximum_number"};
    const auto all =
        impulse::together(impulse::plus{}, impulse::multiplies{}, impulse::minimum{}, impulse::maximum{},
                          impulse::minimum_number{}, impulse::maximum_number{});
    const T init = c.init<T>();
    return right(c, [&](const auto& policy) {
        const auto [a, b, d, e, f, g] =
            impulse::reduce(policy, x, impulse::make_values(init, init, init, init, init, init), all);
        const T results[] = {a, b, d, e, f, g};
        return results[std::find(std::begin(names), std::end(names), c["op"]) - std::begin(names)];
    });
}

bool check_matrices(const one_case& c) {
    const auto fields = c.items<float>();
    std::vector<matrix> items;
    for (std::size_t i = 0; i < fields.size(); i += 4)
        items.push_back({{fields[i], fields[i + 1], fields[i + 2], fields[i + 3]}});
    const auto init = bits::split(c["init"]);
    const auto expected = bits::split(c["result"]);
    const gpu::buffer<matrix> x(items);
    matrix first;
    for (std::size_t j = 0; j < 4; ++j) first.element[j] = bits::value<float>(bits::from_hex(init.at(j)));
    const matrix got = impulse::reduce(how, x, first, product{});
    bool good = true;
    for (std::size_t j = 0; j < 4; ++j) good = good && bits::matches(got.element[j], expected.at(j));
    return good;
}

template <class T>
bool check_number(const one_case& c) {
    const std::string& op = c["op"];
    const gpu::buffer<T> x(c.items<T>());
    const auto init = [&] { return c.init<T>(); };
    if (op == "dot") {
        const gpu::buffer<T> y(c.items<T>("items2"));
        return right(c, [&](const auto& policy) { return impulse::transform_reduce(policy, x, y, init()); });
    }
    if constexpr (std::is_floating_point_v<T>) {
        if (op == "square_plus")
            return right(c, [&](const auto& policy) {
                return impulse::transform_reduce(policy, x, init(), impulse::plus{}, gpu::square{});
            });
        if (op == "mean") return right(c, [&](const auto& policy) { return impulse::mean(policy, x); });
        if (op == "variance")
            return right(c, [&](const auto& policy) {
                return impulse::variance(policy, x, static_cast<index_t>(c.number("ddof")));
            });
    }
    if constexpr (std::is_same_v<T, float>) {
        if (op == "sum_wide")
            return right(c, [&](const auto& policy) { return impulse::reduce(policy, x, c.init<double>()); });
        if (op == "fma_bait")
            return right(c,
                         [&](const auto& policy) { return impulse::reduce(policy, x, init(), gpu::bait{}); });
        if (op == "leaf16_plus")
            return right(
                c, [&](const auto& policy) { return impulse::reduce(policy, x, init(), gpu::sum_by_16{}); });
    }
    if constexpr (std::is_floating_point_v<T>)
        return check_functor(c, x);
    else
        return right(c, [&](const auto& policy) { return impulse::reduce(policy, x, init()); });
}

bool check(const one_case& c) {
    switch (bits::types.at(c["type"])) {
        case bits::type::u64:
            return check_mix(c);
        case bits::type::i32:
            return check_number<int>(c);
        case bits::type::f16:
            return check_number<__half>(c);
        case bits::type::f32:
            return c["op"] == "mat2" ? check_matrices(c) : check_number<float>(c);
        case bits::type::f64:
            return check_number<double>(c);
    }
    return false;
}

}  // namespace

TEST_CASE("bits: every case of the independent program") {
    for (const one_case& c : bits::read(IMPULSE_BITS_FILE)) {
        const std::string line = c.line.substr(0, 300);
        CAPTURE(line);
        CHECK(check(c));
    }
}
