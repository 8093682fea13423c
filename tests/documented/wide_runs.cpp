// SPDX-License-Identifier: Apache-2.0
// The program of docs/explanation/wide.md that reduces by keys, exactly as shown there.
#include <documented/wide_runs.hpp>
