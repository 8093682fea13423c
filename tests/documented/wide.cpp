// SPDX-License-Identifier: Apache-2.0
// The program of docs/wide.md, as it stands there.
#include <documented/wide.hpp>
