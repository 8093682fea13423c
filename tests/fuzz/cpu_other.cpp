// SPDX-License-Identifier: Apache-2.0
#include "cpu_places.hpp"

fuzz::verdict fuzz::other_kinds(const trial& t) { return attempted_on_cpu<9, 13>(t); }
