// SPDX-License-Identifier: Apache-2.0
// The transfer_queues of the emulated GPU: copies and work run at random times, sometimes as late as events
// permit.
#pragma once

#include <emulated/block.hpp>
#include <emulated/place.hpp>
#include <seed.hpp>

#include <impulse/transfer_queues.hpp>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <random>
#include <stdexcept>
#include <utility>

namespace emulated {

/// The location that the queues of this thread report for every pointer.
inline thread_local impulse::memory_location location = impulse::memory_location::elsewhere;

/// Two queues. The first entry of each runs, or waits for an event.
class two_queues {
  public:
    two_queues() = default;
    /// Remaining entries would run later, on memory that then belongs to others.
    ~two_queues() {
        if (!queues_[0].empty() || !queues_[1].empty()) std::abort();
    }
    two_queues(const two_queues&) = delete;
    two_queues& operator=(const two_queues&) = delete;

    struct event {
        std::shared_ptr<std::pair<int, int>> recorded_and_reached =
            std::make_shared<std::pair<int, int>>(0, 0);
    };

    /// f() does its work and returns true, or returns false if it must wait.
    void put(int queue, std::function<bool()> f) {
        queues_[queue].push_back(std::move(f));
        some();
    }
    void record(int queue, const event& e) {
        put(queue, [state = e.recorded_and_reached, n = ++e.recorded_and_reached->first] {
            state->second = n;
            return true;
        });
    }
    void wait_in(int queue, const event& e) {
        put(queue, [state = e.recorded_and_reached, n = e.recorded_and_reached->first] {
            return state->second >= n;
        });
    }
    void wait(const event& e) {
        const int n = e.recorded_and_reached->first;
        while (e.recorded_and_reached->second < n) {
            const int first = static_cast<int>(random_() % 2);
            if (!step(first) && !step(1 - first)) throw std::logic_error("both queues wait for ever");
        }
    }
    bool is_done(const event& e) {
        some();
        return e.recorded_and_reached->second >= e.recorded_and_reached->first;
    }
    void finish() {
        while (step(0) || step(1)) continue;
    }

  private:
    void some() {
        for (auto n = random_() % 3; n > 0; --n) step(static_cast<int>(random_() % 2));
    }
    bool step(int queue) {
        auto& todo = queues_[queue];
        if (todo.empty() || !todo.front()()) return false;
        todo.pop_front();
        return true;
    }

    std::deque<std::function<bool()>> queues_[2];
    std::mt19937_64 random_ = support::random_source(++made_);
    static inline unsigned long long made_ = 1000;
};

}  // namespace emulated

template <class Machine, int Width>
struct impulse::transfer_queues<emulated::machine_place<Machine, Width>> {
    static constexpr std::size_t chunk_bytes = 500;
    using event_base = emulated::two_queues::event;

    explicit transfer_queues(emulated::machine_place<Machine, Width>) {}

    struct memory {
        memory(const transfer_queues&, std::size_t bytes) : bytes_(emulated::poisoned(bytes)) {}
        void* data() const { return bytes_.get(); }

      private:
        std::unique_ptr<unsigned char[]> bytes_;
    };
    using shared_memory = memory;
    struct event : event_base {
        explicit event(const transfer_queues&) {}
    };

    static impulse::memory_location where(const void*) { return emulated::location; }
    void copy(void* to, const void* from, std::size_t bytes) { transfer(0, to, from, bytes); }
    void move(void* to, const void* from, std::size_t bytes) { transfer(1, to, from, bytes); }
    template <class F>
    void work(F f) {
        queues_.put(1, [f = std::move(f)] {
            f();
            return true;
        });
    }
    void copied(const event& e) { queues_.record(0, e); }
    void worked(const event& e) { queues_.record(1, e); }
    void copies_wait(const event& e) { queues_.wait_in(0, e); }
    void work_waits(const event& e) { queues_.wait_in(1, e); }
    void wait(const event& e) { queues_.wait(e); }
    bool is_done(const event& e) { return queues_.is_done(e); }
    void finish() noexcept { queues_.finish(); }

  private:
    void transfer(int queue, void* to, const void* from, std::size_t bytes) {
        queues_.put(queue, [=] {
            std::memcpy(to, from, bytes);
            return true;
        });
    }

    emulated::two_queues queues_;
};
