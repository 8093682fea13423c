// SPDX-License-Identifier: Apache-2.0
// Element-wise calls over ranks, for any transport: every rank makes the arrays of all ranks, and compares
// with `columns` of the matrix whose rows they are.
#pragma once

#include <message_of.hpp>
#include <same_bits.hpp>
#include <tree_suite.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/ranks.hpp>

#include <optional>

namespace support {

/// Makes calls on one of `size` ranks, and collects what is wrong. The place must report the same rank and
/// size.
template <class Place>
class elementwise_suite {
  public:
    elementwise_suite(const Place& all, int rank, int size) : all_(all), rank_(rank), size_(size) {}

    /// Arrays of such lengths; of the last one of few types alone.
    const std::vector<std::string>& run(const std::vector<index_t>& lengths) {
        try {
            for (const index_t m : lengths) {
                m_ = m;
                numbers();
                if (m == lengths.back() && m > 1000) break;
                types();
                algorithms();
            }
            faults();
        } catch (const std::exception& error) {
            wrong_.push_back(std::string("thrown: ") + error.what());
        }
        return wrong_;
    }

  private:
    template <class Item, class Make>
    std::vector<Item> rows(const Make& make) const {
        std::vector<Item> all;
        for (const std::uint64_t a : made_numbers(m_ * size_, static_cast<std::uint64_t>(m_) + 77))
            all.push_back(make(a));
        return all;
    }
    template <class Item>
    std::vector<Item> own(const std::vector<Item>& all) const {
        return {all.begin() + rank_ * m_, all.begin() + (rank_ + 1) * m_};
    }
    template <class Item>
    auto matrix(const std::vector<Item>& all) const {
        return impulse::columns(impulse::matrix_view{all.data(), size_, m_});
    }
    index_t cut(int rank) const { return m_ / size_ * rank + m_ % size_ * rank / size_; }

    template <class A, class B>
    void same(const std::string& what, const A& a, const B& b) {
        const std::string where =
            "rank " + std::to_string(rank_) + " of " + std::to_string(size_) + ", " + what;
        if (a.size() != b.size())
            wrong_.push_back(where + ": " + std::to_string(a.size()) + " results");
        else
            for (std::size_t j = 0; j < b.size(); ++j)
                if (const comparison found = same_bits(a[j], b[j]); !found.same)
                    return wrong_.push_back(where + " " + std::to_string(j) + " of " + std::to_string(m_) +
                                            ": " + found.difference);
    }

    /// To all, to one, in shards, in place.
    template <class Item, class... InitAndOp>
    void each_way(const std::string& what, const std::vector<Item>& all, const InitAndOp&... rest) {
        auto mine = own(all);
        const auto expected = impulse::reduce(matrix(all), rest...);
        using result = typename std::remove_cvref_t<decltype(expected)>::value_type;
        const auto shard =
            std::vector<result>(expected.begin() + cut(rank_), expected.begin() + cut(rank_ + 1));
        const auto everywhere = impulse::automatic.on(all_);
        same(what, impulse::reduce(everywhere, impulse::elementwise(mine), rest...), expected);
        const auto in_shards = impulse::two_pass.on(all_.scattered());
        same(what + ", in shards", impulse::reduce(in_shards, impulse::elementwise(mine), rest...), shard);
        const int root = static_cast<int>(m_ % size_);
        const auto at_root = impulse::automatic.on(all_.root(root));
        const auto value = impulse::reduce(at_root, impulse::elementwise(mine.data(), m_), rest...);
        if (value.has_value() != (rank_ == root)) wrong_.push_back(what + ": where the results are");
        if (value) same(what + ", at the root", *value, expected);
        if constexpr (std::is_same_v<result, Item>) {
            auto copy = mine;
            impulse::reduce_into(everywhere, impulse::elementwise(mine), mine.begin(), rest...);
            same(what + ", in place", mine, expected);
            impulse::reduce_into(in_shards, impulse::elementwise(copy), copy.data() + cut(rank_), rest...);
            same(what + ", shards in place",
                 std::vector<Item>(copy.begin() + cut(rank_), copy.begin() + cut(rank_ + 1)), shard);
        }
    }

    void numbers() {
        const auto to_float = [](std::uint64_t a) {
            return static_cast<float>(a % 1'000'003) * 1e-3f - 400.f;
        };
        const auto floats = rows<float>(to_float);
        each_way("float sum", floats);
        each_way("float sum and init", floats, 1.5f, impulse::plus{});
        each_way("mix", rows<std::uint64_t>([](std::uint64_t a) { return a; }), std::uint64_t{9}, mix{});
    }
    void types() {
        const auto floats = rows<float>([](std::uint64_t a) { return static_cast<float>(a % 1009) * 0.3f; });
        each_way("wide", floats, 0.25, impulse::plus{});
        each_way("bytes", rows<std::int8_t>([](std::uint64_t a) { return static_cast<std::int8_t>(a); }), 3);
        each_way("matrices", rows<float_matrix>([&](std::uint64_t a) {
                     const auto small = [&](int by) {
                         return static_cast<float>(a >> by & 255) / 256.f - .5f;
                     };
                     return float_matrix{{1 + small(0), small(8), small(16), 1 - small(24)}};
                 }),
                 float_matrix{{1, 0, 0, 1}}, multiply_float_matrices{});
        each_way("leaves", rows<std::uint64_t>([](std::uint64_t a) { return a; }), std::uint64_t{2},
                 mix_of_leaves{});
    }

    void algorithms() {
        const auto x = rows<std::int16_t>([](std::uint64_t a) { return static_cast<std::int16_t>(a % 5); });
        const auto y = rows<double>([](std::uint64_t a) { return static_cast<double>(a % 1001) * 0.1; });
        const auto mine = own(x);
        const auto weights = own(y);
        const auto policy = impulse::automatic.on(all_);
        const auto its = impulse::elementwise(mine);
        same("min_element", impulse::argmin(policy, its), impulse::argmin(matrix(x)));
        std::vector<index_t> first(static_cast<std::size_t>(m_), -1);
        impulse::min_element_into(policy, its, first.data());
        same("min_element_into", first, impulse::argmin(matrix(x)));
        same("mean", impulse::mean(policy, impulse::elementwise(weights)), impulse::mean(matrix(y)));
        same("variance", impulse::variance(policy, impulse::elementwise(weights)),
             impulse::variance(matrix(y)));
        const auto odd = [](int v) { return v % 2 != 0; };
        same("any_of", impulse::any_of(policy, its, odd), impulse::any_of(matrix(x), odd));
        const auto square = [](double v) { return v * v; };
        same("transform_reduce",
             impulse::transform_reduce(policy, impulse::elementwise(weights), 0.5, impulse::plus{}, square),
             impulse::transform_reduce(matrix(y), 0.5, impulse::plus{}, square));
        same("dot", impulse::dot(policy, impulse::elementwise(weights), mine),
             impulse::dot(matrix(y), impulse::columns(impulse::matrix_view{x.data(), size_, m_})));
    }

    template <class Error, class Call>
    void thrown(const std::string& expected, const Call& call) {
        const std::string found = message_of<Error>(call);
        if (found.find(expected) == std::string::npos)
            wrong_.push_back("rank " + std::to_string(rank_) + " of " + std::to_string(size_) + ": " + found +
                             "; expected " + expected);
        m_ = 3;
        const std::vector<int> ones(3, 1);
        same("sum after a fault", impulse::sum(impulse::automatic.on(all_), impulse::elementwise(ones)),
             std::vector<int>(3, size_));
    }

    void faults() {
        using std::invalid_argument;
        const auto policy = impulse::automatic.on(all_);
        std::vector<int> x(1000, 1);
        thrown<impulse::rank_error>(
            "out overlaps the items of this member; need memory apart from them, or, if results have the "
            "items' "
            "type, the place of the first result's item",
            [&] { impulse::reduce_into(policy, impulse::elementwise(x.data(), 999), x.data() + 1, 0); });
        thrown<impulse::rank_error>("out is a null pointer", [&] {
            impulse::reduce_into(policy, impulse::elementwise(x), static_cast<int*>(nullptr), 0);
        });
        if (size_ < 2) return;
        const int other = size_ - 1;
        const std::string name = std::to_string(other);
        thrown<invalid_argument>("elementwise has 999 items on rank " + name + ", but 1000 on rank 0", [&] {
            impulse::reduce(policy, impulse::elementwise(x.data(), rank_ == other ? 999 : 1000), 0);
        });
        thrown<invalid_argument>("init differs between rank " + name + " and rank 0",
                                 [&] { impulse::reduce(policy, impulse::elementwise(x), rank_ == other); });
        thrown<invalid_argument>(
            "rank " + name +
                " reduces elementwise, items values<int32> of 4 bytes: int32 of 4 bytes, "
                "maximum, leaf 1, but rank 0 reduces elementwise",
            [&] {
                if (rank_ == other)
                    impulse::reduce(policy, impulse::elementwise(x), 0, impulse::maximum{});
                else
                    impulse::reduce(policy, impulse::elementwise(x), 0);
            });
        // Items travel as bytes: the same accumulator is not enough.
        thrown<invalid_argument>(
            "rank " + name + " reduces elementwise, items values<uint8> of 1 bytes: int32", [&] {
                if (rank_ == other)
                    impulse::reduce(policy, impulse::elementwise(std::vector<std::uint8_t>(x.size())), 0);
                else
                    impulse::reduce(policy, impulse::elementwise(std::vector<std::int8_t>(x.size())), 0);
            });
        thrown<invalid_argument>("rank " + name +
                                     " reduces int32 of 4 bytes, plus, leaf 1, but rank 0 reduces "
                                     "elementwise",
                                 [&] {
                                     if (rank_ == other)
                                         impulse::sum(policy, x);
                                     else
                                         impulse::sum(policy, impulse::elementwise(x));
                                 });
        for (const index_t m : {index_t{10}, index_t{200'000}}) {  // gathered, and in shards
            std::vector<float> y(static_cast<std::size_t>(m), 1.f);
            const auto call = [&](const auto& at) {
                impulse::transform_reduce(at, impulse::elementwise(y), 0.f, impulse::plus{}, [&](float v) {
                    if (rank_ == other) throw std::runtime_error("no weight");
                    return v;
                });
            };
            thrown<impulse::rank_error>("rank " + name + " failed: no weight", [&] { call(policy); });
            thrown<impulse::rank_error>("rank " + name + " failed: no weight",
                                        [&] { call(impulse::automatic.on(all_.scattered())); });
        }
    }

    const Place& all_;
    int rank_;
    int size_;
    index_t m_ = 0;
    std::vector<std::string> wrong_;
};

}  // namespace support
