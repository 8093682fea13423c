// SPDX-License-Identifier: Apache-2.0
// `find_nonassociative`, compared with its definition.
#include <own_place.hpp>
#include <policies.hpp>
#include <suite.hpp>

#include <impulse/find_nonassociative.hpp>
#include <impulse/host.hpp>
#include <impulse/layouts.hpp>

#include <atomic>

namespace {

using impulse::find_nonassociative;
using impulse::node_triple;
using found = std::optional<node_triple>;

/// The definition; at first the nodes are the leaves.
template <class Acc, class Op>
found expected(std::vector<Acc> nodes, const Op& op) {
    for (int level = 0; nodes.size() >= 3; ++level) {
        for (std::size_t i = 0; i + 2 < nodes.size(); ++i)
            if (!support::same_bits<Acc>(op(op(nodes[i], nodes[i + 1]), nodes[i + 2]),
                                         op(nodes[i], op(nodes[i + 1], nodes[i + 2]))))
                return node_triple{level, static_cast<index_t>(i)};
        std::vector<Acc> next;
        for (std::size_t i = 0; i < nodes.size(); i += 2)
            next.push_back(i + 1 < nodes.size() ? op(nodes[i], nodes[i + 1]) : nodes[i]);
        nodes = std::move(next);
    }
    return std::nullopt;
}

const auto sum = [](auto a, auto b) { return a + b; };

/// A text, joined from its letters; the operator accumulates.
struct spelled {
    static constexpr int leaf = 2;
    std::string lift(char x) const { return std::string(1, x); }
    void accumulate(std::string& acc, char x) const { acc += x; }
    void combine(std::string& a, const std::string& b) const { a += b; }
    std::size_t finalize(const std::string& acc) const { return acc.size(); }
};
/// The same with an error: where two words meet with the same letter, it drops one of them.
struct misspelled : spelled {
    void combine(std::string& a, const std::string& b) const {
        a += a.size() >= 4 && a.back() == b.front() ? b.substr(1) : b;
    }
};

/// A floating-point number in a class with its own comparison.
struct boxed {
    float value;
    friend bool operator==(const boxed&, const boxed&) = default;
};
/// It has no ==, so its bytes are compared; it has no padding.
struct triangle {
    std::uint32_t a, b;
};

}  // namespace

TEST_CASE("find_nonassociative: none, one and two items") {
    const std::vector<float> x{1, 2};
    CHECK(find_nonassociative(x.begin(), x.begin(), std::minus<>{}) == std::nullopt);
    CHECK(find_nonassociative(x.begin(), x.begin() + 1, std::minus<>{}) == std::nullopt);
    CHECK(find_nonassociative(x, std::minus<>{}) == std::nullopt);
    CHECK(find_nonassociative(std::vector<float>{1, 2, 3}, std::minus<>{}) == node_triple{0, 0});
}

TEST_CASE("find_nonassociative: what the issue is about") {
    std::mt19937_64 random(support::seed());
    std::vector<float> uniform(1'000'000);
    for (float& x : uniform) x = std::uniform_real_distribution<float>(0, 1)(random);
    const found first = find_nonassociative(uniform, impulse::plus{});
    REQUIRE(first);
    CHECK(first->level == 0);
    CHECK(first->index < 100);
    CHECK(first == expected(std::vector<float>(uniform.begin(), uniform.begin() + 1000), sum));

    std::vector<float> whole(1'000'000);
    for (float& x : whole) x = static_cast<float>(std::uniform_int_distribution<int>(0, 1000)(random));
    const found later = find_nonassociative(whole, impulse::plus{});
    CHECK(later == expected(whole, sum));
    if (later) CHECK(later->level > 10);  // sums of 2^14 of them are below 2^24
    CHECK(find_nonassociative<double>(whole, impulse::plus{}) == std::nullopt);

    const auto folds = [](double s, double x) { return s + x * x; };
    CHECK(find_nonassociative(std::vector<double>{1, 2, 3, 4, 5, 6}, folds) == node_triple{0, 0});
    const auto counts = [](int n, long x) { return n + (x % 2 == 0); };  // `reduce` refuses it
    CHECK(find_nonassociative(std::vector<int>{1, 2, 4}, counts) == node_triple{0, 0});
}

TEST_CASE("find_nonassociative: every level, under every policy") {
    support::for_some_policies([](auto, const auto& policy) {
        for (int level = 0; level < 6; ++level)
            for (std::size_t n : {3u, 4u, 5u, 6u, 7u, 17u, 64u, 65u, 100u}) {
                // Among three adjacent nodes, the second and the third are too small to change the first.
                std::vector<float> x(n << level);
                const std::size_t at = n - 3;
                x[at << level] = 0x1p24f;
                x[(at + 1) << level] = x[((at + 3) << level) - 1] = 1;
                CHECK(find_nonassociative(policy, x, impulse::plus{}) ==
                      node_triple{level, static_cast<index_t>(at)});
                x.pop_back();
                CHECK(find_nonassociative(policy, x, impulse::plus{}) == expected(x, sum));
            }
    });
}

TEST_CASE("find_nonassociative: random items of few kinds") {
    std::mt19937_64 random(support::seed());
    const auto op = [](int a, int b) { return a == 3 && b == 3 ? 2 : (a + b) % 5; };
    for (int i = 0; i < 2000; ++i) {
        std::vector<int> x(random() % 40);
        for (int& each : x) each = random() % 8 == 0 ? 3 : 0;
        CHECK(find_nonassociative(impulse::last_block, x, op) == expected(x, op));
    }
    std::vector<std::uint64_t> x(1000);
    for (auto& each : x) each = random();
    CHECK(find_nonassociative(x, support::mix{}) == node_triple{0, 0});
    CHECK(find_nonassociative(impulse::two_pass.on(own::serial_machine{}), x, support::mix{}) ==
          node_triple{0, 0});
    CHECK(find_nonassociative(impulse::two_pass.on(own::serial_machine{}), x, impulse::plus{}) ==
          std::nullopt);
}

TEST_CASE("find_nonassociative: a limit") {
    std::vector<float> x(100);
    x[50] = 0x1p24f;
    x[51] = x[52] = 1;
    CHECK(find_nonassociative(x, impulse::plus{}, 52) == std::nullopt);
    CHECK(find_nonassociative(x, impulse::plus{}, 53u) == node_triple{0, 50});
    CHECK(find_nonassociative(x.begin(), x.end(), impulse::plus{}, 1'000'000) == node_triple{0, 50});
    CHECK(find_nonassociative(x, impulse::plus{}, 0) == std::nullopt);
    CHECK_THROWS_AS((void)find_nonassociative(x, impulse::plus{}, -1), std::invalid_argument);
}

TEST_CASE("find_nonassociative: at most 8 n calls") {
    for (index_t n : {3, 4, 5, 8, 9, 1000, 1023, 1025, 20'000}) {
        std::vector<std::uint64_t> x(static_cast<std::size_t>(n), 1);
        std::atomic<index_t> calls = 0;
        const auto op = [&calls](std::uint64_t a, std::uint64_t b) {
            ++calls;
            return a ^ b;
        };
        CHECK(find_nonassociative(x, op) == std::nullopt);
        CHECK(calls <= 8 * n);
        CHECK(calls > 6 * (n - 3));
    }
}

TEST_CASE("find_nonassociative: what is said of an operator changes nothing") {
    const std::vector<float> x{1, 0x1p24f, 1, 1};
    const found there = node_triple{0, 1};
    CHECK(find_nonassociative(x, impulse::assume_associative(impulse::plus{})) == there);
    CHECK(find_nonassociative(x, impulse::unordered(sum)) == there);
    CHECK(find_nonassociative(x, impulse::with_identity(sum, 0.f)) == there);
    CHECK(find_nonassociative(x, std::plus<>{}) == there);
    CHECK(find_nonassociative(x, impulse::together(impulse::minimum{}, impulse::plus{})) == there);
    CHECK(find_nonassociative(x, impulse::together(impulse::minimum{}, impulse::maximum{})) == std::nullopt);
    constexpr int most = std::numeric_limits<int>::max();
    CHECK(find_nonassociative(std::vector<int>{most, most, most}, impulse::plus{}) == std::nullopt);
    int calls = 0;
    const auto counting = [calls](int a, int b) mutable { return ++calls, a - b; };
    CHECK(find_nonassociative(std::vector<int>{0, 0, 1}, counting) == node_triple{0, 0});
}

TEST_CASE("find_nonassociative: in the type in which the operator accumulates") {
    const std::vector<float> narrow{1.0f, 0x1p24f, 1.0f, 1.0f};
    CHECK(find_nonassociative(narrow, std::plus<>{}) == found({0, 1}));
    CHECK(find_nonassociative(narrow, std::plus<double>{}) == std::nullopt);
    CHECK(find_nonassociative(std::vector<double>(narrow.begin(), narrow.end()), std::plus<float>{}) ==
          found({0, 1}));
    CHECK(find_nonassociative(narrow, std::plus<>{}, ~std::size_t{0}) == found({0, 1}));
}

TEST_CASE("find_nonassociative: aggregates") {
    const std::string text = "abcdefghijklmnopqrs";
    CHECK(find_nonassociative(text, spelled{}) == std::nullopt);
    // Leaves of two letters, ab cd de ff: (abcd de) ff is compared with abcd (deff).
    CHECK(find_nonassociative(std::string("abcddeff"), misspelled{}) ==
          expected(std::vector<std::string>{"ab", "cd", "de", "ff"}, [](std::string a, const std::string& b) {
              misspelled{}.combine(a, b);
              return a;
          }));
    CHECK(find_nonassociative(std::string("abcddeff"), misspelled{}) == node_triple{0, 0});
    const std::vector<std::string> words{"a", "b", "c", "d", "e"};
    CHECK(find_nonassociative(words, impulse::plus{}) == std::nullopt);
}

TEST_CASE("find_nonassociative: values are compared by their bits") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(find_nonassociative(std::vector<float>{nan, 1, -nan, 2}, impulse::plus{}) == std::nullopt);
    const auto negated = [](float, float b) { return -b; };
    CHECK(find_nonassociative(std::vector<float>{0, 0, 0}, negated) == node_triple{0, 0});  // -0 is not +0
    const auto of_parts = [](std::complex<float>, std::complex<float> b) {
        return std::complex<float>(b.real(), -b.imag());
    };
    CHECK(find_nonassociative(std::vector<std::complex<float>>(3), of_parts) == node_triple{0, 0});
    const auto of_boxes = [](boxed a, boxed b) { return boxed{a.value + b.value}; };
    CHECK(find_nonassociative(std::vector<boxed>{{nan}, {1}, {2}}, of_boxes) == std::nullopt);
    CHECK(find_nonassociative(std::vector<boxed>{{0x1p24f}, {1}, {1}}, of_boxes) == node_triple{0, 0});
    const auto of_triangles = [](triangle x, triangle y) { return triangle{x.a - y.a, x.b + y.b}; };
    CHECK(find_nonassociative(std::vector<triangle>{{1, 2}, {1, 2}, {1, 2}}, of_triangles) ==
          node_triple{0, 0});
    CHECK(find_nonassociative(std::vector<triangle>{{0, 2}, {0, 2}, {0, 2}}, of_triangles) == std::nullopt);
}
