// SPDX-License-Identifier: Apache-2.0
/// \file
/// Several devices of one process as a place: GPUs, by number or by stream, and the host.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(devices.hpp)

#include <impulse/detail/base/standard.hpp>
#include <impulse/error.hpp>
#include <impulse/place.hpp>

#include <concepts>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#if IMPULSE_HAS_CUDA
#include <cuda_runtime_api.h>
#endif

namespace impulse::inline IMPULSE_ABI {

namespace detail {

/// One member of `devices`.
struct member {
    enum class kind { host, gpu, stream };

    kind is = kind::host;
    int ordinal = 0;    ///< the number of a GPU, for its default stream
    device_place at{};  ///< the stream; the default one for a GPU's number

    bool on_host() const { return is == kind::host; }
    bool operator==(const member& other) const {
#if IMPULSE_HAS_CUDA
        if (at.stream != other.at.stream) return false;
#endif
        return is == other.is && ordinal == other.ordinal;
    }
    std::string name() const {
        return is == kind::host  ? "the host"
               : is == kind::gpu ? "GPU " + std::to_string(ordinal)
                                 : "a stream of a GPU";
    }
};

template <class Where>
inline constexpr bool is_host_member = std::is_same_v<Where, host_place>;

template <class Where, class... Others>
inline constexpr bool is_one_of = (std::is_same_v<Where, Others> || ...);

/// An integer, but not a bool and not a character, because a character's value would be its code.
template <class Where>
concept gpu_number =
    std::integral<Where> && !is_one_of<Where, bool, char, wchar_t, char8_t, char16_t, char32_t>;

/// A range of GPUs whose length is known only at run time. Text is not such a range.
template <class Where>
concept gpu_list =
    std::ranges::input_range<const Where> && !is_host_member<std::ranges::range_value_t<const Where>> &&
    (!std::integral<std::ranges::range_value_t<const Where>> ||
     gpu_number<std::ranges::range_value_t<const Where>>);

#if IMPULSE_HAS_CUDA
/// The member of a stream. A default stream is that of the current device. The per-thread default stream is
/// refused, because other threads cannot use it.
inline member member_of_stream(device_place at) {
    if (at.stream == cudaStreamPerThread)
        detail::bad_argument(
            {"devices has cudaStreamPerThread; name a stream that you created, or the number "
             "of a GPU"});
    if (at.stream != nullptr && at.stream != cudaStreamLegacy) return {member::kind::stream, 0, at};
    int current = 0;
    detail::check_cuda(cudaGetDevice(&current), "looking for a GPU");
    return {member::kind::gpu, current};
}
#else
inline member member_of_stream(device_place at) { return {member::kind::stream, 0, at}; }
#endif

/// The member of a GPU's number, of a stream or of the host.
template <class Where>
member as_member(const Where& where) {
    if constexpr (is_host_member<Where>) {
        return {};
    } else if constexpr (gpu_number<Where>) {
        if (!std::in_range<int>(where))
            detail::bad_argument({"devices has ", where, ", which is not the number of a GPU"});
        return {member::kind::gpu, static_cast<int>(where)};
    } else {
        constexpr bool is_stream = std::is_same_v<decltype(detail::as_place(where)), device_place>;
        static_assert(is_stream, "impulse: devices are numbers of GPUs, CUDA streams, and impulse::host");
        if constexpr (is_stream)
            return detail::member_of_stream(detail::as_place(where));
        else
            return {};
    }
}

/// Appends a member, or all members of a list, which must not be empty.
template <class Where>
void append_members(std::vector<member>& members, const Where& where) {
    if constexpr (gpu_list<Where>) {
        const std::size_t before = members.size();
        for (const auto& each : where) members.push_back(detail::as_member(each));
        if (members.size() == before)
            detail::bad_argument({"devices has an empty list; each list must name a GPU"});
    } else {
        members.push_back(detail::as_member(where));
    }
}

}  // namespace detail

/// The result of `devices`: its members in order. Each is a GPU or the host.
template <bool Hosts, bool Gpus, detail::recipients To = detail::recipients::all>
struct devices_place {
    static constexpr bool has_hosts = Hosts;
    static constexpr bool has_gpus = Gpus;
    static constexpr bool at_root = To == detail::recipients::root;
    static constexpr bool in_shards = To == detail::recipients::shards;

    std::vector<detail::member> members;
    index_t value_at = -1;

    /// Only one device gets the results of an element-wise call; `number` is its index in the list. Throws
    /// std::invalid_argument if there is no such device.
    devices_place<Hosts, Gpus, detail::recipients::root> root(int number) const {
        if (number < 0 || static_cast<std::size_t>(number) >= members.size())
            detail::bad_argument({"root is ", number, "; it must be between 0 and ",
                                  static_cast<index_t>(members.size()) - 1});
        return {members, number};
    }
    /// In an element-wise call of m items, device r of R gets only the results of its shard: the items from
    /// ⌊m·r/R⌋ to ⌊m·(r+1)/R⌋.
    devices_place<Hosts, Gpus, detail::recipients::shards> scattered() const { return {members, -1}; }
};

}  // namespace impulse
