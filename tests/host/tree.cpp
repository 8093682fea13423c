// SPDX-License-Identifier: Apache-2.0
// The tree as a caller sees it: `tree_fold` equals the recursion of its definition, and parts join to the
// value of the whole.
#include "tree.hpp"

using namespace tree_tests;

TEST_CASE("tree: the picture of eleven items") {
    std::vector<std::string> x;
    for (char c = 'a'; c <= 'k'; ++c) x.emplace_back(1, c);
    CHECK(impulse::tree_fold(x, std::string("i"), bracket{}) ==
          "(i ((((a b) (c d)) ((e f) (g h))) ((i j) k)))");
    CHECK(impulse::tree_fold(std::vector<std::string>{}, std::string("i"), bracket{}) == "i");
}

TEST_CASE("tree: tree_fold is the definition, for every n to 3000") {
    const auto all = made_numbers(3000);
    std::vector<uint64_t> x;
    for (index_t n = 0; n <= 3000; ++n) {
        CAPTURE(n);
        REQUIRE(impulse::tree_fold(x, uint64_t{42}, mix{}) == tree_by_definition(x, uint64_t{42}, mix{}));
        REQUIRE(impulse::reduce(x, uint64_t{42}, mix{}) == tree_by_definition(x, uint64_t{42}, mix{}));
        if (n < 3000) x.push_back(all[static_cast<std::size_t>(n)]);
    }
}

TEST_CASE_TEMPLATE(
    "tree: small types, which are joined level by level, alone and in columns, for every n to 300", T,
    some_mixes<2>, some_mixes<3>, some_mixes<8>, some_mixes<32>, some_mixes<33>) {
    const T init(42);
    std::vector<T> all;
    for (const uint64_t x : made_numbers(300 * 9)) all.emplace_back(x);
    for (index_t n = 0; n <= 300; ++n) {
        CAPTURE(n);
        const std::vector<T> x(all.begin(), all.begin() + n);
        const auto expected = tree_by_definition(x, init, mix_each{});
        REQUIRE(impulse::reduce(x, init, mix_each{}) == expected);
        REQUIRE(impulse::reduce(x, init, combine_each{}) == expected);
        for (const index_t columns : {1, 3, 9}) {
            if (n % columns != 0 && n > 20) continue;
            std::vector<T> out(static_cast<std::size_t>(columns), init);
            impulse::reduce_into(impulse::columns(impulse::matrix_view{all.data(), n, columns}), out.data(),
                                 init, mix_each{});
            for (index_t c = 0; c < columns; ++c) {
                CAPTURE(c);
                std::vector<T> column;
                for (index_t r = 0; r < n; ++r)
                    column.push_back(all[static_cast<std::size_t>(r * columns + c)]);
                REQUIRE(out[static_cast<std::size_t>(c)] == tree_by_definition(column, init, mix_each{}));
            }
        }
    }
}

TEST_CASE("tree: few items of a small type are made one after the other") {
    for (const index_t n : {2, 5, 40, 300}) {
        const auto items = support::make_items(n, [](index_t i) { return i; });
        index_t seen = 0;
        const auto made = [&](index_t i) {
            CHECK(i == seen++);
            return some_mixes<2>(static_cast<uint64_t>(i));
        };
        impulse::transform_reduce(items, some_mixes<2>(1), mix_each{}, made);
        CHECK(seen == n);
    }
}

TEST_CASE("tree: the same of strings and floats, and of any range") {
    for (const index_t n : {1, 2, 3, 5, 8, 31, 32, 33, 100, 1000, 1023, 1025}) {
        CAPTURE(n);
        const auto numbers = made_numbers(n, 7);
        std::vector<std::string> words;
        std::vector<float> floats;
        std::vector<double> doubles;
        for (const uint64_t bits : numbers) {
            words.push_back(std::to_string(bits % 10));
            floats.push_back(made_float<float>(bits));
            doubles.push_back(made_float<double>(bits));
        }
        CHECK(impulse::tree_fold(words, std::string("<"), concatenate{}) ==
              tree_by_definition(words, std::string("<"), concatenate{}));
        CHECK(impulse::reduce(words, std::string("<"), bracket{}) ==
              tree_by_definition(words, std::string("<"), bracket{}));
        const auto plus = [](auto a, auto b) { return a + b; };
        CHECK(std::bit_cast<std::uint32_t>(impulse::tree_fold(floats, 0.1f)) ==
              std::bit_cast<std::uint32_t>(tree_by_definition(floats, 0.1f, plus)));
        CHECK(std::bit_cast<uint64_t>(impulse::tree_fold(doubles, 0.1)) ==
              std::bit_cast<uint64_t>(tree_by_definition(doubles, 0.1, plus)));
        const std::deque<uint64_t> deque(numbers.begin(), numbers.end());
        CHECK(impulse::tree_fold(deque, uint64_t{1}, mix{}) ==
              tree_by_definition(numbers, uint64_t{1}, mix{}));
        CHECK(impulse::reduce(deque, uint64_t{1}, mix{}) == tree_by_definition(numbers, uint64_t{1}, mix{}));
    }
}

template <class T>
void check_vectors(const std::vector<uint64_t>& numbers, int most) {
    std::vector<T> all;
    for (const uint64_t bits : numbers) all.push_back(made_float<T>(bits));
    for (int level = 5; level <= most; ++level)
        for (const index_t n : {index_t{1} << level, (index_t{1} << level) + 1, index_t{7} << (level - 3)}) {
            CAPTURE(n);
            const std::vector<T> some(all.begin(), all.begin() + n);
            const T expected = tree_by_definition(some, T(0.1), [](T a, T b) { return a + b; });
            CHECK(support::same_bits(impulse::tree_fold(some, T(0.1)), expected));
            CHECK(support::same_bits(impulse::reduce(some, T(0.1)), expected));
        }
}

TEST_CASE("tree: numbers, which vectors are made of, up to 2^22") {
    const int most = support::is_slow_build ? 19 : 22;  // from 2^14 on, four places alternate
    const auto numbers = made_numbers((index_t{1} << most) + 1, 3);
    check_vectors<float>(numbers, most);
    check_vectors<double>(numbers, most);
}

TEST_CASE("tree: boundaries up to 2^22, under every policy and shape") {
    const int most = support::is_slow_build ? 16 : 22;
    const auto x = made_numbers((index_t{1} << most) + 2);
    for (int level = 3; level <= most; ++level)
        for (const index_t off : {-1, 0, 1}) {
            const index_t n = (index_t{1} << level) + off;
            CAPTURE(n);
            const auto* const first = x.data();
            const std::vector<uint64_t> some(first, first + n);
            const uint64_t expected = tree_by_definition(some, uint64_t{3}, mix{});
            CHECK(impulse::tree_fold(some, uint64_t{3}, mix{}) == expected);
            support::for_each_shape([&](auto, const auto& policy) {
                CHECK(impulse::reduce(policy, some, uint64_t{3}, mix{}) == expected);
            });
        }
}
