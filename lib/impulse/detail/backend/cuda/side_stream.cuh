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
#include <impulse/place.hpp>

#include <cuda_runtime_api.h>

#include <optional>

namespace impulse::inline IMPULSE_ABI::on_device {

struct pooled_stream : detail::uncopied {
    pooled_stream() {
        detail::check_cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
    }
    ~pooled_stream() { detail::ignore(cudaStreamDestroy(stream)); }

    cudaStream_t stream = nullptr;
    cudaStream_t main = nullptr;  ///< the stream that used it last
    bool in_capture = false;      ///< when it was given back; it stays there until the capture has ended
    stream_mark begun, ended;
    pooled_stream* next = nullptr;  ///< of those that nobody has
};

/// A second stream that begins after the earlier work of a stream; at its end that stream waits for it. A
/// side stream is lent for another stream only after its work has ended, because two streams of
/// the caller must not wait for each other.
class side_stream : detail::uncopied {
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
            lent_objects<pooled_stream>::instance().give_back(context_, side_);
        } catch (...) {
            if (!joined_) detail::ignore(cudaStreamSynchronize(side_->stream));
            delete side_;
        }
    }

    cudaStream_t stream() const { return side_->stream; }
    void join() {
        side_->ended.record(side_->stream);
        side_->ended.hold(main_);
        joined_ = true;
    }

  private:
    /// Whether a handle names only one stream; the default streams of all threads have the same handle.
    static bool names_one_stream(cudaStream_t stream) {
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
        if (stream == nullptr) return false;
#endif
        return stream != cudaStreamPerThread;
    }
    pooled_stream* borrow(bool captured) const {
        return lent_objects<pooled_stream>::instance().borrow(context_, [&](const pooled_stream& each) {
            return (each.main == main_ && each.in_capture == captured && names_one_stream(main_)) ||
                   (each.in_capture ? !is_captured(each.stream) : each.ended.is_reached());
        });
    }

    unsigned long long context_;
    cudaStream_t main_;
    pooled_stream* side_;
    bool joined_ = false;
};

/// A place and a second stream. Until join() the launches in one stream do not wait for those in the other.
/// (A template, because most files do not use it.)
template <class Runtime>
class with_side_stream {
  public:
    explicit with_side_stream(Runtime& at) : at_(at) {
        if (at.scope_.captured()) return;  // a stream that is part of a capture cannot be kept
        try {
            other_.emplace(at);
        } catch (const cuda_error&) {
            // The stream may belong to another context, where no event of this one is recorded.
        }
    }
    Runtime& other() { return other_ ? other_->at : at_; }
    void join() {
        if (other_) other_->side.join();
    }

  private:
    struct second {
        explicit second(const Runtime& first)
            : side(first.scope_, first.stream_), at(device_place{side.stream()}, own_memory{}) {}
        side_stream side;
        Runtime at;
    };

    Runtime& at_;
    std::optional<second> other_;
};

}  // namespace impulse::on_device
