// SPDX-License-Identifier: Apache-2.0
/// \file
/// Examples of docs/reference: statistics, and algorithms that skip NaN.

TEST_CASE("reference: mean, mean_into") {
    struct body {
        float mass;
        double speed;
    };
    const std::vector<body> bodies{{1, 3}, {2, 5}};
    CHECK(impulse::mean(bodies, &body::mass) == 1.5);  // a projection
    const std::vector<int> x{1, 2, 3, 4};
    CHECK(impulse::mean(x) == 2.5);
    double out = 0;
    impulse::mean_into(x, &out);
    CHECK(out == 2.5);
    CHECK(std::isnan(impulse::mean(std::vector<int>{})));
}

TEST_CASE("reference: variance, variance_into") {
    const std::vector<double> x{2, 4, 4, 6};
    CHECK(impulse::variance(x) == 2.0);           // the population variance
    CHECK(impulse::variance(x, 1) == 8.0 / 3.0);  // the sample variance
    double out = 0;
    impulse::variance_into(x, &out);
    CHECK(out == 2.0);
}

TEST_CASE("reference: weighted_mean, weighted_mean_into") {
    const std::vector<double> x{1, 2, 3}, weights{1, 1, 2};
    CHECK(impulse::weighted_mean(x, weights) == 2.25);
    double out = 0;
    impulse::weighted_mean_into(x, weights, &out);
    CHECK(out == 2.25);
}

TEST_CASE("reference: stddev, stddev_into") {
    const std::vector<double> x{1, 3};
    CHECK(impulse::stddev(x) == 1.0);
    double out = 0;
    impulse::stddev_into(x, &out, 1);  // of a sample
    CHECK(out == std::sqrt(2.0));
}

TEST_CASE("reference: norm, norm_into") {
    const std::vector<double> x{3, 4};
    CHECK(impulse::norm(x) == 5);
    double out = 0;
    impulse::norm_into(std::vector{3e200, 4e200}, &out);  // the squares overflow a double, the norm does not
    CHECK(std::abs(out / 5e200 - 1) < 1e-15);
}

TEST_CASE("reference: nansum, nansum_into, nanprod, nanprod_into") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<float> x{nan, 3, 4};
    CHECK(impulse::nansum(x) == 7);
    CHECK(impulse::nanprod(x) == 12);
    CHECK(impulse::nansum({nan, nan}) == 0);
    double wide = 0;
    float product = 0;
    impulse::nansum_into(x, &wide, impulse::wide);
    impulse::nanprod_into(x, &product);
    CHECK(wide + product == 19);
}

TEST_CASE("reference: nanmean, nanmean_into, nanvar, nanvar_into, nanstd, nanstd_into") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> x{2, nan, 4, 4, nan, 6};
    CHECK(impulse::nanmean(x) == 4);
    CHECK(impulse::nanvar(x) == 2);           // the population variance
    CHECK(impulse::nanvar(x, 1) == 8.0 / 3);  // the sample variance
    CHECK(impulse::nanstd(x) == std::sqrt(2.0));
    CHECK(std::isnan(impulse::nanmean({nan, nan})));

    std::vector<double> out(3);
    impulse::nanmean_into(impulse::batches(x, 2), out.begin());  // of each pair
    CHECK(out == std::vector<double>{2, 4, 6});
    impulse::nanvar_into(x, &out[0]);
    impulse::nanstd_into(x, &out[1]);
    CHECK(out[1] == std::sqrt(out[0]));
}

TEST_CASE("reference: nanmin, nanmin_into, nanmax, nanmax_into") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<float> x{nan, 3, 1, nan};
    CHECK(impulse::nanmin(x) == 1);
    CHECK(impulse::nanmax(x) == 3);
    float out[2];
    impulse::nanmin_into(x, &out[0]);
    impulse::nanmax_into(x, &out[1]);
    CHECK(out[1] - out[0] == 2);
}

TEST_CASE("reference: nanargmin, nanargmin_into, nanargmax, nanargmax_into") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<float> x{nan, 3, 1, nan, 3};
    CHECK(impulse::nanargmin(x) == 2);
    CHECK(impulse::nanargmax(x) == 1);           // the first of equal items
    CHECK(impulse::nanargmin({nan, nan}) == 2);  // n, because all items are NaN
    impulse::index_t out[2];
    impulse::nanargmin_into(x, &out[0]);
    impulse::nanargmax_into(x, &out[1]);
    CHECK(out[0] + out[1] == 3);
}
