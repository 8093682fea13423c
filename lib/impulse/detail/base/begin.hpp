// SPDX-License-Identifier: Apache-2.0
/// \file
/// Each public header includes this first, so that it may include internal headers, and `end.hpp` last.
/// Neither has an include guard, because public headers include one another.
#include <impulse/config.hpp>

#pragma push_macro("IMPULSE_INTERNAL")
#define IMPULSE_INTERNAL 1
