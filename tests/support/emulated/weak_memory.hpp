// SPDX-License-Identifier: Apache-2.0
// Device memory with only the ordering that CUDA's memory model guarantees, for blocks in one address space.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <unordered_map>
#include <vector>

namespace emulated {

/// Each block has its own view of the memory. A block sees its own stores at once. It sees a store of another
/// block only after these steps in this order: the store; a fence of that block; an atomic of that block; an
/// atomic of this block on the same variable; a fence of this block. Until then it reads the value that it
/// saw before. Atomics are relaxed: they read the newest value of their variable, and order nothing else. So
/// the values that a block reads depend on the order of the atomics and on no other timing: a missing fence
/// always shows. A store becomes visible as late as possible; `gpu::sees_at_once` shows errors that need
/// early visibility.
///
/// Kernels use plain pointers, so the memory itself holds the view of the running block. Stores are found by
/// comparison: a store of the value that is already there is not noticed. The threads of a block share one
/// view: a fence by any of them counts for all. Items and variables consist of whole words of four bytes.
class weak_memory {
  public:
    struct word {
        std::uint32_t value = 0;
        long time = 0;  ///< the time of the store
    };
    /// The words that were stored since the launch began, as far as a block knows of them.
    using view = std::unordered_map<unsigned char*, word>;

    struct block {
        view seen;
        view fenced;    ///< what it saw at its last fence; its atomics pass this on
        view received;  ///< what its atomics received; its next fence makes this visible
    };

    /// The next launches share these ranges; their sizes are multiples of four bytes.
    void assign(std::initializer_list<std::span<unsigned char>> ranges) {
        ranges_.clear();
        for (const auto& each : ranges) ranges_.push_back({each, {}, {}});
    }

    void begin_launch() {
        for (range& each : ranges_) {
            each.before.assign(each.now.begin(), each.now.end());
            each.noted = each.before;
        }
        variables_.clear();
        results_.clear();
    }
    /// The end of a kernel makes the stores of all blocks visible.
    void end_launch() { show(results_); }
    void end_block(const block& b) { join(results_, b.seen); }

    /// Sets the memory to the view of the block. Between blocks the memory has the values from when the
    /// launch began.
    void enter(const block& b) { show(b.seen); }
    void leave(block& b) {
        note_stores(b);
        for (const auto& [at, stored] : b.seen) write(at, nullptr);
    }

    void fence(block& b) {
        note_stores(b);
        join(b.seen, b.received);
        show(b.seen);
        b.fenced = b.seen;
    }

    /// Calls change(), which reads and writes the atomic variable.
    template <class Change>
    void atomic(block& b, void* variable, const Change& change) {
        auto* const at = static_cast<unsigned char*>(variable);
        if (!ranges_.empty() && !is_shared(at))
            throw std::logic_error("an atomic on memory that blocks do not share");
        view& handed_on = variables_[at];
        note_stores(b);
        if (const auto newest = handed_on.find(at); newest != handed_on.end()) {
            join(b.seen, {*newest});
            write(at, &b.seen[at]);
        }
        change();
        note_stores(b);
        join(handed_on, b.fenced);
        if (const auto newest = b.seen.find(at); newest != b.seen.end()) handed_on[at] = newest->second;
        join(b.received, handed_on);
    }

  private:
    struct range {
        std::span<unsigned char> now;
        std::vector<unsigned char> before;  ///< the values when the launch began
        std::vector<unsigned char> noted;   ///< the values of `now` that were already noted
    };

    bool is_shared(const unsigned char* at) const {
        return std::any_of(ranges_.begin(), ranges_.end(), [at](const range& each) {
            return at >= each.now.data() && at < each.now.data() + each.now.size();
        });
    }

    static void join(view& to, const view& from) {
        for (const auto& [at, stored] : from) {
            word& mine = to[at];
            if (mine.time < stored.time) mine = stored;
        }
    }

    void show(const view& all) {
        for (const auto& [at, stored] : all) write(at, &stored);
    }

    /// Without a word: restores the value from before the launch.
    void write(unsigned char* at, const word* stored) {
        for (range& each : ranges_) {
            if (at < each.now.data() || at >= each.now.data() + each.now.size()) continue;
            const auto place = at - each.now.data();
            const void* const from = stored ? static_cast<const void*>(&stored->value) : &each.before[place];
            std::memcpy(at, from, word_bytes);
            std::memcpy(&each.noted[place], from, word_bytes);
        }
    }

    void note_stores(block& b) {
        for (range& each : ranges_)
            for (std::size_t begin = 0; begin < each.now.size(); begin += part_bytes)
                note_stores(b, each, begin, std::min(begin + part_bytes, each.now.size()));
    }
    /// Most parts of the memory have no new stores, so one comparison is enough for each of them.
    void note_stores(block& b, range& in, std::size_t begin, std::size_t end) {
        if (std::memcmp(&in.now[begin], &in.noted[begin], end - begin) == 0) return;
        for (std::size_t i = begin; i < end; i += word_bytes) {
            if (std::memcmp(&in.now[i], &in.noted[i], word_bytes) == 0) continue;
            word& stored = b.seen[&in.now[i]];
            std::memcpy(&stored.value, &in.now[i], word_bytes);
            std::memcpy(&in.noted[i], &in.now[i], word_bytes);
            stored.time = ++time_;
        }
    }

    static constexpr std::size_t word_bytes = 4;
    static constexpr std::size_t part_bytes = 1024;

    std::vector<range> ranges_;
    std::unordered_map<unsigned char*, view> variables_;  ///< what each atomic variable passes on
    view results_;
    long time_ = 0;
};

}  // namespace emulated
