// SPDX-License-Identifier: Apache-2.0
/// \file
/// Operators that take items in by a step of their own and finalize their result; accumulators of other types than
/// the items'.
#include <doctest/doctest.h>

#include "gpu.cuh"
#include "shapes.cuh"

#include <impulse/reduce.hpp>

using gpu::index_t;

namespace {

constexpr std::uint64_t base = 1'000'003;

/// The number whose digits to a large base are the items, modulo 2^64: joining needs the length of the right side.
struct digits {
    std::uint64_t value;
    std::uint64_t scale;

    digits() = default;
    IMPULSE_SHARED digits(std::uint64_t value, std::uint64_t scale) : value(value), scale(scale) {}
    IMPULSE_SHARED explicit(false) digits(std::uint8_t digit) : value(digit), scale(base) {}
};

struct join_digits {
    IMPULSE_SHARED digits operator()(const digits& a, const digits& b) const {
        return {a.value * b.scale + b.value, a.scale * b.scale};
    }
};

/// The same, one digit at a time where items are taken in; of the result only the value is wanted.
struct read_digits : join_digits {
    IMPULSE_SHARED digits accumulate(const digits& a, std::uint8_t digit) const {
        return {a.value * base + digit, a.scale * base};
    }
    IMPULSE_SHARED std::uint64_t finalize(const digits& all) const { return all.value; }
};

struct make_digit {
    IMPULSE_SHARED std::uint8_t operator()(index_t i) const {
        return static_cast<std::uint8_t>(support::scatter(static_cast<std::uint64_t>(i)));
    }
};

struct kilometres {
    float value;
};
struct metres {
    double value;
    metres() = default;
    IMPULSE_SHARED explicit(false) metres(double value) : value(value) {}
    IMPULSE_SHARED explicit(false) metres(kilometres stage)
        : value(1000.0 * static_cast<double>(stage.value)) {}
};
struct add_metres {
    IMPULSE_SHARED metres operator()(const metres& a, const metres& b) const { return {a.value + b.value}; }
};
struct make_stage {
    IMPULSE_SHARED kilometres operator()(index_t i) const { return {static_cast<float>(i % 8) * 0.125f}; }
};

}  // namespace

TEST_CASE("operators: accumulate and finalize agree with the plain operator, in order") {
    for (const index_t n : {0, 1, 31, 1000, 65'537, 1'000'003}) {
        CAPTURE(n);
        const auto items = support::make_items(n, make_digit{});
        const gpu::buffer<std::uint8_t> x(items);
        digits expected(5, base);
        for (const std::uint8_t digit : items) expected = read_digits{}.accumulate(expected, digit);
        gpu::for_each_policy([&](const std::string& name, const auto& policy) {
            CAPTURE(name);
            const auto how = policy.on(impulse::device);
            CHECK(impulse::reduce(how, x, digits(5, base), join_digits{}).value == expected.value);
            CHECK(impulse::reduce(how, x, digits(5, base), read_digits{}) == expected.value);
        });
        const gpu::buffer<std::uint64_t> out(1);
        impulse::reduce_into(impulse::work_queue.on(impulse::device), x, out.data(), digits(5, base),
                             read_digits{});
        CHECK(gpu::fetch(out.data()) == expected.value);
    }
}

TEST_CASE("operators: items of another type, which convert") {
    const auto stages = gpu::made(80'000, make_stage{});
    gpu::for_each_policy([&](const std::string& name, const auto& policy) {
        CAPTURE(name);
        const metres all = impulse::reduce(policy.on(impulse::device), stages, metres(1), add_metres{});
        CHECK(all.value == 1 + 10'000 * 1000 * 3.5);
    });
}

TEST_CASE("operators: the accumulator is wide enough where init is") {
    const gpu::buffer<std::int8_t> x(std::vector<std::int8_t>(100'000, 100));
    const auto how = impulse::automatic.on(impulse::device);
    static_assert(std::is_same_v<decltype(impulse::reduce(how, x, std::int8_t{0})), int>);
    CHECK(impulse::reduce(how, x, std::int8_t{0}) == 10'000'000);
    CHECK(impulse::reduce(how, x, 0.5) == 10'000'000.5);
    CHECK(impulse::reduce(how, x, 0.5f, impulse::maximum{}) == 100.0f);
}
