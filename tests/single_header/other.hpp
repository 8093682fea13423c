// SPDX-License-Identifier: Apache-2.0
// What the other file of the program has.
#pragma once

#include <vector>

float sum_elsewhere(const std::vector<float>& values, float init);
