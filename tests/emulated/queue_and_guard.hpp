// SPDX-License-Identifier: Apache-2.0
// The synchronization of the blocks of a grid: what `global_queue` and `last_block_guard` must do.
#pragma once

#include <suite.hpp>

#include <emulated/run.hpp>

#include <impulse/guard.hpp>
#include <impulse/queue.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace emulated {

inline constexpr int threads_of_block = 8;
inline constexpr size all_at_once{.resident = 6};

/// What each thread of each block fetched until the queue was empty, plus two more fetches.
using fetched = std::vector<std::vector<impulse::interval>>;

template <class Gpu>
fetched empty_the_queue(Gpu& on, int blocks, const impulse::global_queue& queue, index_t batch) {
    fetched by(static_cast<std::size_t>(blocks * threads_of_block));
    run_blocks(on, blocks, threads_of_block, [&](auto& block) {
        auto& mine = by[static_cast<std::size_t>(block.grid_rank() * threads_of_block + block.rank())];
        impulse::interval next = queue.fetch(block, batch);
        for (; next.begin < next.end; next = queue.fetch(block, batch)) mine.push_back(next);
        for (int again = 0; again < 2; ++again) mine.push_back(queue.fetch(block, batch));
    });
    return by;
}

inline void check_fetched(const fetched& by, index_t count, index_t batch) {
    std::vector<int> handed_out(static_cast<std::size_t>(count), 0);
    for (std::size_t t = 0; t < by.size(); ++t) {
        const auto& leader = by[t / threads_of_block * threads_of_block];
        REQUIRE(by[t].size() == leader.size());  // the same for all threads of a block
        for (std::size_t k = 0; k < leader.size(); ++k) {
            CHECK(by[t][k].begin == leader[k].begin);
            CHECK(by[t][k].end == leader[k].end);
        }
        if (t % threads_of_block != 0) continue;
        for (const impulse::interval i : leader) {
            CHECK(i.end - i.begin <= batch);
            REQUIRE(0 <= i.begin);
            REQUIRE(i.begin <= i.end);
            REQUIRE(i.end <= count);
            for (index_t p = i.begin; p < i.end; ++p) ++handed_out[static_cast<std::size_t>(p)];
        }
    }
    CHECK(std::all_of(handed_out.begin(), handed_out.end(), [](int times) { return times == 1; }));
}

template <class Gpu>
void check_queue(Gpu& on) {
    std::uint64_t counter = 0;
    for (const int blocks : {1, 2, 5})
        for (const index_t count : {0, 1, 4, 23, 100})
            for (const index_t batch : {1, 2, 7, 200}) {
                CAPTURE(blocks);
                CAPTURE(count);
                CAPTURE(batch);
                const impulse::global_queue queue(&counter, count);
                check_fetched(empty_the_queue(on, blocks, queue, batch), count, batch);
                queue.reset();
                CHECK(counter == 0);
            }
}

template <class Gpu>
void check_guard(Gpu& on) {
    std::uint64_t ticket = 0;
    for (const int blocks : {1, 2, 3, 6})
        for (int launch = 0; launch < 3; ++launch) {  // with the same ticket, which nobody resets
            CAPTURE(blocks);
            CAPTURE(launch);
            std::vector<int> written(static_cast<std::size_t>(blocks * threads_of_block), 0);
            std::vector<int> is_last(written.size(), 0);
            std::vector<int> seen(written.size(), 0);
            run_blocks(on, blocks, threads_of_block, [&](auto& block) {
                const auto me = static_cast<std::size_t>(block.grid_rank() * threads_of_block + block.rank());
                written[me] = 1;
                block.sync();  // makes the writes of the other threads than 0 visible too
                if (!impulse::last_block_guard(&ticket).is_last(block)) return;
                is_last[me] = 1;
                for (const int one : written) seen[me] += one;
            });
            const auto told = static_cast<int>(std::count(is_last.begin(), is_last.end(), 1));
            CHECK(told == threads_of_block);
            const auto leader = std::find(is_last.begin(), is_last.end(), 1) - is_last.begin();
            CHECK(leader % threads_of_block == 0);
            CHECK(std::count(is_last.begin() + leader, is_last.begin() + leader + threads_of_block, 1) ==
                  threads_of_block);
            for (std::size_t t = 0; t < seen.size(); ++t)
                if (is_last[t]) CHECK(seen[t] == blocks * threads_of_block);
            CHECK(ticket == 0);
        }
}

}  // namespace emulated
