// SPDX-License-Identifier: Apache-2.0
// The tree alone determines the bits: whatever the policy, the shape, the machine and the order of arrival,
// they are those of tree_fold.
#include <suite.hpp>

#include <emulated/check.hpp>
#include <policies.hpp>

#include <impulse/tree.hpp>

#include <algorithm>

using emulated::turns;

namespace {

/// User shapes: blocks, threads and items, each alone and combined, even, odd and more than fit.
constexpr impulse::shape shapes[] = {
    {},
    {.blocks = 1},
    {.blocks = 2},
    {.blocks = 3},
    {.blocks = 64},
    {.threads = 32},
    {.threads = 64},
    {.threads = 1024},
    {.items = 1},
    {.items = 10},
    {.items = 64},
    {.items = 1000},
    {.blocks = 3, .threads = 96},
    {.blocks = 4, .threads = 32, .items = 32},
    {.threads = 128, .items = 100},
};

/// Sizes around a tile, around one tile for each lane of a warp, and around one and several subtrees of the
/// plan for a medium number of items.
std::vector<index_t> boundaries(index_t tile, int width, const impulse::tile_plan& p, index_t most) {
    std::vector<index_t> sizes{0, 1, 2, 3, 5};
    const index_t piece = index_t{p.leaf} << p.log2_subtree;
    for (const index_t near : {tile, 2 * tile, 3 * tile, width * tile, 2 * width * tile, piece, 2 * piece,
                               3 * piece, 5 * piece, most})
        for (const index_t off : {-1, 0, 1})
            if (0 <= near + off && near + off <= most) sizes.push_back(near + off);
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

std::uint64_t bits(std::uint64_t value) { return value; }
std::uint64_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

void check_bits(const char* policy, const impulse::shape& user_shape, const emulated::size& size, index_t n,
                bool equal) {
    CAPTURE(policy);
    CAPTURE(user_shape.blocks);
    CAPTURE(user_shape.threads);
    CAPTURE(user_shape.items);
    CAPTURE(size.warps);
    CAPTURE(size.tiles);
    CAPTURE(size.resident);
    CAPTURE(n);
    CHECK(equal);
}

/// Every policy and shape, each on a random machine with a random order of threads; each size is tested with
/// probability 1 / `one_of`.
template <int Width, class Make, class Init, class Op>
void check_tree(const Make& make, Init init, Op op, index_t one_of = 1) {
    const index_t tile = emulated::tile_items<Width, Init, Op>();
    const index_t middling = (support::is_slow_build ? 4 : 12) * tile;
    const auto items = support::make_items(middling + 1, make);
    std::vector<std::uint64_t> expected(items.size() + 1, 0);  // computed at the first use
    auto random = support::random_source(2 + Width);
    emulated::fibers machines[] = {emulated::fibers(turns::oldest), emulated::fibers(turns::newest),
                                   emulated::fibers(turns::by_chance)};
    support::for_each_policy([&](const char* name, const auto& policy) {
        for (const impulse::shape& user_shape : shapes) {
            const emulated::size size{1 << support::random_between(random, 0, Width < 4 ? Width - 1 : 2),
                                      static_cast<int>(support::random_between(random, 1, 3)),
                                      static_cast<int>(support::random_between(random, 1, 5)),
                                      support::random_between(random, 1, 2)};
            emulated::gpu<emulated::fibers, Width> on(machines[support::random_between(random, 0, 2)], size);
            const auto how = policy.tune(user_shape).on(on.place());
            for (const index_t n :
                 boundaries(tile, Width, impulse::reduce.plan(how, items, init, op).tiles, middling + 1)) {
                if (support::random_between(random, 1, one_of) != 1) continue;
                auto& value = expected[static_cast<std::size_t>(n)];
                const std::vector<Init> some(items.begin(), items.begin() + n);  // in a separate allocation
                if (value == 0) value = bits(impulse::tree_fold(some, init, op));
                check_bits(name, user_shape, size, n, bits(impulse::reduce(how, some, init, op)) == value);
            }
        }
    });
}

constexpr index_t few = support::is_slow_build ? 3 : 1;

/// Numbers of very different sizes, whose sum depends on the grouping.
float uneven(index_t i) {
    const std::uint64_t number = support::scatter(static_cast<std::uint64_t>(i));
    return std::ldexp(static_cast<float>(number % 2001) - 1000.f, static_cast<int>(number >> 32) % 40);
}

}  // namespace

TEST_SUITE_BEGIN("emulated tree" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE("an operator that is neither associative nor commutative gives tree_fold's bits: narrow warps") {
    const support::make_hash make{support::seed()};
    check_tree<1>(make, std::uint64_t{5}, support::mix{});
    check_tree<2>(make, std::uint64_t{5}, support::mix{});
}

TEST_CASE("an operator that is neither associative nor commutative gives tree_fold's bits: wide warps") {
    const support::make_hash make{support::seed()};
    check_tree<4>(make, std::uint64_t{5}, support::mix{}, few);
    check_tree<8>(make, std::uint64_t{5}, support::mix{}, few);
    check_tree<32>(make, std::uint64_t{5}, support::mix{}, 3 * few);
}

TEST_CASE("sums of floats give tree_fold's bits") {
    check_tree<4>(uneven, 0.5f, impulse::plus{}, few);
    check_tree<32>(uneven, 0.5f, impulse::plus{}, 4 * few);
}

TEST_CASE("so does what gave its freedom back") {
    check_tree<8>(support::make_hash{support::seed()}, std::uint64_t{5}, impulse::ordered(support::mix{}),
                  2 * few);
}

TEST_SUITE_END();
