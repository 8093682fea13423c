// SPDX-License-Identifier: Apache-2.0
/// \file
/// Examples of docs/reference: layouts, keys, parts and the tree.

TEST_CASE("reference: batches") {
    const std::vector<float> x{1, 2, 3, 4, 5, 6};
    CHECK(impulse::reduce(impulse::batches(x, 3), 0.f) == std::vector{6.f, 15.f});
    CHECK(impulse::mean(impulse::batches(x.begin(), 3, 2)) == std::vector{1.5, 3.5, 5.5});  // 3 groups of 2
}

TEST_CASE("reference: segments") {
    const std::vector<float> x{1, 2, 3, 4, 5, 6};
    const std::vector<int> offsets{0, 1, 1, 6};
    CHECK(impulse::reduce(impulse::segments(x, offsets), 0.f) == std::vector{1.f, 0.f, 20.f});

    const std::vector<int> begins{2, 0};
    const std::vector<int> ends{5, 3};  // in any order; segments may overlap
    CHECK(impulse::sum(impulse::segments(x, begins, ends)) == std::vector{12.f, 6.f});

    // With pointers: three segments, and on a GPU the number of values too.
    CHECK(impulse::sum(impulse::segments(x.data(), offsets.data(), 3)) == std::vector{1.f, 0.f, 20.f});
    CHECK(impulse::sum(impulse::segments(x.data(), offsets.data(), 3, 6)) == std::vector{1.f, 0.f, 20.f});
}

TEST_CASE("reference: where, where_view") {
    const std::vector<float> x{1, 2, 3, 4};
    const std::vector<bool> mask{true, false, true, true};
    CHECK(impulse::sum(impulse::where(x, mask)) == 8);
    CHECK(impulse::mean(impulse::where(x, mask)) == 8.0 / 3);  // of the three items that the mask selects
    CHECK(impulse::argmin(impulse::where(x, mask)) == 0);      // an index in x
    // Masked items are empty places, not identities: the tree is ((1 ∘ -) ∘ (3 ∘ 4)).
    CHECK(impulse::reduce_first(impulse::where(x, mask), [](float a, float b) { return 10 * a + b; }) == 44);

    const char there[] = {1, 0, 1, 0};  // iterators work too: here the items of a matrix of two rows
    const impulse::matrix_view m{impulse::where(x.data(), there), 2, 2};
    CHECK(impulse::sum(impulse::columns(m)) == std::vector{4.f, 0.f});
    const impulse::where_view of_span = impulse::where(std::span(x), std::span(there));
    CHECK(impulse::max_value(impulse::segments(of_span, std::vector{0, 1, 4})) == std::vector{1.f, 3.f});
}

TEST_CASE("reference: counted") {
    const std::vector<int> x{1, 2, 3, 4};
    const int found = 3;  // on a GPU: a number that a filter has written there
    CHECK(impulse::sum(impulse::counted(x, &found)) == 6);
    CHECK(impulse::sum(impulse::counted(x.begin(), &found, 4)) == 6);
    const int too_many = 5;
    CHECK_THROWS_AS(impulse::sum(impulse::counted(x, &too_many)), std::invalid_argument);
}

TEST_CASE("reference: matrix_view_left") {
    const std::vector<int> x{1, 2, 3, 4, 5, 6};
    const impulse::matrix_view_left m{x.data(), 2, 3};  // column-major: (1 3 5 / 2 4 6)
    CHECK(impulse::sum(impulse::rows(m)) == std::vector{9, 12});
    CHECK(impulse::sum(impulse::columns(m)) == std::vector{3, 7, 11});
}

TEST_CASE("reference: matrix_view, rows, columns") {
    const std::vector<int> x{1, 2, 3,  //
                             4, 5, 6};
    const impulse::matrix_view m{x.data(), 2, 3};
    CHECK(impulse::sum(impulse::rows(m)) == std::vector{6, 15});
    CHECK(impulse::sum(impulse::columns(m)) == std::vector{5, 7, 9});

    const impulse::matrix_view left{x.data(), 2, 2, 3};  // its first two columns; rows begin 3 items apart
    CHECK(impulse::reduce(impulse::columns(left), 0, impulse::maximum{}) == std::vector{4, 5});
}

TEST_CASE("reference: axes") {
    const std::vector<int> x{1, 2, 3, 4, 5, 6};
    const impulse::matrix_view m{x.data(), 2, 3};  // or an mdspan of up to five dimensions
    CHECK(impulse::sum(impulse::axes<0>(m)) == std::vector{5, 7, 9});
    CHECK(impulse::sum(impulse::axes<0, 1>(m)) == std::vector{21});
}

TEST_CASE("reference: by_key, reduce_by_key_into") {
    const std::vector<char> keys{'a', 'a', 'b', 'a'};
    const std::vector<int> values{1, 2, 3, 4};
    CHECK(impulse::sum(impulse::by_key(keys, values)) ==
          std::vector{3, 3, 4});  // runs: sort first if all equal keys must be in one run

    std::vector<char> keys_out(4);
    std::vector<int> sums(4);
    int count = 0;
    impulse::reduce_by_key_into(impulse::by_key(keys, values), keys_out.begin(), sums.begin(), &count, 0);
    CHECK(count == 3);
    CHECK(std::string(keys_out.data(), 3) == "aba");
    CHECK(sums == std::vector{3, 3, 4, 0});

    const auto in_order = [](int left, int right) {
        return left < right;
    };  // says which neighbours belong together
    CHECK(impulse::count_if(impulse::by_key(values, values, in_order), [](int) { return true; }) ==
          std::vector<impulse::index_t>{4});
}

TEST_CASE("reference: tree_fold, tree_version") {
    std::vector<float> x;
    for (int i = 1; i < 2000; ++i) x.push_back(1.f / static_cast<float>(i));
    CHECK(impulse::tree_fold(x, 0.f) == impulse::reduce(impulse::work_queue, x, 0.f));  // the same bits
    static_assert(impulse::tree_version == 1);
}

TEST_CASE("reference: reduce_part, reduce_part_into, forest, join") {
    const std::vector<double> x{0.1, 0.2, 0.3, 0.4, 0.5};
    // Each of two workers, machines or calls reduces one part.
    const auto left = impulse::reduce_part(x.begin(), x.begin() + 2, 0, impulse::plus{});
    impulse::forest<double> right;
    impulse::reduce_part_into(x.begin() + 2, x.end(), 2, &right, impulse::plus{});
    // A forest is plain bytes, so it can be sent.
    const impulse::forest<double> whole = impulse::join(left, right, impulse::plus{});
    CHECK(whole.value(0.0, impulse::plus{}) == impulse::reduce(x, 0.0));
    CHECK(whole.end == 5);
    CHECK(whole.size() == 2);  // two nodes: one of four items, one of one item
}
