// SPDX-License-Identifier: Apache-2.0
/// \file
/// `values`: a tuple of values for the CPU and the GPU.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(operators.hpp)

#include <impulse/detail/base/bytes.hpp>

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

/// Several values for the CPU and the GPU: `auto [lo, hi] = ...`, or `values.get<0>()`.
template <class... Ts>
struct values;

// A single value needs its own form without an empty member: host and GPU compilers may place such a member
// differently.
template <class Type>
struct values<Type> {
    Type first;

    template <std::size_t Index>
    IMPULSE_SHARED constexpr Type& get() {
        return first;
    }
    template <std::size_t Index>
    IMPULSE_SHARED constexpr const Type& get() const {
        return first;
    }
    /// get<Index>(v), by argument-dependent lookup, as for a std::tuple.
    template <std::size_t Index>
    IMPULSE_SHARED friend constexpr auto& get(values& from) {
        return from.template get<Index>();
    }
    template <std::size_t Index>
    IMPULSE_SHARED friend constexpr const auto& get(const values& from) {
        return from.template get<Index>();
    }
    friend bool operator==(const values&, const values&) = default;

    /// Converts from a single value of another type.
    IMPULSE_NO_EXEC_CHECK
    template <class Function>
    requires(!std::is_same_v<Function, Type> && std::is_convertible_v<const Type&, Function>) IMPULSE_SHARED
        constexpr
        operator values<Function>() const {
        return {static_cast<Function>(first)};
    }
    template <class To>
    requires std::is_convertible_v<const Type&, To>
    constexpr operator std::tuple<To>() const { return std::tuple<To>(first); }
    /// For std::tie(a) = v.
    constexpr operator std::tuple<Type&>() { return std::tuple<Type&>(first); }
};

template <class First, class... Rest>
struct values<First, Rest...> {
    First first;
    values<Rest...> rest;

    template <std::size_t Index>
    IMPULSE_SHARED constexpr auto& get() {
        if constexpr (Index == 0)
            return first;
        else
            return rest.template get<Index - 1>();
    }
    template <std::size_t Index>
    IMPULSE_SHARED constexpr const auto& get() const {
        if constexpr (Index == 0)
            return first;
        else
            return rest.template get<Index - 1>();
    }
    /// get<Index>(v), by argument-dependent lookup, as for a std::tuple.
    template <std::size_t Index>
    IMPULSE_SHARED friend constexpr auto& get(values& from) {
        return from.template get<Index>();
    }
    template <std::size_t Index>
    IMPULSE_SHARED friend constexpr const auto& get(const values& from) {
        return from.template get<Index>();
    }
    friend bool operator==(const values&, const values&) = default;

    /// Converts from values of other types.
    IMPULSE_NO_EXEC_CHECK
    template <class Function, class... Others>
    requires(sizeof...(Others) == sizeof...(Rest) && !std::is_same_v<values<Function, Others...>, values> &&
             std::is_convertible_v<const First&, Function> &&
             std::is_convertible_v<const values<Rest...>&, values<Others...>>) IMPULSE_SHARED constexpr
    operator values<Function, Others...>() const {
        return {static_cast<Function>(first), static_cast<values<Others...>>(rest)};
    }
    template <class To, class... Others>
    requires(sizeof...(Others) == sizeof...(Rest) && std::is_convertible_v<const First&, To> &&
             std::is_convertible_v<const values<Rest...>&, std::tuple<Others...>>) constexpr
    operator std::tuple<To, Others...>() const {
        return std::tuple_cat(std::tuple<To>(first), static_cast<std::tuple<Others...>>(rest));
    }
    /// For std::tie(a, b) = v.
    constexpr operator std::tuple<First&, Rest&...>() {
        return std::tuple_cat(std::tuple<First&>(first), static_cast<std::tuple<Rest&...>>(rest));
    }
};

template <class... Ts>
struct copies_as_bytes<values<Ts...>> : std::bool_constant<(copies_as_bytes_v<Ts> && ...)> {};

namespace detail {

IMPULSE_NO_EXEC_CHECK
template <class Type, class... Ts>
IMPULSE_SHARED constexpr values<Type, Ts...> make_values(Type first, Ts... rest) {
    if constexpr (sizeof...(Ts) == 0)
        return {std::move(first)};
    else
        return {std::move(first), detail::make_values(std::move(rest)...)};
}

}  // namespace detail
}  // namespace impulse

template <class... Ts>
struct std::tuple_size<impulse::values<Ts...>> : std::integral_constant<std::size_t, sizeof...(Ts)> {};
template <std::size_t Index, class... Ts>
struct std::tuple_element<Index, impulse::values<Ts...>> {
    using type = std::decay_t<decltype(std::declval<impulse::values<Ts...>&>().template get<Index>())>;
};
