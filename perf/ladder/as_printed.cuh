// SPDX-License-Identifier: Apache-2.0
// The three kernels behind the well-known ratios of Cheng, Grossman and McKercher, "Professional CUDA C
// Programming", chapter 3, at the book's size. As in the book, the block size is known at run time only, so
// the modulo is a division and the loop stays a loop. Beside them are the same kernels with a block size that
// the compiler knows.
//
// Changed for arrays of any length: each step checks whether the other item exists.
#pragma once

#include "in_place.cuh"

namespace ladder {

inline family headline_ratios() {
    constexpr int book_n = 1 << 24;
    const auto rung_of = [](const char* name, const char* lesson, auto* kernel, int n) {
        return rung{name, lesson,
                    [=](gpu& on, const work<int>& w) {
                        level_by_level(on, w, kernel, in_place_block, in_place_block);
                    },
                    n, true};
    };
    return {
        "headline_ratios",
        {rung_of("neighboured_as_printed", "a modulo by a number known at run time",
                 in_place_neighboured<at_run_time>, book_n),
         rung_of("less_divergence_as_printed", "whole warps rest", in_place_less_divergence<at_run_time>,
                 book_n),
         rung_of("interleaved_as_printed", "neighbouring lanes, neighbouring words",
                 in_place_strided_segments<1, at_run_time>, book_n),
         rung_of("neighboured", "the compiler knows the block: no division", in_place_neighboured<known>,
                 book_n),
         rung_of("less_divergence", "likewise", in_place_less_divergence<known>, book_n),
         rung_of("interleaved", "likewise", in_place_strided_segments<1>, book_n),
         rung_of("neighboured_as_printed_2^28", "far beyond the L2 cache", in_place_neighboured<at_run_time>,
                 full),
         rung_of("less_divergence_as_printed_2^28", "likewise", in_place_less_divergence<at_run_time>, full),
         rung_of("interleaved_as_printed_2^28", "likewise", in_place_strided_segments<1, at_run_time>,
                 full)}};
}

}  // namespace ladder
