// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the emulated tests check of streams.
#include "check.hpp"

#include <emulated/streams.hpp>

int main() {
    check(emulated::fault_in_streams(support::mix{}, 1).empty(), "a stream");
    check(emulated::fault_in_streams(emulated::mix_of_sixteen{}, 2).empty(), "a stream by leaves");
}
