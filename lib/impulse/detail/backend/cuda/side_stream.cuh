// SPDX-License-Identifier: Apache-2.0
/// \file
/// A second stream of a GPU, for launches that need not wait for each other.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(device.cuh)

#include <impulse/detail/backend/cuda/context.cuh>
#include <impulse/detail/backend/cuda/cuda_handles.cuh>
#include <impulse/detail/backend/cuda/stream.cuh>
#include <impulse/error.hpp>

#include <cuda_runtime_api.h>

namespace impulse::inline IMPULSE_ABI::on_device {

struct pooled_stream {
    pooled_stream() {
        detail::check_cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
    }
    ~pooled_stream() { detail::ignore(cudaStreamDestroy(stream)); }
    pooled_stream(const pooled_stream&) = delete;
    pooled_stream& operator=(const pooled_stream&) = delete;

    cudaStream_t stream = nullptr;
    cudaStream_t main = nullptr;  ///< the stream that used it last
    bool in_capture = false;      ///< when it was given back; it stays there until the capture has ended
    stream_mark begun, ended;
    pooled_stream* next = nullptr;  ///< of those that nobody has
};

/// A second stream that begins after the earlier work of a stream; at its end that stream waits for it. Side
/// streams are kept by context until the process ends and never destroyed, because the driver may already be
/// gone then. A side stream is lent for another stream only after its work has ended, because two streams of
/// the caller must not wait for each other.
class side_stream {
  public:
    explicit side_stream(const device_scope& scope, cudaStream_t main)
        : context_(on_device::current_context(scope.device())), main_(main), side_(borrow(scope.captured())) {
        try {
            side_->begun.record(main_);
            side_->begun.hold(side_->stream);
        } catch (...) {
            delete side_;
            throw;
        }
        side_->main = main_;
        side_->in_capture = scope.captured();
    }
    /// Joins also after an exception, because later work of the stream may free memory that this stream
    /// reads.
    ~side_stream() {
        try {
            if (!joined_) join();
            const lock_guard lock(all().mutex);
            pooled_stream*& first = all().free[context_];
            side_->next = first;
            first = side_;
        } catch (...) {
            if (!joined_) detail::ignore(cudaStreamSynchronize(side_->stream));
            delete side_;
        }
    }
    side_stream(const side_stream&) = delete;
    side_stream& operator=(const side_stream&) = delete;

    cudaStream_t stream() const { return side_->stream; }
    void join() {
        side_->ended.record(side_->stream);
        side_->ended.hold(main_);
        joined_ = true;
    }

  private:
    struct pool {
        on_device::mutex mutex;
        per_context<pooled_stream*> free;
    };
    static pool& all() {
        static auto* const one = new pool;
        return *one;
    }
    /// Whether a handle names only one stream; the default streams of all threads have the same handle.
    static bool names_one_stream(cudaStream_t stream) {
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
        if (stream == nullptr) return false;
#endif
        return stream != cudaStreamPerThread;
    }
    pooled_stream* borrow(bool captured) const {
        {
            const lock_guard lock(all().mutex);
            for (pooled_stream** at = &all().free[context_]; *at; at = &(*at)->next) {
                pooled_stream* const each = *at;
                const bool is_own =
                    each->main == main_ && each->in_capture == captured && names_one_stream(main_);
                if (!is_own && (each->in_capture ? is_captured(each->stream) : !each->ended.is_reached()))
                    continue;
                *at = each->next;
                return each;
            }
        }
        return new pooled_stream;
    }

    unsigned long long context_;
    cudaStream_t main_;
    pooled_stream* side_;
    bool joined_ = false;
};

}  // namespace impulse::on_device
