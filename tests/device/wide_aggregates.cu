// SPDX-License-Identifier: Apache-2.0
// Aggregates with accumulators of many bytes: packed leaves, blocks of bytes, a histogram.
#include "aggregates.cuh"

#include <impulse/iterators.hpp>

namespace {

struct make_word {
    IMPULSE_SHARED std::uint32_t operator()(index_t i) const {
        return static_cast<std::uint32_t>(support::scatter(static_cast<std::uint64_t>(i)));
    }
};
/// Counts of bytes by their value modulo 64: 256 bytes, the largest accumulator that a GPU may have.
struct counts {
    std::uint32_t of[64];
};
struct histogram {
    IMPULSE_SHARED counts identity() const { return {}; }
    IMPULSE_SHARED void accumulate(counts& all, std::uint8_t item) const { ++all.of[item % 64]; }
    IMPULSE_SHARED void combine(counts& left, const counts& right) const {
        for (int i = 0; i < 64; ++i) left.of[i] += right.of[i];
    }
};

template <int Leaf>
void check_packed_words(const std::vector<index_t>& sizes) {
    const support::units<3> init{{1, 2, 3}};
    const support::packed_words<Leaf> packed;
    for (const index_t n : sizes) {
        const auto items = support::make_items(n, make_word{});
        const gpu::buffer<std::uint32_t> x(items);
        for (const index_t skip : {0, 1, 4}) {
            const std::vector<std::uint32_t> rest(items.begin() + skip, items.end());
            const auto expected = impulse::tree_fold(rest, init, support::stepped_words<Leaf>{});
            gpu::for_two_policies([&](const std::string& name, const auto& policy) {
                const auto value =
                    impulse::reduce(policy.on(impulse::device), x.data() + skip, x.data() + n, init, packed);
                gpu::check_equal(name + ", from " + std::to_string(skip), n, value == expected);
            });
        }
    }
}

}  // namespace

TEST_CASE(
    "[sanitize] aggregates: whole leaves of accumulators larger than an item: staged, or of too many bytes "
    "for that") {
    check_packed_words<32>({31, 1024, 8191});
    check_packed_words<64>({63, 2048, 8191});
}

TEST_CASE("aggregates: many whole leaves of accumulators larger than an item") {
    check_packed_words<32>({3'000'017});
    check_packed_words<64>({3'000'017});
}

namespace {

template <int Words>
struct mix_of_wide : gpu::mix_blocks {
    using block = gpu::block_of<4 * Words, std::uint32_t>;
    IMPULSE_SHARED block lift(std::uint8_t item) const {
        block lifted;
        for (int i = 0; i < Words; ++i) lifted.part[i] = (item + 3u) * static_cast<std::uint32_t>(2 * i + 1);
        return lifted;
    }
};

template <int Words>
void check_wide() {
    const auto init = mix_of_wide<Words>{}.lift(5);
    for (const index_t n : {1000, 1'000'003}) {
        const auto items = support::make_items(n, gpu::make_byte{});
        const gpu::buffer<std::uint8_t> x(items);
        const auto expected = impulse::tree_fold(items, init, mix_of_wide<Words>{});
        const auto behind = impulse::strided(x.data(), 1);
        gpu::for_two_policies([&](const std::string& name, const auto& policy) {
            const auto how = policy.on(impulse::device);
            gpu::check_equal(name, n,
                             gpu::bits(impulse::reduce(how, x, init, mix_of_wide<Words>{}), expected));
        });
        const auto how = impulse::last_block.on(impulse::device);
        gpu::check_equal(
            "strided", n,
            gpu::bits(impulse::reduce(how, behind, behind + n, init, mix_of_wide<Words>{}), expected));
    }
}

}  // namespace

TEST_CASE("aggregates: accumulators of bytes whose nodes take all the memory that a block may share") {
    check_wide<7>();
    check_wide<8>();
    check_wide<16>();
}

TEST_CASE("aggregates: a histogram of 256 bytes, by the tree and with the order dropped") {
    gpu::check_sizes<false>(gpu::make_byte{}, counts{}, histogram{}, gpu::bits);
    gpu::check_sizes<false>(gpu::make_byte{}, counts{}, impulse::unordered(histogram{}), gpu::bits);
}
