// SPDX-License-Identifier: Apache-2.0
#include "cpu_places.hpp"

fuzz::verdict fuzz::first_kinds(const trial& t) { return attempted_on_cpu<0, 4>(t); }
