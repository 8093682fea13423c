// SPDX-License-Identifier: Apache-2.0
// The examples and tables of docs/reference; docs/reference.py writes that page from them.
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

#include <examples/aggregates.hpp>
#include <examples/layouts.hpp>
#include <examples/migration.hpp>
#include <examples/operators.hpp>
#include <examples/policies.hpp>
#include <examples/ranks.hpp>
#include <examples/reductions.hpp>
#include <examples/statistics.hpp>
#include <examples/streams.hpp>
#include <examples/tasks.hpp>
