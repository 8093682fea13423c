// SPDX-License-Identifier: Apache-2.0
// 64-bit counts everywhere: more than 2^32 items, from a counting range.
#include <suite.hpp>

#include <impulse/reduce.hpp>

using support::stretch;

namespace {

constexpr index_t more_than_32_bits = (index_t{1} << 32) + 12'345;

/// The sum of 0 to n - 1 modulo 2^64: shows any item that is missing or read twice.
constexpr std::uint64_t sum_below(index_t n) {
    const auto count = static_cast<std::uint64_t>(n);
    return n % 2 == 0 ? count / 2 * (count - 1) : (count - 1) / 2 * count;
}

struct to_unsigned {
    std::uint64_t operator()(index_t i) const { return static_cast<std::uint64_t>(i); }
};

/// Maps a position to the run of the next `length` positions.
struct make_run {
    index_t length;
    stretch operator()(index_t i) const { return {i * length, (i + 1) * length}; }
};

}  // namespace

TEST_CASE("large counts: more than 2^32 items" * doctest::skip(support::is_slow_build)) {
    const auto positions = std::views::iota(index_t{0}, more_than_32_bits);
    const auto sum = [&](const auto& policy) {
        return impulse::transform_reduce(policy, positions, std::uint64_t{0}, impulse::plus{}, to_unsigned{});
    };
    CHECK(sum(impulse::last_block) == sum_below(more_than_32_bits));
    CHECK(sum(impulse::work_queue) == sum_below(more_than_32_bits));
}

TEST_CASE("large counts: positions beyond 2^32, by every policy") {
    constexpr index_t offset = index_t{1} << 33;
    const index_t n = support::scaled(1'000'000);
    const auto positions = std::views::iota(offset, offset + n);
    const auto check = [&](const auto& policy) {
        CHECK(impulse::transform_reduce(policy, positions, stretch{-1, offset * 8}, support::join_stretches{},
                                        make_run{8}) == stretch{-1, (offset + n) * 8});
    };
    check(impulse::single_block);
    check(impulse::two_pass);
    check(impulse::last_block);
    check(impulse::work_queue);
}

TEST_CASE("large counts: the shares of a count beyond 2^32 meet") {
    for (const index_t workers : {1, 7, 1000, 1 << 20}) {
        const auto split = impulse::even_split::of(more_than_32_bits, workers);
        index_t end = 0;
        index_t wrong = 0;
        for (index_t w = 0; w < workers; ++w) {
            const impulse::interval share = split.share(w);
            const index_t length = share.end - share.begin;
            const index_t each = more_than_32_bits / workers;
            wrong += share.begin != end || (length != each && length != each + 1);
            end = share.end;
        }
        CHECK(end == more_than_32_bits);
        CHECK(wrong == 0);
    }
}

TEST_CASE("tree: 2^33 items, of which none lies in memory") {
    const index_t n = support::is_slow_build ? index_t{1} << 24 : index_t{1} << 33;
    const auto positions = std::views::iota(index_t{0}, n);
    const auto to_unsigned = [](index_t i) { return static_cast<std::uint64_t>(i); };
    const auto m = static_cast<std::uint64_t>(n);
    CHECK(impulse::transform_reduce(positions, std::uint64_t{0}, impulse::plus{}, to_unsigned) ==
          m / 2 * (m - 1));
}
