// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the other file of the program has.
#pragma once

#include <vector>

float sum_elsewhere(const std::vector<float>& values, float init);
