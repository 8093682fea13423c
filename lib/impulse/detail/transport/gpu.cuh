// SPDX-License-Identifier: Apache-2.0
/// \file
/// GPUs as members of a place.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(devices.hpp)

#include <impulse/detail/backend/cuda/stream.cuh>
#include <impulse/detail/transport/device_list.hpp>
#include <impulse/error.hpp>

#include <cuda_runtime_api.h>

#include <vector>

namespace impulse::inline IMPULSE_ABI::on_device {

/// Throws if a member is a stream that is being captured.
inline void require_uncaptured(const std::vector<detail::member>& members) {
    for (const auto& each : members)
        if (each.is == detail::member::kind::stream && is_captured(each.at.stream))
            detail::bad_argument(
                {"devices has a stream that is being captured, but calls over devices cannot be captured"});
}

/// Makes a member's GPU the current device.
class gpu_scope {
  public:
    explicit gpu_scope(const detail::member& of) : ordinal_(of.ordinal) {
        if (of.is == detail::member::kind::stream)
            detail::check_cuda(cudaStreamGetDevice(of.at.stream, &ordinal_),
                               "asking the stream for its device");
        caller_.leave_for(ordinal_);
    }

    int ordinal() const { return ordinal_; }

  private:
    caller_scope caller_;
    int ordinal_;
};

}  // namespace impulse::on_device
