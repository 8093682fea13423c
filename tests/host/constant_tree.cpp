// SPDX-License-Identifier: Apache-2.0
// `tree_fold` at compile time gives the bits of run time.
#include <suite.hpp>

#include <impulse/tree.hpp>

namespace {

constexpr std::array numbers{0.1f, 0.7f, 1e8f, -1e8f, 0.3f, 2.5f, 1e-8f};

/// Leaves of four items, which are lifted, accumulated and finalized; a compiler could contract the
/// operations.
struct squares {
    static constexpr int leaf = 4;
    constexpr double lift(float x) const { return 0.1 * x * x; }
    constexpr void accumulate(double& all, float x) const { all += 0.1 * x * x; }
    constexpr double operator()(double a, double b) const { return a + b; }
    constexpr double finalize(double all) const { return all / 3; }
};

/// It has no identity.
struct damped {
    constexpr float operator()(float a, float b) const { return a * 0.75f + b; }
};

}  // namespace

static_assert(impulse::tree_fold({1, 2, 3, 4}, 0) == 10);
static_assert(impulse::tree_fold(std::array<int, 0>{}, 7) == 7);

TEST_CASE("tree_fold at compile time") {
    constexpr float sum = impulse::tree_fold(numbers);
    constexpr float most = impulse::tree_fold(numbers, impulse::maximum{});
    constexpr double of_leaves = impulse::tree_fold(numbers, 1.5, squares{});
    constexpr float from_init = impulse::tree_fold(numbers, 1.5f, damped{});
    auto later = numbers;
    CHECK(support::same_bits(sum, impulse::tree_fold(later)));
    CHECK(support::same_bits(most, impulse::tree_fold(later, impulse::maximum{})));
    CHECK(support::same_bits(of_leaves, impulse::tree_fold(later, 1.5, squares{})));
    CHECK(support::same_bits(from_init, impulse::tree_fold(later, 1.5f, damped{})));
}
