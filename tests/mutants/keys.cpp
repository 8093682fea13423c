// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the emulated tests check of runs of equal keys, in small, on blocks of fibers; and of several outputs.
#include "fibers.hpp"

#include <keys.hpp>
#include <policies.hpp>

#include <impulse/by_key.hpp>

#include <cstdint>
#include <exception>
#include <string>
#include <tuple>
#include <vector>

namespace {

void check_runs(turns order, const std::vector<hash>& items, const support::offsets& at, int warps) {
    const auto runs = support::runs_of<int>(at);
    const std::size_t n = runs.keys.size();
    const std::vector<hash> values(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(n));
    emulated::fibers machine(order);
    support::for_each_policy([&](const char* name, const auto& policy) {
        gpu on(machine, {warps, 1, warps});  // of one warp, tiles are several steps
        std::vector<emulated::result_cell<hash>> results(n);
        std::vector<emulated::result_cell<int>> keys(n);
        emulated::result_cell<index_t> count;
        impulse::reduce_by_key_into(policy.on(on.place()), impulse::by_key(runs.keys, values), keys.begin(),
                                    results.begin(), &count, init, mix{});
        check(count.writes == 1 && *count.value == static_cast<index_t>(runs.begins.size()), "the count");
        for (std::size_t r = 0; r < runs.begins.size(); ++r) {
            check(results[r].writes == 1 &&
                      *results[r].value == tree(init, values, static_cast<std::size_t>(runs.begins[r]),
                                                static_cast<std::size_t>(runs.ends[r]), mix{}),
                  name);
            check(keys[r].writes == 1 && *keys[r].value == runs.first_keys[r], "keys");
        }
        check(on.counters_are_zero(), "all that blocks meet by is left zero");
    });
}

void check_several_outputs() {
    emulated::fibers machine;
    gpu on(machine, {2, 1, 2});
    const std::vector<int> x{3, 1, 4, 1, 5, 9};
    std::vector<int> least(2);
    std::vector<int> sums(2);
    impulse::reduce_into(impulse::last_block.on(on.place()), impulse::batches(x, 3),
                         std::tuple{least.data(), sums.data()},
                         impulse::together(impulse::minimum{}, impulse::plus{}));
    check(least == std::vector<int>{1, 1} && sums == std::vector<int>{8, 15}, "several outputs");
}

}  // namespace

int main() try {
    const auto items = hashes(1500);
    for (const turns order : orders)
        support::for_each_kind_of_offsets(order == turns::by_chance ? 400 : 1500,
                                          [&](const std::string&, const support::offsets& at) {
                                              check_runs(order, items, at, order == turns::oldest ? 1 : 2);
                                          });
    check_several_outputs();
} catch (const std::exception& error) {
    check(false, error.what());
}
