// SPDX-License-Identifier: Apache-2.0
// The code of pages in docs/, exactly as shown there, with declarations of what it uses.
//
// The host takes the place of a stream.
#include <doctest/doctest.h>

#include <arrays.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/host.hpp>
#include <impulse/running.hpp>

#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

namespace {

const auto policy = impulse::automatic.on(impulse::host);
const auto stream = impulse::host;
const impulse::plus op;
const float init = 0;

/// 1, 2, ..., n.
std::vector<float> numbers(int n) {
    std::vector<float> all;
    for (int i = 1; i <= n; ++i) all.push_back(static_cast<float>(i));
    return all;
}

/// The matrix (1 0; i 1), in any type that a page uses.
struct shear {
    float i;
    template <class Matrix>
    operator Matrix() const {
        return {1, 0, i, 1};
    }
};

struct square {
    float operator()(float v) const { return v * v; }
};

}  // namespace

TEST_CASE("docs/explanation/calls.md: products of matrices") {
    std::vector<shear> matrices;
    for (const float i : numbers(100)) matrices.push_back({i});
    const shear* const p = matrices.data();
    const std::size_t n = 10;
#include <documented/calls_matrices.hpp>
    CHECK(on_cpu.a == 1);
    CHECK(on_cpu.c == 5050);
    CHECK(on_gpu.c == 55);
}

TEST_CASE("docs/explanation/calls.md: what comes in pieces") {
    std::vector<float> block = numbers(3);
    int left = 4;
    const auto read = [&left](std::vector<float>& into) {
        into.resize(static_cast<std::size_t>(left + 2), 5.f);
        return left-- > 0;
    };
#include <documented/calls_running.hpp>
    CHECK(running.count() == 6 + 5 + 4 + 3);
    CHECK(total == 4 * (1 + 2 + 3) + 5 * (3 + 2 + 1));
}

TEST_CASE("docs/explanation/calls.md: what a call looks like") {
    const std::vector<float> values = numbers(1000), x = numbers(512), floats = numbers(3);
    const auto first = values.begin(), last = values.end();
    const auto my_op = [](float a, float b) { return a + b; };
    const impulse::matrix_view matrix{x.data(), 2, 256};
    const std::vector<int> offsets{0, 2, 512}, keys(512, 7);
    std::vector<float> results(512);
    std::vector<int> first_keys(512);
    int found = 0;
    const auto out = results.begin();
    const auto keys_out = first_keys.begin();
    int* const count_out = &found;
    const std::ptrdiff_t n = 512, cut = 100;
#include <documented/calls_calls.hpp>
    CHECK(sum == 500500);
    CHECK(same == sum);
    CHECK(peak == 1000);
    CHECK(norm == 44870400);
    CHECK(whole == 131328);
    CHECK(fast == 131328);
    CHECK(lo == 1);
    CHECK(hi == 512);
    CHECK(wide == 6);
    CHECK(sums == std::vector{32896.f, 98432.f});
    CHECK(rows == std::vector{3.f, 131325.f});
    CHECK(results[0] == 131328);
    CHECK(results[1] == 260);  // still of the columns
    CHECK(first_keys[0] == 7);
    CHECK(found == 1);
    CHECK(all == 131328);
}

TEST_CASE("docs/explanation/arrays.md") {
    const std::vector<float> items = numbers(24);
    const float* const pointer = items.data();
    const int rows = 4, columns = 6;
    const support::array_view<const float, 4> a{pointer, {2, 3, 2, 2}, {12, 4, 2, 1}};
    std::vector<float> results(6);
    const auto out = results.begin();
#include <documented/arrays.hpp>
    CHECK(sums == std::vector{21.f, 57.f, 93.f, 129.f});
    CHECK(results == std::vector{33.f, 45.f, 105.f, 117.f, 56.f, 60.f});  // the last two are from the columns
}

TEST_CASE("docs/explanation/segments.md") {
    const std::vector<float> values = numbers(5);
    const std::vector<int> offsets{0, 2, 5}, begins{1, 0}, ends{5, 1};
    std::vector<float> results(2);
    const auto out = results.begin();
#include <documented/segments.hpp>
    CHECK(sums == std::vector{3.f, 12.f});
    CHECK(results == std::vector{14.f, 1.f});
}

TEST_CASE("docs/explanation/keys.md") {
    const std::vector<char> keys{'a', 'a', 'b', 'b', 'b'};
    const std::vector<float> values = numbers(5);
    const auto equal = [](char left, char right) { return left == right; };
    char of_runs[5] = {};
    float results[5] = {};
    std::vector<double> found(5);
    int runs = 0;
    const auto keys_out = &of_runs[0];
    const auto out = &results[0];
    const auto count_out = &runs;
    const auto means = found.begin();
    const int most = 5;
#include <documented/keys.hpp>
    CHECK(runs == 2);
    CHECK(std::string(of_runs) == "ab");
    CHECK(found == std::vector{1.5, 4.0, 0.0, 0.0, 0.0});
    CHECK(sums == std::vector{3.f, 12.f});
    CHECK(all == 15);
}

TEST_CASE("docs/explanation/keys.md: several outputs") {
    const std::vector<float> x = numbers(5);
    const std::vector<int> offsets{0, 2, 5};
    std::vector<float> of_least(2), of_sums(2);
    const auto least = of_least.begin(), sums = of_sums.begin();
#include <documented/keys_outputs.hpp>
    CHECK(of_least == std::vector{1.f, 3.f});
    CHECK(of_sums == std::vector{3.f, 12.f});
}

#include <documented/aggregates.hpp>

TEST_CASE("aggregates.md: words of a text, in any pieces") {
    const auto count = [](const std::string& text) {
        return impulse::reduce(text, impulse::assume_associative(count_words{}));
    };
    CHECK(count("") == 0);
    CHECK(count(" ") == 0);
    CHECK(count("one") == 1);
    CHECK(count(" one  two three ") == 3);
    CHECK(count("a b c d e f g h i j k l m n o p q r s t u v w x y z") == 26);
}
