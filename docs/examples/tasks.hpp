// SPDX-License-Identifier: Apache-2.0
/// \file
/// The table of docs/reference by task: a task, and the call that does it.

TEST_CASE("tasks: on the host") {
    const std::vector<float> x{3, 1, 2, 4};
    const std::vector<float> y{1, 1, 2, 2};
    const std::vector<int> ints{3, 1, 2, 4};
    const std::vector<std::string> words{"a", "b"};
    const std::vector<int> offsets{0, 1, 4};
    const std::vector<char> keys{'a', 'a', 'b', 'b'};
    const impulse::matrix_view matrix{x.data(), 2, 2};
    const int found = 2;
    const float threshold = 2;
    float out[4] = {};
    float least = 0;
    impulse::index_t position = 0;
    const auto square = [](float v) { return v * v; };
    const auto is_positive = [](float v) { return v > 0; };
    const auto concatenate = [](const std::string& a, const std::string& b) { return a + b; };
    const int n = 4;
    const auto indices = std::views::iota(0, n);
    const auto index_if_small = [&](int i) { return x.data()[i] < threshold ? i : n; };
    const auto difference_at = [&](int i) { return std::abs(x.data()[i] - y.data()[i]); };
    const auto op = impulse::plus{};
    const auto close = [](float a, float b) { return std::abs(a - b) < 1.5f; };

    //| add up numbers, with the same bits on every machine
    CHECK(10.f == impulse::sum(x));
    //| add up numbers, starting from a value, in the type of that value
    CHECK(10.5 == impulse::reduce(x, 0.5));
    //| add up integers whose sum is large, or floats in double
    CHECK(10 == impulse::sum(ints, impulse::wide));
    //| combine items with my own operator, in order
    CHECK("ab" == impulse::reduce(words, std::string(), concatenate));
    //| apply a function to each item, and combine the results
    CHECK(30.f == impulse::transform_reduce(x, 0.f, impulse::plus{}, square));
    //| take a dot product
    CHECK(16.f == impulse::dot(x, y));
    //| combine pairs of items with my own functions
    CHECK(2.f ==
          impulse::transform_reduce(x, y, 0.f, impulse::maximum{}, [](float a, float b) { return a - b; }));
    //| find the largest value
    CHECK(4.f == impulse::max_value(x));
    //| find where the smallest item is
    CHECK(1 == impulse::argmin(x));
    //| find the minimum and the maximum in one pass
    CHECK(impulse::values<float, float>{1.f, {4.f}} ==
          impulse::reduce(x, impulse::together(impulse::minimum{}, impulse::maximum{})));
    //| count the items that satisfy a condition
    CHECK(2 == impulse::count_if(x, [=](float v) { return v > threshold; }));
    //| find the first index at which a condition holds, n if there is none
    CHECK(1 == impulse::transform_reduce(indices, n, impulse::minimum{}, index_if_small));
    //| find where two vectors differ most, and by how much
    CHECK(0 == impulse::transform_reduce(indices, impulse::max_loc{}, difference_at).index);
    //| know whether all items satisfy a condition
    CHECK(true == impulse::all_of(x, is_positive));
    //| compute the Euclidean norm
    CHECK(std::sqrt(30.0) == impulse::norm(x));
    //| compute the mean
    CHECK(2.5 == impulse::mean(x));
    //| compute the mean, skipping NaN
    CHECK(2.5 == impulse::nanmean(x));
    //| compute the variance of a sample
    CHECK(5.0 / 3 == impulse::variance(x, 1));
    //| compute count, mean, variance, skewness and kurtosis in one pass
    CHECK(1.25 == impulse::reduce(x, impulse::moments{}).variance());
    //| find the smallest item and its index in one pass
    CHECK(impulse::value_and_index<float>{1.f, 1} == impulse::reduce(x, impulse::min_loc{}));
    //| write the smallest item and its index, on a GPU too
    impulse::argmin_into(x, &least, &position);
    CHECK(position == 1);
    //| compensate a sum for its rounding errors
    CHECK(10.f == impulse::reduce(x, impulse::compensated_sum{}));
    //| reduce every group of 256 items (here: of 2 items)
    CHECK(std::vector{4.f, 6.f} == impulse::sum(impulse::batches(x, 2)));
    //| reduce groups of any length, such as the rows of a CSR matrix
    CHECK(std::vector{3.f, 7.f} == impulse::sum(impulse::segments(x, offsets)));
    //| reduce the rows of a matrix
    CHECK(std::vector{4.f, 6.f} == impulse::sum(impulse::rows(matrix)));
    //| reduce the columns of a matrix
    CHECK(std::vector{5.f, 5.f} == impulse::sum(impulse::columns(matrix)));
    //| reduce any axes of an array of up to five dimensions
    CHECK(std::vector{10.f} == impulse::sum(impulse::axes<0, 1>(matrix)));
    //| reduce runs of equal keys
    CHECK(std::vector{4.f, 6.f} == impulse::sum(impulse::by_key(keys, x)));
    //| reduce runs of neighbours that my own rule puts together
    CHECK(std::vector{3.f, 3.f, 4.f} == impulse::sum(impulse::by_key(x, x, close)));
    //| reduce as many items as a counter in memory says
    CHECK(4.f == impulse::sum(impulse::counted(x, &found)));
    //| reduce every k-th item
    CHECK(5.f == impulse::sum(impulse::strided(x, 2)));
    //| reduce a part of a longer input, from index 1 on
    const auto right = impulse::reduce_part(x.begin() + 1, x.end(), 1, op);
    const auto left = impulse::reduce_part(x.begin(), x.begin() + 1, 0, op);
    //| join parts from several machines, or parts that come one after another
    CHECK(10.f == impulse::join(left, right, op).value(0.f, op));
    //| reduce input that comes in pieces
    auto running = impulse::running_reduction<float>(0.f);
    //| add a piece, of any length, to an earlier result
    running.push(x);
    CHECK(10.f == running.value());
    //| write the result to my own memory
    impulse::reduce_into(x, out, 0.f);
    CHECK(out[0] == 10.f);
    //| let the library regroup an operator that is exactly associative
    CHECK("ab" == impulse::reduce(words, std::string(), impulse::assume_associative(concatenate)));
    //| give up the order, and the same bits, for speed
    CHECK(10.f == impulse::reduce(x, 0.f, impulse::unordered(impulse::plus{})));
    //| leave out the initial value of my own operator
    CHECK("ab" == impulse::reduce(words, impulse::with_identity(concatenate, std::string())));
    //| choose how the call shares the work
    CHECK(10.f == impulse::reduce(impulse::work_queue, x, 0.f));
    //| run the call on the CPU
    CHECK(10.f == impulse::sum(impulse::automatic.on(impulse::host), x));
    //| see how the library would run a call
    CHECK("" != impulse::explain(impulse::automatic, x, 0.f));
    //| check that my own operator is associative, on my own items
    CHECK(std::nullopt == impulse::find_nonassociative(words, concatenate));
    //| check whether compiler flags, or settings of the processor, spoil floating-point results
    CHECK(true == static_cast<bool>(impulse::check_arithmetic()));
    //| check a result against the definition
    CHECK(10.f == impulse::tree_fold(x, 0.f));
}
