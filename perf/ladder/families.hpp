// SPDX-License-Identifier: Apache-2.0
// The families whose rungs only a GPU runs, and that are compiled by themselves.
#pragma once

#include "rung.hpp"

namespace ladder {

family nested_grids();  ///< where the device runtime's library is there
family libraries();

}  // namespace ladder
