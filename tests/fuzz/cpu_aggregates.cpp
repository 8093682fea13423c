// SPDX-License-Identifier: Apache-2.0
#include "cpu_attempts.hpp"

fuzz::verdict fuzz::aggregate_kinds(const trial& t) { return attempted_on_cpu<13, 17>(t); }
