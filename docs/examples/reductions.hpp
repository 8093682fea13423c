// SPDX-License-Identifier: Apache-2.0
/// \file
/// Examples of docs/reference: reductions, sums, extreme items.

TEST_CASE("reference: reduce") {
    const std::vector<int> x{1, 2, 3, 4};
    CHECK(impulse::reduce(x, 0) == 10);
    CHECK(impulse::reduce(impulse::two_pass.on(impulse::host), x.begin(), x.end(), 1,
                          impulse::multiplies{}) == 24);

    // Any associative operator, in order: this one concatenates strings.
    const std::vector<std::string> words{"in ", "order, ", "always"};
    CHECK(impulse::reduce(words, std::string("> ")) == "> in order, always");
}

TEST_CASE("reference: reduce_into") {
    const std::vector<double> x{0.5, 1.5, 2.0};
    double total = 0;
    impulse::reduce_into(x, &total, 1.0);
    CHECK(total == 5.0);

    std::vector<double> sums(2);  // a layout has one result for each group
    impulse::reduce_into(impulse::batches(x.data(), 2, 1), sums.begin());
    CHECK(sums == std::vector{0.5, 1.5});
}

TEST_CASE("reference: accumulate_into, init_from") {
    const std::vector<float> first{1, 2, 3, 4}, second{5, 6, 7, 8};
    std::vector<float> sums(2);  // of input that arrives in pieces
    impulse::accumulate_into(impulse::batches(first, 2), sums.data());
    impulse::accumulate_into(impulse::batches(second, 2), sums.data());
    CHECK(sums == std::vector{14.f, 22.f});

    // The call reads the initial value when it makes the result: on a GPU an earlier launch may write it.
    const float before = 100;
    CHECK(impulse::reduce(first, impulse::init_from(&before)) == 110);
    CHECK(impulse::reduce(impulse::batches(first, 2), impulse::init_from(&before)) ==
          std::vector{103.f, 107.f});
}

TEST_CASE("reference: transform_reduce, transform_reduce_into") {
    const std::vector<int> x{1, 2, 3};
    const std::vector<int> y{4, 5, 6};
    const auto square = [](int v) { return v * v; };
    CHECK(impulse::transform_reduce(x, 0, impulse::plus{}, square) == 14);
    CHECK(impulse::transform_reduce(x, impulse::maximum{}, square) == 9);  // without init, as with reduce
    CHECK(impulse::transform_reduce(x, y, 0) == 32);

    int most = 0;
    const auto distance = [](int a, int b) { return std::abs(a - b); };
    impulse::transform_reduce_into(x, y, &most, 0, impulse::maximum{}, distance);
    CHECK(most == 3);
}

TEST_CASE("reference: reduce_first, reduce_first_into") {
    struct interval {  // no interval is an identity of this operator, so there is no initial value
        int first;
        int last;
        bool operator==(const interval&) const = default;
    };
    const auto hull = [](interval a, interval b) { return interval{a.first, b.last}; };
    const std::vector<interval> x{{0, 2}, {2, 5}, {5, 9}};
    CHECK(impulse::reduce_first(x, hull) == interval{0, 9});
    CHECK(!impulse::reduce_first(std::vector<interval>{}, hull));

    const std::vector<int> offsets{0, 2, 2, 3};
    std::vector<interval> each(3);
    impulse::reduce_first_into(impulse::segments(x, offsets), each.begin(), hull, interval{-1, -1});
    CHECK(each == std::vector<interval>{{0, 5}, {-1, -1}, {5, 9}});
}

TEST_CASE("reference: explain, whole_input_plan, to_string") {
    const std::vector<float> x(100'000, 1.f);
    const std::string words = impulse::explain(impulse::single_block.on(impulse::host), x, 0.f);
    CHECK(words.find("grid       1 blocks") != std::string::npos);

    const impulse::whole_input_plan plan =
        impulse::reduce.plan(impulse::single_block.on(impulse::host), x, 0.f);
    CHECK(plan.tiles.subtrees == 1);
    CHECK(plan.workspace_bytes == 0);  // the bytes that it would need on a GPU
    CHECK(words.find("policy     single_block") != std::string::npos);
    CHECK(impulse::to_string(plan).find("subtrees   at most 1 of") != std::string::npos);
}

TEST_CASE("reference: segments_plan, uniform_segments_plan, key_runs_plan") {
    const std::vector<int> x{1, 2, 3, 4, 5, 6};
    // The plan of a layout has only the parts that this layout may need.
    const auto rows = impulse::sum.plan(impulse::batches(x, 2));
    static_assert(std::is_same_v<decltype(rows), const impulse::uniform_segments_plan>);
    CHECK(rows.tiles.results == 3);
    CHECK(rows.segments->longest >= 2);  // one launch finishes results of up to this many leaves
    CHECK(!rows.columns);                // only for strided items

    const std::vector<int> offsets{0, 1, 6}, keys{7, 7, 7, 8, 8, 9};
    const impulse::segments_plan two = impulse::sum.plan(impulse::segments(x, offsets));
    CHECK(two.tiles.results == 2);

    std::vector<int> found(6), sums(6);
    impulse::index_t count = 0;
    const impulse::key_runs_plan runs = impulse::reduce_by_key_into.plan(
        impulse::automatic, impulse::by_key(keys, x), found.begin(), sums.begin(), &count);
    CHECK(runs.tiles.results == 6);  // at most this many
    CHECK(runs.key_runs.tiles >= 1);
}

TEST_CASE("reference: check_arithmetic, arithmetic_report, to_string") {
    const impulse::arithmetic_report found = impulse::check_arithmetic();  // this file, this thread, now
    CHECK(found.keeps_denormals);
    CHECK(found.keeps_order);
    CHECK(found);  // true if all checks passed
    CHECK(impulse::to_string(found) == "as IEEE 754 specifies");
    CHECK(impulse::check_arithmetic(impulse::last_block.on(impulse::host)));
}

TEST_CASE("reference: sum, sum_into, wide, wide_t") {
    const std::vector<int> x{2'000'000'000, 2'000'000'000};
    CHECK(impulse::sum(x, impulse::wide) == 4'000'000'000);

    const std::vector<float> y{1.5f, 2.5f};
    float total = 0;
    impulse::sum_into(y, &total);
    CHECK(total == 4.f);
    static_assert(std::is_same_v<decltype(impulse::sum(y, impulse::wide_t{})), double>);
}

TEST_CASE("reference: product, product_into") {
    const std::vector<int> x{1, 2, 3, 4};
    CHECK(impulse::product(x) == 24);
    int out = 0;
    impulse::product_into(x.begin(), x.end(), &out);
    CHECK(out == 24);
}

TEST_CASE("reference: dot, dot_into, inner_product, inner_product_into") {
    const std::vector<double> x{1, 2, 3};
    const std::vector<double> y{4, 5, 6};
    CHECK(impulse::dot(x, y) == 32);
    CHECK(impulse::inner_product(x, y.begin()) == 32);
    const std::vector<int> large{2'000'000'000, 1};
    CHECK(impulse::dot(large, large, impulse::wide) == 4'000'000'000'000'000'001);
    double out[2];
    impulse::dot_into(x, y, &out[0]);
    impulse::inner_product_into(x, y, &out[1]);
    CHECK(out[0] == out[1]);

    {
        const std::vector<int> a{1, 2, 3, 4, 5, 6};
        const std::vector<int> v{1, 0, 2};
        const impulse::matrix_view m{a.data(), 2, 3};
        CHECK(impulse::dot(impulse::rows(m), v) == std::vector{7, 16});  // a matrix-vector product
        CHECK(impulse::dot(impulse::rows(m), impulse::rows(m)) == std::vector{14, 77});
        const impulse::matrix_view_left t(m.first, 3, 2);  // the transpose of m
        CHECK(impulse::dot(impulse::rows(m), impulse::columns(t)) == std::vector{14, 77});
        // Any semiring works: this is one step of a shortest-path search.
        CHECK(impulse::transform_reduce(impulse::rows(m), v, 99, impulse::minimum{}, impulse::plus{}) ==
              std::vector{2, 5});
    }
}

TEST_CASE("reference: count, count_into, count_if, count_if_into") {
    const std::string text = "any associative operator";
    CHECK(impulse::count(text, 'a') == 4);
    const auto is_space = [](char c) { return c == ' '; };
    CHECK(impulse::count_if(text, is_space) == 2);

    impulse::index_t letters = 0, spaces = 0;
    impulse::count_into(text, &letters, 'o');
    impulse::count_if_into(text, &spaces, is_space);
    CHECK(letters == 3);
    CHECK(spaces == 2);
}

TEST_CASE("reference: all_of, all_of_into, any_of, any_of_into, none_of, none_of_into") {
    const std::vector<int> x{2, 4, 6};
    const auto is_odd = [](int v) { return v % 2 != 0; };
    const auto is_even = [](int v) { return v % 2 == 0; };
    CHECK(impulse::all_of(x, is_even));
    CHECK(!impulse::any_of(x, is_odd));
    CHECK(impulse::none_of(x, is_odd));

    bool all = false, any = true, none = false;
    impulse::all_of_into(x, &all, is_even);
    impulse::any_of_into(x, &any, is_odd);
    impulse::none_of_into(x, &none, is_odd);
    CHECK((all && !any && none));
}

TEST_CASE("reference: min_element, min_element_into") {
    const std::vector<int> x{3, 1, 4, 1};
    CHECK(impulse::min_element(x) == x.begin() + 1);  // the first of equal items
    impulse::index_t at = 0;
    impulse::min_element_into(x, &at, std::greater<>{});
    CHECK(at == 2);
}

TEST_CASE("reference: max_element, max_element_into") {
    const std::vector<int> x{3, 1, 4, 4};
    CHECK(impulse::max_element(x) - x.begin() == 2);

    std::vector<impulse::index_t> at(2);  // one index for each half
    impulse::max_element_into(impulse::batches(x, 2), at.begin());
    CHECK(at == std::vector<impulse::index_t>{0, 0});
}

TEST_CASE("reference: minmax_element, minmax_element_into, minmax_positions") {
    const std::vector<int> x{3, 1, 4, 1, 4};
    const auto [least, largest] = impulse::minmax_element(x);
    CHECK(least - x.begin() == 1);    // the first of the smallest items
    CHECK(largest - x.begin() == 4);  // the last of the largest items
    impulse::minmax_positions at{};
    impulse::minmax_element_into(x, &at);
    CHECK(at == impulse::minmax_positions{1, 4});
}

TEST_CASE("reference: min_value, min_value_into, max_value, max_value_into") {
    const std::vector<double> x{3, 1, 2};
    CHECK(impulse::min_value(x) == 1);
    CHECK(impulse::max_value(x) == 3);
    double out[2];
    impulse::min_value_into(x, &out[0]);
    impulse::max_value_into(x, &out[1]);
    CHECK(out[1] - out[0] == 2);
}

TEST_CASE("reference: minmax_value, minmax_value_into") {
    const std::vector<int> x{3, 1, 2};
    const auto [lo, hi] = impulse::minmax_value(x);
    CHECK(lo == 1);
    CHECK(hi == 3);
    impulse::values<int, int> both{};  // behaves as a std::tuple: get<0>(both), std::tuple<int, int>(both)
    impulse::minmax_value_into(x, &both);
    CHECK(both.get<1>() == 3);
}

TEST_CASE("reference: argmin, argmin_into, argmax, argmax_into") {
    const std::vector<int> x{3, 1, 4, 1, 4};
    CHECK(impulse::argmin(x) == 1);  // the first of equal items
    CHECK(impulse::argmax(x) == 2);
    impulse::index_t out[2];
    impulse::argmin_into(x, &out[0]);
    impulse::argmax_into(x, &out[1]);
    CHECK(out[0] + out[1] == 3);
    int value = 0;
    impulse::argmax_into(x, &value, &out[0]);  // writes the item too, in the same pass
    CHECK((value == 4 && out[0] == 2));
}
