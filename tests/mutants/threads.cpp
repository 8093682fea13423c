// SPDX-License-Identifier: Apache-2.0
/// \file
/// Blocks of std::threads, all at the same time, for ThreadSanitizer: what one thread wrote and another reads
/// without an order between them is a fault, whatever the result.
#include "check.hpp"

#include <emulated/run.hpp>

#include <impulse/by_key.hpp>
#include <impulse/reduce.hpp>
#include <impulse/sums.hpp>

int main() {
    emulated::threads machine;
    emulated::gpu<emulated::threads, 2> on(machine, {2, 1, 3});
    const auto items = hashes(100);
    const std::uint64_t expected = tree(std::uint64_t{5}, items, 0, items.size(), support::mix{});
    std::uint64_t sum = 5;
    for (const std::uint64_t item : items) sum += item;
    const auto look = [&](const auto& policy, const char* name) {
        check(impulse::reduce(policy.on(on.place()), items, std::uint64_t{5}, support::mix{}) == expected,
              name);
        check(impulse::reduce(policy.on(on.place()), items, std::uint64_t{5}) == sum, "order dropped");
    };
    // The block that counts all ends of runs reads what others have written.
    const std::vector<std::uint64_t> keys{hashes(100)};
    std::vector<std::uint64_t> each(100);
    impulse::sum_into(impulse::last_block.on(on.place()), impulse::by_key(keys, items), each.begin());
    check(each == items, "runs of one item");
    for (int round = 0; round < 10; ++round) {
        look(impulse::last_block, "last_block");
        look(impulse::work_queue, "work_queue");
    }
}
