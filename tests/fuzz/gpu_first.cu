// SPDX-License-Identifier: Apache-2.0
#include "gpu_place.cuh"

fuzz::verdict fuzz::first_kinds_on_gpu(const trial& t) { return attempted_on_gpu<1, 4>(t); }
