// SPDX-License-Identifier: Apache-2.0
/// \file
/// The kernels of perf/ladder, on fibers: the sum, the order where it is kept, and no barrier less than it
/// takes.
#include <doctest/doctest.h>

#include <build.hpp>
#include <ladder.hpp>

TEST_CASE("ladder: every rung is right, whichever thread comes first" *
          doctest::skip(support::under_thread_sanitizer)) {
    for (const auto& on : support::emulated_gpus()) {
        for (const ladder::family& family : support::emulated_rungs())
            for (const ladder::rung& rung : family.rungs)
                for (const int n : {1, 37, 5000}) {
                    CAPTURE(family.name);
                    CAPTURE(rung.name);
                    CAPTURE(n);
                    CHECK(support::check_rung(rung, *on, n) == "");
                }
    }
}
