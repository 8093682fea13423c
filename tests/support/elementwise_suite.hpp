// SPDX-License-Identifier: Apache-2.0
// Element-wise calls over ranks, for any transport and any memory: every rank makes the arrays of all ranks,
// and compares with `columns` of the matrix whose rows they are.
#pragma once

#include <arrays_of_host.hpp>
#include <rank_findings.hpp>
#include <same_bits.hpp>
#include <tree_suite.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/ranks.hpp>

#include <optional>

namespace support {

struct square_of {
    IMPULSE_SHARED double operator()(double v) const { return v * v; }
};

/// Makes calls on one of `size` ranks, and collects what is wrong. The place must report the same rank and
/// size. `Arrays`: the memory of items and results, like `arrays_of_host`.
template <class Place, class Arrays = arrays_of_host>
class elementwise_suite : rank_findings {
  public:
    elementwise_suite(const Place& all, int rank, int size) : rank_findings(rank, size), all_(all) {}

    /// Arrays of such lengths; the last one only with a few types.
    std::string run(const std::vector<index_t>& lengths) {
        each_of(lengths, [&] {
            numbers();
            if (m_ == lengths.back() && m_ > 1000) return;
            types();
            algorithms();
        });
        return each_of({0}, [&] { faults(); });
    }
    /// check() with arrays of such lengths.
    template <class Check>
    std::string each_of(const std::vector<index_t>& lengths, const Check& check) {
        return wrong_after([&] {
            for (const index_t m : lengths) {
                m_ = m;
                check();
            }
        });
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
        if constexpr (requires { typename Arrays::half; }) halves<typename Arrays::half>();
    }
    /// In float, and in double by `wide`.
    template <class Half>
    void halves() {
        const auto x = rows<Half>(
            [](std::uint64_t a) { return static_cast<Half>(static_cast<float>(a % 2003) * 0.125f - 100.f); });
        each_way("halves", x, 0.5f, impulse::plus{});
        const array<Half> mine(own(x));
        const auto expected = impulse::sum(matrix(x), impulse::wide);
        const array<double> out(std::vector<double>(expected.size()));
        impulse::sum_into(impulse::automatic.on(all_), impulse::elementwise(mine.data(), m_), out.data(),
                          impulse::wide);
        same("halves, wide", out.read(), expected);
    }

    void algorithms() {
        const auto x = rows<std::int16_t>([](std::uint64_t a) { return static_cast<std::int16_t>(a % 5); });
        const auto y = rows<double>([](std::uint64_t a) { return static_cast<double>(a % 1001) * 0.1; });
        const array<std::int16_t> mine(own(x));
        const array<double> weights(own(y));
        const auto policy = impulse::automatic.on(all_);
        const auto its = impulse::elementwise(mine.data(), m_);
        const auto of_weights = impulse::elementwise(weights.data(), m_);
        const auto written = [&](const std::string& what, const auto& expected, const auto& call) {
            const array<typename std::remove_cvref_t<decltype(expected)>::value_type> out(
                std::remove_cvref_t<decltype(expected)>(expected.size()));
            call(out.data());
            same(what, out.read(), expected);
        };
        written("min_element_into", impulse::argmin(matrix(x)),
                [&](index_t* out) { impulse::min_element_into(policy, its, out); });
        written("variance_into", impulse::variance(matrix(y)),
                [&](auto* out) { impulse::variance_into(policy, of_weights, out); });
        const square_of square;
        written("transform_reduce_into", impulse::transform_reduce(matrix(y), 0.5, impulse::plus{}, square),
                [&](double* out) {
                    impulse::transform_reduce_into(policy, of_weights, out, 0.5, impulse::plus{}, square);
                });
        const auto products =
            impulse::dot(matrix(y), impulse::columns(impulse::matrix_view{x.data(), size_, m_}));
        written("dot_into", products,
                [&](auto* out) { impulse::dot_into(policy, of_weights, mine.data(), out); });
        auto z = y;  // rank 0 passes one array twice
        std::reverse(z.begin() + m_, z.end());
        const array<double> more(own(z));
        written("dot_into of one array", impulse::dot(matrix(y), matrix(z)), [&](double* out) {
            impulse::dot_into(policy, of_weights, (rank_ == 0 ? weights : more).data(), out);
        });
        if constexpr (Arrays::returns_values) {
            same("min_element", impulse::argmin(policy, its), impulse::argmin(matrix(x)));
            same("mean", impulse::mean(policy, of_weights), impulse::mean(matrix(y)));
            same("variance", impulse::variance(policy, of_weights), impulse::variance(matrix(y)));
            const auto odd = [](int v) { return v % 2 != 0; };
            same("any_of", impulse::any_of(policy, its, odd), impulse::any_of(matrix(x), odd));
            same("transform_reduce",
                 impulse::transform_reduce(policy, of_weights, 0.5, impulse::plus{}, square),
                 impulse::transform_reduce(matrix(y), 0.5, impulse::plus{}, square));
            same("dot", impulse::dot(policy, of_weights, mine.all), products);
        }
    }
    void faults() {
        using std::invalid_argument;
        const auto policy = Arrays::compared(impulse::automatic.on(all_));
        const array<int> x(std::vector<int>(1000, 1)), out(std::vector<int>(1000));
        const auto its = impulse::elementwise(x.data(), 1000);
        thrown<impulse::rank_error>(
            "out overlaps the items of this member; need memory apart from them, or, if results have the "
            "items' type, the place of the first result's item",
            [&] { impulse::reduce_into(policy, impulse::elementwise(x.data(), 999), x.data() + 1, 0); });
        const int other = size_ - 1;
        const std::string name = std::to_string(other);
        thrown<impulse::rank_error>("rank " + name + " failed: impulse: out is a null pointer", [&] {
            impulse::reduce_into(policy, its, rank_ == other ? nullptr : out.data(), 0);
        });
        if (size_ < 2) return;
        thrown<invalid_argument>("elementwise has 999 items on rank " + name + ", but 1000 on rank 0", [&] {
            impulse::reduce_into(policy, impulse::elementwise(x.data(), rank_ == other ? 999 : 1000),
                                 out.data(), 0);
        });
        thrown<invalid_argument>("init differs between rank " + name + " and rank 0: 1 and 0", [&] {
            impulse::reduce_into(policy, its, out.data(), static_cast<int>(rank_ == other));
        });
        thrown<invalid_argument>(
            "rank " + name +
                " reduces elementwise, items values<int32> of 4 bytes: int32 of 4 bytes, "
                "maximum, leaf 1",
            [&] {
                if (rank_ == other)
                    impulse::reduce_into(policy, its, out.data(), 0, impulse::maximum{});
                else
                    impulse::reduce_into(policy, its, out.data(), 0);
            });
        if constexpr (Arrays::returns_values) faults_of_hosts(other, name);
    }

  private:
    template <class Item>
    using array = typename Arrays::template array<Item>;

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
        if (a.size() != b.size()) return found(what + ": " + std::to_string(a.size()) + " results");
        for (std::size_t j = 0; j < b.size(); ++j)
            if (const comparison is = same_bits(a[j], b[j]); !is.same)
                return found(what + " " + std::to_string(j) + " of " + std::to_string(m_) + ": " +
                             is.difference);
    }

    /// Results for all ranks, for one rank, in shards, and in place.
    template <class Item, class... InitAndOp>
    void each_way(const std::string& what, const std::vector<Item>& all, const InitAndOp&... rest) {
        const array<Item> mine(own(all));
        const auto its = impulse::elementwise(mine.data(), m_);
        const auto expected = impulse::reduce(matrix(all), rest...);
        using result = typename std::remove_cvref_t<decltype(expected)>::value_type;
        const auto shard =
            std::vector<result>(expected.begin() + cut(rank_), expected.begin() + cut(rank_ + 1));
        const auto everywhere = impulse::automatic.on(all_);
        const auto in_shards = impulse::two_pass.on(all_.scattered());
        const int root = static_cast<int>(m_ % size_);
        const auto at_root = impulse::automatic.on(all_.root(root));
        const array<result> out(std::vector<result>(expected.size()));
        impulse::reduce_into(everywhere, its, out.data(), rest...);
        same(what, out.read(), expected);
        const array<result> own_out(std::vector<result>(shard.size()));
        impulse::reduce_into(in_shards, its, own_out.data(), rest...);
        same(what + ", in shards", own_out.read(), shard);
        const array<result> root_out(std::vector<result>(expected.size()));
        impulse::reduce_into(at_root, its, root_out.data(), rest...);
        same(what + ", at the root", root_out.read(),
             rank_ == root ? expected : std::vector<result>(expected.size()));
        if constexpr (Arrays::returns_values) {
            same(what + ", values", impulse::reduce(everywhere, its, rest...), expected);
            same(what + ", values in shards", impulse::reduce(in_shards, its, rest...), shard);
            const auto value = impulse::reduce(at_root, impulse::elementwise(own(all)), rest...);
            if (value.has_value() != (rank_ == root)) found(what + ": where the results are");
            if (value) same(what + ", values at the root", *value, expected);
        }
        if constexpr (std::is_same_v<result, Item>) {
            const array<Item> copy(own(all));
            impulse::reduce_into(everywhere, its, mine.data(), rest...);
            same(what + ", in place", mine.read(), expected);
            impulse::reduce_into(in_shards, impulse::elementwise(copy.data(), m_), copy.data() + cut(rank_),
                                 rest...);
            const auto found = copy.read();
            same(what + ", shards in place",
                 std::vector<Item>(found.begin() + cut(rank_), found.begin() + cut(rank_ + 1)), shard);
        }
    }

    template <class Error, class Call>
    void thrown(const std::string& expected, const Call& call) {
        says<Error>(expected, call);
        const array<int> ones(std::vector<int>(3, 1)), out(std::vector<int>(3));
        impulse::sum_into(impulse::automatic.on(all_), impulse::elementwise(ones.data(), 3), out.data());
        same("sum after a fault", out.read(), std::vector<int>(3, size_));
    }

    void faults_of_hosts(int other, const std::string& name) {
        const auto policy = impulse::automatic.on(all_);
        const std::vector<int> x(1000, 1);
        // Items are sent as bytes, so equal accumulators are not enough.
        thrown<std::invalid_argument>(
            "rank " + name + " reduces elementwise, items values<uint8> of 1 bytes: int32", [&] {
                if (rank_ == other)
                    impulse::reduce(policy, impulse::elementwise(std::vector<std::uint8_t>(x.size())), 0);
                else
                    impulse::reduce(policy, impulse::elementwise(std::vector<std::int8_t>(x.size())), 0);
            });
        thrown<std::invalid_argument>("rank " + name +
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
    index_t m_ = 0;
};

}  // namespace support
