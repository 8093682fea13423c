// SPDX-License-Identifier: Apache-2.0
// The same call gives the same bits a thousand times, whatever other work the GPU has and whichever block
// arrives first: the bits of the tree, and also the same bits each time where order or grouping was dropped.
#include "tree.cuh"

namespace {

constexpr index_t count = 1'000'003;
constexpr int calls = 1000;

/// Each call writes to its own element, on two streams that compete for the GPU; calls check(policy and
/// shape, bits).
template <class Op, class Check>
void for_each_result(const Op& op, const Check& check) {
    const auto x = gpu::made(count, gpu::make_uneven<float>{});
    const gpu::buffer<float> out(calls);
    const gpu::stream streams[2];
    for (const impulse::shape& shape :
         {impulse::shape{}, impulse::shape{.blocks = 300, .threads = 96, .items = 700}})
        gpu::for_each_policy([&](const std::string& name, const auto& policy) {
            const auto tuned = policy.tune(shape);
            for (int call = 0; call < calls; ++call)
                impulse::reduce_into(tuned.on(streams[call % 2]), x, out.data() + call, 0.1f, op);
            streams[0].wait();
            streams[1].wait();
            check(gpu::describe(name, shape), gpu::download(out));
        });
}

index_t differing(const std::vector<float>& results, float value) {
    index_t different = 0;
    for (const float each : results) different += gpu::same_bits(each, value) ? 0 : 1;
    return different;
}

}  // namespace

TEST_CASE("repeatability: sums of float, by the tree") {
    const float expected = gpu::tree_folds(gpu::make_uneven<float>{}, {count}, 0.1f, impulse::plus{}).front();
    for_each_result(impulse::plus{}, [&](const std::string& what, const std::vector<float>& results) {
        gpu::check_equal(what, count, differing(results, expected) == 0);
    });
}

TEST_CASE("repeatability: sums of float, order and grouping given up") {
    for_each_result(
        impulse::unordered(impulse::plus{}), [&](const std::string& what, const std::vector<float>& results) {
            gpu::check_equal(what, count, differing(results, results.front()) == 0);
            CHECK(results.front() ==
                  doctest::Approx(
                      gpu::tree_folds(gpu::make_uneven<float>{}, {count}, 0.1f, impulse::plus{}).front())
                      .epsilon(1e-3));
        });
}
