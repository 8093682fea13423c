// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstring>

#include "watched.hpp"

report threads_part();
report serial_part();
#if defined(HAS_tbb)
report tbb_part();
#endif

int main() {
    int wrong = 0;
    const auto check = [&](const char* asked, report got) {
        const bool right = std::strcmp(asked, got.back_end) == 0 && got.sum == 12'000'001 &&
                           !(std::strcmp(asked, "serial") == 0 && got.elsewhere);
        std::printf("%-8s sum %d, %s: %s\n", got.back_end, got.sum,
                    got.elsewhere ? "several threads" : "one thread", right ? "right" : "WRONG");
        wrong += !right;
    };
    check("threads", threads_part());
#if defined(HAS_tbb)
    check("tbb", tbb_part());
#endif
    check("serial", serial_part());
    return wrong;
}
