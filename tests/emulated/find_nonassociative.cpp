// SPDX-License-Identifier: Apache-2.0
// `find_nonassociative` on grids of emulated blocks finds the same as on the host.
#include <suite.hpp>

#include <emulated/check.hpp>

#include <impulse/find_nonassociative.hpp>

using impulse::find_nonassociative;

namespace {

/// Leaves of four items, and accumulators of another type than the items.
struct sum_of_leaves {
    static constexpr int leaf = 4;
    double lift(float x) const { return static_cast<double>(x); }
    void accumulate(double& sum, float x) const { sum += static_cast<double>(x); }
    double operator()(double a, double b) const { return static_cast<double>(static_cast<float>(a + b)); }
};

}  // namespace

TEST_CASE("find_nonassociative: on emulated blocks") {
    std::mt19937_64 random(support::seed());
    emulated::fibers machine(emulated::turns::by_chance);
    for (const auto& size : emulated::machine_sizes) {
        emulated::gpu<emulated::fibers, 4> on(machine, size);
        for (int i = 0; i < 20; ++i) {
            std::vector<float> x(random() % 300);
            for (float& each : x)
                each = random() % 30 == 0 ? 0x1p24f : static_cast<float>(random() % 32 == 0);
            CAPTURE(x.size());
            const auto there = impulse::last_block.on(on.place());
            CHECK(find_nonassociative(there, x, impulse::plus{}) == find_nonassociative(x, impulse::plus{}));
            CHECK(find_nonassociative(there, x, sum_of_leaves{}) == find_nonassociative(x, sum_of_leaves{}));
            CHECK(on.counters_are_zero());
        }
    }
}
