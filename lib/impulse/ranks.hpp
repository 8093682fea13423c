// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ranks as a place, over a transport of your own: `ranks_of<Transport>`. <impulse/mpi.hpp> has MPI's.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/transport/ranks_of.hpp>

#include <impulse/detail/base/end.hpp>
