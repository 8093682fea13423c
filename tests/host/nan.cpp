// SPDX-License-Identifier: Apache-2.0
// `nansum`, `nanmean`, `nanargmin` and related algorithms: a NaN keeps its position in the tree and changes
// nothing; if all items are NaN the result is that of no items.
#include <suite.hpp>

#include <check.hpp>
#include <moments.hpp>

#include <impulse/by_key.hpp>
#include <impulse/layouts.hpp>
#include <impulse/nan.hpp>

using support::first_extreme;
using support::make_numbers;
using support::replaced;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

template <class T>
double count_of_numbers(const std::vector<T>& x) {
    double count = 0;
    for (const T each : x) count += each == each ? 1 : 0;
    return count;
}

template <class T>
double tree_variance(const std::vector<T>& x, double ddof) {
    const auto all = support::sums_by_definition(x, true);
    return all.n > ddof ? (all.squares + (all.center - all.center)) / (all.n - ddof) : not_a_number;
}

template <class T>
void check_bits(std::uint64_t every) {
    for (const index_t n : {1, 2, 3, 7, 100, 5000, 100'003}) {
        CAPTURE(n);
        const auto x = make_numbers<T>(n, every);
        const auto zeros = replaced(x, 0.0), ones = replaced(x, 1.0);
        const double sum = support::tree_by_definition(zeros, 0.0, std::plus<>{});
        const double count = count_of_numbers(x);
        const std::vector<T> items(zeros.begin(), zeros.end()), factors(ones.begin(), ones.end());
        const auto in_type = support::tree_by_definition(items, T(0), std::plus<>{});
        const auto in_product = support::tree_by_definition(factors, T(1), std::multiplies<>{});
        const double variance = tree_variance(x, 0), deviation = std::sqrt(tree_variance(x, 1));
        const index_t least = first_extreme(x, std::less<>{}), most = first_extreme(x, std::greater<>{});
        support::for_some_policies([&](const char* name, const auto& how) {
            CAPTURE(name);
            CHECK(same_bits(impulse::nansum(how, x), in_type));
            CHECK(same_bits(impulse::nansum(how, x, impulse::wide), sum));
            CHECK(same_bits(impulse::nanprod(how, x), in_product));
            CHECK(same_bits(impulse::nanmean(how, x), count > 0 ? sum / count : not_a_number));
            CHECK(same_bits(impulse::nanvar(how, x), variance));
            CHECK(same_bits(impulse::nanstd(how, x.begin(), x.end(), 1), deviation));
            CHECK(impulse::nanargmin(how, x) == least);
            CHECK(impulse::nanargmax(how, x) == most);
            if (count == 0) return;
            CHECK(same_bits(impulse::nanmin(how, x), x[static_cast<std::size_t>(least)]));
            CHECK(same_bits(impulse::nanmax(how, x), x[static_cast<std::size_t>(most)]));
        });
    }
}

}  // namespace

TEST_CASE_TEMPLATE("nan: by the tree in which a NaN changes nothing", T, float, double) {
    for (const std::uint64_t every : {1u, 2u, 3u, 1000u}) check_bits<T>(every);
}

TEST_CASE_TEMPLATE("nan: variances of each length, and with each share of NaN", T, float, double) {
    auto random = support::random_source(442);
    const auto numbers = make_numbers<T>(9000, 0);
    auto x = numbers;
    const auto check = [&](std::size_t first, std::size_t n) {
        CAPTURE(n);
        const auto all = std::span<const T>(x).subspan(first, n);
        const double variance = tree_variance(std::vector<T>(all.begin(), all.end()), 0);
        REQUIRE(same_bits(impulse::nanvar(all), variance));
        REQUIRE(same_bits(impulse::nanstd(all), std::sqrt(variance)));
    };
    const T nan = std::numeric_limits<T>::quiet_NaN(), infinite = std::numeric_limits<T>::infinity();
    for (const int share : {0, 3, 50, 90, 97, 100}) {  // percent
        CAPTURE(share);
        for (std::size_t i = 0; i < x.size(); ++i)
            x[i] = support::random_between(random, 0, 99) < share ? nan : numbers[i];
        for (std::size_t n = 1; n < 66; ++n) check(n, n);
        for (const std::size_t n :
             std::initializer_list<std::size_t>{1023, 1024, 1055, 2048, 4096, 5003, 8191})
            for (const std::size_t first : std::initializer_list<std::size_t>{0, 13, 64}) check(first, n);
    }
    // Leaves and nodes of NaN alone, and infinite items beside NaN.
    for (const std::size_t begin : std::initializer_list<std::size_t>{0, 32, 256, 300, 992}) {
        x = numbers;
        for (std::size_t i = begin; i < begin + 520; ++i) x[i] = nan;
        check(0, 1024), check(0, 2000);
        for (const std::size_t at : std::initializer_list<std::size_t>{0, 31, 33, 1000}) {
            const T before = std::exchange(x[at], infinite);
            check(0, 1024);
            x[at] = before;
        }
    }
}

TEST_CASE("nan: where no item is NaN the bits are those of the plain calls") {
    const auto x = make_numbers<float>(100'003, 0);
    const std::vector<int> integers(x.begin(), x.end());
    support::for_one_policy([&](const char* name, const auto& how) {
        CAPTURE(name);
        CHECK(same_bits(impulse::nansum(how, x), impulse::sum(x)));
        CHECK(same_bits(impulse::nanprod(how, x), impulse::product(x)));
        CHECK(same_bits(impulse::nanmean(how, x), impulse::mean(x)));
        CHECK(same_bits(impulse::nanvar(how, x, 1), impulse::variance(x, 1)));
        CHECK(same_bits(impulse::nanstd(how, x), impulse::stddev(x)));
        CHECK(same_bits(impulse::nanmin(how, x), impulse::min_value(x)));
        CHECK(same_bits(impulse::nanmax(how, x), impulse::max_value(x)));
        CHECK(impulse::nanargmin(how, x) == impulse::argmin(x));
        CHECK(impulse::nanargmax(how, x) == impulse::argmax(x));
        CHECK(impulse::nansum(how, integers) == impulse::sum(integers));
        CHECK(same_bits(impulse::nanmean(how, integers), impulse::mean(integers)));
        CHECK(same_bits(impulse::nanvar(how, integers), impulse::variance(integers)));
        CHECK(impulse::nanargmax(how, integers) == impulse::argmax(integers));
    });
    static_assert(std::is_same_v<decltype(impulse::nansum(std::vector<std::int8_t>())), int>);
    const std::vector<double> negative(5, -0.0);
    CHECK(same_bits(impulse::nansum(negative), impulse::sum(negative)));
}

TEST_CASE("nan: of NaN alone, and of nothing") {
    const std::vector<double> all(5, not_a_number), none;
    for (const auto& x : {all, none}) {
        CAPTURE(x.size());
        CHECK(same_bits(impulse::nansum(x), 0.0));
        CHECK(same_bits(impulse::nanprod(x), 1.0));
        CHECK(std::isnan(impulse::nanmean(x)));
        CHECK(std::isnan(impulse::nanvar(x)));
        CHECK(std::isnan(impulse::nanstd(x)));
        CHECK(std::isnan(impulse::nanmin(x)));
        CHECK(std::isnan(impulse::nanmax(x)));
        CHECK(impulse::nanargmin(x) == static_cast<index_t>(x.size()));
        CHECK(impulse::nanargmax(x) == static_cast<index_t>(x.size()));
    }
    CHECK(std::isnan(impulse::nanvar({1.0, not_a_number}, 1)));
    CHECK(impulse::nanvar({1.0, not_a_number, 3.0}, 1) == 2);
    CHECK(std::isnan(impulse::nanmin(std::vector<float>(3, std::numeric_limits<float>::quiet_NaN()))));
}

TEST_CASE("nan: infinities and zeros of both signs are numbers") {
    CHECK(impulse::nansum({inf, not_a_number, 1.0}) == inf);
    CHECK(std::isnan(impulse::nansum({inf, not_a_number, -inf})));
    CHECK(std::isnan(impulse::nanprod({inf, not_a_number, 0.0})));
    CHECK(same_bits(impulse::nansum({-0.0, not_a_number}), 0.0));
    CHECK(same_bits(impulse::nanprod({-0.0, not_a_number}), -0.0));
    CHECK(impulse::nanmean({inf, not_a_number}) == inf);
    CHECK(std::isnan(impulse::nanvar({inf, not_a_number})));
    CHECK(impulse::nanargmin({not_a_number, inf, not_a_number}) == 1);
    CHECK(impulse::nanargmax({not_a_number, -inf, not_a_number}) == 1);
    CHECK(impulse::nanargmin({not_a_number, 0.0, -0.0}) == 2);
    CHECK(impulse::nanargmax({not_a_number, -0.0, 0.0}) == 2);
    CHECK(same_bits(impulse::nanmin({0.0, not_a_number, -0.0}), -0.0));
}

TEST_CASE("nan: a complex number is NaN if a part of it is") {
    using complex = std::complex<float>;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<complex> z{{1, nan}, {2, 3}, {nan, 5}, {nan, nan}, {4, -1}};
    CHECK(impulse::nansum(z) == complex(6, 2));
    CHECK(impulse::nanprod(z) == complex(11, 10));
    CHECK(same_bits(impulse::nansum(std::vector<complex>{{nan, 1}}), complex(0, 0)));
}

TEST_CASE("nan: of layouts, each group for itself") {
    const double nan = not_a_number;
    const std::vector<double> x{nan, 2, 1, nan, nan, 5, nan, nan, 7};
    const std::vector<int> offsets{0, 3, 3, 5, 9};
    const auto groups = impulse::segments(x, offsets);
    CHECK(impulse::nansum(groups) == std::vector<double>{3, 0, 0, 12});
    CHECK(impulse::nanprod(groups) == std::vector<double>{2, 1, 1, 35});
    CHECK(same_bits(impulse::nanmean(groups), std::vector<double>{1.5, nan, nan, 6}));
    CHECK(same_bits(impulse::nanvar(groups), std::vector<double>{0.25, nan, nan, 1}));
    CHECK(impulse::nanargmin(groups) == std::vector<index_t>{2, 0, 2, 0});
    CHECK(impulse::nanargmax(groups) == std::vector<index_t>{1, 0, 2, 3});
    CHECK(same_bits(impulse::nanmax(groups), std::vector<double>{2, nan, nan, 7}));

    const impulse::matrix_view a{x.data(), 3, 3};
    CHECK(impulse::nansum(impulse::columns(a)) == std::vector<double>{0, 2, 13});
    CHECK(impulse::nanargmin(impulse::columns(a)) == std::vector<index_t>{3, 0, 0});
    CHECK(impulse::nanargmax(impulse::rows(a)) == std::vector<index_t>{1, 2, 2});
    const std::vector<int> keys{1, 1, 1, 2, 2, 3, 3, 3, 3};
    CHECK(impulse::nanargmax(impulse::by_key(keys, x)) == std::vector<index_t>{1, 2, 3});
    CHECK(same_bits(impulse::nanmean(impulse::by_key(keys, x)), std::vector<double>{1.5, nan, 6}));
}

TEST_CASE("nan: the _into forms") {
    const std::vector<float> x{std::numeric_limits<float>::quiet_NaN(), 3, 1};
    std::vector<double> out(5);
    std::vector<float> of_items(3);
    std::vector<index_t> at(2);
    impulse::nansum_into(x, &of_items[0]);
    impulse::nanmin_into(x, &of_items[1]);
    impulse::nanmax_into(x, &of_items[2]);
    CHECK(of_items == std::vector<float>{4, 1, 3});
    impulse::nansum_into(x, &out[0], impulse::wide);
    impulse::nanprod_into(x, &out[1]);
    impulse::nanmean_into(x, &out[2]);
    impulse::nanvar_into(x, &out[3]);
    impulse::nanstd_into(x, &out[4], 0);
    CHECK(out == std::vector<double>{4, 3, 2, 1, 1});
    impulse::nanargmin_into(x, &at[0]);
    impulse::nanargmax_into(x.begin(), x.end(), &at[1]);
    CHECK(at == std::vector<index_t>{2, 1});
}
