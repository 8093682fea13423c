// SPDX-License-Identifier: Apache-2.0
#include "gpu_place.cuh"

fuzz::verdict fuzz::other_kinds_on_gpu(const trial& t) {
    if (t.kind == planted_kind) return attempted_on_gpu<planted_kind, planted_kind + 1>(t);
    return attempted_on_gpu<9, 13>(t);
}
