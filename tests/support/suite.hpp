// SPDX-License-Identifier: Apache-2.0
/// \file
/// What nearly every suite of g++ includes: doctest, the standard library and the helpers; precompiled once.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <ranges>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <build.hpp>
#include <message_of.hpp>
#include <monoids.hpp>
#include <same_bits.hpp>
#include <seed.hpp>
#include <sizes.hpp>
