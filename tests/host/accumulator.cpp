// SPDX-License-Identifier: Apache-2.0
// The accumulator: Acc = decay_t<invoke_result_t<Op&, Init, item>>, and the arguments that the operator is
// called with.
#include <suite.hpp>

#include <policies.hpp>

#include <impulse/reduce.hpp>

namespace {

/// Counts calls by the types of their arguments: the library must call only op(Acc, Acc) -> Acc.
struct watched_plus {
    static inline int with_items = 0;

    static long operator_on_acc(long a, long b) { return a + b; }
    long operator()(long a, long b) const { return operator_on_acc(a, b); }
    template <class A, class B>
    long operator()(A a, B b) const {
        ++with_items;
        return operator_on_acc(static_cast<long>(a), static_cast<long>(b));
    }
};

struct metres {
    double value;
};
struct kilometres {
    double value;
    operator metres() const { return {1000 * value}; }
};
struct add_metres {
    metres operator()(metres a, metres b) const { return {a.value + b.value}; }
};

template <class Result, class... Args>
constexpr bool reduces_to = std::is_same_v<decltype(impulse::reduce(std::declval<Args>()...)), Result>;

using bytes = std::vector<std::int8_t>&;
using doubles = std::vector<double>&;

}  // namespace

TEST_CASE("accumulator: what op(init, item) returns, decayed") {
    static_assert(reduces_to<int, bytes, int>);
    static_assert(reduces_to<int, bytes, std::int8_t>);  // int8_t + int8_t is int
    static_assert(reduces_to<long, bytes, long>);
    static_assert(reduces_to<double, doubles, int>);
    static_assert(reduces_to<double, doubles, int, impulse::plus>);
    static_assert(reduces_to<double, doubles, float, impulse::maximum>);
    static_assert(reduces_to<int, doubles, int, std::plus<int>>);  // std::plus<int> returns int
    static_assert(reduces_to<bool, bytes, bool, impulse::logical_or>);
    static_assert(reduces_to<std::complex<float>, std::vector<std::complex<float>>&, std::complex<float>>);
    static_assert(reduces_to<long, std::vector<int>&, int, watched_plus>);
    static_assert(std::is_same_v<impulse::accumulator_t<impulse::plus, std::int8_t, std::int8_t>, int>);
}

TEST_CASE("accumulator: wide enough where init is") {
    const std::vector<std::int8_t> bytes(100'000, 100);
    const std::vector<double> halves(1001, 0.5);
    const std::vector<int> large(1000, 2'000'000'000);
    support::for_some_policies([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, bytes, 0) == 10'000'000);
        CHECK(impulse::reduce(policy, halves, 0) == 500.5);
        CHECK(impulse::reduce(policy, large, 0L) == 2'000'000'000'000);
        CHECK(impulse::reduce(policy, large, std::int64_t{1}, std::plus<>{}) == 2'000'000'000'001);
        // Each item is converted to Acc first: for std::plus<int> to int.
        CHECK(impulse::reduce(policy, halves, 7, std::plus<int>{}) == 7);
    });
}

TEST_CASE("accumulator: each item is converted, then only op(Acc, Acc) is called") {
    watched_plus::with_items = 0;
    const auto items =
        support::make_items(5000, [](impulse::index_t i) { return static_cast<short>(i % 100); });
    support::for_one_policy([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, items, 0, watched_plus{}) == 247'500);
    });
    CHECK(watched_plus::with_items == 0);
}

TEST_CASE("accumulator: items of another type, which convert") {
    const std::vector<kilometres> stages(100, kilometres{1.5});
    support::for_one_policy([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, stages, metres{1}, add_metres{}).value == 150'001);
    });
}

TEST_CASE("accumulator: proxies are not stored") {
    std::vector<bool> flags(10'001, true);
    flags[77] = false;
    static_assert(reduces_to<bool, std::vector<bool>&, bool, impulse::logical_and>);
    static_assert(reduces_to<int, std::vector<bool>&, int>);
    support::for_one_policy([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, flags, 0) == 10'000);
        CHECK(impulse::reduce(policy, flags, true, impulse::logical_and{}) == false);
        CHECK(impulse::reduce(policy, flags, false, impulse::logical_xor{}) == false);
    });
}

TEST_CASE("accumulator: transformed items count, not the originals") {
    const std::vector<std::int8_t> items(1000, 3);
    const auto square = [](int x) { return static_cast<long>(x) * x; };
    static_assert(
        std::is_same_v<decltype(impulse::transform_reduce(items, 0, impulse::plus{}, square)), long>);
    CHECK(impulse::transform_reduce(items, 0, impulse::plus{}, square) == 9000);
}
