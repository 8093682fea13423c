// SPDX-License-Identifier: Apache-2.0
// Collective operations of warps and blocks: every block size, every number of values, every order of
// arrival.
#include <suite.hpp>

#include <emulated/run.hpp>

#define IMPULSE_INTERNAL 1
#include <impulse/detail/kernel/collectives.hpp>
#include <impulse/detail/kernel/subtree_reduce.hpp>
#include <impulse/detail/kernel/work.hpp>
#include <impulse/tree.hpp>

#include <algorithm>

using emulated::turns;

namespace {

using hash = std::uint64_t;
using op_adaptor = impulse::detail::op_adaptor<hash, const support::mix>;
using partial = impulse::uninitialized<hash>;

const support::make_hash make{support::seed()};
constexpr support::mix op;

/// The value of a thread before a collective operation, or no value.
partial held(int rank, int valid) { return rank < valid ? partial(make(rank)) : partial(); }

/// Checks that the value is the tree's over the first `count` values. Without values it is ignored.
void check_value(const partial& value, index_t count) {
    if (count > 0) CHECK(op(5, *value) == impulse::tree_fold(support::make_items(count, make), hash{5}, op));
}

template <int Width>
using gpu = emulated::gpu<emulated::fibers, Width>;

template <int Width, class F>
void for_each_block_size(turns order, F f) {
    emulated::fibers machine(order);
    for (int warps = 1; warps <= Width; ++warps) {
        gpu<Width> on(machine, {});
        CAPTURE(Width);
        CAPTURE(warps);
        f(on, warps * Width);
    }
}

constexpr turns orders[] = {turns::oldest, turns::newest, turns::by_chance};

template <int Width>
void check_reduce_warp(turns order) {
    emulated::fibers machine(order);
    gpu<Width> on(machine, {});
    for (int valid = -3; valid <= Width + 3; ++valid) {
        CAPTURE(Width);
        CAPTURE(valid);
        partial result;
        emulated::run_whole_blocks(on, 1, Width, [&](auto& block) {
            const op_adaptor join(op, 0);
            partial mine = held(block.rank(), valid);
            impulse::detail::reduce_warp<hash>(block.warp(), mine, valid, join);
            if (block.rank() == 0) result = mine;
        });
        check_value(result, std::clamp(valid, 0, Width));
    }
}

template <class Gpu>
void check_block(Gpu& on, int threads, int valid) {
    CAPTURE(valid);
    partial result;
    emulated::run_whole_blocks(on, 1, threads, [&](auto& block) {
        const op_adaptor join(op, 0);
        partial mine = held(block.rank(), valid);
        impulse::detail::reduce_block<hash>(block, mine, valid, join);
        if (block.rank() == 0) result = mine;
    });
    check_value(result, valid);
}

template <int Width>
void check_reduce_block(turns order) {
    for_each_block_size<Width>(order, [](auto& on, int threads) {
        for (int valid = 0; valid <= threads; ++valid) check_block(on, threads, valid);
    });
}

template <int Width>
void check_join_partials(turns order) {
    for_each_block_size<Width>(order, [](auto& on, int threads) {
        for (index_t count = 1; count <= 6 * threads; count += count < 2 * threads ? 1 : 5) {
            CAPTURE(count);
            std::vector<impulse::flagged_value<hash>> targets(static_cast<std::size_t>(count));
            for (index_t i = 0; i < count; ++i) {
                auto& flagged_type = targets[static_cast<std::size_t>(i)];
                i % 2 == 0 ? flagged_type.put(partial(make(i))) : flagged_type.post(partial(make(i)));
            }
            partial result;
            emulated::run_whole_blocks(on, 1, threads, [&](auto& block) {
                const op_adaptor join(op, 0);
                const impulse::detail::flagged_leaves<hash, std::remove_reference_t<decltype(block)>> leaves{
                    targets.data(), block};
                const partial joined =
                    impulse::detail::reduce_in_block<hash>(block, leaves, {0, count}, join);
                if (block.rank() == 0) result = joined;
            });
            check_value(result, count);
        }
    });
}

/// Collective operations that follow each other at once: only the two exchange buffers keep them apart.
template <int Width>
void check_in_a_row(turns order) {
    for_each_block_size<Width>(order, [](auto& on, int threads) {
        std::vector<int> wrong(static_cast<std::size_t>(threads), 0);
        partial values[3];
        emulated::run_whole_blocks(on, 1, threads, [&](auto& block) {
            const op_adaptor join(op, 0);
            int& errors = wrong[static_cast<std::size_t>(block.rank())];
            for (int round = 0; round < 3; ++round) {
                errors += impulse::detail::broadcast(block, 100 * round + block.rank()) != 100 * round;
                errors += impulse::detail::broadcast(block, block.rank() == 0) != true;
                errors += impulse::detail::broadcast(block, index_t{block.rank()} - 7) != -7;
                partial mine = held(block.rank(), threads);
                impulse::detail::reduce_block<hash>(block, mine, threads, join);
                if (block.rank() == 0) values[round] = mine;
            }
        });
        for (const int errors : wrong) CHECK(errors == 0);
        for (const auto& value : values) check_value(value, threads);
    });
}

}  // namespace

TEST_SUITE_BEGIN("emulated collectives" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE("reduce_warp joins the first lanes by the tree") {
    for (const turns order : orders) {
        check_reduce_warp<1>(order);
        check_reduce_warp<4>(order);
        check_reduce_warp<8>(order);
        check_reduce_warp<32>(order);
    }
}

TEST_CASE("reduce_block joins the first threads by the tree") {
    for (const turns order : orders) {
        check_reduce_block<2>(order);
        check_reduce_block<4>(order);
        check_reduce_block<8>(order);
    }
}

TEST_CASE("reduce_block joins a GPU's largest block") {
    emulated::fibers machine(turns::by_chance);
    gpu<32> on(machine, {});
    for (const int valid : {1, 31, 33, 500, 993, 1023, 1024}) check_block(on, 1024, valid);
}

TEST_CASE("cells in memory are joined by the tree") {
    for (const turns order : orders) {
        check_join_partials<2>(order);
        check_join_partials<4>(order);
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
    gpu<4> on(machine, {});
    CHECK_THROWS_AS(emulated::run_whole_blocks(on, 1, 4,
                                               [](auto& block) {
                                                   if (block.rank() != 2) block.sync();
                                               }),
                    std::logic_error);
}

TEST_SUITE_END();
