// SPDX-License-Identifier: Apache-2.0
// Projections: a function of each item as the last argument; and arguments that look like one and are none.
#include <suite.hpp>

#include <impulse/algorithms.hpp>

namespace {

struct body {
    float mass;
    double speed;
    float weight() const { return 2 * mass; }
};

}  // namespace

TEST_CASE("projections: members, functions, and where they stand") {
    const std::vector<body> x{{1, 5}, {2, 0.5}, {4, -1}};
    const std::vector<float> masses{1, 2, 4};
    const std::vector<double> speeds{5, 0.5, -1};
    CHECK(same_bits(impulse::mean(x, &body::mass), impulse::mean(masses)));
    CHECK(same_bits(impulse::variance(x, &body::speed), impulse::variance(speeds)));
    CHECK(same_bits(impulse::variance(x, 1, &body::speed), impulse::variance(speeds, 1)));
    CHECK(same_bits(impulse::stddev(x.begin(), x.end(), &body::speed), impulse::stddev(speeds)));
    CHECK(impulse::sum(x, &body::weight) == 14);
    CHECK(impulse::sum(x, impulse::wide, &body::mass) == 7);
    CHECK(impulse::product(impulse::two_pass.on(impulse::host), x, &body::mass) == 8);
    CHECK(impulse::max_value(x, &body::speed) == 5);
    CHECK(impulse::min_value(x, [](const body& b) { return -b.speed; }) == -5);
    const auto [low, high] = impulse::minmax_value(x, &body::speed);
    CHECK(low == -1);
    CHECK(high == 5);
    CHECK(same_bits(impulse::norm(x, &body::speed), impulse::norm(speeds)));
    double out = 0;
    impulse::mean_into(x, &out, &body::mass);
    CHECK(same_bits(out, impulse::mean(masses)));
}

TEST_CASE("projections: layouts") {
    const std::vector<body> x{{1, 5}, {2, 0.5}, {4, -1}, {8, 2}};
    const impulse::matrix_view m{x.data(), 2, 2};
    CHECK(impulse::sum(impulse::rows(m), &body::mass) == std::vector<float>{3, 12});
    CHECK(impulse::sum(impulse::columns(m), &body::mass) == std::vector<float>{5, 10});
    CHECK(impulse::max_value(impulse::batches(x, 2), &body::mass) == std::vector<float>{2, 8});
    CHECK(impulse::mean(impulse::by_key(std::vector{1, 1, 1, 2}, x), &body::speed) == std::vector{1.5, 2.0});
}

TEST_CASE("projections: what is none") {
    const std::vector<double> x{1, 2, 4};
    CHECK(impulse::variance(x, 1) == doctest::Approx(7. / 3));  // ddof
    CHECK(impulse::dot(x, x) == 21);
    CHECK(impulse::sum(x, impulse::wide) == 7);
    CHECK(impulse::mean(x.data(), x.data() + 2) == 1.5);
}
