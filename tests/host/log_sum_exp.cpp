// SPDX-License-Identifier: Apache-2.0
// The operator of examples/softmax.cu: its results for infinities and NaN at any position.
#include <suite.hpp>

#include "../../examples/log_sum_exp.hpp"

#include <check.hpp>

#include <impulse/reduce.hpp>

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

float log_sum_exp(const std::vector<float>& logits) {
    return impulse::reduce(logits, examples::join_exponentials{});
}

}  // namespace

TEST_CASE("log-sum-exp: of infinities") {
    CHECK(log_sum_exp({inf, inf}) == inf);
    CHECK(log_sum_exp({inf, inf, inf, 1, -inf}) == inf);
    CHECK(log_sum_exp({1, inf, -inf, inf}) == inf);
    CHECK(log_sum_exp({-inf, -inf}) == -inf);
    CHECK(log_sum_exp({-inf, -inf, -inf, 3}) == 3);
    CHECK(log_sum_exp({-inf}) == -inf);
    CHECK(log_sum_exp({}) == -inf);
}

TEST_CASE("log-sum-exp: NaN stays NaN, in every place and beside every number") {
    for (const float other : {-inf, -1000.f, 0.f, inf})
        for (std::size_t n = 1; n <= 9; ++n)
            for (std::size_t at = 0; at < n; ++at)
                for (std::size_t one = 0; one < n; ++one) {
                    std::vector<float> logits(n, other);
                    logits[one] = 5;
                    logits[at] = not_a_number;
                    CAPTURE(other);
                    CAPTURE(n);
                    CAPTURE(at);
                    CHECK(std::isnan(log_sum_exp(logits)));
                }
}

TEST_CASE("log-sum-exp: of numbers of which no exponential would fit") {
    CHECK(log_sum_exp({1000, 1000}) == doctest::Approx(1000 + std::log(2.0)));
    CHECK(log_sum_exp({-1000, -1000, -1000}) == doctest::Approx(-1000 + std::log(3.0)));
    CHECK(log_sum_exp({0, 1000}) == 1000);
    CHECK(log_sum_exp({std::log(1.f), std::log(2.f), std::log(5.f)}) == doctest::Approx(std::log(8.0)));
}

TEST_CASE("log-sum-exp: the identity changes no piece") {
    const examples::join_exponentials join;
    for (const float maximum : {-inf, -3.f, -0.f, 0.f, 1e30f, inf})
        for (const float sum : {1.f, 2.5f}) {
            const auto left = join(join.identity(), {maximum, sum});
            const auto right = join({maximum, sum}, join.identity());
            for (const auto& joined : {left, right}) {
                CHECK(same_bits(joined.maximum, maximum));
                CHECK(same_bits(joined.sum, sum));
            }
        }
}
