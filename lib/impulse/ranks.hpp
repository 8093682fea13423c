// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ranks as a place, with your own transport: `ranks_of<Transport>`. <impulse/mpi.hpp> has the ranks of MPI.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/transport/ranks_of.hpp>

#include <impulse/detail/base/end.hpp>
