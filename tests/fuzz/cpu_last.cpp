// SPDX-License-Identifier: Apache-2.0
#include "cpu_places.hpp"

fuzz::verdict fuzz::last_kinds(const trial& t) { return attempted_on_cpu<23, planted_kind + 1>(t); }
