// SPDX-License-Identifier: Apache-2.0
/// \file
/// An earlier name.
#pragma once
#include <timing.hpp>
