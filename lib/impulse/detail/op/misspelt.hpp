// SPDX-License-Identifier: Apache-2.0
/// \file
/// Detects members of an operator whose names are almost those of an aggregate. They would be ignored
/// silently.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/op/functors.hpp>

#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

#define IMPULSE_MISSPELT(all)                                                                                \
    all(combin, combine) all(combne, combine) all(acumulate, accumulate) all(accumlate, accumulate)          \
        all(accummulate, accumulate) all(finalise, finalize) all(finalze, finalize) all(indentity, identity) \
            all(identiy, identity) all(idendity, identity)

#define IMPULSE_SENTENCE(name, meant)                                                              \
    template <class... Call>                                                                       \
    struct name##_is_misspelt {                                                                    \
        static_assert(sizeof...(Call) == 0, "impulse: the operator has a member '" #name           \
                                            "', which no reduction uses; is '" #meant "' meant?"); \
    };
IMPULSE_MISSPELT(IMPULSE_SENTENCE)
#undef IMPULSE_SENTENCE

/// A name that both bases have is ambiguous. One class tests all names.
template <class Op, bool = std::is_class_v<Op> && !std::is_final_v<Op>>
struct misspelt_in {
    static consteval auto refused() { return no_refusal{}; }
};
template <class Op>
struct misspelt_in<Op, true> {
#define IMPULSE_DECLARE(name, meant) int name;
    struct another {
        IMPULSE_MISSPELT(IMPULSE_DECLARE)
    };
#undef IMPULSE_DECLARE
    struct both : Op, another {};

    static consteval auto refused() {
#define IMPULSE_ASK(name, meant) &both::name;
        if constexpr (requires {IMPULSE_MISSPELT(IMPULSE_ASK)}) return no_refusal{};
#undef IMPULSE_ASK
#define IMPULSE_FIND(name, meant) \
    else if constexpr (!requires { &both::name; }) return refusal<name##_is_misspelt>{};
        IMPULSE_MISSPELT(IMPULSE_FIND)
#undef IMPULSE_FIND
    }
};
#undef IMPULSE_MISSPELT

/// The refusal of an operator with such a member, or no refusal.
template <class Op>
using misspelt_member = decltype(misspelt_in<Op>::refused());

template <class... Ops>
struct together_operator;

/// Each operator of `together` is asked.
template <class... Ops>
struct misspelt_in<together_operator<Ops...>, true> {
    static consteval auto refused() { return first_refusal<misspelt_member<typename bare<Ops>::type>...>{}; }
};

}  // namespace impulse::detail
