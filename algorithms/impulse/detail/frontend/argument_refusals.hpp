// SPDX-License-Identifier: Apache-2.0
/// \file
/// Refusals of arguments: one message for each mistake.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/refusal.hpp>

namespace impulse::inline IMPULSE_ABI::detail {

/// The contract of a call's arguments. Each message appears where an argument is refused (refusal.hpp).
IMPULSE_REFUSAL(
    input_is_none,
    "impulse: expected an execution policy of impulse (single_block, two_pass, last_block, work_queue, "
    "automatic), a random-access range of known length, a layout, or two random-access iterators");
IMPULSE_REFUSAL(iterators_have_no_difference,
                "impulse: the two iterators of a range must have a difference (last - first); a pointer and "
                "a length are (p, p + n)");
IMPULSE_REFUSAL(second_input_is_none,
                "impulse: the second input must be a random-access range or a random-access iterator");
IMPULSE_REFUSAL(second_array_differs,
                "impulse: groups of an array can only be the second input of groups of another array: "
                "dot(rows(a), columns(b))");
IMPULSE_REFUSAL(out_is_missing,
                "impulse: an _into form writes its result to 'out', which comes after the inputs");
IMPULSE_REFUSAL(out_is_a_range,
                "impulse: 'out' must be a pointer or an iterator to which results are written: out.data() "
                "or out.begin()");
IMPULSE_REFUSAL(function_is_overloaded,
                "impulse: an overloaded function, as std::max or std::fmax, is no operator, because a call "
                "cannot tell which one is meant; use impulse::maximum{}, or a lambda that calls it");
IMPULSE_REFUSAL(position_in_temporary,
                "impulse: a position in a temporary range would dangle; give the range a name");

IMPULSE_REFUSAL(range_has_no_end, "impulse: this range has no end; limit it: range | std::views::take(n)");
IMPULSE_REFUSAL(range_is_not_measured,
                "impulse: this range does not know its length, and the host cannot count items on a GPU; "
                "give a range of known length, or two iterators");
IMPULSE_REFUSAL(
    range_is_not_random_access,
    "impulse: this range is not random-access: copy it into a std::vector; instead of a filter, give all "
    "items to transform_reduce, and map the unwanted ones to the operator's identity");
IMPULSE_REFUSAL(memory_is_volatile,
                "impulse: volatile items cannot be reduced, because the library does not promise the "
                "number and order of accesses; give a pointer without volatile");
IMPULSE_REFUSAL(list_is_on_host, "impulse: a list of items is in host memory, which a GPU cannot reach");

IMPULSE_REFUSAL(systems_differ,
                "impulse: the iterators of this call belong to different systems (host and device); write "
                ".on(stream) or .on(impulse::host) after the policy");
IMPULSE_REFUSAL(host_cannot_look,
                "impulse: an iterator into device memory is used on the host; write .on(stream) or "
                ".on(impulse::device) after the policy");

/// The signature that a recipe shows for a call that it cannot make.
#define IMPULSE_SIGNATURE(text)                                                  \
    template <class... Call>                                                     \
    struct signature {                                                           \
        static_assert(sizeof...(Call) == 0, "impulse: the arguments are " text); \
    };

IMPULSE_REFUSAL(running_is_of_one_place,
                "impulse: a running reduction needs a single place, not ranks or devices");

}  // namespace impulse::detail
