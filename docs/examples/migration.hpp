// SPDX-License-Identifier: Apache-2.0
/// \file
/// The table of docs/reference from other libraries' calls on the host; those of std:: are called too.

TEST_CASE("migration: std::") {
    const std::vector<int> x{3, 1, 2, 4};
    const std::vector<int> y{1, 1, 2, 2};
    const auto first = x.begin(), last = x.end();
    const auto is_odd = [](int v) { return v % 2 != 0; };
    const auto square = [](int v) { return v * v; };
    const auto op = [](int a, int b) { return a * 3 + b * 3; };
    const int init = 1;
    int out = 0;
    (void)op;

    CHECK(std::accumulate(first, last, init) == impulse::reduce(first, last, init));
    CHECK(std::accumulate(first, last, init, std::multiplies<>{}) ==
          impulse::reduce(first, last, init, std::multiplies<>{}));
    CHECK(std::accumulate(first, last, 0.0, [](double s, int v) { return s + v * v; }) ==
          impulse::transform_reduce(first, last, 0.0, impulse::plus{}, square));
    CHECK(std::reduce(first, last) == impulse::reduce(first, last));
    CHECK(std::transform_reduce(first, last, init, std::plus<>{}, square) ==
          impulse::transform_reduce(first, last, init, std::plus<>{}, square));
    CHECK(std::transform_reduce(first, last, y.begin(), init) ==
          impulse::transform_reduce(first, last, y.begin(), init));
    CHECK(std::inner_product(first, last, y.begin(), 0) == impulse::dot(first, last, y.begin()));
    CHECK(std::count(first, last, 2) == impulse::count(first, last, 2));
    CHECK(std::count_if(first, last, is_odd) == impulse::count_if(first, last, is_odd));
    CHECK(std::all_of(first, last, is_odd) == impulse::all_of(first, last, is_odd));
    CHECK(std::any_of(first, last, is_odd) == impulse::any_of(first, last, is_odd));
    CHECK(std::none_of(first, last, is_odd) == impulse::none_of(first, last, is_odd));
    CHECK(std::min_element(first, last) == impulse::min_element(first, last));
    CHECK(std::max_element(first, last) == impulse::max_element(first, last));
    CHECK(std::minmax_element(first, last) == impulse::minmax_element(first, last));
    CHECK(*std::max_element(first, last) == impulse::reduce(first, last, impulse::maximum{}));
    CHECK(std::ranges::min(x) == impulse::reduce(x, impulse::minimum{}));
    CHECK(std::ranges::count(x, 2) == impulse::count(x, 2));
    //| `out = std::reduce(std::execution::par, first, last)`
    impulse::reduce_into(first, last, &out);
    CHECK(out == 10);
}

TEST_CASE("migration: Kokkos") {
    const std::vector<double> x{3, 1, 2, 4};
    const std::vector<double> y{1, 1, 2, 2};
    const impulse::matrix_view a{x.data(), 2, 2};
    const auto f = [](double v) { return 2 * v; };
    double out = 0;
    std::vector<double> sums(2);
    impulse::index_t at = 0;

    //| `parallel_reduce(n, KOKKOS_LAMBDA(int i, double& s) { s += x(i); }, out)`
    impulse::sum_into(x, &out);
    CHECK(out == 10);
    //| `parallel_reduce(n, KOKKOS_LAMBDA(int i, double& s) { s += f(x(i)); }, out)`
    impulse::transform_reduce_into(x, &out, 0.0, impulse::plus{}, f);
    CHECK(out == 20);
    //| `parallel_reduce(n, KOKKOS_LAMBDA(int i, double& s) { s += x(i) * y(i); }, out)`
    impulse::dot_into(x, y, &out);
    CHECK(out == 16);
    //| `parallel_reduce(..., Kokkos::Max<double>(out))`
    impulse::reduce_into(x, &out, impulse::maximum{});
    CHECK(out == 4);
    //| `parallel_reduce(..., Kokkos::Prod<double>(out))`
    impulse::product_into(x, &out);
    CHECK(out == 24);
    //| `parallel_reduce(..., Kokkos::MinLoc<double, int>(out))`
    impulse::argmin_into(x, &out, &at);
    CHECK((out == 1 && at == 1));
    //| `parallel_reduce(..., Kokkos::Min<double>(lo), Kokkos::Max<double>(hi))`
    CHECK(impulse::values<double, double>{1.0, {4.0}} ==
          impulse::reduce(x, impulse::together(impulse::minimum{}, impulse::maximum{})));
    //| a custom reducer with `join` and `init`
    CHECK(10.0 == impulse::reduce(x, impulse::with_identity([](double l, double r) { return l + r; }, 0.0)));
    //| `TeamPolicy`, a team for each row, and `parallel_reduce(TeamThreadRange(...))` within
    impulse::sum_into(impulse::rows(a), sums.begin());
    CHECK(sums == std::vector{4.0, 6.0});
    //| `Kokkos::Experimental::reduce(exec, first, last, init)`
    CHECK(10.0 == impulse::reduce(x.begin(), x.end(), 0.0));
}

TEST_CASE("migration: NumPy") {
    const std::vector<double> x{3, 1, 2, 4};
    const std::vector<double> y{1, 1, 2, 2};
    const std::vector<float> f{3, 1, 2, 4};
    const std::vector<int> starts{0, 1, 4};
    const std::vector<bool> mask{true, true, false, true};
    const impulse::matrix_view a{x.data(), 2, 2};
    const auto positive = [](double v) { return v > 0; };

    //| `x.sum()`
    CHECK(10.0 == impulse::sum(x));
    //| `f.sum(dtype=np.float64)`
    CHECK(10.0 == impulse::sum(f, impulse::wide));
    //| `x.prod()`
    CHECK(24.0 == impulse::product(x));
    //| `x.min()`
    CHECK(1.0 == impulse::min_value(x));
    //| `x.argmin()`
    CHECK(1 == impulse::argmin(x));
    //| `x.mean()`
    CHECK(2.5 == impulse::mean(x));
    //| `x.var()`
    CHECK(1.25 == impulse::variance(x));
    //| `x.var(ddof=1)`
    CHECK(5.0 / 3 == impulse::variance(x, 1));
    //| `x.std()`
    CHECK(std::sqrt(1.25) == impulse::stddev(x));
    //| `np.average(x, weights=y)`
    CHECK(16.0 / 6 == impulse::weighted_mean(x, y));
    //| `np.linalg.norm(x)`
    CHECK(std::sqrt(30.0) == impulse::norm(x));
    //| `np.dot(x, y)`, `np.inner(x, y)`
    CHECK(16.0 == impulse::dot(x, y));
    //| `np.count_nonzero(x > 0)`
    CHECK(4 == impulse::count_if(x, positive));
    //| `(x > 0).all()`
    CHECK(true == impulse::all_of(x, positive));
    //| `a.sum(axis=0)`
    CHECK(std::vector{5.0, 5.0} == impulse::sum(impulse::columns(a)));
    //| `a.sum(axis=1)`
    CHECK(std::vector{4.0, 6.0} == impulse::sum(impulse::rows(a)));
    //| `a.max(axis=(0, 1))`
    CHECK(std::vector{4.0} == impulse::reduce(impulse::axes<0, 1>(a), impulse::maximum{}));
    //| `np.add.reduceat(x, starts)`, with `len(x)` appended to the starts; an empty group gives 0
    CHECK(std::vector{3.0, 7.0} == impulse::sum(impulse::segments(x, starts)));
    //| `np.multiply.reduce(x, initial=2)`
    CHECK(48.0 == impulse::reduce(x, 2.0, impulse::multiplies{}));
    //| `np.logical_or.reduce(x)`
    CHECK(true == impulse::reduce(x, false, impulse::logical_or{}));
    //| `x[::2].sum()`
    CHECK(5.0 == impulse::sum(impulse::strided(x, 2)));
    //| `np.sum(x, where=mask)`, `x[mask].sum()`
    CHECK(8.0 == impulse::sum(impulse::where(x, mask)));
    //| `np.mean(x, where=mask)`
    CHECK(8.0 / 3 == impulse::mean(impulse::where(x, mask)));
}

TEST_CASE("migration: NumPy, where items may be NaN") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> x{nan, 3, 1, nan, 2};

    //| `np.nansum(x)`
    CHECK(6.0 == impulse::nansum(x));
    //| `np.nanprod(x)`
    CHECK(6.0 == impulse::nanprod(x));
    //| `np.nanmean(x)`; gives NaN, without a warning, if all items are NaN or there are none
    CHECK(2.0 == impulse::nanmean(x));
    //| `np.nanvar(x)`
    CHECK(2.0 / 3 == impulse::nanvar(x));
    //| `np.nanstd(x, ddof=1)`
    CHECK(1.0 == impulse::nanstd(x, 1));
    //| `np.nanmin(x)`; gives NaN if all items are NaN, or if there are none (an error in NumPy)
    CHECK(1.0 == impulse::nanmin(x));
    //| `np.nanmax(x)`, likewise
    CHECK(3.0 == impulse::nanmax(x));
    //| `np.nanargmin(x)`; gives n where NumPy has an error (all NaN, or no items); -0 is less than +0
    CHECK(2 == impulse::nanargmin(x));
    //| `np.nanargmax(x)`, likewise
    CHECK(1 == impulse::nanargmax(x));
}

TEST_CASE("migration: pandas, which skips NaN") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> s{nan, 3, 1, nan, 2};

    //| `s.sum()`
    CHECK(6.0 == impulse::nansum(s));
    //| `s.sum(skipna=False)`
    CHECK(std::isnan(impulse::sum(s)));
    //| `s.prod()`
    CHECK(6.0 == impulse::nanprod(s));
    //| `s.mean()`
    CHECK(2.0 == impulse::nanmean(s));
    //| `s.var()`
    CHECK(1.0 == impulse::nanvar(s, 1));
    //| `s.std()`
    CHECK(1.0 == impulse::nanstd(s, 1));
    //| `s.min()`
    CHECK(1.0 == impulse::nanmin(s));
    //| `s.max()`
    CHECK(3.0 == impulse::nanmax(s));
    //| `s.argmin()`; gives n if all items are NaN
    CHECK(2 == impulse::nanargmin(s));
    //| `s.argmax()`, likewise
    CHECK(1 == impulse::nanargmax(s));
    //| `s.count()`
    CHECK(3 == impulse::count_if(s, [](double x) { return x == x; }));
}
