// SPDX-License-Identifier: Apache-2.0
/// \file
/// Running reductions over a link: whatever is copied and reduced when, no item is taken before it is there, and none after its
/// memory was the caller's again.
#include <doctest/doctest.h>

#include <build.hpp>
#include <emulated/streams.hpp>

TEST_SUITE_BEGIN("emulated streams" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE("streams: items of any memory give the bits of the whole") {
    CHECK(emulated::fault_in_streams(support::mix{}, 1) == "");
}

TEST_CASE("streams: also by leaves") {
    CHECK(emulated::fault_in_streams(emulated::mix_of_sixteen{}, 2) == "");
}

TEST_SUITE_END();
