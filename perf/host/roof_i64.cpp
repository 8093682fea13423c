// SPDX-License-Identifier: Apache-2.0
#include "roof_calls.hpp"

template perf::roof_items perf::make_roof_items<std::int64_t>(std::int64_t bytes);
