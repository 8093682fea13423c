// SPDX-License-Identifier: Apache-2.0
// The main loop: random trials until the time is over or a trial fails, which is then simplified.
//
// The programs of the host and of the GPU share it.
#pragma once

#include "trial.hpp"

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <map>
#include <random>

/// A function of AddressSanitizer and related tools, if they are linked.
extern "C" void __sanitizer_set_death_callback(void (*)()) __attribute__((weak));

namespace fuzz {

/// A program's trials.
struct program {
    const char* name;  ///< its argument of ./dev fuzz
    range among;
    verdict (*attempt)(const trial&);
    bool plants_policies;
};

/// An exception is as wrong as a wrong value.
inline verdict tried(const program& p, const trial& t) {
    try {
        return p.attempt(t);
    } catch (const std::exception& error) {
        return {true, std::string("an exception: ") + error.what()};
    }
}

// ---- if the process itself ends ---------------------------------------------------------------------------

inline char last_words[400] = "";

/// Prints the current trial when the program ends abnormally.
inline void say_last_words() {
    static_cast<void>(!write(STDERR_FILENO, last_words, std::strlen(last_words)));
}

inline void end_badly(int) {
    say_last_words();
    _exit(1);
}

/// Registers the trial, to be printed if it crashes or takes more than a minute.
inline void watch(const program& p, const trial& t) {
    std::snprintf(last_words, sizeof last_words,
                  "\nfuzz: broke off, or took more than a minute, in\n  ./dev fuzz %s --case %s\n", p.name,
                  to_string(t).c_str());
    alarm(60);
}

inline void watch_signals() {
    for (const int each : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM}) std::signal(each, end_badly);
    if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(say_last_words);
}

// ---- simpler ----------------------------------------------------------------------------------------------

/// Returns the simplest failing trial found within 2000 attempts and half a minute, and what is wrong with
/// it.
inline verdict shrink(const program& p, trial& t, verdict found) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    int left = 2000;
    for (bool better = true; better;) {
        better = false;
        for (const trial& other : simpler(t)) {
            if (left-- == 0 || std::chrono::steady_clock::now() > end) return found;
            watch(p, other);
            const verdict again = tried(p, other);
            if (again.wrong.empty()) continue;
            t = other;
            found = again;
            better = true;
            break;
        }
    }
    return found;
}

/// Whether even the simplest trial fails, as after a fault of the GPU.
inline bool is_lost(const program& p) {
    trial least;
    least.place = p.among.places.front();
    return !tried(p, least).wrong.empty();
}

inline void report(const program& p, trial t, const verdict& found, index_t seed) {
    std::printf("FAILED: %s\n  %s\n  %s\n", found.wrong.c_str(), in_words(t).c_str(), to_string(t).c_str());
    std::printf("  ./dev fuzz %s --seed %lld\n", p.name, static_cast<long long>(seed));
    std::fflush(stdout);
    if (is_lost(p)) {
        std::printf("nothing works any more, so it is not made simpler\n");
        return;
    }
    const verdict least = shrink(p, t, found);
    std::printf("made simpler: %s\n  %s\n  ./dev fuzz %s --case %s\n", least.wrong.c_str(),
                in_words(t).c_str(), p.name, to_string(t).c_str());
}

// ---- the loop ---------------------------------------------------------------------------------------------

/// Counts all trials, and the trials of each sort.
class tally {
  public:
    void count(const trial& t, const verdict& found) {
        ++all_;
        ++of_["way"][found.by_tiles ? "tiles" : "others"];
        for (const number& each : numbers)
            if (!each.words.empty()) ++of_[each.name][each.words[static_cast<std::size_t>(t.*each.value)]];
    }
    void print(const program& p, double seconds) const {
        std::printf("%s: %lld trials in %.0f s\n", p.name, all_, seconds);
        for (const auto& [name, sorts] : of_) {
            std::printf("  %-8s", name.c_str());
            for (const auto& [sort, trials] : sorts) std::printf(" %s %lld", sort.c_str(), trials);
            std::printf("\n");
        }
    }
    long long all() const { return all_; }

  private:
    long long all_ = 0;
    std::map<std::string, std::map<std::string, long long>> of_;
};

/// Whether a planted fault is found and simplified, and the same trial passes without the fault.
inline bool finds(const program& p, member planted, index_t fault, index_t without) {
    for (index_t seed = 1; seed < 5000; ++seed) {
        trial t = by_chance(seed, p.among);
        t.*planted = fault;
        watch(p, t);
        verdict found = tried(p, t);
        if (found.wrong.empty()) continue;
        found = shrink(p, t, found);
        trial sound = t;
        sound.*planted = without;
        const bool is_simple =
            t.groups <= 2 && t.length <= 5000 && t.offset == 0 && t.gap == 0 && t.blocks + t.items <= 300;
        const verdict without_it = tried(p, sound);
        const bool is_right =
            is_simple && parsed(to_string(t)) == t && without_it.is_present && without_it.wrong.empty();
        std::printf(
            "planted: %s\n  %s\n  %s\n%s", found.wrong.c_str(), in_words(t).c_str(), to_string(t).c_str(),
            is_right ? "" : "FAILED: not simple, not the same when it is read, or wrong without the fault\n");
        return is_right;
    }
    std::printf("FAILED: a planted fault is not found\n");
    return false;
}

/// Whether trials reach tiles, with many rows, or with many segments of one length or nearly.
inline bool reaches_tiles(const program& p, bool of_segments) {
    for (index_t seed = 1; seed < 100'000; ++seed) {
        const trial t = by_chance(seed, p.among);
        const bool is_asked = of_segments
                                  ? t.layout == segments && (t.lengths == 0 || t.lengths == nearly_equal)
                                  : t.layout == rows || t.layout == batches;
        if (!is_asked || t.groups < (of_segments ? 20 : 100)) continue;
        watch(p, t);
        const verdict found = tried(p, t);
        if (!found.by_tiles) continue;
        std::printf("by tiles: %s\n%s", in_words(t).c_str(), found.wrong.empty() ? "" : "FAILED\n");
        return found.wrong.empty();
    }
    std::printf("FAILED: no trial is taken by tiles\n");
    return false;
}

/// Proves that trials can fail, by an operator with a false claim and by a policy that forgets a result; and
/// that they reach tiles.
inline bool finds_what_is_planted(const program& p) {
    const bool by_operators = finds(p, &trial::kind, planted_kind, 0);
    return (!p.plants_policies || finds(p, &trial::policy, forgetful, 0)) && by_operators &&
           reaches_tiles(p, false) && reaches_tiles(p, true);
}

/// Runs trials from a seed on, for so many seconds or until one fails. Returns whether all passed.
inline bool run(const program& p, index_t seed, double seconds) {
    using clock = std::chrono::steady_clock;
    const auto begin = clock::now();
    const auto passed = [&] { return std::chrono::duration<double>(clock::now() - begin).count(); };
    std::printf("%s: seeds from %lld on\n", p.name, static_cast<long long>(seed));
    tally done;
    bool right = true;
    for (; right && (done.all() == 0 || passed() < seconds); ++seed) {
        const trial t = by_chance(seed, p.among);
        watch(p, t);
        const verdict found = tried(p, t);
        if (!found.is_present) continue;  // the program is not built with this combination
        done.count(t, found);
        right = found.wrong.empty();
        if (!right) report(p, t, found, seed);
    }
    alarm(0);
    done.print(p, passed());
    std::printf("%lld passed, %d failed, 0 skipped\n", done.all() - (right ? 0 : 1), right ? 0 : 1);
    return right;
}

/// Runs one trial.
inline bool repeat(const program& p, const trial& t) {
    watch(p, t);
    const verdict found = tried(p, t);
    const bool right = found.is_present && found.wrong.empty();
    std::printf("%s\n%s\n", in_words(t).c_str(),
                !found.is_present ? "FAILED: there is no such trial"
                : right           ? "passed"
                                  : ("FAILED: " + found.wrong).c_str());
    std::printf("%d passed, %d failed, 0 skipped\n", right ? 1 : 0, right ? 0 : 1);
    return right;
}

/// Arguments: [SECONDS] [--seed N] [--case WORDS] [--selftest]
inline int main_of(const program& p, int count, const char* const* arguments) try {
    double seconds = 60;
    auto seed = static_cast<index_t>(std::random_device{}());
    watch_signals();
    for (int i = 1; i < count; ++i) {
        const std::string_view option = arguments[i];
        const auto next = [&] {
            if (i + 1 == count) throw std::invalid_argument(std::string(option) + " lacks its value");
            return std::string(arguments[++i]);
        };
        if (option == "--selftest") return finds_what_is_planted(p) ? 0 : 1;
        if (option == "--case") return repeat(p, parsed(next())) ? 0 : 1;
        if (option == "--seed")
            seed = std::stoll(next());
        else
            seconds = std::stod(arguments[i]);
    }
    return run(p, seed, seconds) ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "fuzz: %s\n", error.what());
    return 2;
}

}  // namespace fuzz
