// SPDX-License-Identifier: Apache-2.0
// The threads of a grid as fibers of one OS thread: many fibers are cheap, and a test chooses their order.
#pragma once

#include <build.hpp>
#include <seed.hpp>

#include <ucontext.h>

#include <csetjmp>
#include <exception>
#include <functional>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace emulated {

/// Which of the ready fibers runs next. `newest` runs one block as far as possible before the others start,
/// beginning with the last block; `oldest` lets all blocks advance together.
enum class turns { oldest, newest, by_chance };

/// Runs functions as fibers that wait for each other at barriers only. A fiber may run fibers of its own.
class fibers {
  public:
    explicit fibers(turns order = turns::oldest)
        : order_(order), chance_(static_cast<unsigned>(support::seed())) {}

    /// Seeds the random order.
    void seed(unsigned number) { chance_.seed(number); }

    /// From now on choose(ready) returns which of the ready fibers runs next, by its index in `ready`.
    void choose_by(std::function<std::size_t(const std::vector<int>&)> choose) {
        choose_ = std::move(choose);
    }

    /// The running fiber.
    int current() const { return current_; }

    /// Calls body(0), …, body(count - 1), each in a fiber, and returns when all have returned. Rethrows an
    /// exception of a body. Throws std::logic_error if fibers wait at a barrier that the others never reach.
    void run(int count, const std::function<void(int)>& body) {
        body_ = &body;
        failure_ = nullptr;
        ready_.clear();
        pauses_ = 0;
        scheduler_.begun = true;
        while (fibers_.size() < static_cast<std::size_t>(count)) fibers_.push_back(std::make_unique<fiber>());
        for (int i = 0; i < count; ++i) start(i);
        int left = count;
        while (left > 0 && !ready_.empty() && !failure_) {
            current_ = next();
            go(scheduler_, *fibers_[static_cast<std::size_t>(current_)]);
            left -= fibers_[static_cast<std::size_t>(current_)]->done ? 1 : 0;
        }
        if (failure_) std::rethrow_exception(failure_);
        if (left > 0)
            throw std::logic_error(std::to_string(left) +
                                   " threads wait at a barrier that the others never reach");
    }

    /// Lets all other ready fibers run before the calling fiber continues.
    void pause() {
        if (++pauses_ > 10'000'000) throw std::logic_error("threads wait for what nobody will write");
        ready_.insert(order_ == turns::newest ? ready_.begin() : ready_.end(), current_);
        switch_to_next();
    }

    /// A barrier of `count` fibers, which can be used repeatedly.
    class barrier {
      public:
        barrier(fibers& of, int count) : of_(of), count_(count) {}
        void wait() {
            waiting_.push_back(of_.current_);
            if (static_cast<int>(waiting_.size()) < count_) return of_.switch_to_next();
            waiting_.pop_back();  // the last one to arrive continues at once
            of_.ready_.insert(of_.ready_.end(), waiting_.begin(), waiting_.end());
            waiting_.clear();
        }

      private:
        fibers& of_;
        int count_;
        std::vector<int> waiting_;
    };

  private:
    static constexpr std::size_t stack_bytes = 128 * 1024;

    /// Where a fiber, or the scheduler, continues. With ucontext alone, each switch needs a system call; but
    /// AddressSanitizer supports nothing else, and hardened libraries refuse jumps to another stack.
#if defined(_FORTIFY_SOURCE)
    static constexpr bool jumps = false;
#else
    static constexpr bool jumps = !support::under_address_sanitizer;
#endif
    struct fiber {
        ucontext_t context;
        std::jmp_buf jump;
        std::unique_ptr<unsigned char[]> stack;
        bool begun = false;
        bool done = false;
    };

    void go(fiber& from, fiber& to) {
        running_ = this;
        if constexpr (jumps) {
            if (_setjmp(from.jump) != 0) return;
            if (to.begun) _longjmp(to.jump, 1);
            to.begun = true;
            setcontext(&to.context);
        } else {
            swapcontext(&from.context, &to.context);
        }
    }

    void start(int i) {
        fiber& f = *fibers_[static_cast<std::size_t>(i)];
        f.begun = f.done = false;
        if (!f.stack) f.stack.reset(new unsigned char[stack_bytes]);
        getcontext(&f.context);
        f.context.uc_stack.ss_sp = f.stack.get();
        f.context.uc_stack.ss_size = stack_bytes;
        f.context.uc_link = nullptr;
        makecontext(&f.context, enter, 0);
        ready_.push_back(i);
    }

    static void enter() {
        fibers& self = *running_;
        try {
            (*self.body_)(self.current_);
        } catch (...) {
            self.failure_ = std::current_exception();
        }
        fiber& mine = *self.fibers_[static_cast<std::size_t>(self.current_)];
        mine.done = true;
        self.go(mine, self.scheduler_);
    }

    /// Switches directly to the next fiber, or to the scheduler if no fiber is ready.
    void switch_to_next() {
        fiber& mine = *fibers_[static_cast<std::size_t>(current_)];
        if (ready_.empty()) return go(mine, scheduler_);
        current_ = next();
        go(mine, *fibers_[static_cast<std::size_t>(current_)]);
    }

    int next() {
        std::size_t place = 0;
        if (order_ == turns::newest) place = ready_.size() - 1;
        if (order_ == turns::by_chance) place = chance_() % ready_.size();
        if (choose_) place = choose_(ready_);
        const int chosen = ready_[place];
        ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(place));
        return chosen;
    }

    static inline thread_local fibers* running_ = nullptr;

    turns order_;
    std::minstd_rand chance_;
    std::function<std::size_t(const std::vector<int>&)> choose_;
    const std::function<void(int)>* body_ = nullptr;
    std::exception_ptr failure_;
    std::vector<std::unique_ptr<fiber>> fibers_;
    std::vector<int> ready_;
    int current_ = 0;
    long pauses_ = 0;
    fiber scheduler_;
};

}  // namespace emulated
