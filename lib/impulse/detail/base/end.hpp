// SPDX-License-Identifier: Apache-2.0
/// \file
/// Each public header includes this last. It restores what `begin.hpp` defined.
#pragma pop_macro("IMPULSE_INTERNAL")
