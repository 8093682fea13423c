// SPDX-License-Identifier: Apache-2.0
/// \file
/// The memory of a call's arguments, asked about before anything runs: is it there, and does the place reach it?
#pragma once

#include <impulse/call/input.hpp>
#include <impulse/config.hpp>
#include <impulse/error.hpp>
#include <impulse/sources.hpp>

#include <string>
#include <type_traits>

#if IMPULSE_HAS_CUDA
#include <impulse/device/reach.cuh>
#endif

namespace impulse::inline IMPULSE_ABI::detail {

/// Asks reach(pointer, argument) of the memory beneath a source; an iterator keeps its memory to itself.
template <class T, class Reach>
void check_source(const contiguous_source<T>& s, const char* argument, const Reach& reach) {
    if (s.count == 0) return;
    if (s.first == nullptr)
        bad_argument(argument, "a null pointer", "a pointer to " + std::to_string(s.count) + " items");
    reach(static_cast<const void*>(s.first), argument);
}
template <class It, class Reach>
void check_source(const iterator_source<It>&, const char*, const Reach&) {}
template <class S, class F, class Reach>
void check_source(const mapped_source<S, F>& s, const char* argument, const Reach& reach) {
    check_source(s.source, argument, reach);
}
template <class S, class F, class Reach>
void check_source(const positioned_source<S, F>& s, const char* argument, const Reach& reach) {
    check_source(s.source, argument, reach);
}
template <class A, class B, class F, class Reach>
void check_source(const zipped_source<A, B, F>& s, const char* argument, const Reach& reach) {
    check_source(s.a, argument, reach);
    check_source(s.b, "second input", reach);
}

/// The same for where a result is written.
template <class Out, class Reach>
void check_out(const Out& out, const Reach& reach) {
    const auto target = unwrap(out);
    if constexpr (std::is_pointer_v<std::remove_const_t<decltype(target)>>) {
        if (target == nullptr) bad_argument("out", "a null pointer", "a pointer to one result");
        reach(static_cast<const void*>(target), "out");
    }
}

template <class Reduction>
void check_on_host(const Reduction& r) {
    const auto reach = []([[maybe_unused]] const void* memory, [[maybe_unused]] const char* argument) {
#if IMPULSE_HAS_CUDA
        on_device::require_host_reach(memory, argument);
#endif
    };
    check_source(r.source, "input", reach);
    check_out(r.out, reach);
}

#if IMPULSE_HAS_CUDA
template <class Reduction>
void check_on_device(const Reduction& r, int device) {
    const auto reach = [device](const void* memory, const char* argument) {
        on_device::require_device_reach(memory, device, argument);
    };
    check_source(r.source, "input", reach);
    check_out(r.out, reach);
}
#endif

}  // namespace impulse::inline IMPULSE_ABI::detail
