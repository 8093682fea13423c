// SPDX-License-Identifier: Apache-2.0
// case alone: impulse: this header is internal; include <impulse/devices[.]hpp>
// case in_between: impulse: this header is internal; include <impulse/extrema[.]hpp>
// case after: impulse: this header is internal; include <impulse/running[.]hpp>
//
// An internal header names the public one. Public headers may include one another, and leave no macro
// defined.
#if defined(CASE_alone)
#include <impulse/detail/distributed/partition.hpp>
#endif
#include <impulse/by_key.hpp>
#include <impulse/guard.hpp>
#if defined(CASE_in_between)
#include <impulse/detail/op/located.hpp>
#endif
#include <impulse/algorithms.hpp>
#if defined(IMPULSE_INTERNAL)
#error "a public header left IMPULSE_INTERNAL defined"
#endif
#if defined(CASE_after)
#include <impulse/detail/tree/prefix.hpp>
#endif
