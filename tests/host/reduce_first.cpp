// SPDX-License-Identifier: Apache-2.0
// Calls without an initial value, with operators that have no identity.
#include <suite.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/running.hpp>

namespace {

/// A kind of subtraction: it is not associative, so the result depends on the tree, and it has no identity.
struct apart {
    int operator()(int a, int b) const { return 3 * a - b; }
};

}  // namespace

TEST_CASE("reduce_first: the tree of the items, or nothing") {
    CHECK(impulse::reduce_first(std::vector<int>{}, apart{}) == std::nullopt);
    CHECK(impulse::reduce_first(std::vector{7}, apart{}) == 7);
    CHECK(impulse::reduce_first(std::vector{7, 1, 2}, apart{}) == 3 * (3 * 7 - 1) - 2);
    std::vector<int> x(100'000);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<int>(i * 37 % 101);
    const auto joins = [](unsigned a, unsigned b) { return 3 * a - b; };
    const std::vector<unsigned> y(x.begin(), x.end());
    CHECK(impulse::reduce_first(y, joins) == impulse::tree_fold(y, impulse::with_identity(joins, 0u)));
    CHECK(impulse::reduce_first(impulse::two_pass.on(impulse::host).tune({.blocks = 3, .threads = 32}), y,
                                joins) == impulse::reduce_first(y, joins));
}

TEST_CASE("reduce_first: layouts, and items that are moved") {
    const std::vector<int> x{1, 2, 3, 4, 5};
    const std::vector<int> offsets{0, 2, 2, 5};
    const auto each = impulse::reduce_first(impulse::segments(x, offsets), apart{});
    CHECK(each == std::vector<std::optional<int>>{1, std::nullopt, (3 * (3 * 3 - 4) - 5)});
    const std::vector<std::string> words{"a", "b", "c"};
    CHECK(impulse::reduce_first(words, impulse::plus{}) == "abc");
    CHECK(impulse::reduce_first(impulse::batches(words, 3), impulse::plus{}).at(0) == "abc");
}

TEST_CASE("reduce_first_into: what stands in the place of no items takes no part") {
    const std::vector<int> x{1, 2, 3, 4, 5};
    const std::vector<int> offsets{0, 2, 2, 5};
    std::vector<int> out(3);
    impulse::reduce_first_into(impulse::segments(x, offsets), out.data(), apart{}, -9);
    CHECK(out == std::vector{1, -9, (3 * (3 * 3 - 4) - 5)});
    int one = 0;
    impulse::reduce_first_into(x, &one, impulse::maximum{}, 100);
    CHECK(one == 5);
}

TEST_CASE("by key: no run is empty, so that no identity is asked for") {
    const std::vector<int> keys{1, 1, 2};
    const std::vector<int> x{5, 6, 7};
    CHECK(impulse::reduce(impulse::by_key(keys, x), apart{}) == std::vector{9, 7});
    std::vector<int> out(2), keys_out(2);
    int runs = 0;
    impulse::reduce_by_key_into(impulse::by_key(keys, x), keys_out.data(), out.data(), &runs, apart{});
    CHECK(runs == 2);
    CHECK(out == std::vector{9, 7});
    CHECK(keys_out == std::vector{1, 2});
}

TEST_CASE("transform_reduce without init, of one input and of two") {
    const int x[] = {1, 2, 3};
    const auto square = [](int v) { return v * v; };
    CHECK(impulse::transform_reduce(x, impulse::maximum{}, square) == 9);
    CHECK(impulse::transform_reduce(x, x + 2, impulse::maximum{}, square) == 4);
    CHECK(impulse::transform_reduce(x, x, 0) == 14);
    CHECK(impulse::transform_reduce(std::vector<int>{}, impulse::plus{}, square) == 0);
    int out = 0;
    impulse::transform_reduce_into(x, &out, impulse::plus{}, square);
    CHECK(out == 14);
    impulse::transform_reduce_into(x, x + 2, &out, impulse::plus{}, square);
    CHECK(out == 5);
    impulse::transform_reduce_into(x, x, &out, 1);
    CHECK(out == 15);
    CHECK(impulse::transform_reduce(impulse::by_key(x, x), apart{}, square) == std::vector{1, 4, 9});
}

TEST_CASE("running_reduction without init") {
    auto largest = impulse::running_reduction<float>(impulse::maximum{});
    CHECK(largest.value() < -1e30f);
    const std::vector<float> x{2, 3};
    largest.push(x);
    CHECK(largest.value() == 3);
}

// 256 and more numbers are folded by recursion, which g++ at -O2 must not report as infinite.
TEST_CASE("reduce_first: operators and functions that never return are compiled without a warning") {
    const auto joins = [](int, int) -> int { std::abort(); };
    const auto makes = [](float) -> float { std::abort(); };
    CHECK(impulse::reduce_first(std::vector<int>{7}, joins) == 7);
    CHECK(impulse::transform_reduce(std::vector<float>{}, 1.f, impulse::ordered(impulse::plus{}), makes) ==
          1.f);
}
