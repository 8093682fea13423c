// SPDX-License-Identifier: Apache-2.0
// `where`: the tree in which masked items are empty leaves, for any operator, layout and policy.
#include <suite.hpp>

#include <definitions.hpp>
#include <policies.hpp>

#include <impulse/algorithms.hpp>

using impulse::where;

namespace {

std::uint64_t scattered(std::uint64_t i) {
    i = (i + 1) * 0x9e3779b97f4a7c15u;
    return i ^ i >> 29;
}
std::vector<char> flags(index_t n, std::uint64_t every) {
    return support::make_items(n, [=](index_t i) {
        return static_cast<char>(scattered(static_cast<std::uint64_t>(i) + 9) % every != 0);
    });
}
template <class Type>
std::vector<Type> numbers(index_t n) {
    return support::make_items(n, [](index_t i) {
        return static_cast<Type>(static_cast<double>(scattered(static_cast<std::uint64_t>(i)) % 2001) * 0.37 -
                                 300.0);
    });
}

}  // namespace

TEST_CASE("where: the definition, for operators with and without identity") {
    const auto absorbs = [](double a, double b) { return a * 0.75 + b; };
    for (const index_t n : {0, 1, 2, 3, 31, 32, 33, 100, 1000, 5000})
        for (const std::uint64_t every : {1u, 2u, 3u, 1000u}) {
            CAPTURE(n);
            CAPTURE(every);
            const auto x = numbers<double>(n);
            const auto mask = flags(n, every);
            const auto expect = [&](const auto& op) {
                return support::masked_by_definition(x, mask, op, 0, static_cast<std::size_t>(n));
            };
            const auto sum = expect(std::plus<>{});
            support::for_each_policy([&](const char*, const auto& policy) {
                CHECK(same_bits(impulse::sum(policy, where(x, mask)), sum.value_or(0.0)));
                CHECK(same_bits(impulse::reduce(policy, where(x, mask), 7.5), sum ? 7.5 + *sum : 7.5));
                CHECK(impulse::reduce_first(policy, where(x, mask), absorbs) == expect(absorbs));
                CHECK(impulse::reduce(policy, where(x, mask), 2.0, absorbs) ==
                      (expect(absorbs) ? absorbs(2.0, *expect(absorbs)) : 2.0));
            });
            const auto count = impulse::count(mask, 1);
            CHECK(same_bits(impulse::mean(where(x, mask)), count > 0
                                                               ? *sum / static_cast<double>(count)
                                                               : std::numeric_limits<double>::quiet_NaN()));
            CHECK(impulse::count_if(where(x, mask), [](double v) { return v > 0; }) ==
                  impulse::transform_reduce(x, mask, index_t{0}, std::plus<>{},
                                            [](double v, char m) { return index_t{m != 0 && v > 0}; }));
        }
}

TEST_CASE("where: a mask that is true throughout changes no bit") {
    for (const index_t n : {0, 1, 31, 64, 1000, 70'001}) {
        CAPTURE(n);
        const auto x = numbers<float>(n);
        const std::vector<bool> all(static_cast<std::size_t>(n), true);
        const auto both = impulse::together(impulse::plus{}, impulse::moments{}, impulse::max_loc{});
        CHECK(same_bits(impulse::sum(where(x, all)), impulse::sum(x)));
        CHECK(same_bits(impulse::mean(where(x, all)), impulse::mean(x)));
        CHECK(same_bits(impulse::variance(where(x, all), 1), impulse::variance(x, 1)));
        CHECK(same_bits(impulse::nanvar(where(x, all)), impulse::nanvar(x)));
        CHECK(same_bits(impulse::norm(where(x, all)), impulse::norm(x)));
        CHECK(same_bits(impulse::max_value(where(x, all)), impulse::max_value(x)));
        CHECK(impulse::argmin(where(x, all)) == impulse::argmin(x));
        const auto [sum, moments, most] = impulse::reduce(where(x, all), both);
        const auto [sum_of_all, moments_of_all, most_of_all] = impulse::reduce(x, both);
        CHECK(same_bits(sum, sum_of_all));
        CHECK(same_bits(moments.variance(), moments_of_all.variance()));
        CHECK(same_bits(moments.excess_kurtosis(), moments_of_all.excess_kurtosis()));
        CHECK(most == most_of_all);
    }
}

TEST_CASE("where: variances are those of nanvar with NaN in the empty places") {
    for (const index_t n : {1, 31, 33, 200, 4096})
        for (const std::uint64_t every : {1u, 2u, 40u}) {
            auto x = numbers<double>(n);
            const auto mask = flags(n, every);
            const double var = impulse::variance(where(x, mask));
            const double mean = impulse::mean(where(x, mask));
            const double again = impulse::reduce(where(x, mask), impulse::moments{}).variance();
            const double near = impulse::reduce(where(x, mask), impulse::moments{}).mean();
            if (mean == mean)
                CHECK(near == doctest::Approx(mean).epsilon(1e-12));
            else
                CHECK(same_bits(near, mean));
            for (std::size_t i = 0; i < x.size(); ++i)
                if (!mask[i]) x[i] = std::numeric_limits<double>::quiet_NaN();
            CHECK(same_bits(var, impulse::nanvar(x)));
            CHECK(same_bits(mean, impulse::nanmean(x)));
            CHECK(same_bits(again, var));
        }
}

TEST_CASE("where: positions are those in the range") {
    const std::vector<float> x{5, 1, 9, 1, 7};
    const std::vector<int> mask{1, 0, 0, 1, 2};
    CHECK(impulse::argmin(where(x, mask)) == 3);
    CHECK(impulse::argmax(where(x, mask)) == 4);
    CHECK(impulse::min_element(where(x, mask)) == x.begin() + 3);
    CHECK(impulse::minmax_element(where(x, mask)) == std::pair(x.begin() + 3, x.begin() + 4));
    index_t at = 0;
    float least = 0;
    impulse::argmin_into(where(x, mask), &least, &at);
    CHECK(at == 3);
    CHECK(least == 1);

    const std::vector<int> none(5);
    CHECK(impulse::argmin(where(x, none)) == 5);
    CHECK(impulse::nanargmax(where(x, none)) == 5);
    CHECK(impulse::min_element(where(x, none)) == x.end());
    CHECK(same_bits(impulse::sum(where(x, none)), 0.f));  // +0, not the identity
    CHECK(impulse::max_value(where(x, none)) == -std::numeric_limits<float>::infinity());
}

TEST_CASE("where: layouts, two inputs, functions, any type") {
    const auto x = numbers<float>(600);
    const auto y = numbers<float>(600);
    const auto mask = flags(600, 2);
    const std::vector<int> offsets{0, 0, 1, 40, 350, 600};
    const auto keys = support::make_items(600, [](index_t i) { return i / 7; });
    const impulse::matrix_view matrix{where(x.data(), mask.data()), 20, 30};
    const auto sum = [&](std::size_t begin, std::size_t end, std::size_t step = 1) {
        std::vector<float> some;
        std::vector<char> of_some;
        for (std::size_t i = begin; i < end; i += step) {
            some.push_back(x[i]);
            of_some.push_back(mask[i]);
        }
        return support::masked_by_definition(some, of_some, std::plus<>{}, 0, some.size()).value_or(0.f);
    };
    const auto by_segment = impulse::sum(impulse::segments(where(x, mask), offsets));
    const auto by_key = impulse::sum(impulse::by_key(keys, where(x, mask)));
    const auto by_row = impulse::sum(impulse::rows(matrix));
    const auto by_column = impulse::sum(impulse::columns(matrix));
    for (std::size_t r = 0; r < 5; ++r)
        CHECK(same_bits(by_segment[r],
                        sum(static_cast<std::size_t>(offsets[r]), static_cast<std::size_t>(offsets[r + 1]))));
    for (std::size_t r = 0; r < by_key.size(); ++r)
        CHECK(same_bits(by_key[r], sum(7 * r, (std::min)(7 * r + 7, std::size_t{600}))));
    for (std::size_t r = 0; r < 20; ++r) CHECK(same_bits(by_row[r], sum(30 * r, 30 * r + 30)));
    for (std::size_t c = 0; c < 30; ++c) CHECK(same_bits(by_column[c], sum(c, 600, 30)));

    // With a vector, with positions, and with a function that must not see masked items.
    const auto products = impulse::dot(impulse::columns(matrix), y);
    for (std::size_t c = 0; c < 30; ++c) {
        std::vector<float> some;
        std::vector<char> of_some;
        for (std::size_t r = 0; r < 20; ++r) {
            some.push_back(x[30 * r + c] * y[r]);
            of_some.push_back(mask[30 * r + c]);
        }
        CHECK(same_bits(products[c],
                        support::masked_by_definition(some, of_some, std::plus<>{}, 0, 20).value_or(0.f)));
    }
    const auto least = impulse::argmin(impulse::columns(matrix));
    for (std::size_t c = 0; c < 30; ++c) {
        index_t at = 20;
        for (std::size_t r = 0; r < 20; ++r)
            if (mask[30 * r + c] && (at == 20 || x[30 * r + c] < x[30 * static_cast<std::size_t>(at) + c]))
                at = static_cast<index_t>(r);
        CHECK(least[c] == at);
    }
    const std::vector<int> d{2, 0, 4};
    int calls = 0;
    const auto eighths = [&](int v) {
        ++calls;
        return v == 2 || v == 4 ? 8 / v : 1000;
    };
    CHECK(impulse::sum(where(d, d), eighths) == 6);
    CHECK(impulse::transform_reduce(where(d, d), 0, impulse::plus{}, eighths) == 6);
    CHECK(calls == 4);  // for the items that take part

    const std::vector<std::string> words{"a", "b", "c", "d"};
    CHECK(impulse::reduce(where(words, std::vector{true, false, true, true}), std::string(">")) == ">acd");
    CHECK(impulse::any_of(where(words, std::vector{true, false, true, true}),
                          [](const std::string& w) { return w == "b"; }) == false);
    CHECK(impulse::sum(impulse::batches(where(std::vector{1, 2, 3, 4}, std::vector{1, 0, 0, 0}), 2)) ==
          std::vector{1, 0});
}

TEST_CASE("where: a mask that is shorter than the range throws") {
    const std::vector<int> x(4), mask(3);
    CHECK(support::message_of([&] { impulse::sum(where(x, mask)); }) ==
          "impulse: mask has 3 flags, but the range has 4 items");
    const int* const none = nullptr;
    CHECK(support::message_of([&] { impulse::sum(impulse::batches(where(x.data(), none), 1, 4)); }) ==
          "impulse: mask is a null pointer; need a pointer to 4 items");
}
