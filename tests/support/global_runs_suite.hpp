// SPDX-License-Identifier: Apache-2.0
// Runs of the keys of all ranks, for any transport: every rank makes the keys and items of all, and compares
// its results with its share of those of one machine.
#pragma once

#include <moments.hpp>
#include <ranks_refusals.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/global.hpp>
#include <impulse/ranks.hpp>
#include <impulse/where.hpp>

#include <algorithm>

namespace support {

template <class Place>
class global_runs_suite : ranks_refusals<Place> {
    using base = ranks_refusals<Place>;
    using base::all_, base::n_, base::cuts_, base::own, base::policy_, base::random_, base::rank_, base::same,
        base::size_;

  public:
    global_runs_suite(const Place& all, int rank, int size, unsigned long long salt)
        : base(all, rank, size, salt) {}

    std::string run(const std::vector<index_t>& lengths) {
        return this->wrong_after([&] {
            for (const index_t n : lengths)
                for (const index_t longest : {1, 3, 90, 5000})
                    for (const bool at_cuts : {false, true}) {
                        make_runs(n, longest, 1, at_cuts);
                        bits();
                        algorithms();
                        if (n > 1000) continue;
                        make_runs(n - n % 4, longest, 4, at_cuts);
                        const auto x = made_numbers(n_, 7);
                        each_way("leaves", x, std::uint64_t{2}, mix_of_leaves{});
                    }
            faults();
            this->ranks_throw();
        });
    }

  private:
    struct key {
        int value;
        short tag;  ///< which is not compared
    };
    struct same_value {
        bool operator()(const key& a, const key& b) const { return a.value == b.value; }
    };

    /// Runs of up to so many items, and cuts, perhaps at begins of runs; both at multiples of a number.
    void make_runs(index_t n, index_t longest, index_t multiple, bool at_cuts) {
        this->cut_at_random(n, multiple);
        keys_.clear(), begins_.clear();
        for (index_t i = 0; i < n; ++i) {
            if (i == 0 || (i % multiple == 0 && i - begins_.back() >= longest) ||
                (i % multiple == 0 && longest < 5000 && random_between(random_, 0, longest - 1) == 0))
                begins_.push_back(i);
            keys_.push_back({static_cast<int>(begins_.size() % 3), static_cast<short>(i)});
        }
        if (at_cuts)
            for (index_t& cut : cuts_)
                if (cut != n) cut = *(std::upper_bound(begins_.begin(), begins_.end(), cut) - 1);
    }
    std::size_t first_of(int rank) const {
        const index_t cut = cuts_[static_cast<std::size_t>(rank)];
        return static_cast<std::size_t>(std::lower_bound(begins_.begin(), begins_.end(), cut) -
                                        begins_.begin());
    }
    template <class Results>
    Results its_share(const Results& all) const {
        const auto at = [&](int rank) { return all.begin() + static_cast<std::ptrdiff_t>(first_of(rank)); };
        return {at(rank_), at(rank_ + 1)};
    }
    template <class Item>
    auto of_all(const std::vector<Item>& x) const {
        return impulse::by_key(impulse::global(own(keys_)), impulse::global(own(x)), same_value{});
    }
    template <class Item>
    auto whole(const std::vector<Item>& x) const {
        return impulse::by_key(keys_, x, same_value{});
    }
    template <class Results>
    void same_results(const std::string& what, const Results& found, const Results& expected) {
        same(what + ", results", found.size(), expected.size());
        for (std::size_t r = 0; r < (std::min)(found.size(), expected.size()); ++r)
            same(what + " " + std::to_string(r), found[r], expected[r]);
    }

    /// As values, and with outputs: each run by the tree over its items alone.
    template <class Item, class Init, class Op>
    void each_way(const std::string& what, const std::vector<Item>& x, const Init& init, const Op& op) {
        std::vector<Init> expected;
        std::vector<short> tags;
        for (std::size_t r = 0; r < begins_.size(); ++r) {
            const index_t end = r + 1 < begins_.size() ? begins_[r + 1] : n_;
            expected.push_back(
                impulse::tree_fold(std::vector<Item>(x.begin() + begins_[r], x.begin() + end), init, op));
            tags.push_back(keys_[static_cast<std::size_t>(begins_[r])].tag);
        }
        expected = its_share(expected);
        same_results(what, impulse::reduce(policy_, of_all(x), init, op), expected);
        std::vector<Init> out(own(x).size());
        std::vector<key> keys(out.size());
        int count = -1;
        impulse::reduce_by_key_into(policy_, of_all(x), keys.begin(), out.begin(), &count, init, op);
        same(what + ", count", static_cast<std::size_t>(count), expected.size());
        out.resize(expected.size());
        same_results(what + ", outputs", out, expected);
        std::vector<short> own_tags;
        for (std::size_t r = 0; r < expected.size(); ++r) own_tags.push_back(keys[r].tag);
        same_results(what + ", keys", own_tags, its_share(tags));
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
        each_way("float sum", floats, 1.5f, impulse::plus{});
        each_way("mix", numbers, std::uint64_t{9}, mix{});
        if (n_ <= 1000) each_way("matrices", matrices, float_matrix{{1, 0, 0, 1}}, multiply_float_matrices{});
    }
    void algorithms() {
        std::vector<double> x;
        std::vector<int> weights;
        for (const std::uint64_t a : made_numbers(n_, 6)) {
            x.push_back(static_cast<double>(a % 50) * 0.1);
            weights.push_back(static_cast<int>(a % 7));
        }
        const auto policy = impulse::automatic.on(all_);
        const auto share = [&](const auto& results) { return its_share(results); };
        const std::vector<double> zeros(x.size(), -0.0);
        same_results("zeros", impulse::sum(policy, of_all(zeros)), share(impulse::sum(whole(zeros))));
        same_results("variance", impulse::variance(policy, of_all(x)), share(impulse::variance(whole(x))));
        same_results("argmin", impulse::argmin(policy, of_all(x)), share(impulse::argmin(whole(x))));
        same_results("dot", impulse::dot(policy, of_all(x), own(weights)),
                     share(impulse::dot(whole(x), weights)));
        const auto odd = [](double v) { return static_cast<int>(v * 10) % 2 != 0; };
        same_results("any_of", impulse::any_of(policy, of_all(x), odd),
                     share(impulse::any_of(whole(x), odd)));
        const auto several =
            impulse::together(impulse::moments{}, impulse::min_loc{}, impulse::compensated_sum{});
        const auto found = impulse::reduce(policy, of_all(x), several);
        const auto expected = share(impulse::reduce(whole(x), several));
        same("aggregates, results", found.size(), expected.size());
        for (std::size_t r = 0; r < (std::min)(found.size(), expected.size()); ++r) {
            same("moments", support::members_of(found[r].template get<0>()),
                 support::members_of(expected[r].template get<0>()));
            same("where the least is", found[r].template get<1>().index, expected[r].template get<1>().index);
            same("compensated", found[r].template get<2>(), expected[r].template get<2>());
        }
        std::vector<unsigned char> mask;
        for (index_t i = 0; i < n_; ++i) mask.push_back(i % 3 != 1);
        const auto keys = own(keys_);
        const auto items = own(x);
        const auto flags = own(mask);
        same_results("under a mask",
                     impulse::mean(policy, impulse::by_key(impulse::global(keys),
                                                           impulse::global(impulse::where(items, flags)),
                                                           same_value{})),
                     share(impulse::mean(impulse::by_key(keys_, impulse::where(x, mask), same_value{}))));
        std::vector<int> numbers;  // keys that are compared by ==
        for (const key& each : keys_) numbers.push_back(each.value);
        const auto of_keys = own(numbers);
        same_results("without init",
                     impulse::sum(policy, impulse::by_key(impulse::global(of_keys), impulse::global(items))),
                     share(impulse::sum(impulse::by_key(numbers, x))));
    }

    void faults() {
        using std::invalid_argument;
        const std::vector<float> x(100, 1.f);
        const std::vector<int> ones(100, 1);
        const auto runs = impulse::by_key(impulse::global(ones), impulse::global(x));
        this->template thrown<impulse::rank_error>(
            "out is a null pointer", [&] { impulse::sum_into(policy_, runs, static_cast<float*>(nullptr)); });
        this->template thrown<impulse::rank_error>("count_out is a null pointer", [&] {
            std::vector<float> out(100);
            impulse::reduce_by_key_into(policy_, runs, std::vector<int>(100).data(), out.data(),
                                        static_cast<int*>(nullptr));
        });
        std::vector<float> values(100, 1.f);
        std::vector<int> keys(100, 1);
        const auto own = impulse::by_key(impulse::global(keys), impulse::global(values));
        this->template thrown<impulse::rank_error>(
            "out overlaps the items of this rank; need memory apart from them",
            [&] { impulse::sum_into(policy_, own, values.data() + 99); });
        this->template thrown<impulse::rank_error>(
            "keys_out overlaps the keys of this rank; need memory apart from them", [&] {
                std::vector<float> out(100);
                int count = 0;
                impulse::reduce_by_key_into(policy_, own, keys.data(), out.data(), &count);
            });
        const int other = size_ - 1;
        const std::string name = std::to_string(other);
        this->template thrown<impulse::rank_error>(
            "rank " + name + " failed: impulse: keys has 100 keys, but the input has 99 values", [&] {
                const std::span<const float> some(x.data(), rank_ == other ? 99 : 100);
                impulse::sum(policy_, impulse::by_key(impulse::global(ones), impulse::global(some)));
            });
        const auto fails = [&](const std::string& what, const auto& call) {
            this->template thrown<impulse::rank_error>("rank " + name + " failed: " + what, call);
        };
        // The rank where the run begins, or one that goes on with it.
        for (const int who : {0, other})
            this->template thrown<impulse::rank_error>(
                "rank " + std::to_string(who) + " failed: no weight", [&] {
                    impulse::transform_reduce(policy_, runs, 0.f, impulse::plus{}, [&](float v) {
                        if (rank_ == who) throw std::runtime_error("no weight");
                        return v;
                    });
                });
        const auto sum_by = [&](auto equal) {
            impulse::sum(policy_, impulse::by_key(impulse::global(ones), impulse::global(x), equal));
        };
        fails("no order", [&] {
            sum_by([&](int, int) {
                if (rank_ == other) throw std::runtime_error("no order");
                return true;
            });
        });
        if (size_ < 2) return;
        fails("no order of two ranks", [&] {
            const std::vector<int> ranks(100, rank_);
            impulse::sum(policy_,
                         impulse::by_key(impulse::global(ranks), impulse::global(x), [&](int a, int b) {
                             if (rank_ == other && a != b) throw std::runtime_error("no order of two ranks");
                             return true;
                         }));
        });
        this->template thrown<invalid_argument>(
            "init differs between rank " + name + " and rank 0: 1 and 0",
            [&] { impulse::reduce(policy_, runs, static_cast<float>(rank_ == other)); });
        this->template thrown<invalid_argument>(
            "rank " + name +
                " reduces by_key(global(keys), global(x)), keys values<float32, equal> of 4 bytes: float32 "
                "of "
                "4 bytes, plus, leaf 1, but rank 0 reduces by_key(global(keys), global(x)), keys "
                "values<int32, equal> of 4 bytes",
            [&] {
                if (rank_ == other)
                    impulse::sum(policy_, impulse::by_key(impulse::global(x), impulse::global(x)));
                else
                    impulse::sum(policy_, runs);
            });
        this->template thrown<invalid_argument>("rank " + name + " reduces ", [&] {
            if (rank_ == other)
                impulse::sum(policy_, impulse::by_key(ones, x));
            else
                impulse::sum(policy_, runs);
        });
        const std::vector<std::uint64_t> six(6, 1);
        this->template thrown<invalid_argument>(
            "the part of rank 1 begins at item 6 of a run of keys; it must begin at a multiple of the "
            "operator's leaf, 4",
            [&] {
                impulse::reduce(policy_, impulse::by_key(impulse::global(six), impulse::global(six)),
                                std::uint64_t{2}, mix_of_leaves{});
            });
        // The operator is called where runs are joined alone.
        this->template thrown<impulse::rank_error>("rank 0 failed: no join", [&] {
            const std::vector<std::uint64_t> one(1, 1);
            impulse::reduce(policy_, impulse::by_key(impulse::global(one), impulse::global(one)),
                            std::uint64_t{0}, throwing_join{});
        });
    }

    std::vector<key> keys_;
    std::vector<index_t> begins_;
};

}  // namespace support
