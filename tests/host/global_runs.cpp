// SPDX-License-Identifier: Apache-2.0
// Runs of the keys of ranks, which are threads: the bits of one machine for any cuts.
#include <emulated/ranks.hpp>

#include <global_runs_suite.hpp>

#include <doctest/doctest.h>

TEST_CASE("global runs: the bits of one machine for any ranks and cuts") {
    for (int size = 1; size <= 8; ++size)
        CHECK(emulated::wrong_on_ranks(size, [&](const emulated::ranks& place, int rank) {
                  support::global_runs_suite suite(place, rank, size, 4500u + static_cast<unsigned>(size));
                  return suite.run({0, 1, 2, 9, 100, 1000, 2500}).substr(0, 2000);
              }) == "");
}
