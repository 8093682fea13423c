// SPDX-License-Identifier: Apache-2.0
// The trials of g++'s program.
//
// Each file has some of the kinds, so that the files compile in parallel.
#pragma once

#include "trial.hpp"

namespace fuzz {

verdict first_kinds(const trial& t);
verdict more_kinds(const trial& t);
verdict other_kinds(const trial& t);
verdict aggregate_kinds(const trial& t);
verdict two_input_kinds(const trial& t);
verdict mask_kinds(const trial& t);
verdict last_kinds(const trial& t);

}  // namespace fuzz
