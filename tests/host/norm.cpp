// SPDX-License-Identifier: Apache-2.0
// `norm`: the square root of a sum of squares, by the tree, whose squares neither overflow nor underflow.
#include <suite.hpp>

#include <check.hpp>

#include <impulse/layouts.hpp>
#include <impulse/norm.hpp>

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

std::vector<double> scaled(std::vector<double> x, int exponent) {
    for (double& each : x) each = std::ldexp(each, exponent);
    return x;
}

/// Computed in long double, whose exponent range holds the squares of all doubles.
double reference(const std::vector<double>& x) {
    long double squares = 0;
    for (const long double each : x) squares += each * each;
    return static_cast<double>(std::sqrt(squares));
}

bool close(double a, double b) { return std::abs(a - b) <= 1e-15 * b; }

}  // namespace

TEST_CASE("norm: exact where numbers are, at every scale of a double") {
    const std::vector<double> x{2, 10, -11, 0};  // the norm is 15
    static_assert(std::is_same_v<decltype(impulse::norm(std::vector<float>())), double>);
    for (const int exponent : {0, 1, -1, 400, -400, 486, 510, 1000, 1019, -511, -512, -600, -1000, -1074}) {
        CAPTURE(exponent);
        const auto items = scaled(x, exponent);
        support::for_each_shape([&](auto, const auto& policy) {
            CHECK(impulse::norm(policy, items) == std::ldexp(15.0, exponent));
        });
    }
    CHECK(impulse::norm({1e200, 1e200}) == doctest::Approx(std::sqrt(2.0) * 1e200).epsilon(1e-15));
    CHECK(impulse::norm({3, 4}) == 5);
    CHECK(impulse::norm({3.f, 4.f}) == 5);
    CHECK(impulse::norm({3e30f, 4e30f}) == doctest::Approx(5e30).epsilon(1e-6));
    CHECK(impulse::norm(std::vector<std::int64_t>{std::int64_t{3} << 60, std::int64_t{1} << 62}) == 0x5p60);
}

TEST_CASE("norm: of numbers of all scales") {
    auto random = support::random_source(61);
    for (const auto& exponents : {std::pair{-1040, 1000}, std::pair{-600, -450}, std::pair{450, 600}}) {
        std::vector<double> x;
        for (int i = 0; i < 3000; ++i)
            x.push_back(std::ldexp(
                static_cast<double>(support::random_between(random, -1000, 1000)),
                static_cast<int>(support::random_between(random, exponents.first, exponents.second))));
        CAPTURE(exponents.first);
        for (const std::size_t n : {1u, 2u, 3u, 50u, 3000u}) {
            const std::vector<double> some(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(n));
            CHECK(close(impulse::norm(some), reference(some)));
        }
    }
    CHECK(close(impulse::norm({1e-160, 1e-150}), reference({1e-160, 1e-150})));
    CHECK(close(impulse::norm({3e-154, 4e-154}), 5e-154));
    CHECK(close(impulse::norm({0x3p-511, 0x1p-512}), reference({0x3p-511, 0x1p-512})));
}

TEST_CASE("norm: by the tree, to the bit") {
    const auto numbers = support::make_items(100'003, [](index_t i) {
        return static_cast<double>(support::make_hash{}(i) % 1'000'003) / 1024 - 300;
    });
    std::vector<double> squares;
    for (const double x : numbers) squares.push_back(x * x);
    const double expected = std::sqrt(support::tree_by_definition(squares, 0.0, std::plus<>{}));
    const std::vector<float> floats(numbers.begin(), numbers.end());
    squares.clear();
    for (const double x : floats) squares.push_back(x * x);
    const double of_floats = std::sqrt(support::tree_by_definition(squares, 0.0, std::plus<>{}));
    support::for_each_shape([&](auto, const auto& policy) {
        CHECK(same_bits(impulse::norm(policy, numbers), expected));
        CHECK(same_bits(impulse::norm(policy, floats.begin(), floats.end()), of_floats));
    });
    double out = 0;
    impulse::norm_into(impulse::work_queue, numbers, &out);
    CHECK(same_bits(out, expected));
    CHECK(impulse::norm(impulse::batches(std::vector<int>{3, 4, 5, 12}, 2)) == std::vector<double>{5, 13});
}

TEST_CASE("norm: of none, of infinity and of NaN") {
    CHECK(impulse::norm(std::vector<double>()) == 0);
    CHECK(impulse::norm(std::vector<float>()) == 0);
    CHECK(impulse::norm({-0.0, 0.0}) == 0);
    CHECK(impulse::norm({1.0, -inf, 1e-300}) == inf);
    CHECK(std::isnan(impulse::norm({1.0, not_a_number})));
    CHECK(std::isnan(impulse::norm({1e300, not_a_number, inf})));
    CHECK(std::isnan(impulse::norm({1e-300, not_a_number, 0.0})));
    CHECK(std::isnan(impulse::norm({0.f, std::numeric_limits<float>::quiet_NaN()})));
}
