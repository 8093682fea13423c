// SPDX-License-Identifier: Apache-2.0
// The table of docs/reference from other libraries' calls, on a GPU.
#include "gpu.cuh"

#include <impulse/algorithms.hpp>
#include <impulse/groups.cuh>

#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/inner_product.h>
#include <thrust/logical.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/transform_reduce.h>

#include <span>

#include <examples/migration.cuh>
