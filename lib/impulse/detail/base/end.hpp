// SPDX-License-Identifier: Apache-2.0
/// \file
/// What each public header includes last: takes back what `begin.hpp` defined.
#pragma pop_macro("IMPULSE_INTERNAL")
