// SPDX-License-Identifier: Apache-2.0
//
// An internal header names the public one. Public headers may include one another, and leave no macro
// defined.
#if CASE_alone  // case: impulse: this header is internal; include <impulse/devices[.]hpp>
#include <impulse/detail/distributed/on_devices.hpp>
#endif
#include <impulse/by_key.hpp>
#include <impulse/guard.hpp>
#if CASE_in_between  // case: impulse: this header is internal; include <impulse/extrema[.]hpp>
#include <impulse/detail/op/located.hpp>
#endif
#include <impulse/algorithms.hpp>
#if defined(IMPULSE_INTERNAL)
#error "a public header left IMPULSE_INTERNAL defined"
#endif
#if CASE_after  // case: impulse: this header is internal; include <impulse/running[.]hpp>
#include <impulse/detail/tree/prefix.hpp>
#endif
