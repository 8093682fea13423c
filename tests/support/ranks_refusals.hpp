// SPDX-License-Identifier: Apache-2.0
// Errors on ranks: all ranks throw the same, and the next call works.
#pragma once

#include <rank_findings.hpp>
#include <same_bits.hpp>
#include <tree_suite.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/ranks.hpp>

#include <exception>
#include <functional>

namespace support {

/// It has padding bytes, which are not compared.
struct padded {
    double value;
    char tag;
};
struct add_padded {
    padded operator()(const padded& a, const padded& b) const { return {a.value + b.value, a.tag}; }
};

struct pair_of_ints {
    std::int32_t a, b;
};
struct add_pairs {
    pair_of_ints operator()(pair_of_ints x, pair_of_ints y) const { return {x.a + y.a, x.b + y.b}; }
};

/// Throws whenever it joins two values.
struct throwing_join {
    std::uint64_t lift(std::uint64_t a) const { return a; }
    std::uint64_t operator()(std::uint64_t, std::uint64_t) const { throw std::runtime_error("no join"); }
};

/// Makes calls on one of `size` ranks, and collects what is wrong. The place must report the same rank and
/// size.
template <class Place>
class ranks_refusals : protected rank_findings {
  protected:
    ranks_refusals(const Place& all, int rank, int size, unsigned long long salt)
        : rank_findings(rank, size),
          all_(all),
          policy_(impulse::last_block.on(all)),
          random_(random_source(salt)) {}

    /// Random parts, some of them empty; all ranks draw the same random numbers.
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
        if (const comparison is = same_bits(a, static_cast<const A&>(b)); !is.same)
            found(what + " of " + std::to_string(n_) + ": " + is.difference);
    }

    template <class Error, class Call>
    void thrown(const std::string& expected, const Call& call) {
        says<Error>(expected, call);
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
        thrown<invalid_argument>("init differs between rank " + name + " and rank 0: 0 and -0",
                                 [&] { impulse::reduce(policy_, x, rank_ == other ? 0.f : -0.f); });
        thrown<invalid_argument>(
            "init differs between rank " + name + " and rank 0: 0.10000000000000001 and 0.5",
            [&] { impulse::reduce(policy_, x, rank_ == other ? 0.1 : 0.5); });
        thrown<invalid_argument>(
            "init differs between rank " + name + " and rank 0: bytes 01 00 00 00 02 00 00 00 and bytes 01 ",
            [&] {
                impulse::reduce(policy_, std::vector<pair_of_ints>{{1, 2}},
                                pair_of_ints{1, rank_ == other ? 2 : 3}, add_pairs{});
            });
        for (const int with_init : {0, other})  // the placeholder of a missing init has the same value
            thrown<invalid_argument>(with_init == 0 ? "and rank 0: none (0 for no items) and 0"
                                                    : "and rank 0: 0 and none (0 for no items)",
                                     [&] {
                                         if (rank_ == with_init)
                                             impulse::reduce(policy_, x, 0.f);
                                         else
                                             impulse::reduce(policy_, x);
                                     });
        thrown<invalid_argument>("and rank 0: none (1 for no items) and none (2 for no items)", [&] {
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

    /// Types of equal size that differ; and one type for which the compiler has two names.
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
        // The operator joins only once, when init is joined with the whole.
        thrown<impulse::rank_error>("rank 0 failed: no join", [&] {
            impulse::reduce(policy_, std::vector<std::uint64_t>(rank_ < 1), std::uint64_t{0},
                            throwing_join{});
        });
        // No other rank calls the operator: a rank where it would throw learns the value like the others.
        same("an operator that throws on a rank that has nothing to join",
             impulse::reduce(policy_, std::vector<std::uint64_t>(rank_ < 1, 6), std::uint64_t{1},
                             [&](std::uint64_t a, std::uint64_t b) {
                                 if (rank_ > 0) throw std::runtime_error("no join here");
                                 return a + b;
                             }),
             7u);
        // Errors that a call finds before it calls reduce.
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
        // The rank that failed gets its own exception, nested.
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
    std::mt19937_64 random_;
    index_t n_ = 0;
    std::vector<index_t> cuts_;
};

}  // namespace support
