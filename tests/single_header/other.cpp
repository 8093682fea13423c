// SPDX-License-Identifier: Apache-2.0
#include "other.hpp"

#include <impulse.hpp>

float sum_elsewhere(const std::vector<float>& values, float init) { return impulse::reduce(values, init); }
