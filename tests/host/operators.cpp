// SPDX-License-Identifier: Apache-2.0
// What is known about an operator, the library's functors, and the wrappers; operators that are not known to
// be associative are evaluated in tree order.
#include <suite.hpp>

#include <policies.hpp>

#include <impulse/reduce.hpp>

#include <algorithm>

namespace {

using impulse::freedom_v;
using impulse::grouping;

/// Quaternions by the Cayley-Dickson construction: pairs of complex numbers, with `value_type`, `real()` and
/// `imag()`, whose product does not commute. The library must not take them for numbers.
struct quaternion {
    using value_type = std::complex<double>;
    value_type a;
    value_type b;
    value_type real() const { return a; }
    value_type imag() const { return b; }
    friend quaternion operator*(const quaternion& x, const quaternion& y) {
        return {x.a * y.a - std::conj(y.b) * x.b, y.b * x.a + x.b * std::conj(y.a)};
    }
    friend bool operator==(const quaternion&, const quaternion&) = default;
};

}  // namespace

TEST_CASE("operators: how freely each is known to be grouped") {
    using namespace impulse;
    constexpr grouping tree = grouping::tree, reorder = grouping::reorder;
    // Integers may be reordered.
    static_assert(freedom_v<plus, int> == reorder && freedom_v<multiplies, unsigned char> == reorder);
    static_assert(freedom_v<plus, bool> == reorder);
    static_assert(freedom_v<bit_and, unsigned> == reorder && freedom_v<bit_or, char> == reorder &&
                  freedom_v<bit_xor, long> == reorder);
    static_assert(freedom_v<logical_and, bool> == reorder && freedom_v<logical_or, bool> == reorder &&
                  freedom_v<logical_xor, bool> == reorder);
    // Sums and products of floats commute, but are evaluated in tree order.
    static_assert(freedom_v<plus, float> == tree && freedom_v<multiplies, double> == tree);
    static_assert(freedom_v<plus, std::complex<float>> == tree &&
                  freedom_v<multiplies, std::complex<double>> == tree);
    // The library's four extremes are exact for numbers, including NaN and signed zeros. For other types
    // nothing is known.
    static_assert(freedom_v<minimum, int> == reorder && freedom_v<maximum, float> == reorder);
    static_assert(freedom_v<minimum_number, double> == reorder && freedom_v<maximum_number, long> == reorder);
    static_assert(freedom_v<minimum, std::string> == tree);

    static_assert(freedom_v<std::plus<>, int> == reorder && freedom_v<std::plus<int>, int> == reorder);
    static_assert(freedom_v<std::multiplies<>, float> == tree && freedom_v<std::bit_and<>, int> == reorder);
    static_assert(freedom_v<std::bit_or<int>, int> == reorder && freedom_v<std::bit_xor<>, int> == reorder);
    static_assert(freedom_v<std::logical_and<>, bool> == reorder &&
                  freedom_v<std::logical_or<bool>, bool> == reorder);

    // + of strings concatenates, and * of matrices composes; about other operators nothing is known.
    static_assert(freedom_v<plus, std::string> == tree && freedom_v<std::plus<>, std::string> == tree);
    static_assert(freedom_v<multiplies, support::matrix> == tree && freedom_v<std::minus<>, int> == tree);
    static_assert(freedom_v<support::last, int> == tree && freedom_v<int (*)(int, int), int> == tree);
}

TEST_CASE("operators: what looks like a number but is none") {
    static_assert(!impulse::detail::complex_number<quaternion> && !impulse::detail::number<quaternion>);
    static_assert(freedom_v<impulse::multiplies, quaternion> == grouping::tree);
    static_assert(!impulse::has_identity<impulse::multiplies, quaternion>);
    const quaternion i{{0, 1}, {0, 0}}, j{{0, 0}, {1, 0}};
    CHECK(i * j == quaternion{{0, 0}, {0, 1}});  // k
    CHECK(!(i * j == j * i));
    std::vector<quaternion> units;  // products of units are exact
    for (impulse::index_t n = 0; n < 5000; ++n)
        units.push_back(support::scatter(static_cast<std::uint64_t>(n)) % 2 == 0 ? i : j);
    quaternion expected{{1, 0}, {0, 0}};
    for (const quaternion& q : units) expected = expected * q;
    support::for_each_shape([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, units, quaternion{{1, 0}, {0, 0}}, impulse::multiplies{}) == expected);
    });
}

TEST_CASE("operators: what the wrappers say") {
    using namespace impulse;
    using join = support::join_stretches;
    using support::stretch;
    constexpr grouping tree = grouping::tree, regroup = grouping::regroup, reorder = grouping::reorder;
    static_assert(freedom_v<decltype(unordered(join{})), stretch> == reorder);
    static_assert(freedom_v<decltype(assume_associative(join{})), stretch> == regroup);
    static_assert(freedom_v<decltype(ordered(plus{})), int> == tree);
    static_assert(freedom_v<decltype(assume_associative(plus{})), float> == regroup);
    static_assert(freedom_v<decltype(with_identity(plus{}, 0)), int> == reorder);
    static_assert(freedom_v<decltype(with_identity(plus{}, 0)), float> == tree);
    static_assert(freedom_v<decltype(with_identity(join{}, 0)), stretch> == tree);
    static_assert(freedom_v<decltype(with_identity(unordered(join{}), 0)), stretch> == reorder);
    static_assert(freedom_v<decltype(unordered(with_identity(join{}, 0))), stretch> == reorder);
    static_assert(freedom_v<decltype(ordered(unordered(join{}))), stretch> == tree);
    static_assert(freedom_v<decltype(assume_associative(unordered(join{}))), stretch> == regroup);
    static_assert(assume_associative(with_identity(support::last{}, 17)).neutral == 17);
    static_assert(identity<decltype(ordered(with_identity(support::last{}, 17))), int>::of(
                      ordered(with_identity(support::last{}, 17))) == 17);
}

TEST_CASE("operators: the wrappers call what they wrap") {
    const std::vector<int> x{3, 1, 4, 1, 5, 9, 2, 6};
    support::for_one_policy([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, x, 0, impulse::ordered(impulse::plus{})) == 31);
        CHECK(impulse::reduce(policy, x, 0, impulse::unordered(std::plus<>{})) == 31);
        CHECK(impulse::reduce(policy, x, impulse::with_identity(std::plus<>{}, 0)) == 31);
        CHECK(impulse::reduce(policy, x, impulse::unordered(impulse::with_identity(impulse::maximum{}, 0))) ==
              9);
        CHECK(impulse::reduce(policy, x, 0, impulse::with_identity(support::last{}, 17)) == 6);
        CHECK(impulse::reduce(policy, x, impulse::with_identity(support::last{}, 17)) == 6);
    });
}

TEST_CASE("operators: the library's functors") {
    using namespace impulse;
    CHECK(plus{}(2, 3L) == 5);
    CHECK(multiplies{}(2, 1.5) == 3.0);
    CHECK(minimum{}(2, 1.5) == 1.5);
    CHECK(maximum{}(2, 1.5) == 2.0);
    CHECK(bit_and{}(6, 3) == 2);
    CHECK(bit_or{}(6, 3) == 7);
    CHECK(bit_xor{}(6, 3) == 5);
    CHECK(logical_and{}(2, 1) == true);
    CHECK(logical_or{}(0, 0) == false);
    CHECK(logical_xor{}(2, 1) == false);
    CHECK(logical_xor{}(2, 0) == true);
    CHECK(plus{}(std::string("a"), "b") == "ab");
}

TEST_CASE("operators: extremes of floats, with NaN and signed zeros") {
    using namespace impulse;
    using support::same_bits;
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double zero : {0.0, -0.0}) {  // -0 is less than +0, on either side
        CHECK(same_bits(minimum{}(zero, -zero), -0.0));
        CHECK(same_bits(maximum{}(zero, -zero), 0.0));
        CHECK(same_bits(minimum_number{}(zero, -zero), -0.0));
        CHECK(same_bits(maximum_number{}(zero, -zero), 0.0));
    }
    for (const double x : {1.0, -0.0, std::numeric_limits<double>::infinity(), nan}) {
        CHECK(same_bits(minimum{}(nan, x), nan));
        CHECK(same_bits(minimum{}(x, nan), nan));
        CHECK(same_bits(maximum{}(nan, x), nan));
        CHECK(same_bits(maximum{}(x, nan), nan));
        CHECK(same_bits(minimum_number{}(nan, x), x));
        CHECK(same_bits(minimum_number{}(x, nan), x));
        CHECK(same_bits(maximum_number{}(nan, x), x));
        CHECK(same_bits(maximum_number{}(x, nan), x));
    }
    std::vector<double> x(5000, -0.0);
    x[3] = x[4321] = 0.0;
    std::vector<double> with_nan(x);
    with_nan[1234] = nan;
    support::for_each_shape([&](auto, const auto& policy) {
        CHECK(same_bits(reduce(policy, x, minimum{}), -0.0));
        CHECK(same_bits(reduce(policy, x, maximum{}), 0.0));
        CHECK(same_bits(reduce(policy, x, 0.0, minimum{}), -0.0));
        CHECK(same_bits(reduce(policy, with_nan, minimum{}), nan));
        CHECK(same_bits(reduce(policy, with_nan, maximum{}), nan));
        CHECK(same_bits(reduce(policy, with_nan, nan, minimum_number{}), -0.0));
        CHECK(same_bits(reduce(policy, with_nan, maximum_number{}), 0.0));
        CHECK(same_bits(reduce(policy, std::vector<double>(300, nan), minimum_number{}), nan));
        CHECK(same_bits(reduce(policy, std::vector<double>(300, nan), nan, minimum_number{}), nan));
    });
}

TEST_CASE("operators: signed sums wrap around on the way, where nobody sees it") {
    const int most = std::numeric_limits<int>::max();
    const std::vector<int> x{most, most, most, -most, -most, 5, -most, -most};
    const std::vector<std::int16_t> shorts(3, 30'000);
    support::for_each_shape([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, x, 0) == 5 - most);
        CHECK(impulse::reduce(policy, shorts, std::int16_t{0}, std::plus<std::int16_t>{}) ==
              static_cast<std::int16_t>(90'000));
    });
}

TEST_CASE("operators: each functor over a range, under every policy") {
    std::vector<unsigned> x;
    unsigned sum = 0, product = 1, all = ~0u, any = 0, odd = 0;
    for (unsigned i = 0; i < 5000; ++i) {
        x.push_back(static_cast<unsigned>(support::scatter(i)) | 1u);
        sum += x.back(), product *= x.back(), all &= x.back(), any |= x.back(), odd ^= x.back();
    }
    const unsigned smallest = *std::min_element(x.begin(), x.end());
    const unsigned largest = *std::max_element(x.begin(), x.end());
    support::for_one_policy([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, x, impulse::plus{}) == sum);
        CHECK(impulse::reduce(policy, x, impulse::multiplies{}) == product);
        CHECK(impulse::reduce(policy, x, impulse::minimum{}) == smallest);
        CHECK(impulse::reduce(policy, x, impulse::maximum{}) == largest);
        CHECK(impulse::reduce(policy, x, impulse::bit_and{}) == all);
        CHECK(impulse::reduce(policy, x, impulse::bit_or{}) == any);
        CHECK(impulse::reduce(policy, x, impulse::bit_xor{}) == odd);
        CHECK(impulse::reduce(policy, x, true, impulse::logical_and{}) == true);
        CHECK(impulse::reduce(policy, x, false, impulse::logical_or{}) == true);
        CHECK(impulse::reduce(policy, x, false, impulse::logical_xor{}) == false);
        CHECK(impulse::reduce(policy, x, std::multiplies<>{}) == product);
        CHECK(impulse::reduce(policy, x, 0u, std::bit_xor<unsigned>{}) == odd);
    });
}
