// SPDX-License-Identifier: Apache-2.0
/// \file
/// The device, context and captures of a stream, which a call must respect.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(device.cuh)

#include <impulse/detail/backend/cuda/context.cuh>
#include <impulse/error.hpp>

#include <cuda_runtime_api.h>

namespace impulse::inline IMPULSE_ABI::on_device {

inline bool is_captured(cudaStream_t stream) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    detail::check_cuda(cudaStreamIsCapturing(stream, &status), "asking whether the stream is being captured");
    return status != cudaStreamCaptureStatusNone;
}

/// In this scope captures of other threads do not restrict this thread, and are not disturbed.
class uncaptured_scope : detail::uncopied {
  public:
    uncaptured_scope() noexcept : entered_(cudaThreadExchangeStreamCaptureMode(&mode_)) {
        detail::ignore(entered_);
    }
    ~uncaptured_scope() {
        if (entered_ == cudaSuccess) detail::ignore(cudaThreadExchangeStreamCaptureMode(&mode_));
    }

    /// Throws if the scope could not be entered. Destructors do not call it.
    void require() const { detail::check_cuda(entered_, "setting the capture mode of the thread"); }

  private:
    cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
    cudaError_t entered_;
};

/// Restores the caller's device and current context at its end.
class caller_scope : detail::uncopied {
  public:
    caller_scope() { detail::check_cuda(cudaGetDevice(&device_), "looking for a GPU"); }
    ~caller_scope() {
        // cudaSetDevice would replace the caller's own context by the device's context.
        if (has_left_ && (context_ == nullptr || set_context_(context_) != 0))
            detail::ignore(cudaSetDevice(device_));
    }

    int device() const { return device_; }
    void leave_for(int device) {
        if (device == device_) return;
        static const auto ask = on_device::driver_function<int(void**)>("cuCtxGetCurrent");
        static const auto set_current = on_device::driver_function<int(void*)>("cuCtxSetCurrent");
        on_device::check_driver(ask(&context_), "asking which context is current");
        set_context_ = set_current;
        has_left_ = true;
        detail::check_cuda(cudaSetDevice(device), "switching to another device");
    }

  private:
    int device_ = 0;
    bool has_left_ = false;
    void* context_ = nullptr;
    int (*set_context_)(void*) = nullptr;
};

/// Makes the stream's device the current device. A stream that is being captured does not tell its device;
/// there the current device is right, because a launch into the stream needs it anyway.
class device_scope : detail::uncopied {
  public:
    explicit device_scope(cudaStream_t stream) {
        other_captures_.require();
        device_ = caller_.device();
        captured_ = is_captured(stream);
        if (captured_) return;
        detail::check_cuda(cudaStreamGetDevice(stream, &device_), "asking the stream for its device");
        caller_.leave_for(device_);
    }

    int device() const { return device_; }
    bool captured() const { return captured_; }
    int multiprocessors() const {
        return attribute(cudaDevAttrMultiProcessorCount, "asking for the number of multiprocessors");
    }
    int compute_capability() const {
        constexpr auto doing = "asking for the compute capability";
        return 10 * attribute(cudaDevAttrComputeCapabilityMajor, doing) +
               attribute(cudaDevAttrComputeCapabilityMinor, doing);
    }
    /// The most shared memory of a block.
    int shared_bytes() const {
        return attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, "asking how much memory a block may share");
    }

  private:
    int attribute(cudaDeviceAttr which, const char* doing) const {
        int value = 0;
        detail::check_cuda(cudaDeviceGetAttribute(&value, which, device_), doing);
        return value;
    }

    uncaptured_scope other_captures_;
    caller_scope caller_;
    int device_ = 0;
    bool captured_ = false;
};

}  // namespace impulse::on_device
