// SPDX-License-Identifier: Apache-2.0
//
// Compiled once for each back end. PART is the name of its function.
#include "../watched.hpp"

#include <impulse/reduce.hpp>
#include <vector>

report PART() {
#if defined(IMPULSE_HOST_TBB)
    const char* back_end = "tbb";
#elif defined(IMPULSE_HOST_THREADS)
    const char* back_end = "threads";
#else
    const char* back_end = "serial";
#endif
    const std::vector<int> values(4'000'000, 3);
    watched_plus::elsewhere = false;
    const int sum = impulse::reduce(values, 1, watched_plus{});
    return {back_end, sum, watched_plus::elsewhere};
}
