// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ranks of MPI as a place: `.on(impulse::ranks(comm))`. docs/explanation/wide.md has its guarantees and
/// costs.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/transport/mpi.hpp>

#include <impulse/detail/base/end.hpp>
