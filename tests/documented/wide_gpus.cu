// SPDX-License-Identifier: Apache-2.0
// The program of docs/explanation/wide.md for ranks with a GPU each.
#include <documented/wide_gpus.cuh>
