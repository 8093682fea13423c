// SPDX-License-Identifier: Apache-2.0
/// \file
/// The system of a call's iterators, which determines where it runs: CCCL's system tags, read without
/// including Thrust. And which arguments end before the call's work does.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/base/stored.hpp>
#include <impulse/detail/frontend/argument_refusals.hpp>
#include <impulse/place.hpp>
#include <impulse/policies/policy.hpp>

#include <tuple>
#include <type_traits>
#include <utility>

#if IMPULSE_HAS_CUDA
#include <thrust/detail/config/namespace.h>

THRUST_NAMESPACE_BEGIN
template <typename>
class device_ptr;
template <typename>
class device_reference;
template <typename>
struct iterator_system;
template <class, class, class, class>
class transform_iterator;
template <typename>
class zip_iterator;
namespace detail {
template <typename>
class normal_iterator;
}
THRUST_NAMESPACE_END
#endif

namespace impulse::inline IMPULSE_ABI::detail {

enum class system { any, host, device };

template <class It>
inline constexpr bool is_thrust_pointer = false;
template <class It>
inline constexpr bool is_thrust_vector_iterator = false;
template <class It>
inline constexpr bool is_thrust_transform = false;
template <class It>
inline constexpr bool is_thrust_zip = false;

#if IMPULSE_HAS_CUDA
template <class Type>
inline constexpr bool is_thrust_pointer<THRUST_NS_QUALIFIER::device_ptr<Type>> = true;
template <class Pointer>
inline constexpr bool is_thrust_vector_iterator<THRUST_NS_QUALIFIER::detail::normal_iterator<Pointer>> = true;
template <class Function, class It, class Reference, class Value>
inline constexpr bool
    is_thrust_transform<THRUST_NS_QUALIFIER::transform_iterator<Function, It, Reference, Value>> = true;
template <class Its>
inline constexpr bool is_thrust_zip<THRUST_NS_QUALIFIER::zip_iterator<Its>> = true;

/// Does not convert to a system's tag; a type that converts to this converts to every tag.
struct no_system {};

template <class It>
consteval system base_system();

/// int*, but only when `It` is known: iterator_system is complete only if Thrust's iterators are included.
template <class It>
using host_pointer = std::conditional_t<sizeof(It) != 0, int*, It>;

template <class Type>
inline constexpr bool is_device_reference = is_a<Type, THRUST_NS_QUALIFIER::device_reference>;

/// The system by thrust's tag; otherwise by the type that the iterator refers to, or by the iterator that it
/// adapts.
template <class It>
consteval system system_of() {
    if constexpr (std::is_pointer_v<It>) {
        return system::host;
    } else if constexpr (requires { typename THRUST_NS_QUALIFIER::iterator_system<It>::type; }) {
        using tag = typename THRUST_NS_QUALIFIER::iterator_system<It>::type;
        if (std::is_same_v<tag, typename THRUST_NS_QUALIFIER::iterator_system<host_pointer<It>>::type>)
            return base_system<It>();
        return std::is_convertible_v<tag, no_system> ? system::any : system::device;
    } else {
        return base_system<It>();
    }
}
template <class It>
consteval system base_system() {
    if constexpr (requires(const It& it) { *it; }) {
        if (is_device_reference<std::remove_cvref_t<decltype(*std::declval<const It&>())>>)
            return system::device;
    }
    if constexpr (requires(const It& it) { it.base(); }) {
        using base = std::remove_cvref_t<decltype(std::declval<const It&>().base())>;
        if constexpr (!std::is_same_v<base, It>) return system_of<base>();
    }
    return system::host;
}
#else
template <class It>
consteval system system_of() {
    return system::host;
}
#endif

/// The system of an iterator, or of several outputs: several belong to a GPU if one of them does. The host
/// can also read a thrust::universal_vector: its iterators refer to plain references.
template <class It>
struct place_hint {
    static constexpr bool host = system_of<It>() == system::host;
    static constexpr bool on_gpu = system_of<It>() == system::device;
    static constexpr bool device_only = [] {
        if constexpr (requires(const It& it) { *it; })
            return on_gpu && !std::is_reference_v<decltype(*std::declval<const It&>())>;
        return false;
    }();
};
template <class... Outs>
struct place_hint<std::tuple<Outs...>> {
    static constexpr bool on_gpu = (place_hint<Outs>::on_gpu || ...);
    static constexpr bool host = !on_gpu && (place_hint<Outs>::host || ...);
    static constexpr bool device_only = (place_hint<Outs>::device_only || ...);
};

/// The policy with the place of a call over these iterators: the policy's place if it has one, otherwise that
/// of the iterators.
template <class... Its, class Schedule, class Place, class Memory, bool Checked>
constexpr auto placed(const policy<Schedule, Place, Memory, Checked>& p) {
    constexpr bool on_gpu = (place_hint<Its>::on_gpu || ...);
    if constexpr (place_of_ranks<Place>) {
        using own = decltype(detail::placed<Its...>(p.on(p.place.own)));
        if constexpr (is_refusal<own>)
            return own{};
        else if constexpr (std::is_same_v<typename Place::own_place, deduced_place>)
            return p.on(p.place.found(detail::placed<Its...>(p.on(p.place.own)).place));
        else
            return p;
    } else if constexpr (std::is_same_v<Place, deduced_place>) {
        if constexpr (on_gpu && (place_hint<Its>::host || ...))
            return refusal<systems_differ>{};
        else if constexpr (on_gpu)
            return p.on(device);
        else
            return p.on(host);
    } else if constexpr (std::is_same_v<Place, host_place> && (place_hint<Its>::device_only || ...)) {
        return refusal<host_cannot_look>{};
    } else {
        return p;
    }
}

/// Whether a policy is on the GPU, or its rank's own place is.
template <class Policy>
consteval bool is_on_device() {
    if constexpr (requires { typename Policy::place_type::own_place; })
        return std::is_same_v<typename Policy::place_type::own_place, device_place>;
    else if constexpr (requires { typename Policy::place_type; })
        return std::is_same_v<typename Policy::place_type, device_place>;
    else
        return false;
}
/// The same for a policy with the place of a call over such iterators.
template <class Policy, class It>
consteval bool is_placed_on_device() {
    return detail::is_on_device<decltype(detail::placed<It>(std::declval<const Policy&>()))>();
}

IMPULSE_REFUSAL(temporary_ends_too_early,
                "impulse: this temporary range would end before the GPU reads it, because the call does "
                "not wait; give the range a name, or use a std::span");

/// Whether iterators of a range parameter dangle after the call.
template <class Param>
inline constexpr bool ends_with_call =
    !std::is_lvalue_reference_v<Param> && !is_borrowed<std::remove_cvref_t<Param>>;

/// Whether a call over such iterators runs on a GPU, in a file that has one: the GPU may read them after the
/// call has returned.
template <class Policy, class It>
consteval bool runs_on_gpu() {
    return IMPULSE_HAS_CUDA && detail::is_placed_on_device<Policy, It>();
}

/// Whether a call at the place of a policy would read a range parameter after its end.
template <class Policy, class Param>
consteval bool ends_too_early() {
    using range = std::remove_reference_t<Param>;
    if constexpr (ends_with_call<Param> && std::ranges::range<range>)
        return detail::runs_on_gpu<Policy, std::ranges::iterator_t<range>>();
    else
        return false;
}

/// Whether positions in a parameter are iterators into items that it owns, and it ends with the call: a
/// temporary layout of one result (detail/frontend/stored_layout.hpp).
template <class Param>
inline constexpr bool ends_with_its_positions = false;
template <class Layout>
requires(!std::is_lvalue_reference_v<Layout>) inline constexpr bool ends_with_its_positions<Layout&&> =
    requires {
    requires !Layout::has_many;
};

}  // namespace impulse::detail
