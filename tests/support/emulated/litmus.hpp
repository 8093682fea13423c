// SPDX-License-Identifier: Apache-2.0
// A model checker: runs a small program in every way that the memory model of C++ allows.
//
// Include it after the standard's headers and before the code to be checked: it takes the place of the
// compiler's atomic operations. The program is run again and again, each time with other choices, until
// there are none left: which thread makes the next atomic operation, which store a load reads, and where a
// store stands among those of its variable (N. Chong and B. Sorensen, and before them O. Lahav and others,
// describe such machines of views: "Taming release-acquire consistency", 2016).
//
// Each variable has all its stores, in their modification order. A thread has a view: the oldest store that
// it may still read, for each variable. A release store carries the view of its thread, a read-modify-write
// also that of the store it read (the release sequence), and an acquire load takes in the view of what it
// reads. What is not atomic is a `plain` value, of which every data race is found.
//
// A thread that waits in a loop reads any store that it may, until it has paused more than twice: from
// then on all its loads read the newest store. Within this bound all executions are tried.
//
// The model has no fences, and no load that reads from a store which its own thread has yet to make possible
// (load buffering): the code that is checked has no fences, and stores nothing that depends on such a load.
#pragma once

#include <emulated/fibers.hpp>

#include <array>
#include <map>

namespace litmus {

#if defined(__SANITIZE_THREAD__)
inline constexpr bool is_available = false;  // it does not know fibers
#else
inline constexpr bool is_available = true;
#endif

/// A machine of threads, which are fibers; also for `emulated::gpu`.
class machine {
    static constexpr std::size_t max_threads = 6;
    static constexpr std::size_t max_variables = 18;
    static constexpr int patience = 2;
    /// The time of each thread that is known of, and of each variable the oldest store that may be read.
    using view = std::array<double, max_threads + max_variables>;

  public:
    machine() {
        instance = this;
        fibers_.choose_by([this](const std::vector<int>& ready) { return next_of(ready); });
    }
    ~machine() { instance = nullptr; }
    /// The machine that the atomic operations of this program are made on.
    static machine& running() { return *instance; }

    /// Runs the program in every way, and returns in how many. Throws what the program throws.
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

    /// A part of the program: body(0), …, body(count - 1) at the same time, a thread each. Everything before
    /// it is seen by all of them, and what they do by everything after it.
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

    /// A thread calls it in a loop in which it waits for another one. After some times it sees what is
    /// newest, and goes on only after another one has stored something.
    void pause() {
        thread& self = mine();
        if (++self.pauses > patience + 1) self.waits_for = self.knows + 1;
        self.knows = news_;
    }

    /// Where `count` threads meet, again and again.
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

    /// Memory that is not atomic. Throws where two threads use it, one of them to write, and neither use
    /// happens before the other.
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
        const Type& value() const { return value_; }  ///< between the parts of a program

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
        double time;  ///< its place in the modification order
        view carried;
        bool is_followed;  ///< by a read-modify-write that read it: nothing comes between
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
        long waits_for = 0;         ///< so many stores
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
            if (!each.is_at_atomic) return i;  // nobody sees when it does the rest
            if (each.waits_for <= news_) places.push_back(i);
        }
        if (places.empty()) throw std::logic_error("threads wait for what nobody will store");
        return places[choose(places.size())];
    }

    std::size_t self() const { return static_cast<std::size_t>(fibers_.current()); }
    thread& mine() { return threads_[self()]; }
    double tick() { return mine().seen[self()] += 1; }
    /// The calling thread, when it is its turn to make an atomic operation.
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
    /// The oldest store that the thread may read.
    static std::size_t oldest_of(const thread& self, const variable& v) {
        std::size_t at = v.stores.size() - 1;
        while (at > 0 && v.stores[at - 1].time >= self.seen[v.number]) --at;
        return at;
    }
    /// The store that the next one of this thread stands behind.
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

// Variables of other types are not those of blocks.
template <class Type>
Type load(const Type* place, int order) {
    return __atomic_load_n(place, order);
}
inline std::uint64_t load(std::uint64_t* place, int order) { return machine::running().load(place, order); }

}  // namespace litmus

#define __atomic_load_n(...) litmus::load(__VA_ARGS__)
#define __atomic_store_n(...) litmus::machine::running().store_value(__VA_ARGS__)
#define __atomic_fetch_add(...) litmus::machine::running().fetch_add(__VA_ARGS__)
