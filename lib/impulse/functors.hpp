// SPDX-License-Identifier: Apache-2.0
/// \file
/// The library's own function objects: transparent, light to include, callable on the CPU and the GPU.
#pragma once

#include <impulse/config.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

#define IMPULSE_BINARY_FUNCTOR(name, expression)                                                        \
    struct name {                                                                                       \
        IMPULSE_NO_EXEC_CHECK                                                                           \
        template <class A, class B>                                                                     \
        IMPULSE_SHARED constexpr std::decay_t<decltype(std::declval<A>() expression std::declval<B>())> \
        operator()(A&& a, B&& b) const {                                                                \
            return std::forward<A>(a) expression std::forward<B>(b);                                    \
        }                                                                                               \
    }

IMPULSE_BINARY_FUNCTOR(plus, +);
IMPULSE_BINARY_FUNCTOR(multiplies, *);
IMPULSE_BINARY_FUNCTOR(bit_and, &);
IMPULSE_BINARY_FUNCTOR(bit_or, |);
IMPULSE_BINARY_FUNCTOR(bit_xor, ^);
IMPULSE_BINARY_FUNCTOR(logical_and, &&);
IMPULSE_BINARY_FUNCTOR(logical_or, ||);
#undef IMPULSE_BINARY_FUNCTOR

/// True where exactly one of the two is true.
struct logical_xor {
    IMPULSE_NO_EXEC_CHECK
    template <class A, class B>
    IMPULSE_SHARED constexpr bool operator()(const A& a, const B& b) const {
        return static_cast<bool>(a) != static_cast<bool>(b);
    }
};

/// The smaller of two values by `<`, in their common type; the left one where neither is smaller.
struct minimum {
    IMPULSE_NO_EXEC_CHECK
    template <class A, class B>
    IMPULSE_SHARED constexpr std::common_type_t<A, B> operator()(const A& a, const B& b) const {
        using common = std::common_type_t<A, B>;
        const common left = static_cast<common>(a);
        const common right = static_cast<common>(b);
        return right < left ? right : left;
    }
};

/// The larger of two values by `<`, in their common type; the left one where neither is larger.
struct maximum {
    IMPULSE_NO_EXEC_CHECK
    template <class A, class B>
    IMPULSE_SHARED constexpr std::common_type_t<A, B> operator()(const A& a, const B& b) const {
        using common = std::common_type_t<A, B>;
        const common left = static_cast<common>(a);
        const common right = static_cast<common>(b);
        return left < right ? right : left;
    }
};

namespace detail {

/// The library's functor that does what `Op` does, for the functors of std, cuda::std and thrust (whose
/// functors are those of cuda::std); `Op` itself for every other operator.
template <class Op>
struct canonical {
    using type = Op;
};

}  // namespace detail

}  // namespace impulse::inline IMPULSE_ABI
