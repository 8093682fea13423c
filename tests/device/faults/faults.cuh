// SPDX-License-Identifier: Apache-2.0
// Makes a call fail at each step, and checks what remains: one clear error, no leak, the caller's state
// unchanged, and a correct next call.
#pragma once

#include "../tree.cuh"
#include "runtime.hpp"

#include <impulse/error.hpp>

#include <exception>
#include <functional>
#include <new>

namespace gpu {

/// In this scope the test's own CUDA calls disturb no capture of another thread.
class apart {
  public:
    apart() { must(cudaThreadExchangeStreamCaptureMode(&mode_)); }
    ~apart() { (void)cudaThreadExchangeStreamCaptureMode(&mode_); }
    apart(const apart&) = delete;
    apart& operator=(const apart&) = delete;
    /// The thread's mode before this scope.
    cudaStreamCaptureMode before() const { return mode_; }

  private:
    cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
};

/// What a call did that had to fail at its k-th step, counted from 0.
struct outcome {
    bool failed;     ///< the call had so many steps
    bool thrown;     ///< it threw
    bool clear;      ///< it has the right type and CUDA's code, and its message the failed step and the name
                     ///< of CUDA's error
    std::string at;  ///< the function that failed
    std::string what;
};

/// No template: it has many callers.
inline outcome fail_at(long k, const std::function<void()>& call) {
    outcome got{};
    interposed::failed = {};
    interposed::calls.arm(k);
    try {
        call();
        got.failed = interposed::calls.disarm();
    } catch (const impulse::cuda_error& error) {
        got.failed = interposed::calls.disarm();
        got.thrown = true;
        got.what = error.what();
        const std::string name = std::string(": ") + cudaGetErrorName(interposed::failed.code) + " (";
        got.clear = error.code() == interposed::failed.code && got.what.starts_with("impulse: ") &&
                    got.what.find(name) > 12 && got.what.find(name) != std::string::npos;
    } catch (const std::bad_alloc&) {
        got.failed = interposed::calls.disarm();
        got.thrown = true;
        got.clear = std::strcmp(interposed::failed.function, "a resource") == 0;
    } catch (const std::exception& error) {
        got.failed = interposed::calls.disarm();
        got.thrown = true;
        got.what = error.what();
    }
    got.at = interposed::failed.function;
    return got;
}

/// Steps that also occur where nothing can be thrown, as in destructors, or whose failure does not stop the
/// call. (A thread of the library's own does not restore the device before it ends.)
inline bool may_be_ignored(const std::string& function) {
    for (const char* const each :
         {"cudaFree", "cudaFreeAsync", "cudaFreeHost", "cudaStreamDestroy", "cudaEventDestroy",
          "cudaThreadExchangeStreamCaptureMode", "cudaMemPoolSetAttribute", "cudaStreamSynchronize",
          "cudaEventRecord", "cudaSetDevice"})
        if (function == each) return true;
    return false;
}

/// The caller's state is unchanged: the current device, the thread's capture mode, the last error, the
/// stream.
inline void check_untouched(const outcome& got, int device, cudaStream_t s) {
    CHECK(cudaPeekAtLastError() == cudaSuccess);
    int now = -1;
    must(cudaGetDevice(&now));
    CHECK(now == device);
    cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;  // the default, set again from here on
    must(cudaThreadExchangeStreamCaptureMode(&mode));
    const bool could_not_go_back = got.at == "cudaThreadExchangeStreamCaptureMode" && !got.thrown;
    CHECK((mode == cudaStreamCaptureModeGlobal || could_not_go_back));
    const apart asking;
    CHECK(cudaStreamSynchronize(s) == cudaSuccess);
    cudaStreamCaptureStatus captured = cudaStreamCaptureStatusNone;
    must(cudaStreamIsCapturing(s, &captured));
    CHECK(captured == cudaStreamCaptureStatusNone);
}

/// Makes the call fail at each of its steps; is_right() checks its results. If the call waits for a value,
/// the wait must fail too. Returns the number of steps.
inline long fail_at_every(cudaStream_t s, bool waits, const std::function<void()>& call,
                          const std::function<bool()>& is_right) {
    const auto succeed = [&] {
        call();
        const apart asking;
        must(cudaStreamSynchronize(s));
        CHECK(is_right());
    };
    succeed();
    int device = -1;
    must(cudaGetDevice(&device));
    for (long k = 0;; ++k) {
        std::array<long, interposed::kinds> before{};
        for (std::size_t i = 0; i < before.size(); ++i) before[i] = interposed::alive[i];
        const outcome got = gpu::fail_at(k, call);
        CAPTURE(k);
        CAPTURE(got.at);
        CAPTURE(got.what);
        check_untouched(got, device, s);
        if (!got.failed) {
            CHECK(!got.thrown);
            CHECK(is_right());
            return k;
        }
        if (got.thrown)
            CHECK(got.clear);
        else
            CHECK((may_be_ignored(got.at) && !(waits && got.at == "cudaStreamSynchronize") && is_right()));
        succeed();
        // An abandoned slot is available again, perhaps with less scratch memory.
        for (std::size_t i = 0; i < before.size(); ++i) {
            CAPTURE(i);
            CHECK(interposed::alive[i] <= before[i]);
        }
    }
}

}  // namespace gpu
