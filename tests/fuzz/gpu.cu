// SPDX-License-Identifier: Apache-2.0
// Random calls on a GPU, compared with the tree: ./dev fuzz.
#include "fuzz.hpp"
#include "gpu_place.cuh"

fuzz::verdict fuzz::mix_on_gpu(const trial& t) { return attempted_on_gpu<0, 1>(t); }

int main(int count, char** arguments) {
    if (gpu::devices() == 0) {
        std::printf("no GPU here: skipped\n0 passed, 0 failed, 1 skipped\n");
        return 77;
    }
    const fuzz::program program{"gpu",
                                {23, {fuzz::on_gpu}, 5, [](fuzz::index_t) { return fuzz::index_t{1} << 21; }},
                                [](const fuzz::trial& t) {
                                    if (t.kind < 1) return fuzz::mix_on_gpu(t);
                                    if (t.kind < 4) return fuzz::first_kinds_on_gpu(t);
                                    if (t.kind < 9) return fuzz::more_kinds_on_gpu(t);
                                    if (t.kind < 13 || t.kind == fuzz::planted_kind)
                                        return fuzz::other_kinds_on_gpu(t);
                                    if (t.kind < 17) return fuzz::aggregate_kinds_on_gpu(t);
                                    if (t.kind < 19) return fuzz::two_input_kinds_on_gpu(t);
                                    return fuzz::mask_kinds_on_gpu(t);
                                },
                                fuzz::gpu_place::plants_policies};
    return fuzz::main_of(program, count, arguments);
}
