// SPDX-License-Identifier: Apache-2.0
/// \file
/// The upload of host items to a place.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(running.hpp)

#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/source/rebind_source.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/transfer_queues.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <deque>
#include <optional>

namespace impulse::inline IMPULSE_ABI::detail {

/// Uploads items through a few buffers by transfer queues. While the items of one buffer are reduced, the
/// next buffer is copied. If the caller's memory is not pinned, the host meanwhile copies the items after
/// that to a pinned buffer.
template <class Place, class Source>
class upload_pipeline {
    using way = transfer_queues<Place>;
    static constexpr std::size_t buffers = 3;
    static constexpr std::size_t item_bytes = bytes_in_arrays<Source>;
    static_assert(item_bytes > 0, "impulse: only items in memory can be uploaded");
    static constexpr std::size_t apart = 256;  ///< the alignment of an array in a buffer

  public:
    /// Chunks have whole leaves. `most`: the number of all items, if it is known.
    explicit upload_pipeline(way& on, index_t leaf = 1, index_t most = index_t{1} << 62)
        : on_(on),
          chunk_((std::max)(leaf, (std::min)(ceil_power(std::max<index_t>(1, most)),
                                             floor_power(std::max<index_t>(
                                                 1, static_cast<index_t>(way::chunk_bytes / item_bytes)))))) {
    }

    /// Calls work(source, done, some) for each chunk of `some` items that follows the first `done` items. The
    /// items of that source are in the place's memory, and work() submits its work to the place's queue. When
    /// this returns, the caller's items have been read.
    void carry(const Source& source, index_t n, const auto& work) {
        try {
            carry_on(source, n, work);
        } catch (...) {
            on_.finish();  // before the caller frees memory that is being read
            throw;
        }
    }

  private:
    void carry_on(const Source& source, index_t n, const auto& work) {
        const typename way::event* reading = nullptr;
        for (index_t done = 0, some; done < n; done += some) {
            some = (std::min)(n - done, chunk_);
            if (all_.size() < buffers) all_.emplace_back(on_, bytes());
            buffer& b = all_[turn_++ % buffers];
            std::size_t at = 0;
            // fault: buffer-is-free
            on_.copies_wait(b.reduced);
            const Source uploaded =
                detail::rebind_source(source, [&]<class Type>(const contiguous_source<Type>& array) {
                    Type* const to = reinterpret_cast<Type*>(static_cast<char*>(b.uploaded.data()) + at);
                    if (bring(b, at, to, array.first + done, static_cast<std::size_t>(some) * sizeof(Type)))
                        reading = &b.copied;
                    at += padded(sizeof(Type));
                    return contiguous_source<Type>{to, some};
                });
            on_.copied(b.copied);
            // fault: buffer-is-filled
            on_.work_waits(b.copied);
            work(uploaded, done, some);
            on_.worked(b.reduced);
        }
        // fault: caller-may-write
        if (reading) on_.wait(*reading);  // then the caller may overwrite the items
    }

    struct buffer {
        buffer(const way& on, std::size_t bytes) : uploaded(on, bytes), copied(on), reduced(on) {}
        typename way::memory uploaded;
        std::optional<typename way::shared_memory> pinned;  ///< only if the caller's memory is not pinned
        typename way::event copied;
        typename way::event reduced;
    };

    std::size_t padded(std::size_t of_item) const {
        return (static_cast<std::size_t>(chunk_) * of_item + apart - 1) / apart * apart;
    }
    std::size_t bytes() const {
        return padded(item_bytes) + apart * static_cast<std::size_t>(Source::arrays);
    }

    /// Submits a copy, and returns whether it reads the caller's memory directly.
    bool bring(buffer& b, std::size_t at, void* to, const void* from, std::size_t bytes_of_all) {
        const bool direct = on_.where(from) != memory_location::elsewhere;
        if (!direct) {
            // fault: pinned-is-free
            on_.wait(b.copied);
            if (!b.pinned) b.pinned.emplace(on_, bytes());
            from = std::memcpy(static_cast<char*>(b.pinned->data()) + at, from, bytes_of_all);
        }
        on_.copy(to, from, bytes_of_all);
        return direct;
    }

    way& on_;
    index_t chunk_;
    std::deque<buffer> all_;
    std::size_t turn_ = 0;
};

}  // namespace impulse::detail
