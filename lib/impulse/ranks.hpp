// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ranks as a place, over a transport of your own: `ranks_of<Transport>`. <impulse/mpi.hpp> has MPI's.
#pragma once

#pragma push_macro("IMPULSE_INTERNAL")
#define IMPULSE_INTERNAL 1
#include <impulse/detail/transport/ranks_of.hpp>
#pragma pop_macro("IMPULSE_INTERNAL")
