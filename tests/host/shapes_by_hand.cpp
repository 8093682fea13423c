// SPDX-License-Identifier: Apache-2.0
// User shapes, also those that no input needs: more blocks than tiles, more blocks than items, and one fetch
// of everything.
#include <suite.hpp>

#include <impulse/reduce.hpp>

TEST_CASE("shapes by hand: any number of blocks for any number of items") {
    for (const int n : {0, 1, 15, 16, 17, 100, 112, 1000}) {
        const std::vector<int> ones(static_cast<std::size_t>(n), 1);
        const std::vector<std::string> letters(static_cast<std::size_t>(n), "x");
        for (const impulse::index_t blocks : {1, 2, 7, 8, 50, 1000, 5000}) {
            CAPTURE(n);
            CAPTURE(blocks);
            const auto reduced = [&](auto policy) {
                return impulse::reduce(policy.tune({.blocks = blocks}), ones, 5);
            };
            CHECK(reduced(impulse::single_block) == n + 5);
            CHECK(reduced(impulse::two_pass) == n + 5);
            CHECK(reduced(impulse::last_block) == n + 5);
            CHECK(reduced(impulse::work_queue) == n + 5);
            CHECK(reduced(impulse::automatic) == n + 5);
            std::string all = "#";
            for (const std::string& letter : letters) all += letter;
            CHECK(impulse::reduce(impulse::two_pass.tune({.blocks = blocks}), letters, std::string("#")) ==
                  all);
        }
    }
}

TEST_CASE("shapes by hand: fetches of any length") {
    const std::vector<int> ones(1000, 1);
    for (const impulse::index_t items : {impulse::index_t{1}, impulse::index_t{3}, impulse::index_t{999},
                                         std::numeric_limits<impulse::index_t>::max()})
        CHECK(impulse::reduce(impulse::work_queue.tune({.items = items}), ones, 0) == 1000);
}
