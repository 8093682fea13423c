// SPDX-License-Identifier: Apache-2.0
/// \file
/// The families whose rungs only a GPU runs, and that are compiled by themselves.
#pragma once

#include "rung.hpp"

namespace ladder {

/// Where the device runtime's library is there. Makes room for as many items, or says that there is none.
family nested_grids(int largest = 1 << 24);
family libraries();

}  // namespace ladder
