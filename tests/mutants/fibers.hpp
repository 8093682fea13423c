// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the programs on blocks of fibers share.
#pragma once

#include "check.hpp"

#include <emulated/run.hpp>

#include <cstdint>

using emulated::turns;
using impulse::index_t;
using support::mix;
using hash = std::uint64_t;

inline constexpr int width = 8;
inline constexpr hash init = 5;
inline constexpr turns orders[] = {turns::oldest, turns::newest, turns::by_chance};
using gpu = emulated::gpu<emulated::fibers, width>;
