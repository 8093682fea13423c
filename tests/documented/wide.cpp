// SPDX-License-Identifier: Apache-2.0
// The program of docs/explanation/wide.md, exactly as shown there.
#include <documented/wide.hpp>
