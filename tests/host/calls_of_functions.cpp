// SPDX-License-Identifier: Apache-2.0
// How often the host calls a caller's function: once for each item, also where it reads whole leaves.
#include <suite.hpp>

#include <impulse/aggregates/moments.hpp>
#include <impulse/algorithms.hpp>

namespace {

using impulse::moments;
using impulse::plus;
using impulse::together;

}  // namespace

TEST_CASE("calls of functions: once for each item") {
    for (const std::size_t n :
         {std::size_t{1}, std::size_t{31}, std::size_t{32}, std::size_t{33}, std::size_t{1000}}) {
        CAPTURE(n);
        std::vector<double> x(n), halves(n);
        for (std::size_t i = 0; i < n; ++i) {
            x[i] = static_cast<double>(i * i % 97) + 0.1;
            halves[i] = x[i] / 2;
        }
        std::size_t calls = 0;
        const auto half = [&calls](double item) {
            ++calls;
            return item / 2;
        };
        const auto counted = [&calls](auto result) { return std::pair(result, std::exchange(calls, 0)); };
        CHECK((counted(impulse::variance(x, half)) == std::pair(impulse::variance(halves), n)));
        CHECK((counted(impulse::nanvar(x, half)) == std::pair(impulse::nanvar(halves), n)));
        CHECK((counted(impulse::transform_reduce(x, moments{}, half)) ==
               std::pair(impulse::reduce(halves, moments{}), n)));
        const auto both = together(plus{}, moments{});
        CHECK((counted(impulse::transform_reduce(x, both, half)) ==
               std::pair(impulse::reduce(halves, both), n)));
        const auto nested = together(moments{}, together(plus{}, moments{}));
        CHECK((counted(impulse::transform_reduce(x, nested, half)) ==
               std::pair(impulse::reduce(halves, nested), n)));
    }
}
