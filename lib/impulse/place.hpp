// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where a reduction runs: `host`, `device`, a stream, or your own place. The type of the place is known at
/// compile time.
///
/// Each place has a header: <impulse/host.hpp>, <impulse/device.cuh>. The algorithms include that of the
/// compiler (nvcc: the device; others: the host). Include the other header to have both.
///
/// This header also has everything for your own place: `runtime` lists the members, and these use `capacity`,
/// `scratch_plan`, `block_group`, `block_needs`, `uninitialized`, `flagged_value` and the records of scratch
/// memory. The library's own places use the same.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/base/atomics.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/block_meeting.hpp>
#include <impulse/detail/kernel/collectives.hpp>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/plan/records.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

#if IMPULSE_HAS_CUDA
#include <cuda_runtime_api.h>
#endif

namespace impulse::inline IMPULSE_ABI {

/// The CPU: all threads of the host back end (oneTBB, std::thread or none; the build configuration chooses
/// it).
struct host_place {};

/// A GPU: the device of a stream, in the order of that stream. The default is the default stream of the
/// current device.
struct device_place {
#if IMPULSE_HAS_CUDA
    cudaStream_t stream = nullptr;
#endif
};

/// The number of GPUs for `.on(impulse::device)`: 0 in a file that is not compiled by nvcc, without a driver,
/// or if CUDA sees none. CUDA's last error stays as it was.
///
/// Requires: nothing.
/// Complexity: one query of the driver.
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

/// No place was given: the common system of all iterators of the call decides.
struct deduced_place {};

/// For `.on(host)`: all threads of the host's back end. For `.on(device)`: the current GPU, in its default
/// stream.
inline constexpr host_place host{};
inline constexpr device_place device{};

/// The place chooses the memory.
struct own_memory {};

/// A reference to the caller's memory, given by `.with`. The place decides which types it accepts.
template <class Given>
struct given_memory {
    Given* memory;
};

// Records in the scratch memory of a place, and the target of a value.
using detail::listed_subtree;
using detail::result_target;
using detail::run_ends;

/// Carries out reductions at a place. Specialize it for your own place. Each call makes a `runtime<Place>`
/// from the place and the policy's memory. It has
/// - `type_checks<Acc, Result>()`, consteval: a refusal, or a static_assert, for types that the place cannot
/// store;
/// - `capacity()`: what a plan must know about the place;
/// - optionally `single_thread`, a static `capacity`: for input that one thread reduces alone, without a plan
/// for the whole place;
/// - `visitor()`: returns a function that is called with (pointer, argument) for each range of memory that a
/// call names, and that throws if the place cannot access it;
/// - `scratch<Acc>(needs)` for a `scratch_plan`: returns an object that owns the memory of the launches until
/// the launches that use it are done. It has `partials()`, `needs.partials` of them; `list()`, `needs.listed`
/// times `listed_subtree`; `tiles()`, `needs.tiles` times `run_ends`; `runs()`, `needs.runs` 32-bit
/// words; and `shared()`, the `counters`. All except the partials are zero before the first call, and each
/// call leaves them zero. If a block is one thread, partials have the type `uninitialized<Acc>`, and runs
/// need not be zero; `on_host::scratch_memory<Acc>`, from
/// <impulse/host.hpp>, serves such a place. If a block has more threads, partials have the type
/// `flagged_value<Acc>`, and are also zero before and after. A block that has started must then run to its
/// end whatever others do, because some blocks poll the partials of others;
/// - `launch(body, blocks, threads)`: calls body(block) on every thread of every block. The next launch sees
/// everything that this launch has written. A block is a `block_group` with what `block_needs` says about the
/// body. Blocks begin in the order of their numbers, because some blocks wait for earlier ones. A block of
/// one thread is an `on_host::block(rank, blocks)`, from <impulse/host.hpp>;
/// - optionally `launch_cluster(body, blocks, threads)`: launches the blocks as one cluster, or returns false
/// if there is no space for one;
/// - `value<Result>(run)`: calls run(out) with a pointer to which the launches write a Result, waits, and
/// returns that Result;
/// - optionally `posted_value<Result>(run)`, if the host can see a value before its launches end: the same,
/// with a `result_target<Result>` instead of the pointer. It is used for launches that read no memory of the
/// caller after they have written the value.
template <class Place>
struct runtime;

/// A place of several ranks: processes that all make the same call, each with its own part of the input, in
/// the order of ranks. It has no runtime, because each rank's part is reduced at that rank's own place,
/// `own`. `on(where)` sets this place, and `found(where)` sets the one that the iterators determine. In a
/// call ranks exchange through one `exchange_type`, which `in(exchange)` sets. detail/transport/ranks_of.hpp
/// has such a place, for any transport.
template <class Place>
concept place_of_ranks = requires(const Place& place, typename Place::exchange_type& exchange) {
    typename Place::own_place;
    { Place::at_root } -> std::convertible_to<bool>;
    place.on(place.own);
    place.found(place.own);
    place.in(exchange);
};

/// A place of several members that share the work of a call has no runtime. `shared_call<Place>` carries out
/// the call. It is declared next to the place, and has
/// - `refused<Types, Result>()`, consteval: a refusal (refusal.hpp) of types that a member's place cannot
/// store;
/// - `evaluate(policy, request)` and `evaluate_into(policy, request, out)`, like those of a place
/// (detail/dispatch/evaluate.hpp);
/// - `visit_first(policy, request, visit)`: calls visit(policy, request, shares) with the policy and request
/// by which the first member reduces its share.
template <class Place>
struct shared_call;
template <class Place>
concept place_of_several = requires {
    sizeof(shared_call<Place>);
};

namespace detail {

/// The members of ranks or devices that get results: all members, one member, or each member the results of
/// its shard.
enum class recipients { all, root, shards };

/// A body of a launch, for checking a place.
struct any_body {
    using accumulator = int;
    template <int Width>
    static constexpr int exchanged = 1;
    IMPULSE_SHARED void operator()(auto& block) const;
};
struct any_run {
    void operator()(auto out) const;
};

/// A place whose runtime is known.
template <class Place>
concept known_place = requires {
    sizeof(runtime<Place>);
};

}  // namespace detail

/// A place that carries out reductions itself: its `runtime` has all members that are listed at `runtime`.
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
    { at.template scratch<int>(p).shared() } -> std::convertible_to<counters*>;
    at.launch(detail::any_body{}, index_t{1}, 1);
    { at.template value<int>(detail::any_run{}) } -> std::convertible_to<int>;
};

namespace detail {

/// Converts the argument of `.on` to a place. A CUDA stream, or an object that contains one
/// (cuda::stream_ref), is converted to the device of that stream.
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

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
