// SPDX-License-Identifier: Apache-2.0
/// \file
/// Calls functions of the caller: std::invoke ([func.require]) for the CPU and the GPU, with a rounded
/// result.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(operators.hpp)

#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/op/contraction_barrier.hpp>
#include <impulse/detail/op/functors.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// Whether a function is a __device__ lambda without a declared return type. In host code nvcc knows the
/// return type of such a lambda only if the lambda declares it.
template <class Function>
consteval bool lambda_is_open() {
#if defined(__CUDACC_EXTENDED_LAMBDA__)
    return !__nv_is_extended_device_lambda_closure_type(Function) ||
           __nv_is_extended_device_lambda_with_preserved_return_type(Function);
#else
    return true;
#endif
}

/// x.*member; for a std::reference_wrapper x.get().*member; (*x).*member if x is a pointer or similar.
IMPULSE_NO_EXEC_CHECK
template <class Member, class Object, class... Args>
IMPULSE_SHARED constexpr decltype(auto) invoke_member(Member member, Object&& x, Args&&... args) {
    if constexpr (std::is_member_object_pointer_v<Member>) {
        if constexpr (requires { x.*member; })
            return (std::forward<Object>(x).*member);
        else if constexpr (requires { x.get().*member; })
            return (x.get().*member);
        else
            return ((*std::forward<Object>(x)).*member);
    } else {
        if constexpr (requires { (x.*member)(std::forward<Args>(args)...); })
            return (std::forward<Object>(x).*member)(std::forward<Args>(args)...);
        else if constexpr (requires { (x.get().*member)(std::forward<Args>(args)...); })
            return (x.get().*member)(std::forward<Args>(args)...);
        else
            return ((*std::forward<Object>(x)).*member)(std::forward<Args>(args)...);
    }
}

/// f(args...), also for pointers to members. A function is called through a const reference if it can be.
IMPULSE_NO_EXEC_CHECK
template <class Function, class... Args>
IMPULSE_SHARED constexpr decltype(auto) invoke(Function& f, Args&&... args) {
    if constexpr (std::is_member_pointer_v<std::remove_cv_t<Function>>)
        return detail::invoke_member(f, std::forward<Args>(args)...);
    else if constexpr (std::is_invocable_v<const Function&, Args...>)
        return static_cast<const Function&>(f)(std::forward<Args>(args)...);
    else
        return f(std::forward<Args>(args)...);
}

/// Whether a function calls another function, its member `f.f`, with the items that take part (masked.hpp).
template <class Function>
inline constexpr bool is_masked_function = false;

template <class Function, class Item, class... Rest>
IMPULSE_DEVICE auto check_device_masked(Function& f, const Item& item, const Rest&... rest);

/// The same call in device code, where nvcc checks that a GPU can make the call. Never run. nvcc does not
/// check the bodies of the library's functors. So functors that call an operator or a function of the caller
/// repeat that call in their member `check_device_callable`.
template <class Function, class... Args>
IMPULSE_DEVICE decltype(auto) check_device_invoke(Function& f, const Args&... args) {
    using functor = typename bare<std::remove_cv_t<Function>>::type;
    if constexpr (is_masked_function<std::remove_cv_t<Function>>)
        return detail::check_device_masked(f.f.f, args...);
    else if constexpr (requires(functor & g) { g.template check_device_callable<functor>(args...); })
        return static_cast<const functor&>(f).template check_device_callable<functor>(args...);
    else if constexpr (std::is_member_pointer_v<std::remove_cv_t<Function>>)
        return detail::invoke_member(f, args...);
    else if constexpr (std::is_invocable_v<const Function&, const Args&...>)
        return static_cast<const Function&>(f)(args...);
    else
        return f(args...);
}

template <class Function, class Item, class... Rest>
IMPULSE_DEVICE auto check_device_masked(Function& f, const Item& item, const Rest&... rest) {
    return detail::check_device_invoke(f, *item.value, rest...);
}

}  // namespace impulse::detail
