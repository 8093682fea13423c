// SPDX-License-Identifier: Apache-2.0
// The program of docs/explanation/wide.md that trains a network, exactly as shown there.
#include <documented/wide_train.hpp>
