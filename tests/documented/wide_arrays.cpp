// SPDX-License-Identifier: Apache-2.0
// The program of docs/explanation/wide.md that joins arrays, exactly as shown there.
#include <documented/wide_arrays.hpp>
