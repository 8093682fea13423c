// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the examples of docs/reference include.
#pragma once

#include <doctest/doctest.h>

#include <impulse/algorithms.hpp>
#include <impulse/global.hpp>
#include <impulse/group_reduce.hpp>
#include <impulse/guard.hpp>
#include <impulse/iterators.hpp>
#include <impulse/layout.hpp>
#include <impulse/queue.hpp>
#include <impulse/ranks.hpp>
#include <impulse/running.hpp>

#include <algorithm>
#include <barrier>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <ranges>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <vector>
