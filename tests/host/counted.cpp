// SPDX-License-Identifier: Apache-2.0
// Counts in memory, and several outputs, on the host.
#include <suite.hpp>

#include <policies.hpp>
#include <values.hpp>

#include <impulse/algorithms.hpp>

using support::mix;

TEST_CASE("counted: as many values as memory says, by every policy and shape") {
    const auto x = support::make_items(20'000, support::make_hash{support::seed()});
    for (const index_t n : {0, 1, 7, 1000, 19'999, 20'000}) {
        const auto right =
            impulse::tree_fold(std::vector<std::uint64_t>(x.begin(), x.begin() + n), std::uint64_t{5}, mix{});
        support::for_each_shape([&](auto, const auto& policy) {
            CAPTURE(n);
            CHECK(impulse::reduce(policy, impulse::counted(x, &n), std::uint64_t{5}, mix{}) == right);
        });
        const auto short_n = static_cast<unsigned short>(n);
        CHECK(impulse::reduce(impulse::counted(x.data(), &short_n, 20'000), std::uint64_t{5}, mix{}) ==
              right);
    }
}

TEST_CASE("counted: what by_key has left") {
    const std::vector<int> keys{4, 4, 7, 7, 7, 4};
    const std::vector<int> x{1, 2, 3, 4, 5, 6};
    std::vector<int> first(6);
    std::vector<int> sums(6, 100);
    int count = 0;
    impulse::reduce_by_key_into(impulse::by_key(keys, x), first.data(), sums.data(), &count);
    CHECK(count == 3);
    CHECK(impulse::reduce(impulse::counted(sums, &count), impulse::maximum{}) == 12);
    CHECK(impulse::max_element(impulse::counted(sums, &count)) - sums.begin() == 1);
    CHECK(impulse::mean(impulse::counted(sums, &count)) == 7);
    CHECK(impulse::dot(impulse::counted(sums, &count), first) == 3 * 4 + 12 * 7 + 6 * 4);
}

TEST_CASE("counted: a count that is none is named, and nothing is written") {
    const std::vector<int> x(10, 1);
    int out = -7;
    const auto call = [&](auto count) {
        return support::message_of([&] { impulse::reduce_into(impulse::counted(x, &count), &out, 0); });
    };
    CHECK(call(11) == "impulse: count is 11; it must be between 0 and 10");
    CHECK(call(-1) == "impulse: count is -1; it must be between 0 and 10");
    CHECK(call(~std::uint64_t{0}) == "impulse: count is 18446744073709551615; it must be between 0 and 10");
    CHECK(out == -7);
    const int* const nowhere = nullptr;
    CHECK(support::message_of([&] { impulse::sum(impulse::counted(x, nowhere)); }) ==
          "impulse: count is a null pointer; need a pointer to 1 item");
}

TEST_CASE("several outputs: each of several results to its own") {
    const std::vector<int> x{3, 1, 4, 1, 5, 9, 2, 6};
    const std::vector<int> at{0, 3, 8};
    const auto both = impulse::together(impulse::minimum{}, impulse::plus{});
    std::vector<int> least(2);
    std::vector<double> sums(2);
    impulse::reduce_into(impulse::segments(x, at), std::tuple{least.data(), sums.begin()}, both);
    CHECK((least == std::vector<int>{1, 1}));
    CHECK((sums == std::vector<double>{8, 23}));

    impulse::reduce_into(impulse::work_queue, impulse::columns(impulse::matrix_view{x.data(), 4, 2}),
                         std::tuple{least.begin(), sums.data()}, both);
    CHECK((least == std::vector<int>{2, 1}));
    CHECK((sums == std::vector<double>{14, 17}));

    impulse::reduce_into(impulse::batches(x, 4), std::tuple{least.data(), sums.data()}, both);
    CHECK((least == std::vector<int>{1, 2}));
    CHECK((sums == std::vector<double>{9, 22}));

    impulse::reduce_into(x, std::tuple{&least[0], &sums[0]}, impulse::make_values(0, 0), both);
    CHECK(least[0] == 0);
    CHECK(sums[0] == 31);

    int* const none = nullptr;
    CHECK(support::message_of([&] {
              impulse::reduce_into(impulse::segments(x, at), std::tuple{least.data(), none}, both);
          }) == "impulse: out is a null pointer; need a pointer to the result");
}

TEST_CASE("checked: on the host it changes nothing") {
    const std::vector<int> x(10, 1);
    CHECK((impulse::sum(impulse::two_pass.checked(), impulse::segments(x, std::vector{0, 4, 10})) ==
           std::vector<int>{4, 6}));
    CHECK(support::message_of([&] {
              impulse::sum(impulse::two_pass.checked(), impulse::segments(x, std::vector{0, 4, 3}));
          }) == "impulse: segment 1 has offsets [4, 3), which decrease");
}
