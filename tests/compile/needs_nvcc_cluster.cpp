// SPDX-License-Identifier: Apache-2.0
// expect: error.*impulse: this header needs nvcc
#include <impulse/cluster.cuh>
