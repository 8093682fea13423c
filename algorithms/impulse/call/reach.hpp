// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether the place of a call reaches the memory of its arguments: asked of every pointer beneath a source.
#pragma once

#include <impulse/call/input.hpp>
#include <impulse/config.hpp>
#include <impulse/sources.hpp>

#if IMPULSE_HAS_CUDA
#include <impulse/device/reach.cuh>

namespace impulse::inline IMPULSE_ABI::detail {

/// Calls check(pointer, argument) for the memory beneath a source; an iterator keeps its memory to itself.
template <class T, class Check>
void each_pointer(const contiguous_source<T>& s, const char* argument, const Check& check) {
    if (s.count > 0) check(static_cast<const void*>(s.first), argument);
}
template <class It, class Check>
void each_pointer(const iterator_source<It>&, const char*, const Check&) {}
template <class S, class F, class Check>
void each_pointer(const mapped_source<S, F>& s, const char* argument, const Check& check) {
    each_pointer(s.source, argument, check);
}
template <class S, class F, class Check>
void each_pointer(const positioned_source<S, F>& s, const char* argument, const Check& check) {
    each_pointer(s.source, argument, check);
}
template <class A, class B, class F, class Check>
void each_pointer(const zipped_source<A, B, F>& s, const char* argument, const Check& check) {
    each_pointer(s.a, argument, check);
    each_pointer(s.b, "second input", check);
}
/// The same for where a result is written.
template <class Out, class Check>
void each_pointer(const Out& out, const char* argument, const Check& check) {
    const auto target = unwrap(out);
    if constexpr (std::is_pointer_v<std::remove_const_t<decltype(target)>>) {
        if (target == nullptr) bad_argument(argument, "a null pointer", "a pointer to one result");
        check(static_cast<const void*>(target), argument);
    }
}

template <class Target>
void check_device_reach(const Target& target, int device, const char* argument) {
    each_pointer(target, argument, [device](const void* memory, const char* which) {
        on_device::require_device_reach(memory, device, which);
    });
}

template <class Target>
void check_host_reach(const Target& target, const char* argument) {
    each_pointer(target, argument,
                 [](const void* memory, const char* which) { on_device::require_host_reach(memory, which); });
}

}  // namespace impulse::inline IMPULSE_ABI::detail
#endif
