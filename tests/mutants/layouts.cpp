// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the emulated tests check of layouts, in small: batches, parts and late counts on blocks of fibers.
#include "fibers.hpp"

#include <policies.hpp>
#include <segments.hpp>

#include <impulse/layouts.hpp>
#include <impulse/parts.hpp>
#include <impulse/reduce.hpp>

#include <cstdint>
#include <exception>
#include <string>
#include <vector>

namespace {

void check_batches(turns order) {
    emulated::fibers machine(order);
    gpu on(machine, {2, 2, 2});  // two tiles are one warp's
    for (const index_t length : {1, 3, 16, 17, 64, 65, 300}) {
        const index_t count = 1 + 300 / length;
        const auto items = hashes(length * count);
        support::for_each_shape([&](const std::string& name, const auto& policy) {
            std::vector<emulated::result_cell<hash>> results(static_cast<std::size_t>(count));
            impulse::reduce_into(policy.on(on.place()), impulse::batches(items, length), results.begin(),
                                 init, mix{});
            for (index_t g = 0; g < count; ++g) {
                const auto& result = results[static_cast<std::size_t>(g)];
                const auto begin = static_cast<std::size_t>(g * length);
                check(result.writes == 1 &&
                          *result.value ==
                              tree(init, items, begin, begin + static_cast<std::size_t>(length), mix{}),
                      name.c_str());
            }
        });
    }
}

/// Segments of all kinds; and in any order, with more pieces in all than the list has room for.
void check_segments(turns order) {
    emulated::fibers machine(order);
    const auto items = hashes(4000);
    const auto run = [&](const support::offsets& begins, const support::offsets& ends, int resident = 20) {
        support::for_each_policy([&](const char* name, const auto& policy) {
            gpu on(machine, {2, 1, resident});
            std::vector<emulated::result_cell<hash>> results(begins.size());
            impulse::reduce_into(policy.on(on.place()), impulse::segments(items, begins, ends),
                                 results.begin(), init, mix{});
            for (std::size_t r = 0; r < begins.size(); ++r)
                check(results[r].writes == 1 &&
                          *results[r].value == tree(init, items, static_cast<std::size_t>(begins[r]),
                                                    static_cast<std::size_t>(ends[r]), mix{}),
                      name);
            check(on.counters_are_zero(), "counters, cells and list are left empty");
        });
    };
    support::for_each_kind_of_offsets(700, [&](const std::string&, const support::offsets& at) {
        run({at.begin(), at.end() - 1}, {at.begin() + 1, at.end()});
    });
    const auto [begins, ends] = support::scattered_segments(4000, 60, 4000, 1);
    run(begins, ends);
    // So many that a warp takes several at a time: too long for a lane, some of them, and with what lies between them.
    const auto many = [&](const std::vector<index_t>& lengths, index_t gap) {
        support::offsets from;
        support::offsets to;
        for (index_t at = 0, r = 0; at + 64 < 4000; ++r) {
            from.push_back(at);
            to.push_back(at + lengths[static_cast<std::size_t>(r) % lengths.size()]);
            at = to.back() + gap;
        }
        run(from, to, 1);
    };
    many({17}, 0);
    many({1, 2, 1, 61, 60, 59, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, 0);
    many({17, 0, 30}, 3);
    many({12}, 0);
}

/// Two parts that meet anywhere are the whole; where the second begins is read from memory.
void check_parts() {
    emulated::fibers machine;
    gpu on(machine, {2, 1, 2});
    const auto items = hashes(400);
    for (const index_t n : {1, 5, 31, 64, 200, 400})
        for (const index_t cut : {index_t{0}, index_t{1}, n / 3, n / 2, n - 1, n}) {
            const hash* const first = items.data();
            const auto left =
                impulse::reduce_part(impulse::two_pass.on(on.place()), first, first + cut, 0, mix{});
            impulse::forest<hash> right;
            impulse::reduce_part_into(impulse::last_block.tune({.items = 4}).on(on.place()), first + cut,
                                      first + n, &cut, &right, mix{});
            check(right.begin == cut && right.end == n, "where a part begins");
            const auto whole = impulse::join(left, right, mix{});
            check(whole.begin == 0 && whole.end == n, "where a part ends");
            check(whole.value(init, mix{}) == tree(init, items, 0, static_cast<std::size_t>(n), mix{}),
                  "parts");
        }
}

void check_late_counts() {
    emulated::fibers machine;
    gpu on(machine, {2, 1, 2});
    const auto items = hashes(300);
    for (const index_t there : {-2, 0, 1, 100, 299, 300, 305}) {
        const auto n = static_cast<std::size_t>(there < 0 ? 0 : there < 300 ? there : 300);
        support::for_each_policy([&](const char* name, const auto& policy) {
            emulated::result_cell<hash> result;
            impulse::reduce_into(policy.on(on.place()), impulse::counted(items, &there), &result, init,
                                 mix{});
            check(result.writes == 1 && *result.value == tree(init, items, 0, n, mix{}), name);
        });
    }
}

}  // namespace

int main() try {
    for (const turns order : orders) check_batches(order);
    check_segments(turns::newest);
    check_parts();
    check_late_counts();
} catch (const std::exception& error) {
    check(false, error.what());
}
