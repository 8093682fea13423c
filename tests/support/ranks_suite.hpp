// SPDX-License-Identifier: Apache-2.0
/// \file
/// The suite of ranks, for any transport. Every rank runs all of it; errors are collected, because a rank may
/// be a thread.
#pragma once

#include <message_of.hpp>
#include <moments.hpp>
#include <monoids.hpp>
#include <same_bits.hpp>
#include <seed.hpp>
#include <tree_suite.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/ranks.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace support {

inline auto bits_of(const float_matrix& m) {
    return std::tuple(m.element[0], m.element[1], m.element[2], m.element[3]);
}

/// It has padding bytes, which are not compared.
struct padded {
    double value;
    char tag;
};
struct add_padded {
    padded operator()(const padded& a, const padded& b) const { return {a.value + b.value, a.tag}; }
};

/// Throws whenever it joins two values.
struct throwing_join {
    std::uint64_t lift(std::uint64_t a) const { return a; }
    std::uint64_t operator()(std::uint64_t, std::uint64_t) const { throw std::runtime_error("no join"); }
};

template <class Place>
class ranks_suite {
  public:
    /// `rank` of `size`, which the place says too.
    ranks_suite(const Place& all, int rank, int size, unsigned long long salt)
        : all_(all),
          policy_(impulse::last_block.on(all)),
          rank_(rank),
          size_(size),
          random_(random_source(salt)) {}

    /// What is wrong.
    const std::vector<std::string>& run(bool briefly = false) {
        try {
            for (const index_t n : {0, 1, 2, 7, 100, 1000, 4096, 20'000}) {
                if (briefly && n > 1000) break;
                for (int cut = 0; cut < (briefly ? 1 : 3); ++cut) {
                    cut_at_random(n, 1);
                    bits();
                    algorithms();
                }
                cut_at_random(n, 4);
                leaves();
            }
            groups();
            arguments_differ();
            ranks_throw();
        } catch (const std::exception& error) {
            wrong_.push_back(std::string("thrown: ") + error.what());
        }
        return wrong_;
    }

  private:
    /// Random parts, some of them empty; all ranks draw the same.
    void cut_at_random(index_t n, index_t multiple) {
        n_ = n;
        cuts_ = support::random_cuts(random_, n, size_, multiple);
    }

    template <class T>
    std::vector<T> own(const std::vector<T>& x) const {
        return {x.begin() + cuts_[static_cast<std::size_t>(rank_)],
                x.begin() + cuts_[static_cast<std::size_t>(rank_) + 1]};
    }

    template <class A, class B>
    void same(const std::string& what, const A& a, const B& b) {
        if (const comparison found = same_bits(a, static_cast<const A&>(b)); !found.same)
            wrong_.push_back("rank " + std::to_string(rank_) + " of " + std::to_string(size_) + ", " + what +
                             " of " + std::to_string(n_) + ": " + found.difference);
    }

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

        // Without an initial value: a rank that makes a zero up for a part, an empty one too, would be seen.
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
        same("counted", impulse::reduce(policy_, impulse::counted(mine, &count), 1), impulse::reduce(x, 1));
    }

    /// Those with names.
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

    /// Each rank has its own.
    void groups() {
        const auto x = made_numbers(6 * (rank_ + 1), static_cast<std::uint64_t>(rank_));
        same("batches", impulse::reduce(policy_, impulse::batches(x, 3), std::uint64_t{1}, mix{}),
             impulse::reduce(impulse::batches(x, 3), std::uint64_t{1}, mix{}));
    }

    // ---- what goes wrong: the same is thrown on all ranks, and the next call is well ----------------------

    template <class Error, class Call>
    void thrown(const std::string& expected, const Call& call) {
        const std::string found = message_of<Error>(call);
        if (found.find(expected) == std::string::npos)
            wrong_.push_back("rank " + std::to_string(rank_) + " of " + std::to_string(size_) + ": " + found +
                             "; expected " + expected);
        same("sum after a fault", impulse::sum(policy_, std::vector<int>{rank_}), size_ * (size_ - 1) / 2);
    }

    void arguments_differ() {
        using std::invalid_argument;
        const std::vector<float> x(4, 1.f);
        const auto root = [&](int r) { return impulse::automatic.on(all_.root(r)); };
        thrown<invalid_argument>("root is " + std::to_string(size_) + "; it must be between 0 and ",
                                 [&] { impulse::sum(root(size_), x); });
        padded nothing;
        std::memset(static_cast<void*>(&nothing), rank_ + 1, sizeof nothing);
        nothing.value = 0, nothing.tag = 'x';
        same("with padding",
             impulse::reduce(policy_, std::vector<padded>(1, {1.0, 'y'}), nothing, add_padded{}).value,
             static_cast<double>(size_));
        if (size_ < 2) return;
        const int other = size_ - 1;
        const std::string name = std::to_string(other);
        thrown<invalid_argument>("init differs between rank " + name + " and rank 0",
                                 [&] { impulse::reduce(policy_, x, rank_ == other ? 0.f : -0.f); });
        for (const int with_init : {0, other})  // what stands in its place elsewhere has the same value
            thrown<invalid_argument>("init differs between rank ", [&] {
                if (rank_ == with_init)
                    impulse::reduce(policy_, x, 0.f);
                else
                    impulse::reduce(policy_, x);
            });
        thrown<invalid_argument>("init differs between rank " + name + " and rank 0", [&] {
            impulse::reduce(policy_, x, impulse::with_identity(impulse::plus{}, rank_ == other ? 1.f : 2.f));
        });
        thrown<invalid_argument>("rank " + name + " reduces ", [&] {
            if (rank_ == other)
                impulse::reduce(policy_, x, 0.0);
            else
                impulse::reduce(policy_, x, 0.f);
        });
        thrown<invalid_argument>("rank " + name + " reduces ", [&] {
            if (rank_ == other)
                impulse::reduce(policy_, impulse::batches(x, 2), 0.f);
            else
                impulse::reduce(policy_, x, 0.f);
        });
        names_differ(x, other);
        thrown<invalid_argument>("root is 1 on rank " + name, [&] {
            if (rank_ == other)
                impulse::sum(root(1), x);
            else
                impulse::sum(root(0), x);
        });
        thrown<invalid_argument>("root is none on rank " + name, [&] {
            if (rank_ == other)
                impulse::sum(policy_, x);
            else
                impulse::sum(root(0), x);
        });
        const std::vector<std::uint64_t> six(6, 1);
        thrown<invalid_argument>(
            "the part of rank 1 begins at item 6; it must begin at a multiple of the operator's leaf, 4 "
            "(such as 4 or 8)",
            [&] { impulse::reduce(policy_, six, std::uint64_t{0}, mix_of_leaves{}); });
    }

    /// Of as many bytes, but not the same; and the same, though the compiler has two names for it.
    void names_differ(const std::vector<float>& x, int other) {
        using std::invalid_argument;
        const std::string call = "rank " + std::to_string(other) + " reduces ";
        const auto differ = [&](const std::string& its, const std::string& ours, const auto& there,
                                const auto& here) {
            thrown<invalid_argument>(call + its + ", but rank 0 reduces " + ours, [&] {
                if (rank_ == other)
                    there();
                else
                    here();
            });
        };
        const std::vector<std::int32_t> integers(4, 1);
        const std::string sum = "float32 of 4 bytes, plus, leaf 1";
        const auto sum_of_floats = [&] { impulse::reduce(policy_, x, 0.f, std::plus<>()); };
        differ(
            "int32 of 4 bytes, plus, leaf 1", sum, [&] { impulse::reduce(policy_, integers, 0); },
            sum_of_floats);
        differ(
            "float32 of 4 bytes, maximum, leaf 1", sum,
            [&] { impulse::reduce(policy_, x, 0.f, impulse::maximum{}); }, sum_of_floats);
        differ(
            "float32 of 4 bytes, unordered<plus>, leaf 1", sum,
            [&] { impulse::reduce(policy_, x, 0.f, impulse::unordered(impulse::plus{})); }, sum_of_floats);
        differ(
            "squared_distances of 24 bytes, stddev, leaf 32",
            "squared_distances of 24 bytes, variance, leaf 32", [&] { impulse::stddev(policy_, x); },
            [&] { impulse::variance(policy_, x); });
        differ(
            "located<float32> of 16 bytes, first_minimum<nan_below>, leaf 1",
            "located<float32> of 16 bytes, first_minimum<less>, leaf 1", [&] { impulse::argmin(policy_, x); },
            [&] { impulse::min_element(policy_, x); });
        const auto plus = impulse::plus{};
        same("long and long long",
             rank_ == other ? impulse::reduce(policy_, integers, 0L, impulse::ordered(plus))
                            : impulse::reduce(policy_, integers, 0LL, std::plus<>()),
             4LL * size_);
    }

    void ranks_throw() {
        const int who = static_cast<int>(random_between(random_, 0, size_ - 1));
        const std::string named = "impulse: rank " + std::to_string(who) + " failed: ";
        const std::vector<double> x(100, 1.0);
        const auto fail_at = [&](int first) {
            return [this, first](double v) {
                if (rank_ >= first) throw std::runtime_error("at " + std::to_string(rank_));
                return v;
            };
        };
        const auto only = [&](double v) {
            if (rank_ == who) throw std::runtime_error("bad item");
            return v;
        };
        for (const auto& root : {who, 0}) {
            thrown<impulse::rank_error>(named + "bad item", [&] {
                impulse::transform_reduce(impulse::automatic.on(all_.root(root)), x, 0.0, impulse::plus{},
                                          only);
            });
        }
        thrown<impulse::rank_error>(named + "bad item", [&] {
            impulse::transform_reduce(policy_, impulse::batches(x, 50), 0.0, impulse::plus{}, only);
        });
        thrown<impulse::rank_error>(named + "at " + std::to_string(who), [&] {
            impulse::transform_reduce(policy_, x, 0.0, impulse::plus{}, fail_at(who));
        });
        thrown<impulse::rank_error>("failed: no join", [&] {
            impulse::reduce(policy_, std::vector<std::uint64_t>(rank_ < 2), std::uint64_t{0},
                            throwing_join{});
        });
        // The operator joins but once, where init is joined with the whole.
        thrown<impulse::rank_error>("rank 0 failed: no join", [&] {
            impulse::reduce(policy_, std::vector<std::uint64_t>(rank_ < 1), std::uint64_t{0},
                            throwing_join{});
        });
        // Nowhere else: a rank that would throw there learns the value like the others.
        same("an operator that throws on a rank that has nothing to join",
             impulse::reduce(policy_, std::vector<std::uint64_t>(rank_ < 1, 6), std::uint64_t{1},
                             [&](std::uint64_t a, std::uint64_t b) {
                                 if (rank_ > 0) throw std::runtime_error("no join here");
                                 return a + b;
                             }),
             7u);
        // What a call refuses before it comes to reduce.
        thrown<impulse::rank_error>(named + "impulse: last is 1 item before first", [&] {
            impulse::sum(policy_, x.data() + (rank_ == who ? 1 : 0), x.data());
        });
        thrown<impulse::rank_error>(named + "impulse: input is a null pointer", [&] {
            const double* const from = rank_ == who ? nullptr : x.data();
            impulse::sum(policy_, from, from + 3);
        });
        thrown<impulse::rank_error>(named + "impulse: ddof is -1",
                                    [&] { impulse::variance(policy_, x, rank_ == who ? -1 : 1); });
        thrown<impulse::rank_error>(named + "impulse: out is a null pointer", [&] {
            double out;
            impulse::sum_into(policy_, x, rank_ == who ? nullptr : &out);
        });
        const std::uint32_t count = rank_ == who ? 101 : 100;
        thrown<impulse::rank_error>(named + "impulse: count is 101",
                                    [&] { impulse::sum(policy_, impulse::counted(x, &count)); });
        // The rank itself has what it threw.
        bool nested = false;
        try {
            impulse::transform_reduce(policy_, x, 0.0, impulse::plus{}, only);
        } catch (const impulse::rank_error& error) {
            same("rank()", error.rank(), who);
            try {
                std::rethrow_if_nested(error);
            } catch (const std::runtime_error& own) {
                nested = own.what() == std::string("bad item");
            }
        }
        same("nested on the rank alone", nested, rank_ == who);
    }

    Place all_;
    decltype(impulse::last_block.on(std::declval<Place>())) policy_;
    int rank_;
    int size_;
    std::mt19937_64 random_;
    index_t n_ = 0;
    std::vector<index_t> cuts_;
    std::vector<std::string> wrong_;
};

}  // namespace support
