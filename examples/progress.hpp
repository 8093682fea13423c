// SPDX-License-Identifier: Apache-2.0
/// \file
/// A line on the terminal that shows progress: bytes, rate and time left.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

#include <unistd.h>

namespace examples {

/// Writes to the standard error if that is a terminal; otherwise writes nothing.
class progress {
  public:
    /// `total`: the number of bytes, or 0 if it is unknown. An earlier run has read the first `before` of
    /// them.
    progress(std::uint64_t total, std::uint64_t before) : total_(total), before_(before) {}
    ~progress() {
        if (shown_) std::fputs("\r\033[K", stderr);
    }
    progress(const progress&) = delete;
    progress& operator=(const progress&) = delete;

    /// Shows the progress, at most five times a second.
    void at(std::uint64_t bytes) {
        const auto now = clock::now();
        if (!on_terminal_ || now < next_) return;
        next_ = now + std::chrono::milliseconds(200);
        const double seconds = std::chrono::duration<double>(now - begin_).count();
        const std::string line =
            progress::line(bytes, total_, static_cast<double>(bytes - before_) / seconds);
        std::fprintf(stderr, "\r\033[K%s", line.c_str());
        std::fflush(stderr);
        shown_ = true;
    }

    /// "[=====     ]  52%  1.04 of 2.00 GB  812 MB/s  0:01 left"
    static std::string line(std::uint64_t bytes, std::uint64_t total, double rate) {
        std::string text;
        char words[96];
        if (total >= bytes && total > 0) {
            const double part = static_cast<double>(bytes) / static_cast<double>(total);
            const auto left =
                static_cast<std::uint64_t>(static_cast<double>(total - bytes) / std::max(rate, 1.0));
            text = "[";
            text.append(static_cast<std::size_t>(20 * part), '=');
            text.resize(21, ' ');
            std::snprintf(words, sizeof words, "]  %3.0f%%  %.2f of %.2f GB  %.0f MB/s  %llu:%02llu left",
                          100 * part, giga(bytes), giga(total), rate / 1e6,
                          static_cast<unsigned long long>(left / 60),
                          static_cast<unsigned long long>(left % 60));
        } else {
            std::snprintf(words, sizeof words, "%.2f GB  %.0f MB/s", giga(bytes), rate / 1e6);
        }
        return text + words;
    }

  private:
    using clock = std::chrono::steady_clock;
    static double giga(std::uint64_t bytes) { return static_cast<double>(bytes) / 1e9; }

    std::uint64_t total_, before_;
    bool on_terminal_ = ::isatty(STDERR_FILENO) == 1;
    bool shown_ = false;
    clock::time_point begin_ = clock::now(), next_ = begin_ + std::chrono::milliseconds(200);
};

}  // namespace examples
