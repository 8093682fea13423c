// SPDX-License-Identifier: Apache-2.0
// The columns of rows of ranks, which are threads: the bits of one machine for any cuts.
#include <emulated/ranks.hpp>

#include <arrays.hpp>
#include <message_of.hpp>
#include <same_bits.hpp>
#include <tree_suite.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/global.hpp>
#include <impulse/ranks.hpp>

#include <doctest/doctest.h>
#include <array>
#include <atomic>
#include <mutex>
#include <random>
#include <utility>

using impulse::index_t;
using support::message_of;

namespace {

template <class Function>
void on_ranks(int size, const Function& f) {
    CHECK(emulated::wrong_on_ranks(size, f) == "");
}

/// The rows of all ranks, and the first row of each rank: a multiple of a leaf.
template <class Item>
struct cut_rows {
    template <class Random>
    cut_rows(std::vector<Item> of, int size, index_t n, index_t columns, index_t leaf, Random& random)
        : items(std::move(of)), rows(n), m(columns), cuts(support::random_cuts(random, n, size, leaf)) {}
    auto all() const { return impulse::columns(impulse::matrix_view{items.data(), rows, m}); }
    auto own(int rank) const {
        const index_t begin = cuts[static_cast<std::size_t>(rank)];
        const index_t end = cuts[static_cast<std::size_t>(rank) + 1];
        return impulse::columns(
            impulse::global(impulse::matrix_view{items.data() + begin * m, end - begin, m}));
    }
    std::vector<Item> items;
    index_t rows, m;
    std::vector<index_t> cuts;
};

template <class Item, class... InitAndOp>
void check_cuts(const char* what, int size, const cut_rows<Item>& x, const InitAndOp&... rest) {
    const auto expected = impulse::reduce(x.all(), rest...);
    using result = typename std::remove_cvref_t<decltype(expected)>::value_type;
    const index_t m = x.m;
    const auto cut = [&](int r) { return m / size * r + m % size * r / size; };
    CAPTURE(what);
    CAPTURE(size);
    CAPTURE(x.rows);
    CAPTURE(m);
    on_ranks(size, [&](const auto& place, int rank) -> std::string {
        const auto policy = impulse::automatic.on(place);
        if (!support::same_bits(impulse::reduce(policy, x.own(rank), rest...), expected)) return "values";
        std::vector<result> out(expected.size());
        impulse::reduce_into(policy, x.own(rank), out.data(), rest...);
        if (!support::same_bits(out, expected)) return "to all";
        const auto shard = impulse::reduce(impulse::automatic.on(place.scattered()), x.own(rank), rest...);
        if (!support::same_bits(
                shard, std::vector<result>(expected.begin() + cut(rank), expected.begin() + cut(rank + 1))))
            return "in shards";
        const auto root = impulse::reduce(impulse::automatic.on(place.root(size - 1)), x.own(rank), rest...);
        if (root.has_value() != (rank == size - 1)) return "where the root is";
        if (root && !support::same_bits(*root, expected)) return "at the root";
        return "";
    });
}

struct array_and_range : support::array_view<const float, 2> {
    const float* begin() const { return first; }
    const float* end() const { return first + extents[0] * extents[1]; }
};

/// Rows whose sums show whether both operands were ever made.
struct marked {
    static constexpr std::uint64_t mark = 0x5eed'0f'0a11'7ee5;
    std::uint64_t is = mark;
    float value = 0;
};
struct add_marked {
    std::atomic<int>* unmade;
    marked operator()(const marked& a, const marked& b) const {
        if (a.is != marked::mark || b.is != marked::mark) ++*unmade;
        return {marked::mark, a.value + b.value};
    }
};

}  // namespace

TEST_CASE("global columns: rows cut in any way") {
    std::mt19937_64 random(45);
    for (const int size : {1, 2, 3, 4, 7})
        for (const index_t m : {0, 1, 37, 9001})
            for (const index_t n : {0, 1, 2, 9, 64, 101}) {
                if (m * n > 100'000) continue;
                std::vector<float> floats;
                std::vector<std::uint64_t> numbers;
                for (index_t i = 0; i < m * n; ++i) {
                    floats.push_back(static_cast<float>(random() % 100'003) * 1e-3f - 37.f);
                    numbers.push_back(random());
                }
                const cut_rows<float> of_floats(floats, size, n, m, 1, random);
                check_cuts("floats", size, of_floats);
                check_cuts("wide", size, of_floats, 0.5, impulse::plus{});
                check_cuts("mix", size, cut_rows<std::uint64_t>(numbers, size, n, m, 1, random),
                           std::uint64_t{9}, support::mix{});
                check_cuts("leaves", size, cut_rows<std::uint64_t>(numbers, size, n, m, 4, random),
                           std::uint64_t{2}, support::mix_of_leaves{});
            }
}

TEST_CASE("global columns: functions of items, columns of several steps") {
    std::mt19937_64 random(46);
    std::vector<double> items;
    for (index_t i = 0; i < 5 * 60'001; ++i)
        items.push_back(static_cast<double>(random() % 1009) * 0.37 - 100);
    const cut_rows<double> x(items, 3, 5, 60'001, 1, random);
    const auto square = [](double v) { return v * v; };
    const auto squares = impulse::transform_reduce(x.all(), 0.5, impulse::plus{}, square);
    const auto means = impulse::mean(x.all());
    on_ranks(3, [&](const auto& place, int rank) -> std::string {
        const auto policy = impulse::automatic.on(place);
        if (!support::same_bits(impulse::transform_reduce(policy, x.own(rank), 0.5, impulse::plus{}, square),
                                squares))
            return "squares";
        return support::same_bits(impulse::mean(policy, x.own(rank)), means) ? "" : "means";
    });
}

TEST_CASE("global columns: aggregates with leaves, cut within leaves too") {
    std::mt19937_64 random(47);
    for (const int size : {1, 2, 3, 5, 8})
        for (const index_t n : {0, 1, 20, 31, 33, 64, 100, 1000})
            for (const index_t m : {1, 3, 40}) {
                std::vector<float> items;
                for (index_t i = 0; i < m * n; ++i)
                    items.push_back(static_cast<float>(random() % 100'003) * 1e-3f - 37.f);
                const cut_rows<float> x(items, size, n, m, 1, random);
                const auto variances = impulse::variance(x.all());
                const auto all = impulse::together(impulse::moments{}, impulse::plus{});
                const auto both = impulse::reduce(x.all(), all);
                CAPTURE(size);
                CAPTURE(n);
                on_ranks(size, [&](const auto& place, int rank) -> std::string {
                    const auto policy = impulse::automatic.on(place);
                    if (!support::same_bits(impulse::variance(policy, x.own(rank)), variances))
                        return "variances";
                    return impulse::reduce(policy, x.own(rank), all) == both ? "" : "moments and sums";
                });
            }
}

TEST_CASE("global columns: the first axis of arrays of more dimensions") {
    std::mt19937_64 random(48);
    const index_t n = 37;
    std::vector<float> items;
    for (index_t i = 0; i < n * 4 * 6 * 8; ++i)
        items.push_back(static_cast<float>(random() % 1009) * 0.37f - 100);
    // 3 x 5 x 4 of 4 x 6 x 8 positions, in two orders: three axes that cannot be merged into one.
    for (const auto& [extents, strides] :
         {std::pair<std::array<index_t, 3>, std::array<index_t, 3>>{{3, 5, 4}, {48, 8, 2}},
          {{4, 5, 3}, {2, 8, 48}},
          {{4, 6, 8}, {48, 8, 1}}})
        for (const int size : {1, 3}) {
            const auto of = [&, &extents = extents, &strides = strides](index_t begin, index_t end) {
                return support::array_view<float, 4>{items.data() + begin * 192,
                                                     {end - begin, extents[0], extents[1], extents[2]},
                                                     {192, strides[0], strides[1], strides[2]}};
            };
            const auto cuts = support::random_cuts(random, n, size, 1);
            const auto sums = impulse::sum(impulse::axes<0>(of(0, n)));
            const auto variances = impulse::variance(impulse::axes<0>(of(0, n)));
            on_ranks(size, [&](const auto& place, int rank) -> std::string {
                const auto r = static_cast<std::size_t>(rank);
                const auto own = impulse::axes<0>(impulse::global(of(cuts[r], cuts[r + 1])));
                const auto policy = impulse::automatic.on(place);
                if (!support::same_bits(impulse::sum(policy, own), sums)) return "sums";
                return support::same_bits(impulse::variance(policy, own), variances) ? "" : "variances";
            });
        }
}

TEST_CASE("global columns: ranks that do not agree, or throw") {
    const std::vector<float> x(100, 1.f);
    const auto found = [](const std::string& message, const char* expected) {
        return message.find(expected) != std::string::npos ? std::string() : message;
    };
    on_ranks(2, [&](const auto& place, int rank) -> std::string {
        const auto policy = impulse::automatic.on(place);
        const auto of = [&](index_t rows, index_t columns) {
            return impulse::columns(impulse::global(impulse::matrix_view{x.data(), rows, columns}));
        };
        std::string wrong = found(message_of([&] { impulse::sum(policy, of(2, 10 + rank)); }),
                                  "columns(global(rows)) has 11 columns on rank 1, but 10 on rank 0");
        // Extents whose product is the same.
        wrong += found(message_of([&] {
                           const index_t a = 3 + rank, b = 4 - rank;
                           const support::array_view<const float, 3> own{x.data(), {2, a, b}, {12, b, 1}};
                           impulse::sum(policy, impulse::axes<0>(impulse::global(own)));
                       }),
                       "rank 1 reduces 4 x 3 columns of all ranks' rows: float32 of 4 bytes, plus, leaf 1, "
                       "but rank 0 reduces 3 x 4 columns of all ranks' rows");
        wrong += found(message_of([&] { impulse::reduce(policy, of(2, 10), static_cast<float>(rank)); }),
                       "init differs between rank 1 and rank 0: 1 and 0");
        wrong += found(
            message_of([&] {
                if (rank == 0)
                    impulse::sum(policy, of(2, 10));
                else
                    impulse::sum(policy, x);
            }),
            "rank 1 reduces float32 of 4 bytes, plus, leaf 1, but rank 0 reduces columns of all ranks' rows");
        wrong += found(
            message_of([&] {
                impulse::reduce(policy,
                                impulse::columns(impulse::global(impulse::matrix_view{
                                    reinterpret_cast<const std::uint64_t*>(x.data()), 3, 4})),
                                std::uint64_t{2}, support::mix_of_leaves{});
            }),
            "the part of rank 1 begins at row 3; it must begin at a multiple of the operator's leaf, 4");
        wrong += found(message_of<impulse::rank_error>([&] {
                           impulse::transform_reduce(policy, of(3, 10), 0.f, impulse::plus{}, [&](float v) {
                               if (rank == 1) throw std::runtime_error("no weight");
                               return v;
                           });
                       }),
                       "rank 1 failed: no weight");
        return wrong;
    });
}

TEST_CASE("global columns: results over the rows, and between them") {
    constexpr index_t m = 40'001, n = 3;  // several steps
    std::vector<float> x;
    for (index_t i = 0; i < n * 2 * m; ++i) x.push_back(static_cast<float>(i % 1009) * 0.37f);
    std::vector<float> both(x);
    both.insert(both.end(), x.begin(), x.end());
    const auto sums = impulse::sum(impulse::columns(impulse::matrix_view{both.data(), 2 * n, m, 2 * m}));
    on_ranks(2, [&](const auto& place, int rank) -> std::string {
        std::vector<float> own(x);
        const auto policy = impulse::automatic.on(place);
        const auto rows = impulse::columns(impulse::global(impulse::matrix_view{own.data(), n, m, 2 * m}));
        for (const index_t at : {index_t{0}, m - 1, 2 * m - 1, m + 1}) {
            const std::string message =
                message_of<impulse::rank_error>([&] { impulse::sum_into(policy, rows, own.data() + at); });
            if (message.find("rank 0 failed: impulse: out overlaps the rows of this rank; need memory apart "
                             "from them") == std::string::npos)
                return std::to_string(at) + ": " + message;
        }
        // A rank that gets no results needs no memory for them.
        const auto at_root = impulse::automatic.on(place.root(0));
        impulse::sum_into(at_root, rows, own.data() + (rank == 0 ? m : 0));
        impulse::sum_into(policy, rows, own.data() + m);
        return support::same_bits(std::vector<float>(own.begin() + m, own.begin() + 2 * m), sums)
                   ? ""
                   : "between the rows";
    });
}

TEST_CASE("global columns: an array that is a range too") {
    const std::vector<float> x{1, 2, 3, 4, 5, 6};
    on_ranks(2, [&](const auto& place, int) -> std::string {
        const array_and_range own{{x.data(), {2, 3}, {3, 1}}};
        const auto policy = impulse::automatic.on(place);
        const std::vector<float> expected{10, 14, 18};
        if (impulse::sum(policy, impulse::columns(impulse::global(own))) != expected) return "columns";
        if (impulse::sum(policy, impulse::axes<0>(impulse::global(own))) != expected) return "axes";
        const std::vector<int> keys(6, 1);
        const auto runs = impulse::sum(policy, impulse::by_key(impulse::global(keys), impulse::global(own)));
        return runs.empty() || runs[0] == 42 ? "" : "runs";
    });
}

TEST_CASE("global columns: no rank joins nodes that another one has not made") {
    const std::vector<float> x(12'000, 1.f);
    std::atomic<int> unmade = 0;
    for (const index_t columns : {3, 4000})
        on_ranks(3, [&](const auto& place, int rank) -> std::string {
            const auto rows = impulse::columns(impulse::global(impulse::matrix_view{x.data(), 3, columns}));
            const std::string message = message_of<impulse::rank_error>([&] {
                impulse::transform_reduce(impulse::automatic.on(place), rows, marked{}, add_marked{&unmade},
                                          [&](float v) {
                                              if (rank == 1) throw std::runtime_error("no weight");
                                              return marked{marked::mark, v};
                                          });
            });
            return message.find("rank 1 failed: no weight") != std::string::npos ? "" : message;
        });
    CHECK(unmade == 0);
}
