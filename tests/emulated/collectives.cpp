// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a warp and a block do together: every block size, every number of values, every order of arrival.
#include <doctest/doctest.h>

#include <build.hpp>
#include <emulated/run.hpp>
#include <monoids.hpp>

#include <impulse/group.hpp>

#include <vector>

using emulated::turns;
using impulse::index_t;
using impulse::partial;
using support::stretch;

namespace {

/// What a thread holds before a collective: its letter, or nothing.
partial<stretch> letter(int rank, int valid) {
    return rank < valid ? partial<stretch>(support::make_stretch{}(rank)) : partial<stretch>();
}

void check_word(const partial<stretch>& word, index_t count) {
    CHECK(word.has_value() == (count > 0));
    if (word.has_value() && count > 0) CHECK(*word == stretch{0, count});
}

template <int Width>
using fiber_block = emulated::executor<emulated::fibers, Width>;

template <int Width, class F>
void for_each_block_size(turns order, F f) {
    emulated::fibers machine(order);
    for (int warps = 1; warps <= Width; ++warps) {
        fiber_block<Width> on(machine, {1, warps, 1});
        CAPTURE(Width);
        CAPTURE(warps);
        f(on, warps * Width);
    }
}

constexpr turns orders[] = {turns::oldest, turns::newest, turns::by_chance};

template <int Width>
void check_reduce_warp(turns order) {
    emulated::fibers machine(order);
    fiber_block<Width> on(machine, {1, 1, 1});
    for (int valid = -3; valid <= Width + 3; ++valid) {
        CAPTURE(Width);
        CAPTURE(valid);
        partial<stretch> result;
        emulated::run_blocks(on, 1, Width, [&](auto& block) {
            support::join_stretches op;
            partial<stretch> mine = letter(block.rank(), valid);
            impulse::reduce_warp<stretch>(block.warp(), mine, valid, op);
            if (block.rank() == 0) result = mine;
        });
        check_word(result, std::clamp(valid, 0, Width));
    }
}

template <int Width>
void check_reduce_block(turns order) {
    for_each_block_size<Width>(order, [](auto& on, int threads) {
        for (int valid = 0; valid <= threads; ++valid) {
            CAPTURE(valid);
            partial<stretch> result;
            emulated::run_blocks(on, 1, threads, [&](auto& block) {
                support::join_stretches op;
                partial<stretch> mine = letter(block.rank(), valid);
                impulse::reduce_block<stretch>(block, mine, valid, op);
                if (block.rank() == 0) result = mine;
            });
            check_word(result, valid);
        }
    });
}

template <int Width>
void check_join_cells(turns order) {
    for_each_block_size<Width>(order, [](auto& on, int threads) {
        std::vector<impulse::cell<stretch>> cells;
        for (index_t i = 0; i <= 3 * threads; ++i) cells.emplace_back(support::make_stretch{}(i));
        for (index_t count = 0; count <= 3 * threads; ++count) {
            CAPTURE(count);
            partial<stretch> result;
            const auto split = impulse::even_split::of(count, threads);
            emulated::run_blocks(on, 1, threads, [&](auto& block) {
                support::join_stretches op;
                const auto joined = impulse::join_cells<stretch>(block, cells.data(), split, op);
                if (block.rank() == 0) result = joined;
            });
            check_word(result, count);
        }
    });
}

/// Collectives that follow each other at once: only the two exchange buffers keep them apart.
template <int Width>
void check_in_a_row(turns order) {
    for_each_block_size<Width>(order, [](auto& on, int threads) {
        std::vector<int> wrong(static_cast<std::size_t>(threads), 0);
        partial<stretch> words[3];
        emulated::run_blocks(on, 1, threads, [&](auto& block) {
            support::join_stretches op;
            int& errors = wrong[static_cast<std::size_t>(block.rank())];
            for (int round = 0; round < 3; ++round) {
                errors += impulse::broadcast(block, 100 * round + block.rank()) != 100 * round;
                errors += impulse::broadcast(block, block.rank() == 0) != true;
                errors += impulse::broadcast(block, index_t{block.rank()} - 7) != -7;
                partial<stretch> mine = letter(block.rank(), threads);
                impulse::reduce_block<stretch>(block, mine, threads, op);
                if (block.rank() == 0) words[round] = mine;
            }
        });
        for (const int errors : wrong) CHECK(errors == 0);
        for (const auto& word : words) check_word(word, threads);
    });
}

}  // namespace

TEST_SUITE_BEGIN("emulated collectives" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE("reduce_warp joins the first lanes in order") {
    for (const turns order : orders) {
        check_reduce_warp<1>(order);
        check_reduce_warp<4>(order);
        check_reduce_warp<8>(order);
        check_reduce_warp<32>(order);
    }
}

TEST_CASE("reduce_block joins the first threads in order") {
    for (const turns order : orders) {
        check_reduce_block<2>(order);
        check_reduce_block<4>(order);
        check_reduce_block<8>(order);
    }
}

TEST_CASE("reduce_block joins a GPU's largest block") {
    emulated::fibers machine(turns::by_chance);
    fiber_block<32> on(machine, {1, 32, 1});
    for (const int valid : {1, 31, 33, 500, 993, 1023, 1024}) {
        partial<stretch> result;
        emulated::run_blocks(on, 1, 1024, [&](auto& block) {
            support::join_stretches op;
            partial<stretch> mine = letter(block.rank(), valid);
            impulse::reduce_block<stretch>(block, mine, valid, op);
            if (block.rank() == 0) result = mine;
        });
        check_word(result, valid);
    }
}

TEST_CASE("join_cells joins what lies in memory in order") {
    for (const turns order : orders) {
        check_join_cells<2>(order);
        check_join_cells<4>(order);
    }
}

TEST_CASE("collectives may follow each other without a barrier") {
    for (const turns order : orders) {
        check_in_a_row<4>(order);
        check_in_a_row<8>(order);
    }
}

TEST_CASE("a barrier that some threads never reach is an error of the test, not a hang") {
    emulated::fibers machine;
    fiber_block<4> on(machine, {1, 1, 1});
    CHECK_THROWS_AS(emulated::run_blocks(on, 1, 4,
                                         [](auto& block) {
                                             if (block.rank() != 2) block.sync();
                                         }),
                    std::logic_error);
}

TEST_SUITE_END();
