// SPDX-License-Identifier: Apache-2.0
/// \file
/// Iterators that CCCL lacks.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/base/iterators.hpp>

#include <impulse/detail/base/end.hpp>
