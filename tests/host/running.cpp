// SPDX-License-Identifier: Apache-2.0
// A reduction of items that arrive in pieces: cut, saved and loaded at any item, it gives the bits of one
// `reduce`.
#include "running.hpp"

using namespace running_tests;

TEST_CASE("running: pieces of any length give the bits of the whole, for every kind of operator") {
    const auto bytes = support::make_items(many, [](index_t i) {
        return static_cast<std::uint32_t>(support::scatter(static_cast<uint64_t>(i)));
    });
    check_cuts(support::make_items(many, made_float), 0.5f, impulse::plus{}, 1);
    check_cuts(support::make_items(many, support::make_hash{}), uint64_t{5}, support::mix{}, 2);
    check_cuts(support::make_items(3000,
                                   [](index_t i) {
                                       return matrix{made_float(4 * i), made_float(4 * i + 1),
                                                     made_float(4 * i + 2), made_float(4 * i + 3)};
                                   }),
               matrix{1, 0, 0, 1}, multiply{}, 3);
    check_cuts(bytes, uint64_t{7}, mix_of_leaves<4>{}, 4);
    check_cuts(bytes, uint64_t{7}, mix_of_leaves<256>{}, 5);
    check_cuts(support::make_items(many, made_float), spread::moments{0, 0, 0}, spread{}, 6);
    check_cuts(support::make_items(many, [](index_t i) { return static_cast<std::int8_t>(i % 251); }), 3,
               impulse::plus{}, 7);
    check_cuts(support::make_items(many, made_float), impulse::values<float, spread::moments>{0.f, {0, 0, 0}},
               impulse::together(impulse::plus{}, spread{}), 8);
    check_cuts(support::make_items(1000, [](index_t i) { return std::to_string(i); }), std::string("<"),
               concatenate{}, 9);
}

TEST_CASE("running: an exact operator that takes runs") {
    auto random = support::random_source(10);
    const auto bytes = support::make_items(many, [](index_t i) {
        return static_cast<unsigned char>(support::scatter(static_cast<uint64_t>(i)));
    });
    auto running = impulse::running_reduction<unsigned char>(hash_piece{0, 1},
                                                             impulse::assume_associative(join_hashes{}));
    push_in_pieces(running, bytes, random);
    const hash_piece expected =
        impulse::reduce(bytes, hash_piece{0, 1}, impulse::assume_associative(join_hashes{}));
    CHECK(running.value().hash == expected.hash);
    CHECK(running.value().power == expected.power);
}

TEST_CASE("running: the operator is plus unless said otherwise; a value at any time; begun anew") {
    auto sum = impulse::running_reduction<float>(1.f);
    static_assert(std::is_same_v<decltype(sum.value()), float>);
    CHECK(sum.value() == 1.f);
    std::vector<float> all;
    for (index_t n = 1; n < 300; n += 7) {
        const auto more = support::make_items(n, made_float);
        all.insert(all.end(), more.begin(), more.end());
        sum.push(more);
        CHECK(same_bits(sum.value(), impulse::reduce(all, 1.f)));
    }
    const auto copy = sum;
    sum.clear();
    CHECK(sum.count() == 0);
    CHECK(sum.value() == 1.f);
    CHECK(same_bits(copy.value(), impulse::reduce(all, 1.f)));
    const float few[] = {0, 1};
    sum.push(few);
    sum.push(std::deque<float>{2, 3});
    CHECK(sum.value() == 7.f);
}

TEST_CASE("running: accumulators that cannot be copied") {
    bool fails = false;
    auto random = support::random_source(11);
    const auto items = support::make_items(5000, support::make_hash{});
    auto running = impulse::running_reduction<uint64_t>(std::make_unique<uint64_t>(5), mix_numbers{&fails});
    running.push(items.begin(), items.begin() + 7);
    fails = true;
    CHECK_THROWS_AS(running.push(items.begin(), items.begin() + 7), std::runtime_error);
    CHECK(running.count() == 0);  // the items are lost
    fails = false;
    push_in_pieces(running, items, random);
    CHECK(*std::move(running).value() == impulse::reduce(items, uint64_t{5}, support::mix{}));
}

TEST_CASE("running: where an operator throws, a push changes nothing") {
    struct fragile : mix_of_leaves<4> {
        int* calls_left;
        void spend() const {
            if ((*calls_left)-- == 0) throw std::runtime_error("spent");
        }
        uint64_t operator()(uint64_t a, uint64_t b) const {
            spend();
            return support::mix{}(a, b);
        }
        void accumulate(uint64_t& acc, std::uint32_t a) const {
            spend();
            mix_of_leaves<4>::accumulate(acc, a);
        }
    };
    const auto items = support::make_items(100, [](index_t i) { return static_cast<std::uint32_t>(i); });
    for (const std::pair<int, int>& at : {std::pair{0, 9}, {7, 30}, {30, 34}, {63, 1}, {64, 36}}) {
        const int before = at.first, length = at.second;
        CAPTURE(before);
        int calls = 1 << 20;
        const fragile op{{}, &calls};
        auto running = impulse::running_reduction<std::uint32_t>(impulse::single_block.on(impulse::host),
                                                                 uint64_t{3}, op);
        const auto first = items.begin(), middle = first + before, last = middle + length;
        running.push(first, middle);
        const uint64_t had = running.value();
        int refusals = 0;
        for (int few = 0;; ++few) {
            calls = few;
            try {
                running.push(middle, last);
                break;
            } catch (const std::runtime_error&) {
                ++refusals;
            }
            calls = 1 << 20;
            REQUIRE(running.count() == before);
            REQUIRE(running.value() == had);
        }
        CHECK(refusals > 0);
        calls = 1 << 20;
        CHECK(running.count() == before + length);
        CHECK(running.value() ==
              impulse::tree_fold(std::vector(first, last), uint64_t{3}, mix_of_leaves<4>{}));
        calls = 0;
        CHECK_THROWS_AS((void)running.value(), std::runtime_error);
        calls = 1 << 20;
        CHECK(running.value() ==
              impulse::tree_fold(std::vector(first, last), uint64_t{3}, mix_of_leaves<4>{}));
    }
}
