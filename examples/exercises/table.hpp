// SPDX-License-Identifier: Apache-2.0
/// \file
/// The output of the exercises: a table in Markdown with a row for each version. Every version must give the
/// CPU's result.
#pragma once

#include "machine.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

namespace exercises {

/// Small integers of both signs. Sums of their products are exact in any order, so all versions must give the
/// same bits.
inline std::vector<float> small_integers(std::size_t count, unsigned seed) {
    std::vector<float> items(count);
    for (float& item : items) {
        seed = seed * 1664525u + 1013904223u;
        item = static_cast<float>(static_cast<int>((seed >> 16) % 5) - 2);
    }
    return items;
}

inline double median(std::vector<double> of) {
    std::sort(of.begin(), of.end());
    return of[of.size() / 2];
}

/// The host time of a call: the median of 5 calls, after a warm-up.
template <class Call>
double host_seconds(const Call& call) {
    std::vector<double> taken;
    for (int turn = 0; turn < 6; ++turn) {
        const auto begin = std::chrono::steady_clock::now();
        call();
        if (turn > 0)
            taken.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    return median(taken);
}

/// `bytes`: the bytes that a kernel reads. `whole`: on a GPU, the time with allocation and copies.
class table {
  public:
    table(const char* title, double bytes) : title_(title), bytes_(bytes) {
        print_machine();
        std::printf(
            "| exercise | way | kernel, us | GB/s | whole, us | result |\n"
            "| --- | --- | --- | --- | --- | --- |\n");
    }

    /// Times a loop: call() gives the result that all other versions must give.
    template <class Call>
    auto on_cpu(const char* way, const Call& call) {
        auto result = call();
        const double seconds = host_seconds([&] { result = call(); });
        print(std::string(way) + " on the CPU", 0, seconds, "the CPU's");
        return result;
    }
    /// Times a call of the library.
    template <class Call, class Result>
    void on_cpu(const char* way, const Call& call, const Result& expected) {
        Result result = call();
        const double seconds = host_seconds([&] { result = call(); });
        print(std::string(way) + " on the CPU, " + host_threads(), 0, seconds, compare(result, expected));
    }
#if IMPULSE_HAS_CUDA
    /// `kernels()` puts into the stream the work that is timed alone; `whole()` allocates, copies, computes,
    /// copies back and frees.
    template <class Kernels, class Whole, class Result>
    void on_gpu(const char* way, cudaStream_t stream, const Kernels& kernels, const Whole& whole,
                const Result& expected) {
        const double of_kernels = gpu_seconds(stream, kernels);
        Result result = whole();
        const double of_whole = host_seconds([&] { result = whole(); });
        print(way, of_kernels, of_whole, compare(result, expected));
    }
#endif
    /// The exit status for main.
    int finish() const { return wrong_ == 0 ? 0 : 1; }

  private:
    template <class Result>
    const char* compare(const Result& result, const Result& expected) {
        const bool same = result == expected;
        wrong_ += same ? 0 : 1;
        return same ? "equal" : "WRONG";
    }
    void print(const std::string& way, double kernels, double whole, const char* verdict) const {
        std::string of_kernels = "| | |";
        if (kernels > 0) {
            char text[60];
            std::snprintf(text, sizeof(text), "| %.1f | %.0f |", kernels * 1e6, bytes_ / kernels * 1e-9);
            of_kernels = text;
        }
        std::printf("| %s | %s %s %.0f | %s |\n", title_, way.c_str(), of_kernels.c_str(), whole * 1e6,
                    verdict);
        std::fflush(stdout);
    }

    const char* title_;
    double bytes_;
    int wrong_ = 0;
};

}  // namespace exercises
