// SPDX-License-Identifier: Apache-2.0
#include "cpu_places.hpp"

fuzz::verdict fuzz::two_input_kinds(const trial& t) { return attempted_on_cpu<17, 19>(t); }
