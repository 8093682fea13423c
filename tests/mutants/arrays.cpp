// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the emulated tests check of arrays, in small: columns and axes on blocks of fibers.
#include "fibers.hpp"

#include <arrays.hpp>
#include <policies.hpp>

#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>

#include <cstdint>
#include <exception>
#include <string>
#include <vector>

namespace {

template <int... I, std::size_t Rank>
void check_axes(turns order, const support::array_view<const hash, Rank>& view) {
    emulated::fibers machine(order);
    const auto expected = support::trees_of(view, (0u | ... | (1u << I)), init, mix{});
    support::for_each_shape([&](const std::string& name, const auto& policy) {
        gpu on(machine, {2, 1, 2});
        std::vector<emulated::result_cell<hash>> results(expected.size());
        impulse::reduce_into(policy.on(on.place()), impulse::axes<I...>(view), results.begin(), init, mix{});
        for (std::size_t r = 0; r < expected.size(); ++r)
            check(results[r].writes == 1 && *results[r].value == expected[r], name.c_str());
        check(on.counters_are_zero(), "counters, cells and tickets are left empty");
    });
}

void check_on_host(const support::array_view<const hash, 2>& view) {
    const auto expected = support::trees_of(view, 1u, init, mix{});
    check(impulse::reduce(impulse::columns(view), init, mix{}) == expected, "columns on the host");
}

}  // namespace

int main() try {
    const auto items = hashes(18'000);
    for (const index_t width : {1, 2, 7, 8, 40})
        for (const index_t height : {1, 3, 4, 7, 8, 64, 71, 190})
            check_on_host({items.data(), {height, width}, {width, 1}});
    for (const turns order : orders)
        for (const index_t width : {1, 2, 3, 5, 17})
            for (const index_t height : {1, 9, 64, 100})
                check_axes<0>(order,
                              support::array_view<const hash, 2>{items.data(), {height, width}, {width, 1}});
    check_axes<0>(turns::newest, support::array_view<const hash, 2>{items.data(), {9000, 2}, {2, 1}});
    for (const index_t rows : {8, 9}) {
        const support::array_view<const hash, 4> runs{
            items.data(), {40, rows, 2, 8}, {16 * rows + 8, 16, 8, 1}};
        check_axes<1, 3>(turns::newest, runs);
        check_axes<0, 1, 3>(turns::newest, runs);
    }
    check_axes<1>(turns::newest, support::array_view<const hash, 2>{items.data(), {3, 600}, {1200, 2}});
    const support::array_view<const hash, 3> dense{items.data(), {6, 10, 12}, {120, 12, 1}};
    check_axes<0, 2>(turns::newest, dense);
    check_axes<1>(turns::newest, dense);
    check_axes<0, 1>(turns::newest,
                     support::array_view<const hash, 3>{items.data(), {6, 10, 12}, {130, 12, 1}});
    check_axes<1, 2>(turns::newest,
                     support::array_view<const hash, 3>{items.data(), {6, 10, 12}, {1, 150, 7}});
    check_axes<0, 1, 2>(turns::newest,
                        support::array_view<const hash, 4>{items.data(), {3, 4, 5, 6}, {500, 110, 20, 3}});
} catch (const std::exception& error) {
    check(false, error.what());
}
