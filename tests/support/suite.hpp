// SPDX-License-Identifier: Apache-2.0
// The header that nearly every suite of g++ includes: doctest, the standard library and the helpers;
// precompiled once.
#pragma once

#include <doctest/doctest.h>

#include <complex>
#include <cstddef>
#include <deque>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <string_view>

#include <build.hpp>
#include <message_of.hpp>
#include <monoids.hpp>
#include <same_bits.hpp>
#include <sizes.hpp>

using impulse::index_t;
using support::same_bits;
