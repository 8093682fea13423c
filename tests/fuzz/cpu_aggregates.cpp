// SPDX-License-Identifier: Apache-2.0
#include "cpu_places.hpp"

fuzz::verdict fuzz::aggregate_kinds(const trial& t) { return attempted_on_cpu<13, 17>(t); }
