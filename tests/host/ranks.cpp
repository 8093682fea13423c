// SPDX-License-Identifier: Apache-2.0
// Ranks that are threads: many small runs, and a transport that the library does not know.
#include <emulated/ranks.hpp>
#include <ranks_suite.hpp>

namespace {

void check_suite(int size, bool briefly) {
    CAPTURE(size);
    CHECK(emulated::wrong_on_ranks(size, [&](const emulated::ranks& all, int rank) {
              support::ranks_suite suite(all, rank, size, 900 + static_cast<unsigned>(size));
              return suite.run(briefly);
          }) == "");
}

}  // namespace

TEST_CASE("emulated ranks: every algorithm, cut and fault") {
    for (const int size : {1, 2, 3, 5, 8}) check_suite(size, false);
}

TEST_CASE("emulated ranks: many small ones") { check_suite(33, true); }

TEST_CASE("emulated ranks: a plan is the rank's own, and needs no other rank") {
    emulated::shared_group two(2);
    const std::vector<float> x(100'000, 1.f);
    const auto policy = impulse::two_pass.on(emulated::ranks{{&two, 1}});
    CHECK(impulse::reduce.plan(policy, x, 0.f).tiles.subtrees ==
          impulse::reduce.plan(impulse::two_pass, x, 0.f).tiles.subtrees);
}
