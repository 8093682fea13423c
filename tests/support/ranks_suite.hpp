// SPDX-License-Identifier: Apache-2.0
// The suite of ranks, for any transport: every rank runs all of it, and errors are collected, because a rank
// may be a thread.
#pragma once

#include <build.hpp>
#include <moments.hpp>
#include <ranks_refusals.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/ranks.hpp>
#include <impulse/where.hpp>

#include <limits>

namespace support {

template <class Place>
class ranks_suite : ranks_refusals<Place> {
    using base = ranks_refusals<Place>;
    using base::all_, base::n_, base::own, base::policy_, base::random_, base::rank_, base::same, base::size_;

  public:
    /// This is rank `rank` of `size`; the place must report the same.
    ranks_suite(const Place& all, int rank, int size, unsigned long long salt)
        : base(all, rank, size, salt) {}

    /// Runs the suite and returns what is wrong.
    std::string run(bool briefly = false) {
        return this->wrong_after([&] {
            const index_t most = is_slow_build ? 5000 : 20'000;
            for (const index_t n : {index_t{0}, index_t{1}, index_t{2}, index_t{7}, index_t{100},
                                    index_t{1000}, index_t{4096}, most}) {
                if (briefly && n > 1000) break;
                const int cuts = briefly || (is_slow_build && n > 1000) ? 1 : 3;
                for (int cut = 0; cut < cuts; ++cut) {
                    this->cut_at_random(n, 1);
                    bits();
                    algorithms();
                }
                this->cut_at_random(n, 4);
                leaves();
            }
            groups();
            this->arguments_differ();
            this->ranks_throw();
        });
    }

  private:
    void bits() {
        const auto numbers = made_numbers(n_, 5);
        std::vector<float> floats;
        std::vector<float_matrix> matrices;
        for (const std::uint64_t a : numbers) {
            floats.push_back(static_cast<float>(a % 1'000'003) * 1e-3f - 400.f);
            const auto small = [&](int by) { return static_cast<float>(a >> by & 255) / 256.f - 0.5f; };
            matrices.push_back({{1 + small(0), small(8), small(16), 1 - small(24)}});
        }
        same("float sum", impulse::reduce(policy_, own(floats), 1.5f), impulse::tree_fold(floats, 1.5f));
        same("mix", impulse::reduce(policy_, own(numbers), std::uint64_t{9}, mix{}),
             impulse::tree_fold(numbers, std::uint64_t{9}, mix{}));
        const float_matrix one{{1, 0, 0, 1}};
        same("matrices", impulse::reduce(policy_, own(matrices), one, multiply_float_matrices{}),
             impulse::tree_fold(matrices, one, multiply_float_matrices{}));
        using wide = units<25>;
        std::vector<wide> units;
        for (index_t i = 0; i < n_; ++i) units.push_back(make_units<wide>{3}(i));
        same("200 bytes", impulse::reduce(policy_, own(units), wide{}, mix_units{}),
             impulse::tree_fold(units, wide{}, mix_units{}));

        // No initial value: a zero that a rank made up for its part, even an empty one, would show.
        const std::vector<double> zeros(static_cast<std::size_t>(n_), -0.0);
        const std::vector<double> nans(static_cast<std::size_t>(n_),
                                       std::numeric_limits<double>::quiet_NaN());
        same("zeros", impulse::sum(policy_, own(zeros)), impulse::tree_fold(zeros));
        same("NaN passed over", impulse::reduce(policy_, own(nans), impulse::minimum_number{}),
             impulse::tree_fold(nans, impulse::minimum_number{}));

        const int root = static_cast<int>(random_between(random_, 0, size_ - 1));
        const auto at_root = impulse::two_pass.on(all_.root(root));
        const auto part = own(floats);
        const auto value = impulse::reduce(at_root, part, 2.f);
        same("where the value is", value.has_value(), rank_ == root);
        if (value) same("at the root", *value, impulse::tree_fold(floats, 2.f));
        float into = -7;
        impulse::reduce_into(at_root, part, &into, 2.f);
        same("into, at the root", into, rank_ == root ? impulse::tree_fold(floats, 2.f) : -7.f);
        impulse::reduce_into(policy_, part, &into, 3.f);
        same("into", into, impulse::tree_fold(floats, 3.f));
    }

    void algorithms() {
        std::vector<std::int16_t> x;  // with many ties
        std::vector<double> y;
        for (const std::uint64_t a : made_numbers(n_, 6)) {
            x.push_back(static_cast<std::int16_t>(a % 50));
            y.push_back(static_cast<double>(a % 1001) * 0.1);
        }
        const auto mine = own(x);
        const auto weights = own(y);
        const auto odd = [](int v) { return v % 2 != 0; };
        same("sum", impulse::sum(policy_, weights), impulse::sum(y));
        same("wide sum", impulse::sum(policy_, mine, impulse::wide), impulse::sum(x, impulse::wide));
        same("dot", impulse::dot(policy_, weights, mine), impulse::dot(y, x));
        same("mean", impulse::mean(policy_, weights), impulse::mean(y));
        same("variance", impulse::variance(policy_, weights, 1), impulse::variance(y, 1));
        aggregates(y, weights);
        same("count_if", impulse::count_if(policy_, mine, odd), impulse::count_if(x, odd));
        same("any_of", impulse::any_of(policy_, mine, odd), impulse::any_of(x, odd));
        same("all_of", impulse::all_of(policy_, mine, odd), impulse::all_of(x, odd));
        if (n_ > 0) {
            const auto both = impulse::together(impulse::minimum{}, impulse::maximum{});
            same("together", impulse::reduce(policy_, mine, impulse::make_values(99, -1), both),
                 impulse::reduce(x, impulse::make_values(99, -1), both));
        }
        const auto at = [&](auto found) { return static_cast<index_t>(found - x.begin()); };
        same("min_element", impulse::min_element(policy_, mine), at(impulse::min_element(x)));
        same("max_element", impulse::max_element(policy_, mine), at(impulse::max_element(x)));
        const auto least = impulse::minmax_element(policy_, mine);
        same("minmax_element, min", least.min, at(impulse::minmax_element(x).first));
        same("minmax_element, max", least.max, at(impulse::minmax_element(x).second));
        index_t position = -1;
        impulse::max_element_into(policy_, weights, &position);
        same("max_element_into", position, static_cast<index_t>(impulse::max_element(y) - y.begin()));
        const auto count = static_cast<std::uint32_t>(mine.size());
        under_mask(x, y, mine, weights);
        same("counted", impulse::reduce(policy_, impulse::counted(mine, &count), 1), impulse::reduce(x, 1));
    }

    /// The whole input without every third item; in a part, or in all of it, no item may be left.
    template <class Items, class Numbers>
    void under_mask(const Items& x, const Numbers& y, const Items& mine, const Numbers& weights) {
        std::vector<unsigned char> mask, none(static_cast<std::size_t>(n_));
        for (index_t i = 0; i < n_; ++i) mask.push_back(i % 3 != 1);
        const auto flags = own(mask), nothing = own(none);
        const auto all = impulse::where(y, mask);
        const auto part = impulse::where(weights, flags);
        same("sum under a mask", impulse::sum(policy_, part), impulse::sum(all));
        same("sum under an empty mask", impulse::sum(policy_, impulse::where(weights, nothing)), 0.0);
        same("init under an empty mask", impulse::reduce(policy_, impulse::where(weights, nothing), 2.5),
             2.5);
        same("mean under a mask", impulse::mean(policy_, part), impulse::mean(all));
        same("argmin under a mask", impulse::argmin(policy_, part), impulse::argmin(all));
        same("mixed under a mask",
             impulse::reduce(policy_, impulse::where(mine, flags), std::uint64_t{9}, mix{}),
             impulse::reduce(impulse::where(x, mask), std::uint64_t{9}, mix{}));
    }

    /// The named aggregates.
    void aggregates(const std::vector<double>& all, const std::vector<double>& mine) {
        const auto expected = support::sums_by_definition(all);
        const auto moments = impulse::reduce(policy_, mine, impulse::moments{});
        same("moments", support::members_of(moments), support::members_of(expected));
        const auto several = impulse::together(impulse::plus{}, impulse::moments{}, impulse::min_loc{},
                                               impulse::max_loc{}, impulse::compensated_sum{});
        const auto here = impulse::reduce(policy_, mine, several);
        const auto there = impulse::reduce(all, several);
        same("moments beside others", here.template get<1>().fourths, expected.fourths);
        same("sum beside others", here.template get<0>(), there.template get<0>());
        same("smallest", here.template get<2>().value, there.template get<2>().value);
        same("where it is", here.template get<2>().index, impulse::argmin(all));
        same("where the largest is", here.template get<3>().index, impulse::argmax(all));
        same("compensated", here.template get<4>(), there.template get<4>());
        double value = 0;
        index_t index = 0;
        impulse::argmin_into(policy_, mine, &value, &index);
        same("argmin_into", std::tuple(value, index),
             std::tuple(impulse::min_value(all), impulse::argmin(all)));
    }

    void leaves() {
        const auto x = made_numbers(n_, 7);
        same("leaves", impulse::reduce(policy_, own(x), std::uint64_t{2}, mix_of_leaves{}),
             impulse::tree_fold(x, std::uint64_t{2}, mix_of_leaves{}));
    }

    /// Groups: each rank has its own.
    void groups() {
        const auto x = made_numbers(6 * (rank_ + 1), static_cast<std::uint64_t>(rank_));
        same("batches", impulse::reduce(policy_, impulse::batches(x, 3), std::uint64_t{1}, mix{}),
             impulse::reduce(impulse::batches(x, 3), std::uint64_t{1}, mix{}));
    }
};

}  // namespace support
