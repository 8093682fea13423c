// SPDX-License-Identifier: Apache-2.0
/// \file
/// Several devices of one process: the place `devices`, and the input `distributed`, whose parts are in the
/// devices' memory.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/distributed/on_devices.hpp>
#include <impulse/detail/frontend/input.hpp>
#include <impulse/detail/transport/device_list.hpp>
#include <impulse/error.hpp>
#include <impulse/natural_place.hpp>

#if IMPULSE_HAS_CUDA
#include <impulse/detail/distributed/on_gpus.cuh>
#endif

#include <concepts>
#include <initializer_list>
#include <utility>
#include <vector>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

IMPULSE_REFUSAL(distributed_needs_devices,
                "impulse: a distributed input needs a policy over its devices: write "
                ".on(impulse::devices(...)) after the policy");
template <class Place>
inline constexpr bool takes_distributed = false;
template <bool Hosts, bool Gpus, recipients To>
inline constexpr bool takes_distributed<devices_place<Hosts, Gpus, To>> = true;

/// Throws unless these GPUs exist.
inline void check_members(const std::vector<member>& members) {
    const int gpus = impulse::device_count();
    for (const member& each : members)
        if (each.is == member::kind::gpu && (each.ordinal < 0 || each.ordinal >= gpus))
            detail::bad_argument({"devices has ", each.name(), ", but this machine has ", {gpus, "GPU"}});
}

}  // namespace detail

/// devices(a, b, ...): a place of several devices of this process, `policy.on(devices(0, 1))`: numbers of
/// GPUs (in their default streams), CUDA streams, and `impulse::host` (in a file for nvcc with
/// <impulse/host.hpp>); devices() means all GPUs. Results have the same bits as on one device. If the number
/// of devices is known only at run time, an argument may be a range of GPU numbers or of streams:
/// `devices(std::vector{0, 1, 2})`.
///
/// Host input is split into even shares, in the order of the devices. It is copied to GPUs in chunks of 8 MiB
/// while earlier chunks are reduced. The copies wait for earlier work in the streams of their device and of
/// the first GPU, and the call waits for the copies. Device-resident input is given as `distributed` and
/// reduced in place; then an `_into` form does not wait. The result is written in the order of the first
/// device's stream. If the first device is the host, the call waits and the host writes the result. A device
/// may be named twice. All shares are reduced at the same time.
///
/// Requires: one result (no layouts); an accumulator that can be copied; on GPUs items in memory (pointers
/// and contiguous ranges, which functions may transform); a policy without `.with`; streams in the GPUs' own
/// contexts that are not being captured.
/// Complexity: that of each share; from each share a forest of at most 126 accumulators (188 for `moments`
/// and `variance`), and as many joins.
/// Memory: a forest for each share in pinned memory, which is kept for later calls, and on the first GPU. For
/// host input three buffers of 8 MiB on each GPU, and three buffers of pinned memory if the items are not in
/// pinned memory.
/// Throws: std::invalid_argument if there is no such GPU, or if a list of GPUs is empty. A call throws what
/// its shares throw; if several shares throw, the exception of the first one.
template <class... Where>
auto devices(const Where&... where) {
    constexpr bool hosts = (detail::is_host_member<Where> || ...);
    constexpr bool gpus = sizeof...(Where) == 0 || !(detail::is_host_member<Where> && ...);
#if !IMPULSE_HAS_CUDA
    static_assert(sizeof...(Where) > 0 && !((detail::gpu_number<Where> || detail::gpu_list<Where>) || ...),
                  "impulse: a file needs nvcc to use GPUs; compile it with nvcc, or name only impulse::host");
#endif
    std::vector<detail::member> members;
    (detail::append_members(members, where), ...);
    if constexpr (sizeof...(Where) == 0) {
        for (int g = 0; g < impulse::device_count(); ++g) members.push_back(detail::as_member(g));
        if (members.empty()) detail::bad_argument({"devices is empty, and this machine has no GPU"});
    }
    detail::check_members(members);
    return devices_place<hosts, gpus>{std::move(members)};
}

/// distributed<Type>{{device, first, count}, ...}: one input that consists of parts, one after another. Each
/// part has `count` items at `first` in the memory of a device. The policy `.on(devices(...))` must name the
/// same devices in the same way: the number of a GPU, a stream (items are read in its order), or
/// impulse::host. Parts may be empty and have any length; if the operator has leaves of several items, each
/// part begins at a multiple of the leaf. Positions count from the first item of the first part.
///
/// Requires: memory that the part's device can access; the list itself is copied.
/// Complexity: one step for each part.
/// Memory: 32 bytes for each part.
/// Throws: std::invalid_argument for a negative count. A call throws it for a device that the policy does not
/// name.
template <class Type>
class distributed {
  public:
    /// Items in the memory of a device.
    struct part {
        template <class Where, class It, std::integral Count>
        part(const Where& with, It first, Count items)
            : its{detail::as_member(with), detail::unwrap(first), static_cast<index_t>(items)} {
            if (its.count < 0)
                detail::bad_argument({"count of a part is ", its.count, "; it must be 0 or more"});
        }
        detail::resident_part<Type> its;
    };

    distributed(std::initializer_list<part> parts) : distributed(std::vector<part>(parts)) {}
    explicit distributed(const std::vector<part>& parts) {
        constexpr index_t most = index_t{1} << 62;
        for (const part& each : parts) {
            if (each.its.count > most - count_)
                detail::bad_argument({"distributed has a part of ",
                                      {each.its.count, "item"},
                                      " after ",
                                      count_,
                                      "; it must end at item 2^62 or before"});
            count_ += each.its.count;
            parts_.push_back(each.its);
        }
    }

    /// The number of items in all parts.
    index_t size() const { return count_; }

    // The input of a call with this policy.
    template <class Policy>
    auto input_for(const Policy&) const {
        if constexpr (!detail::takes_distributed<typename Policy::place_type>)
            return detail::refusal<detail::distributed_needs_devices>{};
        else
            return detail::input<const Type*, detail::distributed_layout<Type>>{nullptr,
                                                                                {{{count_}}, &parts_}};
    }

    /// The same for `elementwise`.
    template <class Policy>
    auto arrays_for(const Policy&) const {
        if constexpr (!detail::takes_distributed<typename Policy::place_type>)
            return detail::refusal<detail::distributed_needs_devices>{};
        else
            return detail::input<const Type*, detail::elementwise_parts<Type>>{
                nullptr,
                {detail::elementwise_layout::of(parts_.empty() ? 0 : parts_.front().count), &parts_}};
    }

  private:
    std::vector<detail::resident_part<Type>> parts_;
    index_t count_ = 0;
};

/// copies<Type>{first, second, ...}: the memory for the results of an element-wise call over devices: one
/// pointer for each device, in the order of devices.
///
/// Requires: memory that the pointer's GPU can access.
/// Complexity: one step for each pointer.
/// Memory: 8 bytes for each pointer.
/// Throws: nothing of its own.
template <class Type>
class copies {
  public:
    using difference_type = index_t;

    copies(std::initializer_list<Type*> all) : pointers(all) {}
    explicit copies(std::vector<Type*> all) : pointers(std::move(all)) {}

    Type& operator[](index_t i) const { return pointers.front()[i]; }
    Type& operator*() const { return *pointers.front(); }

    std::vector<Type*> pointers;
};

namespace detail {

template <class Type>
inline constexpr bool are_copies_of<copies<Type>, Type> = true;
template <class Type>
inline constexpr bool are_copies<copies<Type>> = true;

template <class Type>
struct elementwise_of_devices {
    distributed<Type> parts;
    auto input_for(const auto& how) const { return parts.arrays_for(how); }
};

}  // namespace detail

/// Joins the arrays of GPUs of one process item by item. Each device of a policy `.on(devices(0, 1, ...))`
/// has one part, in the order of devices, and all parts have the same length. `reduce_into(policy,
/// elementwise(parts), copies, init, op)` writes the results to the memory of each device (an all-reduce),
/// with the bits of `elementwise` over as many ranks. With `devices(...).root(r)` only device r gets results,
/// with `.scattered()` each device gets the results of its shard. A call does not wait: the results of each
/// device are ready in the order of its stream.
///
/// Requires: at most 16 GPUs and no host; streams that are not being captured; a `copies` as `out`, with a
/// pointer for each device (null for devices that get no results). Results do not overlap items, or are
/// written in place of them.
/// Complexity: if the GPUs can access each other's memory, one launch for each GPU, which reads its shard of
/// all parts and writes its results to all devices. (The call enables peer access, which stays enabled;
/// memory pools have their own access rules.) Otherwise shards and results are copied, through the host if
/// necessary.
/// Memory: none; if shards are copied, R + 1 slices of at most 16 MiB on each of R GPUs.
/// Throws: std::invalid_argument if parts, copies and devices do not match.
template <class Type>
auto elementwise(const distributed<Type>& parts) {
    return detail::elementwise_of_devices<Type>{parts};
}

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
