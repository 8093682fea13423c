// SPDX-License-Identifier: Apache-2.0
#include "roof_calls.hpp"

template perf::roof_items perf::make_roof_items<double>(std::int64_t bytes);
