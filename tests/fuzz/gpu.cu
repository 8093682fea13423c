// SPDX-License-Identifier: Apache-2.0
// Random calls on a GPU, compared with the tree: ./dev fuzz.
#include "fuzz.hpp"
#include "gpu_place.cuh"

fuzz::verdict fuzz::first_kinds_on_gpu(const trial& t) { return attempted_on_gpu<0, 4>(t); }

int main(int count, char** arguments) {
    if (gpu::devices() == 0) {
        std::printf("no GPU here: skipped\n0 passed, 0 failed, 1 skipped\n");
        return 77;
    }
    const fuzz::program program{"gpu",
                                {22, {fuzz::on_gpu}, 5, [](fuzz::index_t) { return fuzz::index_t{1} << 21; }},
                                [](const fuzz::trial& t) {
                                    const bool is_aggregate = t.kind >= 13 && t.kind < 17;
                                    const bool has_two_inputs = t.kind >= 17 && t.kind < 22;
                                    return t.kind < 4       ? fuzz::first_kinds_on_gpu(t)
                                           : t.kind < 9     ? fuzz::more_kinds_on_gpu(t)
                                           : is_aggregate   ? fuzz::aggregate_kinds_on_gpu(t)
                                           : has_two_inputs ? fuzz::two_input_kinds_on_gpu(t)
                                                            : fuzz::other_kinds_on_gpu(t);
                                },
                                fuzz::gpu_place::plants_policies};
    return fuzz::main_of(program, count, arguments);
}
