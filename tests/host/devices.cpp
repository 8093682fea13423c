// SPDX-License-Identifier: Apache-2.0
// Several devices, each of which is the host: host input, distributed parts, and calls that are refused.
// device/devices.cu has the same on GPUs.
#include <suite.hpp>

#include <moments.hpp>
#include <tree_suite.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/devices.hpp>

namespace {

using impulse::host;
using number = std::uint64_t;
using support::index_t;
using support::message_of;
using support::mix;
using support::mix_of_leaves;

const auto three = impulse::devices(host, host, host);

/// Cut at random into `parts` parts at multiples of `leaf`; some parts are empty.
template <class T>
impulse::distributed<T> cut(const std::vector<T>& x, int parts, index_t leaf, std::mt19937_64& random) {
    const auto cuts = support::random_cuts(random, std::ssize(x), parts, leaf);
    std::vector<typename impulse::distributed<T>::part> made;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
        made.push_back({host, x.begin() + cuts[i], cuts[i + 1] - cuts[i]});
    return impulse::distributed<T>(made);
}

}  // namespace

TEST_CASE("devices of the host: the tree, dealt or apart") {
    auto random = support::random_source(77);
    const auto policy = impulse::last_block.on(three);
    for (const index_t n : {0, 1, 2, 3, 7, 64, 100, 1000, 4096, 20'001, 300'000}) {
        CAPTURE(n);
        const auto x = support::made_numbers(n, 3);
        const number all = impulse::tree_fold(x, number{9}, mix{});
        const number leaves = impulse::tree_fold(x, number{9}, mix_of_leaves{});
        CHECK(impulse::reduce(policy, x, number{9}, mix{}) == all);
        CHECK(impulse::reduce(policy, x, number{9}, mix_of_leaves{}) == leaves);
        CHECK(impulse::reduce(impulse::single_block.on(impulse::devices(host)), x, number{9}, mix{}) == all);
        for (const int parts : {1, 2, 5, 11}) {
            CHECK(impulse::reduce(policy, cut(x, parts, 1, random), number{9}, mix{}) == all);
            CHECK(impulse::reduce(policy, cut(x, parts, 4, random), number{9}, mix_of_leaves{}) == leaves);
        }
        number out = 0;
        impulse::reduce_into(policy, x, &out, number{9}, mix{});
        CHECK(out == all);
        impulse::reduce_into(policy, cut(x, 4, 1, random), &out, number{9}, mix{});
        CHECK(out == all);
    }
}

TEST_CASE("devices of the host: algorithms, and positions in the whole") {
    auto random = support::random_source(78);
    std::vector<float> x;
    for (const number a : support::made_numbers(30'000, 5))
        x.push_back(static_cast<float>(a % 1'000'003) * 1e-3f - 400.f);
    const auto policy = impulse::automatic.on(three);
    const auto apart = cut(x, 6, 1, random);
    const auto square = [](float v) { return v * v; };
    CHECK(impulse::sum(policy, x) == impulse::tree_fold(x, 0.f));
    CHECK(impulse::sum(policy, apart) == impulse::tree_fold(x, 0.f));
    CHECK(impulse::mean(policy, x) == impulse::mean(x));
    CHECK(impulse::variance(policy, x) == impulse::variance(x));
    CHECK(impulse::dot(policy, x, x) == impulse::dot(x, x));
    CHECK(impulse::transform_reduce(policy, apart, 0.f, impulse::plus{}, square) ==
          impulse::transform_reduce(x, 0.f, impulse::plus{}, square));
    CHECK(impulse::min_element(policy, x) == impulse::min_element(x));
    CHECK(impulse::min_element(policy, apart) == impulse::min_element(x) - x.begin());
    CHECK(impulse::argmax(policy, apart) == impulse::argmax(x));
    CHECK(impulse::minmax_element(policy, apart).max == impulse::minmax_element(x).second - x.begin());
    CHECK(impulse::min_element(policy, impulse::distributed<float>{}) == 0);
    CHECK(impulse::reduce(policy, impulse::distributed<float>{}, 3.f) == 3.f);
    CHECK(impulse::reduce.plan(policy, impulse::distributed<float>{}, 3.f).tiles.results > 0);
    // With a mask: host input is split together with its flags.
    std::vector<unsigned char> mask, none(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) mask.push_back(i % 3 != 1);
    const auto some = impulse::where(x, mask);
    CHECK(impulse::sum(policy, some) == impulse::sum(some));
    CHECK(impulse::mean(policy, some) == impulse::mean(some));
    CHECK(impulse::variance(policy, some) == impulse::variance(some));
    CHECK(impulse::argmin(policy, some) == impulse::argmin(some));
    CHECK(impulse::reduce(policy, some, 2.f, [](float a, float b) { return a / 2 + b; }) ==
          impulse::reduce(some, 2.f, [](float a, float b) { return a / 2 + b; }));
    CHECK(impulse::reduce(policy, impulse::where(x, none), 2.5f) == 2.5f);
    // On the host, items may be anywhere in memory and need not be trivial.
    const auto numbers = support::made_numbers(10'000, 6);
    const std::deque<number> scattered(numbers.begin(), numbers.end());
    CHECK(impulse::reduce(policy, scattered, number{1}, mix{}) ==
          impulse::tree_fold(numbers, number{1}, mix{}));
    std::vector<std::string> words;
    for (int i = 0; i < 500; ++i) words.push_back(std::to_string(i));
    CHECK(impulse::reduce(policy, words, std::string()) == impulse::tree_fold(words, std::string()));
    CHECK(impulse::reduce.plan(policy, x, 0.f).tiles.results > 0);
}

TEST_CASE("devices of the host: named aggregates, of parts cut within leaves too") {
    auto random = support::random_source(79);
    const auto policy = impulse::automatic.on(three);
    for (const index_t n : {1, 31, 33, 100, 20'001}) {
        CAPTURE(n);
        const auto x = support::make_numbers<float>(n);
        const auto several = impulse::together(impulse::plus{}, impulse::moments{}, impulse::min_loc{},
                                               impulse::max_loc{}, impulse::compensated_sum{});
        const auto right = impulse::reduce(x, several);
        const auto check = [&](const auto& input) {
            const auto found = impulse::reduce(policy, input, several);
            CHECK(same_bits(found.template get<0>(), right.template get<0>()));
            CHECK(same_bits(support::members_of(found.template get<1>()),
                            support::members_of(right.template get<1>())));
            CHECK(found.template get<2>().index == impulse::argmin(x));
            CHECK(found.template get<3>().index == impulse::argmax(x));
            CHECK(same_bits(found.template get<4>(), right.template get<4>()));
            CHECK(same_bits(support::members_of(impulse::reduce(policy, input, impulse::moments{})),
                            support::members_of(right.template get<1>())));
            CHECK(same_bits(impulse::variance(policy, input), impulse::variance(x)));
        };
        check(x);
        check(cut(x, 6, 1, random));
    }
}

TEST_CASE("devices of the host: what is refused, and what a member throws") {
    const auto policy = impulse::automatic.on(three);
    const std::vector<number> x(10, 1);
    using parts = impulse::distributed<number>;
    CHECK(message_of([&] {
              parts{{host, x.data(), -1}};
          }) == "impulse: count of a part is -1; it must be 0 or more");
    CHECK(message_of([&] {
              impulse::reduce(policy, parts{{host, x.data(), 5}, {host, x.data() + 5, 5}}, number{},
                              mix_of_leaves{});
          }) ==
          "impulse: input has a part that begins at item 5; it must begin at a multiple of the operator's "
          "leaf, 4 (such as 4 or 8)");
    // The last non-empty part may end within a leaf.
    CHECK(
        impulse::reduce(policy, parts{{host, x.data(), 5}, {host, x.data(), 0}}, number{}, mix_of_leaves{}) ==
        impulse::tree_fold(std::vector<number>(5, 1), number{}, mix_of_leaves{}));
    CHECK(message_of([&] {
              impulse::sum(policy, parts{{host, static_cast<const number*>(nullptr), 2}});
          }) == "impulse: input is a null pointer; need a pointer to 2 items");
    CHECK(message_of([&] { impulse::sum_into(policy, x, static_cast<number*>(nullptr)); }) ==
          "impulse: out is a null pointer; need a pointer to the result");
    CHECK(message_of<std::runtime_error>([&] {
              impulse::transform_reduce(policy, x, number{}, impulse::plus{},
                                        [](number) -> number { throw std::runtime_error("bad item"); });
          }) == "bad item");
    CHECK(impulse::sum(policy, x) == 10);
}
