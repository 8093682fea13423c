// SPDX-License-Identifier: Apache-2.0
#include "gpu_place.cuh"

fuzz::verdict fuzz::mask_kinds_on_gpu(const trial& t) { return attempted_on_gpu<19, 23>(t); }
