// SPDX-License-Identifier: Apache-2.0
/// \file
/// What each public header includes first, so that it may include internal ones; `end.hpp` is its last line.
/// Neither is guarded: public headers include one another.
#include <impulse/config.hpp>

#pragma push_macro("IMPULSE_INTERNAL")
#define IMPULSE_INTERNAL 1
