// SPDX-License-Identifier: Apache-2.0
// The families that only a GPU runs. Each is compiled in a file of its own.
#pragma once

#include "rung.hpp"

namespace ladder {

family nested_grids();  ///< only if the device runtime library is available
family libraries();

}  // namespace ladder
