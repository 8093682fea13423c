// SPDX-License-Identifier: Apache-2.0
/// \file
/// Names the calls that a reduction makes of the caller's functions, in device code, where nvcc checks them. Shared
/// bodies are compiled without that check, and a call of a host function would be dropped from the kernel without a
/// word; here it is an error. None of this is ever run.
#pragma once

#include <impulse/accumulate.hpp>
#include <impulse/config.hpp>
#include <impulse/sources.hpp>

namespace impulse::inline IMPULSE_ABI::on_device {

template <class T>
__device__ void name_source(const contiguous_source<T>&, const void*) {}
template <class S, class F>
__device__ void name_source(const mapped_source<S, F>& source, const void* any);
template <class S, class F>
__device__ void name_source(const positioned_source<S, F>& source, const void* any);
template <class A, class B, class F>
__device__ void name_source(const zipped_source<A, B, F>& source, const void* any);

template <class It>
__device__ void name_source(const iterator_source<It>& source, const void*) {
    (void)source.first[0];
}
template <class S, class F>
__device__ void name_source(const mapped_source<S, F>& source, const void* any) {
    (void)source.f(*static_cast<const typename S::item_type*>(any));
    name_source(source.source, any);
}
template <class S, class F>
__device__ void name_source(const positioned_source<S, F>& source, const void* any) {
    (void)source.f(*static_cast<const typename S::item_type*>(any), index_t{0});
    name_source(source.source, any);
}
template <class A, class B, class F>
__device__ void name_source(const zipped_source<A, B, F>& source, const void* any) {
    (void)source.f(*static_cast<const typename A::item_type*>(any),
                   *static_cast<const typename B::item_type*>(any));
    name_source(source.a, any);
    name_source(source.b, any);
}

template <class It>
__device__ void name_difference(const It& first, const It& last) {
    (void)(last - first);
}

template <class Op, class Acc>
__device__ void name_operator(Op& op, const Acc& some) {
    (void)op(some, some);
}

template <class Acc, class Op, class Source>
__device__ void name_calls(Op& op, const Source& source) {
    using item = typename Source::item_type;
    const void* const any = &source;
    const Acc& some = *static_cast<const Acc*>(any);
    name_operator(op, some);
    if constexpr (impulse::detail::accumulates_items<Op, Acc, item>)
        (void)op.accumulate(some, *static_cast<const item*>(any));
    if constexpr (impulse::detail::finalizes<Op, Acc>) (void)op.finalize(some);
    name_source(source, any);
}

}  // namespace impulse::inline IMPULSE_ABI::on_device
