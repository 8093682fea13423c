// SPDX-License-Identifier: Apache-2.0
// `min_loc`, `max_loc` and `compensated_sum`, and all named aggregates in `together`: by every policy, over
// layouts, keys, streams and parts.
#include <suite.hpp>

#include <check.hpp>
#include <moments.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/running.hpp>

using support::make_numbers;
using support::members_of;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

/// The sum and its rounding errors, by the tree.
template <class T>
struct two_sum {
    T sum, error;
};
template <class T>
two_sum<T> add(const two_sum<T>& a, const two_sum<T>& b) {
    const T sum = a.sum + b.sum;
    const bool a_is_larger = std::abs(a.sum) >= std::abs(b.sum);  // Neumaier's comparison
    const T off = a_is_larger ? (a.sum - sum) + b.sum : (b.sum - sum) + a.sum;
    return {sum, (a.error + b.error) + off};
}
template <class T>
T compensated_by_definition(const std::vector<T>& x) {
    const auto leaves = support::make_items(static_cast<index_t>(x.size()), [&](index_t i) {
        return two_sum<T>{x[static_cast<std::size_t>(i)], 0};
    });
    const auto all =
        support::node_by_definition<two_sum<T>>(leaves, 0, static_cast<index_t>(leaves.size()), add<T>);
    return all.sum + all.error;
}

}  // namespace

TEST_CASE("named aggregates: the items of extremes, and their places") {
    const auto check = [](const std::vector<double>& x) {
        support::for_some_policies([&](auto, const auto& policy) {
            const auto low = impulse::reduce(policy, x, impulse::min_loc{});
            const auto high = impulse::reduce(policy, x, impulse::max_loc{});
            CHECK(same_bits(low.value, impulse::min_value(x)));
            CHECK(same_bits(high.value, impulse::max_value(x)));
            CHECK(low.index == impulse::argmin(x));
            CHECK(high.index == impulse::argmax(x));
        });
    };
    for (const index_t n : {0, 1, 2, 7, 33, 100, 1000, 3001}) check(make_numbers(n));
    check({0.0, -0.0, 0.0});
    check({-0.0, 0.0, -0.0});
    check({3, not_a_number, 1, not_a_number});
    check({inf, -inf, inf});
    const std::vector<std::string> words{"plum", "fig", "plum", "apple", "apple"};
    CHECK(impulse::reduce(words, impulse::min_loc{}).index == 3);
    CHECK(impulse::reduce(words, impulse::max_loc{}).index == 0);
}

TEST_CASE_TEMPLATE("named aggregates: extremes among many numbers, as item by item", Type, std::int8_t,
                   std::uint16_t, std::int32_t, std::uint64_t, float, double) {
    const auto check = [](const std::vector<Type>& x, const auto& op) {
        auto expected = op.lift(x[0]);
        for (std::size_t i = 1; i < x.size(); ++i) op.accumulate(expected, x[i]);
        support::for_some_policies([&](auto, const auto& policy) {
            const auto found = impulse::reduce(policy, x, op);
            CHECK(same_bits(found.value, expected.value));
            CHECK(found.index == expected.at);
            const auto both = impulse::reduce(policy, x, impulse::together(impulse::moments{}, op));
            CHECK(same_bits(both.template get<1>().value, expected.value));
            CHECK(both.template get<1>().index == expected.at);
        });
    };
    const auto check_both = [&check](const std::vector<Type>& x) {
        check(x, impulse::min_loc{});
        check(x, impulse::max_loc{});
    };
    // Blocks of 16 KiB, and one item more than whole vectors and blocks.
    const std::size_t block = (16 << 10) / sizeof(Type);
    for (const std::size_t n : {std::size_t{31}, std::size_t{64}, block + 1, 3 * block + 33}) {
        std::vector<Type> x(n);
        for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<Type>(50 + (i * i + 7 * i) % 61);
        check_both(x);
        for (const std::size_t at : {std::size_t{0}, n / 3, n - 1}) {
            CAPTURE(at);
            std::vector<Type> y = x;
            y[at] = Type(1), y[n - 1] = Type(1);
            check_both(y);
            y[at] = Type(120), y[n - 1] = Type(120);
            check_both(y);
            if constexpr (std::is_floating_point_v<Type>) {
                y[n / 2] = Type(0), y[at] = -Type(0);
                check_both(y);
                for (Type& item : y) item = -item;
                check_both(y);
                y[at] = std::numeric_limits<Type>::quiet_NaN(), y[n - 1] = -y[at];
                check_both(y);
            }
        }
    }
}

#ifdef __FLT16_MAX__
TEST_CASE("named aggregates: a compensated sum of narrow floats") {  // C++23 counts them as floating-point
    using number = impulse::detail::sum_and_error<_Float16>;
    impulse::compensated_sum op;
    const impulse::detail::op_adaptor<number, impulse::compensated_sum> join(op, 0);
    const std::vector<number> ones(256, number{1, 0});
    const impulse::detail::copied_leaves<number> leaves{ones.data()};
    CHECK(impulse::detail::fold_tree<number>(leaves, 0, 256, join).sum == static_cast<_Float16>(256));
}
#endif

TEST_CASE("named aggregates: a compensated sum keeps what is rounded off") {
    CHECK(impulse::reduce(std::vector<float>{1, 1e8f, 1, -1e8f}, impulse::compensated_sum{}) == 2);
    CHECK(impulse::reduce(std::vector<double>{1, 1e100, 1, -1e100}, impulse::compensated_sum{}) == 2);
    CHECK(impulse::reduce(std::vector<int>{1, 2}, impulse::compensated_sum{}) == 3.0);
    for (const index_t n : {1, 2, 7, 16, 33, 64, 100, 1000, 3001, 40000}) {
        CAPTURE(n);
        const auto x = make_numbers(n);
        const auto check = [](const auto& items) {
            const auto expected = compensated_by_definition(items);
            support::for_some_policies([&](auto, const auto& policy) {
                CHECK(same_bits(impulse::reduce(policy, items, impulse::compensated_sum{}), expected));
            });
        };
        check(x);
        check(std::vector<float>(x.begin(), x.end()));
    }
    // As many items as several threads take, each at several places of memory.
    const auto many = make_numbers(300'001);
    CHECK(same_bits(impulse::reduce(many, impulse::compensated_sum{}), compensated_by_definition(many)));
    const auto of = [](const std::vector<double>& x) {
        return impulse::reduce(x, impulse::compensated_sum{});
    };
    CHECK(same_bits(of({}), 0.0));
    CHECK(same_bits(of({-0.0, -0.0}), -0.0));
    CHECK(same_bits(of({inf, 1}), inf));
    CHECK(same_bits(of({1e308, 1e308}), inf));
    CHECK(std::isnan(of({inf, -inf})));
}

TEST_CASE("named aggregates: over layouts, keys and streams, beside others") {
    const auto x = make_numbers(600);
    const auto several = impulse::together(impulse::plus{}, impulse::moments{}, impulse::min_loc{},
                                           impulse::max_loc{}, impulse::compensated_sum{});
    const auto check = [&](const auto& found, const std::vector<double>& items) {
        CHECK(same_bits(found.template get<0>(), impulse::reduce(items)));
        CHECK(same_bits(members_of(found.template get<1>()), members_of(support::sums_by_definition(items))));
        CHECK(found.template get<2>().index == impulse::argmin(items));
        CHECK(found.template get<3>().index == impulse::argmax(items));
        CHECK(same_bits(found.template get<4>(), compensated_by_definition(items)));
    };
    check(impulse::reduce(x, several), x);

    const auto groups = impulse::reduce(impulse::batches(x, 100), several);
    for (std::size_t i = 0; i < groups.size(); ++i)
        check(groups[i],
              {x.begin() + static_cast<long>(100 * i), x.begin() + static_cast<long>(100 * i) + 100});

    const auto columns = impulse::reduce(impulse::columns(impulse::matrix_view(x.data(), 60, 10)), several);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        std::vector<double> column;
        for (std::size_t r = 0; r < 60; ++r) column.push_back(x[10 * r + i]);
        check(columns[i], column);
    }

    const auto keys = support::make_items(600, [](index_t i) { return i < 70 ? 0 : i < 500 ? 1 : 2; });
    const auto runs = impulse::reduce(impulse::by_key(keys, x), several);
    check(runs[0], {x.begin(), x.begin() + 70});
    check(runs[1], {x.begin() + 70, x.begin() + 500});
    check(runs[2], {x.begin() + 500, x.end()});

    auto stream = impulse::running_reduction<double>(several);
    for (std::size_t at = 0; at < 600; at += 50) stream.push(x.data() + at, x.data() + at + 50);
    check(stream.value(), x);
}

TEST_CASE("named aggregates: parts cut anywhere, within leaves too, joined in any grouping") {
    auto random = support::random_source(41);
    const auto several = impulse::together(impulse::plus{}, impulse::moments{}, impulse::min_loc{},
                                           impulse::compensated_sum{});
    const auto joined = [&](const std::vector<double>& x, const auto& op) {
        std::vector<decltype(impulse::reduce_part(x, 0, op))> parts;
        for (index_t at = 0, n = static_cast<index_t>(x.size()); at < n;) {
            const index_t end = std::min(n, at + support::random_between(random, 0, 100));
            parts.push_back(impulse::reduce_part(x.data() + at, x.data() + end, at, op));
            REQUIRE(parts.back().keeps_items);
            REQUIRE(parts.back().size() <=
                    impulse::detail::forest_room<std::decay_t<decltype(*parts.back().nodes[0])>>);
            at = end;
        }
        while (parts.size() > 1) {
            const auto i = static_cast<std::size_t>(
                support::random_between(random, 0, static_cast<index_t>(parts.size()) - 2));
            parts[i] = impulse::join(parts[i], parts[i + 1], op);
            parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        }
        return parts[0].value(op);
    };
    for (int i = 0; i < 200; ++i) {
        const auto x = make_numbers(support::random_between(random, 1, i % 10 == 0 ? 3000 : 200));
        CAPTURE(x.size());
        const auto expected = members_of(support::sums_by_definition(x));
        CHECK(same_bits(members_of(joined(x, impulse::moments{})), expected));
        const auto all = joined(x, several);
        CHECK(same_bits(all.get<0>(), impulse::tree_fold(x)));
        CHECK(same_bits(members_of(all.get<1>()), expected));
        CHECK(all.get<2>().index == impulse::argmin(x));
        CHECK(same_bits(all.get<3>(), compensated_by_definition(x)));
    }
}

TEST_CASE("named aggregates: argmin_into writes the item too") {
    const std::vector<float> x{3, 1, 2, 9, 8, 7};
    float value = 0;
    index_t index = 0;
    support::for_one_policy([&](auto, const auto& policy) {
        impulse::argmin_into(policy, x, &value, &index);
        CHECK((value == 1 && index == 1));
        impulse::argmax_into(policy, x.begin(), x.end(), &value, &index);
        CHECK((value == 9 && index == 3));
        impulse::argmin_into(policy, x, &value, &index, std::greater<>{});
        CHECK((value == 9 && index == 3));
        impulse::argmin_into(policy, x, &index, std::greater<>{});
        CHECK(index == 3);
        index = 0;
        impulse::argmin_into(policy, x, &index, [](float a, float b) { return a > b; });
        CHECK(index == 3);
        impulse::value_and_index<float> both{};
        impulse::argmax_into(policy, x, &both);
        CHECK(both == impulse::value_and_index<float>{9, 3});
        std::pair<float, index_t> pair;
        impulse::argmin_into(policy, x, &pair);
        CHECK(pair == std::pair<float, index_t>(1, 1));
        std::vector<float> values(2);
        std::vector<index_t> indices(2);
        impulse::argmin_into(policy, impulse::batches(x, 3), values.begin(), indices.begin());
        CHECK(values == std::vector<float>{1, 7});
        CHECK(indices == std::vector<index_t>{1, 2});
    });
    impulse::argmin_into(std::vector<float>{}, &value, &index);
    CHECK((value == std::numeric_limits<float>::infinity() && index == 0));
    impulse::argmax_into(std::vector<float>{}, &value, &index);
    CHECK(value == -std::numeric_limits<float>::infinity());
}
