// SPDX-License-Identifier: Apache-2.0
// Random calls on the host, on a serial machine and on emulated GPUs, compared with the tree: ./dev fuzz.
#include "cpu.hpp"
#include "fuzz.hpp"

int main(int count, char** arguments) {
    const fuzz::program program{
        "cpu",
        {fuzz::planted_kind,
         {fuzz::host, fuzz::serial, fuzz::warps_of_4, fuzz::warps_of_4, fuzz::warps_of_32},
         2,
         [](fuzz::index_t place) -> fuzz::index_t {
             return place == fuzz::host ? 60'000 : place == fuzz::serial ? 20'000 : 3000;
         }},
        [](const fuzz::trial& t) {
            return t.kind < 4    ? fuzz::first_kinds(t)
                   : t.kind < 9  ? fuzz::more_kinds(t)
                   : t.kind < 13 ? fuzz::other_kinds(t)
                   : t.kind < 17 ? fuzz::aggregate_kinds(t)
                   : t.kind < 19 ? fuzz::two_input_kinds(t)
                   : t.kind < 23 ? fuzz::mask_kinds(t)
                                 : fuzz::last_kinds(t);
        },
        true};
    return fuzz::main_of(program, count, arguments);
}
