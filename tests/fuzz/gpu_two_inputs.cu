// SPDX-License-Identifier: Apache-2.0
#include "gpu_place.cuh"

fuzz::verdict fuzz::two_input_kinds_on_gpu(const trial& t) { return attempted_on_gpu<17, 19>(t); }
