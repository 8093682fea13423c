// SPDX-License-Identifier: Apache-2.0
#include "cpu_places.hpp"

fuzz::verdict fuzz::mask_kinds(const trial& t) { return attempted_on_cpu<19, 23>(t); }
