// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ranks of MPI as a place: `.on(impulse::ranks(comm))`. docs/wide.md tells what it promises and costs.
#pragma once

#include <impulse/detail/transport/mpi.hpp>
