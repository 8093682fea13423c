// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ranks of MPI as a place: `.on(impulse::ranks(comm))`. docs/explanation/wide.md says what it promises
/// and costs.
#pragma once

#pragma push_macro("IMPULSE_INTERNAL")
#define IMPULSE_INTERNAL 1
#include <impulse/detail/transport/mpi.hpp>
#pragma pop_macro("IMPULSE_INTERNAL")
