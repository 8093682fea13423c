// SPDX-License-Identifier: Apache-2.0
#include "calls_of.hpp"

template std::vector<perf::row> perf::calls_of(std::span<const std::int32_t>);
