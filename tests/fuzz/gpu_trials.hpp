// SPDX-License-Identifier: Apache-2.0
// The trials of nvcc's program.
//
// Each file has some of the kinds, so that the files compile in parallel.
#pragma once

#include "trial.hpp"

namespace fuzz {

verdict mix_on_gpu(const trial& t);
verdict first_kinds_on_gpu(const trial& t);
verdict more_kinds_on_gpu(const trial& t);
verdict other_kinds_on_gpu(const trial& t);
verdict aggregate_kinds_on_gpu(const trial& t);
verdict two_input_kinds_on_gpu(const trial& t);
verdict mask_kinds_on_gpu(const trial& t);

}  // namespace fuzz
