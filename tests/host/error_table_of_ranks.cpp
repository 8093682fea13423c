// SPDX-License-Identifier: Apache-2.0
// Each row of docs/reference/errors.md about devices and ranks: the calls throw what the page says.
#include <suite.hpp>

#include <arrays.hpp>
#include <error_table.hpp>

#include <emulated/ranks.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/devices.hpp>
#include <impulse/global.hpp>

#include <functional>

namespace {

const std::vector<int> x = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
const std::vector<int> five(5, 1);
std::vector<int> out(10);

struct by_fours : impulse::plus {
    static constexpr int leaf = 4;
};

/// Makes a call on two ranks, and throws what both of them throw.
std::function<void()> on_two_ranks(std::function<void(const emulated::ranks&, int)> call) {
    return [=] {
        std::vector<std::string> said(2);
        emulated::on_ranks(2, [&](const emulated::ranks& all, int rank) {
            said[static_cast<std::size_t>(rank)] =
                support::message_of<std::exception>([&] { call(all, rank); });
        });
        CHECK(said[0] == said[1]);
        throw std::runtime_error(said[0]);
    };
}

}  // namespace

TEST_CASE("docs/reference/errors.md: devices and ranks") {
    support::error_table page("Devices and ranks");
    const auto policy = impulse::automatic.on(impulse::devices(impulse::host, impulse::host));
    constexpr index_t most = index_t{1} << 62;
    using parts = impulse::distributed<const int>;
    page.same("a count in `distributed` that is negative or too large",
              {[] {
                   parts{{impulse::host, x.data(), -1}};
               },
               [] {
                   parts{{impulse::host, x.data(), most}, {impulse::host, x.data(), 1}};
               }});
    page.same("a part of `distributed` that begins within a leaf", {[&] {
                  impulse::reduce(policy, parts{{impulse::host, x.data(), 5}, {impulse::host, x.data(), 5}},
                                  0, by_fours{});
              }});
    const auto on = [](const auto& place) { return impulse::automatic.on(place); };
    page.same("a root that is not a rank",
              {on_two_ranks([&](const auto& all, int) { all.root(-1); }),
               on_two_ranks([&](const auto& all, int) { impulse::sum(on(all.root(4)), x); })});
    page.same(
        "other types or another operator (types without a [`type_id`](api/operators.md#type_id) have the "
        "compiler's names)",
        {on_two_ranks([&](const auto& all, int rank) {
            if (rank == 0)
                impulse::reduce(on(all), x, 0.f);
            else
                impulse::reduce(on(all), x, 0);
        })});
    page.same("another initial value or root",
              {on_two_ranks([&](const auto& all, int rank) { impulse::reduce(on(all), x, rank); }),
               on_two_ranks([&](const auto& all, int rank) { impulse::sum(on(all.root(rank)), x); })});
    page.same("a rank's part that begins within a leaf", {on_two_ranks([&](const auto& all, int) {
                  impulse::reduce(on(all), std::vector<int>(6), 0, by_fours{});
              })});
    page.same("a rank's part that ends beyond item 2^62", {on_two_ranks([&](const auto& all, int rank) {
                  const char* const from = "";
                  impulse::sum(on(all), from, from + (rank == 0 ? most : 1));
              })});
    using impulse::global;
    const auto columns = [](index_t n, index_t m) {
        return impulse::columns(global(impulse::matrix_view{x.data(), n, m}));
    };
    page.same(
        "a rank's rows, or keys, that begin within a leaf",
        {on_two_ranks([&](const auto& all, int) { impulse::reduce(on(all), columns(6, 1), 0, by_fours{}); }),
         on_two_ranks([&](const auto& all, int) {
             const std::vector<int> ones(6, 1);
             impulse::reduce(on(all), impulse::by_key(global(ones), global(ones)), 0, by_fours{});
         })});
    page.same("rows with different numbers of columns, or different extents, on the ranks",
              {on_two_ranks([&](const auto& all, int rank) { impulse::sum(on(all), columns(1, 4 + rank)); }),
               on_two_ranks([&](const auto& all, int rank) {
                   const index_t a = rank == 0 ? 1 : 5, b = 6 - a;
                   const support::array_view<const int, 3> own{x.data(), {2, a, b}, {5, b, 1}};
                   impulse::sum(on(all), impulse::axes<0>(global(own)));
               })});
    page.same(
        "an `out` or keys_out that overlaps the input of a call over the rows or keys of all ranks "
        "(`rank_error`)",
        {on_two_ranks([&](const auto& all, int) {
             impulse::matrix_view rows{out.data(), 2, 3};
             impulse::sum_into(on(all), impulse::columns(global(rows)), out.data() + 5);
         }),
         on_two_ranks([&](const auto& all, int) {
             std::vector<int> keys(5), sums(5);
             int count = 0;
             impulse::sum_into(on(all), impulse::by_key(global(keys), global(five)).into(keys.data(), &count),
                               sums.data());
         })});
    page.same("`elementwise` arrays of different lengths", {on_two_ranks([&](const auto& all, int rank) {
                  impulse::sum(on(all), impulse::elementwise(x.data(), 10 - rank));
              })});
    page.same("an `out` that overlaps the items of `elementwise` (`rank_error`)",
              {on_two_ranks([&](const auto& all, int) {
                  impulse::sum_into(on(all), impulse::elementwise(out.data(), 9), out.data() + 1);
              })});
    page.same("a rank that has thrown (`rank_error`), by its own message",
              {on_two_ranks([&](const auto& all, int rank) {
                  const int* const from = rank == 0 ? out.data() : nullptr;
                  impulse::sum(on(all), from, from + (rank == 0 ? 10 : 100));
              })});
    page.finish();
}
