// SPDX-License-Identifier: Apache-2.0
/// \file How a call that cannot be made says why: what finds it out returns a refusal, and the function that
/// the user called says it. So the compiler has one error to report, and two steps to trace it by.
#pragma once

#include <impulse/config.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// Returned in place of a result. `Sentence` is a template whose static_assert fails where it has arguments:
/// those of the call, so that each call is complained of.
template <template <class...> class Sentence>
struct refusal {
    // auto: the compiler must look into it at once, before it minds that there is no result. Of nullptr it
    // says least.
    template <class... Call>
    IMPULSE_SHARED static constexpr auto say() {
        static_cast<void>(sizeof(Sentence<Call...>));
        return nullptr;
    }
    /// In the place of a layout of runs.
    template <class... Outputs>
    constexpr refusal into(const Outputs&...) const {
        return {};
    }
};

/// Nothing is wrong.
struct no_refusal {};

template <class Type>
inline constexpr bool is_refusal = false;
template <template <class...> class Sentence>
inline constexpr bool is_refusal<refusal<Sentence>> = true;

/// An argument of any kind, also a list: the parameter of an overload that refuses what no other takes.
struct anything {
    template <class... Items>
    constexpr anything(Items&&...) {}
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
