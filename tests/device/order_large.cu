// SPDX-License-Identifier: Apache-2.0
/// \file
/// Order where positions need more than 32 bits, and in ten million items that lie in memory.
#include "order.cuh"

using gpu::index_t;

TEST_CASE("order: ten million items in memory") {
    auto random = support::random_source(106);
    const index_t most = support::random_between(random, 9'500'000, 10'500'000);
    const auto stretches = gpu::made(most, support::make_stretch{});
    const auto numbers = gpu::made(most, support::make_number{});
    gpu::for_each_policy([&](const std::string& name, const auto& policy) {
        for (const impulse::shape& shape : gpu::shapes())
            for (const index_t n : {most, most - 1}) {
                const auto how = policy.on(impulse::device).tune(shape);
                const auto joined = impulse::reduce(how, stretches.data(), stretches.data() + n,
                                                    support::stretch{-1, 0}, support::join_stretches{});
                gpu::check_equal(gpu::describe(name, shape), n, joined == support::stretch{-1, n});
                const auto last = impulse::reduce(how, numbers.data(), numbers.data() + n, std::int64_t{0},
                                                  support::last{});
                gpu::check_equal(gpu::describe(name, shape), n, last == support::make_number{}(n - 1));
            }
    });
}

TEST_CASE("order: more than 2^32 items that are stored nowhere") {
    const gpu::positions<support::make_stretch> first{0, {}};
    gpu::for_each_policy([&](const std::string& name, const auto& policy) {
        const index_t n = (index_t{1} << 32) + 12'345;
        const auto joined = impulse::reduce(policy.on(impulse::device), first, first + n,
                                            support::stretch{-1, 0}, support::join_stretches{});
        gpu::check_equal(name, n, joined == support::stretch{-1, n});
    });
}

TEST_CASE("order: 2^33 items, each taken once where order is dropped") {
    const index_t n = (index_t{1} << 33) + 1;
    const gpu::positions<support::make_tally> first{0, {}};
    const auto reduce = [&](const auto& policy) {
        return impulse::reduce(policy.on(impulse::device), first, first + n, support::tally{0, 0},
                               impulse::commutative(support::join_tallies{}));
    };
    const support::tally expected = reduce(impulse::two_pass);
    CHECK(expected.count == static_cast<std::uint64_t>(n));
    CHECK(reduce(impulse::last_block) == expected);
    CHECK(reduce(impulse::work_queue) == expected);
}
