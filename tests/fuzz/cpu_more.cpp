// SPDX-License-Identifier: Apache-2.0
#include "cpu_places.hpp"

fuzz::verdict fuzz::more_kinds(const trial& t) { return attempted_on_cpu<4, 9>(t); }
