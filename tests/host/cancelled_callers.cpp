// SPDX-License-Identifier: Apache-2.0
// Reductions within the tasks of a oneTBB loop that is cancelled: their results are right all the same.
#include <suite.hpp>

#include <impulse/reduce.hpp>

#if defined(IMPULSE_HOST_TBB)
#include <oneapi/tbb/parallel_for.h>

#include <atomic>

TEST_CASE("cancelled callers: a reduction within them loses nothing") {
    const std::vector<int> ones(200'000, 1);
    std::atomic<int> wrong{0};
    for (int round = 0; round < 20; ++round)
        CHECK_THROWS_AS(tbb::parallel_for(0, 64,
                                          [&](int i) {
                                              if (i == 3) throw std::runtime_error("cancel the others");
                                              if (impulse::reduce(impulse::last_block, ones, 0) != 200'000)
                                                  ++wrong;
                                          }),
                        std::runtime_error);
    CHECK(wrong == 0);
}
#endif
