// SPDX-License-Identifier: Apache-2.0
/// \file
/// How a call that cannot be made says why: what finds it out returns a refusal, and the function that the user called
/// says it. So the compiler has one error to report, and two steps to trace it by.
#pragma once

#include <impulse/config.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// Returned in place of a result. `Sentence` is a template whose static_assert fails where it has arguments: those of the
/// call, so that each call is complained of.
template <template <class...> class Sentence>
struct refusal {
    // auto: the compiler must look into it at once, before it minds that there is no result. Of nullptr it says least.
    template <class... Call>
    IMPULSE_SHARED static constexpr auto say() {
        static_cast<void>(sizeof(Sentence<Call...>));
        return nullptr;
    }
};

/// Nothing is wrong.
struct no_refusal {};

template <class T>
inline constexpr bool is_refusal = false;
template <template <class...> class Sentence>
inline constexpr bool is_refusal<refusal<Sentence>> = true;

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
