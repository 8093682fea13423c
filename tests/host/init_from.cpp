// SPDX-License-Identifier: Apache-2.0
// Initial values in memory: one for all groups, or one for each group in `out`.
#include <suite.hpp>

#include <policies.hpp>

#include <impulse/algorithms.hpp>

#include <deque>

namespace {

std::vector<float> numbers(index_t n) {
    return support::make_items(n, [](index_t i) { return static_cast<float>(i % 97) * 0.37f - 11.f; });
}

}  // namespace

TEST_CASE("init_from: the bits of the value itself") {
    const double init = 0.1;
    for (const index_t n : {0, 1, 50, 70'000}) {
        const auto x = numbers(n);
        support::for_each_policy([&](const char*, const auto& policy) {
            CHECK(support::same_bits(impulse::reduce(policy, x, impulse::init_from(&init)),
                                     impulse::reduce(policy, x, init)));
            CHECK(support::same_bits(impulse::transform_reduce(policy, x, x, impulse::init_from(&init)),
                                     impulse::transform_reduce(policy, x, x, init)));
        });
        const auto groups = impulse::batches(x.data(), n / 10, 10);
        CHECK(support::same_bits(impulse::reduce(groups, impulse::init_from(&init)),
                                 impulse::reduce(groups, init)));
        CHECK(support::same_bits(impulse::reduce(impulse::where(x, x), impulse::init_from(&init)),
                                 impulse::reduce(impulse::where(x, x), init)));
    }
    // `init_from` may point to `out` for a single result, but not where other results are written.
    const auto x = numbers(60);
    std::vector<float> out{7, 8, 9};
    impulse::reduce_into(x, out.data(), impulse::init_from(out.data()));
    CHECK(support::same_bits(out[0], impulse::reduce(x, 7.f)));
    for (const std::size_t at : {0u, 2u})
        CHECK(support::message_of([&] {
                  impulse::reduce_into(impulse::batches(x, 20), out.begin(),
                                       impulse::init_from(out.data() + at));
              }) ==
              "impulse: init_from has a pointer into out, where 3 results are written; need an initial "
              "value elsewhere, or accumulate_into");
    std::deque<float> elsewhere{7, 8, 9};
    CHECK(support::message_of([&] {
              impulse::reduce_into(impulse::batches(x, 20), elsewhere.rbegin(),
                                   impulse::init_from(&elsewhere[1]));
          }) ==
          "impulse: init_from has a pointer into out, where 3 results are written; need an initial value "
          "elsewhere, or accumulate_into");
    impulse::reduce_into(impulse::batches(x, 30), elsewhere.begin(), impulse::init_from(&elsewhere[2]));
    CHECK(support::same_bits(elsewhere[0], impulse::reduce(std::vector(x.begin(), x.begin() + 30), 9.f)));
    impulse::reduce_into(impulse::batches(x, 30), out.data(), impulse::init_from(out.data() + 2));
    CHECK(support::same_bits(out[1], impulse::reduce(std::vector(x.begin() + 30, x.end()), 9.f)));
}

TEST_CASE("accumulate_into: adds each result to what out has") {
    const auto x = numbers(6000);
    const std::vector<int> offsets{0, 0, 1, 40, 3500, 6000};
    const impulse::matrix_view matrix{x.data(), 60, 100};
    const auto check = [](const auto& groups) {
        const auto results = impulse::sum(groups);
        support::for_each_policy([&](const char*, const auto& policy) {
            std::vector<float> out(results.size());
            for (std::size_t r = 0; r < out.size(); ++r) out[r] = static_cast<float>(r) * 0.7f;
            impulse::accumulate_into(policy, groups, out.begin());
            for (std::size_t r = 0; r < out.size(); ++r)
                CHECK(support::same_bits(out[r], static_cast<float>(r) * 0.7f + results[r]));
        });
    };
    check(impulse::batches(x, 20));
    check(impulse::rows(matrix));
    check(impulse::columns(matrix));

    // An empty group leaves its element unchanged, for any operator. The old value is the left operand.
    std::vector<std::string> words{">", ">", ">", ">", ">"};
    const auto letters =
        support::make_items(6000, [](index_t i) { return std::string(1, static_cast<char>('a' + i % 26)); });
    impulse::accumulate_into(impulse::segments(letters, offsets), words.begin());
    CHECK(words[0] == ">");
    CHECK(words[1] == ">a");
    CHECK(words[2].substr(0, 3) == ">bc");
    CHECK(words[4].size() == 2501);

    double total = 1;  // computed in the accumulator of both types
    impulse::accumulate_into(x, &total);
    CHECK(support::same_bits(total, impulse::reduce(x, 1.0)));
    impulse::accumulate_into(impulse::where(x, std::vector<bool>(6000)), &total, impulse::maximum{});
    CHECK(support::same_bits(total, impulse::reduce(x, 1.0)));
}
