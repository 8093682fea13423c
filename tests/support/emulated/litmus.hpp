// SPDX-License-Identifier: Apache-2.0
// A model checker: runs a small program in every way that the memory model of C++ allows.
//
// Include it after the standard's headers and before the code under test: it replaces the compiler's atomic
// operations. The program runs again and again, each time with other choices, until all have been tried:
// which thread makes the next atomic operation, which store a load reads, and where a store is placed among
// those of its variable (N. Chong and B. Sorensen, and before them O. Lahav and others, describe such
// machines with views: "Taming release-acquire consistency", 2016).
//
// A variable keeps all its stores in modification order. A thread has a view: for each variable, the oldest
// store that it may still read. A release store carries the view of its thread. A read-modify-write also
// carries the view of the store that it read (the release sequence). An acquire load merges the view that a
// store carries into the view of its thread. Memory that is not atomic is a `plain` value; every data race on
// it is found.
//
// A thread that waits in a loop may read any permitted store until it has paused more than twice: from then
// on all its loads read the newest store. Within this bound all executions are tried.
//
// The model has no fences, and no load buffering, where a load reads from a store that depends on a later
// step of its own thread. This is enough: the code under test has no fences, and stores nothing that depends
// on such a load.
#pragma once

#include <emulated/fibers.hpp>

#include <array>
#include <map>

namespace litmus {

inline constexpr bool is_available = !support::under_thread_sanitizer;  // it does not support fibers

/// A machine whose threads are fibers; `emulated::gpu` can use it, too.
class machine {
    static constexpr std::size_t max_threads = 6;
    static constexpr std::size_t max_variables = 18;
    static constexpr int patience = 2;
    /// The time of each known thread, and the oldest store of each variable that may be read.
    using view = std::array<double, max_threads + max_variables>;

  public:
    machine() {
        instance = this;
        fibers_.choose_by([this](const std::vector<int>& ready) { return next_of(ready); });
    }
    ~machine() { instance = nullptr; }
    /// The machine that executes the atomic operations of this program.
    static machine& running() { return *instance; }

    /// Runs the program in every possible way, and returns the number of executions. Throws what the program
    /// throws.
    long every_way(const std::function<void()>& program) {
        choices_.clear();
        long runs = 0;
        do {
            made_ = 0;
            program();
            ++runs;
            while (!choices_.empty() && choices_.back().made + 1 == choices_.back().of) choices_.pop_back();
            if (!choices_.empty()) ++choices_.back().made;
        } while (!choices_.empty());
        return runs;
    }

    /// A part of the program: body(0), …, body(count - 1) run concurrently, each in a thread. All of them see
    /// everything before the part, and everything after it sees what they did.
    void run(int count, const std::function<void(int)>& body) {
        variables_.clear();
        numbers_.clear();
        threads_.assign(static_cast<std::size_t>(count), {});
        news_ = 0;
        ++parts_;
        fibers_.run(count, body);
        for (const variable& each : variables_) *each.place = each.stores.back().value;
    }

    std::uint64_t load(std::uint64_t* place, int order) {
        thread& self = at_once();
        variable& v = find(place);
        const std::size_t newest = v.stores.size() - 1;
        const std::size_t back = self.pauses > patience ? 0 : choose(v.stores.size() - oldest_of(self, v));
        const store& from = v.stores[newest - back];
        self.seen[v.number] = from.time;
        if (acquires(order)) join(self.seen, from.carried);
        return from.value;
    }
    void store_value(std::uint64_t* place, std::uint64_t value, int order) {
        thread& self = at_once();
        variable& v = find(place);
        insert(self, v, choose_predecessor(self, v), value, {}, order);
    }
    std::uint64_t fetch_add(std::uint64_t* place, std::uint64_t by, int order) {
        thread& self = at_once();
        variable& v = find(place);
        const std::size_t from = choose_predecessor(self, v);
        v.stores[from].is_followed = true;
        const store before = v.stores[from];
        if (acquires(order)) join(self.seen, before.carried);
        // fault: model-release-sequence
        insert(self, v, from, before.value + by, before.carried, order);
        return before.value;
    }

    /// A thread calls it in a loop while it waits for another thread. After some calls it sees only the
    /// newest stores, and continues only after another thread has stored something.
    void pause() {
        thread& self = mine();
        if (++self.pauses > patience + 1) self.waits_for = self.knows + 1;
        self.knows = news_;
    }

    /// A barrier of `count` threads, which can be used repeatedly.
    class barrier {
      public:
        barrier(machine& on, int count) : on_(on), where_(on.fibers_, count), count_(count) {}
        void wait() {
            join(gathered_, on_.mine().seen);
            if (++arrived_ % count_ == 0) met_ = std::exchange(gathered_, {});
            where_.wait();
            join(on_.mine().seen, met_);
        }

      private:
        machine& on_;
        emulated::fibers::barrier where_;
        int count_;
        int arrived_ = 0;
        view gathered_{};
        view met_{};
    };

    /// Memory that is not atomic. Throws if two threads use it, at least one of them to write, and neither
    /// use happens before the other.
    template <class Type>
    class plain {
      public:
        plain(Type value = {}) : value_(std::move(value)) {}
        plain& operator=(Type value) {
            happens_after(read_);
            happens_after(written_);
            written_[running().self()] = running().tick();
            value_ = std::move(value);
            return *this;
        }
        operator const Type&() const {
            happens_after(written_);
            read_[running().self()] = running().tick();
            return value_;
        }
        const Type& value() const { return value_; }  ///< outside the parts of a program

      private:
        using times = std::array<double, max_threads>;

        void happens_after(const times& uses) const {
            machine& on = running();
            if (part_ != on.parts_) read_ = written_ = {};
            part_ = on.parts_;
            for (std::size_t t = 0; t < max_threads; ++t)
                if (uses[t] > on.mine().seen[t]) throw std::logic_error("a data race");
        }

        Type value_;
        mutable long part_ = 0;
        mutable times read_{};
        mutable times written_{};
    };

  private:
    struct store {
        std::uint64_t value;
        double time;  ///< its position in the modification order
        view carried;
        bool is_followed;  ///< by a read-modify-write that read it: no store may come between
    };
    struct variable {
        std::uint64_t* place;
        std::size_t number;
        std::vector<store> stores;
    };
    struct thread {
        view seen{};
        int pauses = 0;
        long knows = 0;             ///< the number of stores when its last pause ended
        long waits_for = 0;         ///< the number of stores that it waits for
        bool is_at_atomic = false;  ///< its next step is an atomic operation
    };
    struct choice {
        std::size_t made;
        std::size_t of;
    };

    static bool acquires(int order) {
        // fault: model-acquires
        return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE;
    }
    static bool releases(int order) {
        // fault: model-releases
        return order != __ATOMIC_RELAXED && order != __ATOMIC_ACQUIRE;
    }
    static void join(view& to, const view& from) {
        for (std::size_t i = 0; i < to.size(); ++i) to[i] = std::max(to[i], from[i]);
    }

    std::size_t choose(std::size_t of) {
        if (of < 2) return 0;
        if (made_ == choices_.size()) choices_.push_back({0, of});
        if (choices_[made_].of != of) throw std::logic_error("a program that is not the same each time");
        return choices_[made_++].made;
    }
    std::size_t next_of(const std::vector<int>& ready) {
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < ready.size(); ++i) {
            const thread& each = threads_[static_cast<std::size_t>(ready[i])];
            if (!each.is_at_atomic) return i;  // no other thread can observe when it runs
            if (each.waits_for <= news_) places.push_back(i);
        }
        if (places.empty()) throw std::logic_error("threads wait for what nobody will store");
        return places[choose(places.size())];
    }

    std::size_t self() const { return static_cast<std::size_t>(fibers_.current()); }
    thread& mine() { return threads_[self()]; }
    double tick() { return mine().seen[self()] += 1; }
    /// Returns the calling thread when it may make an atomic operation.
    thread& at_once() {
        mine().is_at_atomic = true;
        fibers_.pause();
        mine().is_at_atomic = false;
        tick();
        return mine();
    }

    variable& find(std::uint64_t* place) {
        const auto [at, is_new] = numbers_.try_emplace(place, variables_.size());
        if (is_new) {
            if (variables_.size() == max_variables) throw std::logic_error("too many variables");
            variables_.push_back({place, max_threads + variables_.size(), {{*place, 0, {}, false}}});
        }
        return variables_[at->second];
    }
    /// The oldest store that the thread may still read.
    static std::size_t oldest_of(const thread& self, const variable& v) {
        std::size_t at = v.stores.size() - 1;
        while (at > 0 && v.stores[at - 1].time >= self.seen[v.number]) --at;
        return at;
    }
    /// Chooses the store after which this thread's next store is placed.
    std::size_t choose_predecessor(const thread& self, variable& v) {
        std::vector<std::size_t> all;
        for (std::size_t at = oldest_of(self, v); at < v.stores.size(); ++at)
            if (!v.stores[at].is_followed) all.push_back(at);
        // fault: model-modification-order
        return all[all.size() - 1 - choose(all.size())];
    }
    void insert(thread& self, variable& v, std::size_t behind, std::uint64_t value, const view& carried,
                int order) {
        const bool is_newest = behind + 1 == v.stores.size();
        const double before = v.stores[behind].time;
        const double time = is_newest ? before + 1 : (before + v.stores[behind + 1].time) / 2;
        self.seen[v.number] = time;
        store added{value, time, carried, false};
        added.carried[v.number] = time;
        if (releases(order)) join(added.carried, self.seen);
        v.stores.insert(v.stores.begin() + static_cast<std::ptrdiff_t>(behind) + 1, added);
        ++news_;
    }

    static inline machine* instance = nullptr;

    std::vector<choice> choices_;
    std::size_t made_ = 0;
    emulated::fibers fibers_;
    std::vector<thread> threads_;
    std::vector<variable> variables_;
    std::map<std::uint64_t*, std::size_t> numbers_;
    long news_ = 0;
    long parts_ = 0;
};

// Blocks do not use variables of other types.
template <class Type>
Type load(const Type* place, int order) {
    return __atomic_load_n(place, order);
}
inline std::uint64_t load(std::uint64_t* place, int order) { return machine::running().load(place, order); }

}  // namespace litmus

#define __atomic_load_n(...) litmus::load(__VA_ARGS__)
#define __atomic_store_n(...) litmus::machine::running().store_value(__VA_ARGS__)
#define __atomic_fetch_add(...) litmus::machine::running().fetch_add(__VA_ARGS__)
