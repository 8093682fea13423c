// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where a reduction runs: `host`, `device`, a stream, or a place of your own. Known at compile time.
///
/// A place is a header: <impulse/host.hpp>, <impulse/device.cuh>. The algorithms bring the one that the
/// compiler is for (nvcc: the device; others: the host); include the other to have both.
///
/// All that a place of your own is made of is here too: `runtime` says what it has, and `capacity`,
/// `scratch_plan`, `block_group`, `block_needs`, `uninitialized`, `flagged_value` and the records of its
/// scratch memory are what that is written in. The library's own places are written so.
#pragma once

#pragma push_macro("IMPULSE_INTERNAL")
#define IMPULSE_INTERNAL 1
#include <impulse/config.hpp>
#include <impulse/detail/base/atomics.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/block_needs.hpp>
#include <impulse/detail/kernel/collectives.hpp>
#include <impulse/detail/kernel/flagged_value.hpp>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/plan/records.hpp>
#pragma pop_macro("IMPULSE_INTERNAL")

#include <concepts>
#include <cstdint>
#include <type_traits>

#if IMPULSE_HAS_CUDA
#include <cuda_runtime_api.h>
#endif

namespace impulse {
inline namespace IMPULSE_ABI {

/// The CPU: all threads of the host back end (oneTBB, std::thread or none; chosen when the build is
/// configured).
struct host_place {};

/// A GPU: the device of a stream, in the order of that stream. The default is the current device's default
/// stream.
struct device_place {
#if IMPULSE_HAS_CUDA
    cudaStream_t stream = nullptr;
#endif
};

/// How many GPUs there are for `.on(impulse::device)`: none in a file that is not compiled by nvcc, where
/// there is no driver, or where CUDA sees none. CUDA's last error stays as it was.
///
/// Requires: nothing.
/// Complexity: a question to the driver.
/// Memory: none.
/// Throws: nothing.
inline int device_count() noexcept {
    int count = 0;
#if IMPULSE_HAS_CUDA
    const bool was_clear = cudaPeekAtLastError() == cudaSuccess;
    if (cudaGetDeviceCount(&count) != cudaSuccess) {
        count = 0;
        if (was_clear) static_cast<void>(cudaGetLastError());
    }
#endif
    return count;
}

/// Not said: the common system of all iterators of the call decides.
struct deduced_place {};

/// For `.on(host)` and `.on(device)`: all threads of the host's back end; the current GPU, in its default
/// stream.
inline constexpr host_place host{};
inline constexpr device_place device{};

/// The place chooses the memory.
struct own_memory {};

/// Memory by reference, as `.with` takes it; what it may be is the place's to say.
template <class Given>
struct given_memory {
    Given* memory;
};

// What kernels keep in a place's scratch memory, and where they leave a value that is posted.
using detail::listed_subtree;
using detail::result_target;
using detail::run_ends;

/// What carries reductions out at a place; specialize it for a place of your own. `runtime<Place>` is made of
/// the place and the policy's memory for one call, and has
/// - `type_checks<Acc, Result>()`, consteval: a refusal, or a static_assert, for what the place cannot hold;
/// - `capacity()`: what a plan must know of it;
/// - perhaps `single_thread`, a static `capacity`: what one thread takes by itself, without a plan of the
///   whole place;
/// - `visitor()`: a function that is called with (pointer, argument) for each range of memory that a call
///   names, and throws where the place does not reach it;
/// - `scratch<Acc>(needs)`, of a `scratch_plan`: an object that has the memory of the launches, until those
///   that use it are done: `partials()`, `needs.partials` of them; `list()`, `needs.listed` times
///   `listed_subtree`; `tiles()`, `needs.tiles` times `run_ends`; `runs()` and `marks()`, `needs.runs` and
///   `needs.marks` 32-bit words; and `shared()`, the `counters`. All but partials are zero before the first
///   call, and left so by each. Partials are `uninitialized<Acc>`s where a block is one thread (and marks are
///   null); `on_host::scratch_memory<Acc>`, from <impulse/host.hpp>, serves such a place. Where it has more
///   threads they are `flagged_value<Acc>`s, which begin and are left zero too, and a block that has begun
///   must go on to its end whatever others do: some wait for the partials of others;
/// - `launch(body, blocks, threads)`: calls body(block) on every thread of every block; after it the next
///   launch sees all that was written. A block is a `block_group`, which has what `block_needs` says of the
///   body; of one thread it is an `on_host::block(rank, blocks)`, from <impulse/host.hpp>;
/// - perhaps `launch_cluster(body, blocks, threads)`: the same by one cluster, or false, where it finds no
///   room for one;
/// - `value<Result>(run)`: calls run(out) with a pointer at which the launches leave a Result, waits and
///   returns it;
/// - perhaps `posted_value<Result>(run)`, where a value can be there before its launches are over: the same,
///   by a `result_target<Result>` in place of the pointer, of launches that read nothing of the caller's once
///   it is written.
template <class Place>
struct runtime;

/// A place of several ranks, processes that all make the same call, each with its own part of the input;
/// parts lie in the order of ranks. It has no runtime, for each rank's part is reduced at a place of that
/// rank: `own`, of which `on(where)` gives another, and `found(where)` that which its iterators tell. What
/// ranks exchange in a call goes through one `exchange_type`, which `in(exchange)` names in the place.
/// detail/transport/exchange.hpp has both, for any transport that carries bytes between ranks.
template <class Place>
concept place_of_ranks = requires(const Place& place, typename Place::exchange_type& exchange) {
    typename Place::own_place;
    { Place::at_root } -> std::convertible_to<bool>;
    place.on(place.own);
    place.found(place.own);
    place.in(exchange);
};

/// A place of several members, among which one call shares its work. It has no runtime: `shared_call<Place>`
/// carries the call out. It is declared beside the place, and has
/// - `refused<Types, Result>()`, consteval: a refusal (refusal.hpp) of what a member's place cannot hold;
/// - `evaluate(policy, request)`, `evaluate_into(policy, request, out)` and `plan_of(policy, request)`, as
///   those of a place (detail/dispatch/evaluate.hpp).
template <class Place>
struct shared_call;
template <class Place>
concept place_of_several = requires {
    sizeof(shared_call<Place>);
};

namespace detail {

/// A body of a launch, of whatever is reduced.
struct any_body {
    using accumulator = int;
    template <int Width>
    static constexpr int exchanged = 1;
    template <class Block>
    IMPULSE_SHARED void operator()(Block& block) const;
};
struct any_run {
    template <class Out>
    void operator()(Out out) const;
};

/// A place whose runtime is known.
template <class Place>
concept known_place = requires {
    sizeof(runtime<Place>);
};

}  // namespace detail

/// A place that carries reductions out itself: its `runtime`, which says what each of these does, has them
/// all.
template <class Place>
concept execution_place = detail::known_place<Place> &&
    requires(runtime<Place>& at, const Place& place, const scratch_plan& p, const void* memory) {
    runtime<Place>(place, own_memory{});
    runtime<Place>::template type_checks<int, int>();
    { at.capacity() } -> std::convertible_to<capacity>;
    at.visitor()(memory, "x");
    at.template scratch<int>(p).partials();
    { at.template scratch<int>(p).list() } -> std::convertible_to<listed_subtree*>;
    { at.template scratch<int>(p).tiles() } -> std::convertible_to<run_ends*>;
    { at.template scratch<int>(p).runs() } -> std::convertible_to<std::uint32_t*>;
    { at.template scratch<int>(p).marks() } -> std::convertible_to<std::uint32_t*>;
    { at.template scratch<int>(p).shared() } -> std::convertible_to<counters*>;
    at.launch(detail::any_body{}, index_t{1}, 1);
    { at.template value<int>(detail::any_run{}) } -> std::convertible_to<int>;
};

namespace detail {

/// What `.on` takes, as a place. Whatever is or holds a CUDA stream (cuda::stream_ref) is the device of that
/// stream.
template <class Where>
constexpr auto as_place(const Where& where) {
#if IMPULSE_HAS_CUDA
    if constexpr (std::is_convertible_v<const Where&, cudaStream_t>)
        return device_place{static_cast<cudaStream_t>(where)};
    else if constexpr (requires {
                           { where.get() } -> std::same_as<cudaStream_t>;
                       })
        return device_place{where.get()};
    else
#endif
        return where;
}

}  // namespace detail

}  // namespace IMPULSE_ABI
}  // namespace impulse
