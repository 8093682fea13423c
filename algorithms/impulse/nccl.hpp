// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ranks of NCCL as a place: `.on(impulse::ranks(comm, stream))`. docs/explanation/wide.md says what it
/// promises and costs.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/nvcc_only.cuh>

#include <impulse/detail/distributed/elementwise_in_order.cuh>
#include <impulse/detail/distributed/in_order.cuh>
#include <impulse/detail/transport/nccl.cuh>

#include <impulse/detail/base/end.hpp>
