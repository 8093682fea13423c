// SPDX-License-Identifier: Apache-2.0
// The trials of nvcc's program, some of the kinds to a file, so that these are compiled side by side.
#pragma once

#include "trial.hpp"

namespace fuzz {

verdict first_kinds_on_gpu(const trial& t);
verdict more_kinds_on_gpu(const trial& t);
verdict other_kinds_on_gpu(const trial& t);
verdict aggregate_kinds_on_gpu(const trial& t);

}  // namespace fuzz
