// SPDX-License-Identifier: Apache-2.0
// The declarations of the program's other file.
#pragma once

#include <vector>

float sum_elsewhere(const std::vector<float>& values, float init);
