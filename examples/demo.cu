// SPDX-License-Identifier: Apache-2.0
//
// demo FILE: what is worth seeing, on one screen: the same bits of a sum however it is computed, an operator
// that does not commute, and how fast. ./dev demo compiles it with g++ alone, or with nvcc if there is a GPU.
#include "progress.hpp"
#include "run.hpp"
#include "word_count.hpp"

#include <impulse/layouts.hpp>
#include <impulse/parts.hpp>
#include <impulse/sums.hpp>
#include <impulse/tree.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#ifdef IMPULSE_HOST_TBB
#include <execution>

#include <tbb/task_arena.h>
#endif
#if IMPULSE_HAS_CUDA
#include <thrust/device_vector.h>
#endif

namespace {

using namespace examples;

/// Prints a row for each way to compute a sum, and remembers whether all had the bits of the first.
class table {
  public:
    explicit table(double bytes) : bytes_(bytes) {}

    template <class F>
    void row(const char* what, const F& sum, bool is_ours = true) {
        float value = 0;
        const double seconds = median_seconds([&] { value = sum(); });
        std::printf("  %-42s %08x  %.9g  %7.1f GB/s\n", what, std::bit_cast<std::uint32_t>(value), value,
                    bytes_ / seconds / 1e9);
        std::fflush(stdout);
        if (!is_ours) return;
        if (ways_++ == 0) expected_ = value;
        same_ = same_ && std::bit_cast<std::uint32_t>(value) == std::bit_cast<std::uint32_t>(expected_);
    }

    bool summary() const {
        std::printf("  %d ways of Impulse, the same bits: %s\n\n", ways_, same_ ? "yes" : "NO");
        return same_;
    }

  private:
    double bytes_;
    int ways_ = 0;
    bool same_ = true;
    float expected_ = 0;
};

std::vector<unsigned char> read_file(const char* path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) throw std::runtime_error(std::string("cannot read ") + path);
    std::vector<unsigned char> text(static_cast<std::size_t>(file.tellg()));
    file.seekg(0);
    progress shown(text.size(), 0);
    for (std::size_t at = 0; at < text.size(); at += 1 << 20) {
        const std::size_t length = std::min<std::size_t>(1 << 20, text.size() - at);
        file.read(reinterpret_cast<char*>(text.data() + at), static_cast<std::streamsize>(length));
        shown.at(at + length);
    }
    return text;
}

/// The sum of `pieces` parts, cut evenly and joined from left to right.
float in_pieces(const std::vector<float>& x, std::size_t pieces) {
    const impulse::plus op;
    const float* const p = x.data();
    auto joined = impulse::reduce_part(p, p + x.size() / pieces, 0, op);
    for (std::size_t i = 1; i < pieces; ++i) {
        const auto from = static_cast<std::ptrdiff_t>(x.size() * i / pieces);
        const auto to = static_cast<std::ptrdiff_t>(x.size() * (i + 1) / pieces);
        joined = impulse::join(joined, impulse::reduce_part(p + from, p + to, from, op), op);
    }
    return joined.value(0.f, op);
}

bool sums(const std::vector<float>& x) {
    std::printf("A sum of %zu floats, the letters of the text\n  %-42s bits      value          speed\n",
                x.size(), "");
    table rows(static_cast<double>(x.size() * sizeof(float)));
    rows.row(
        "std::accumulate: left to right", [&] { return std::accumulate(x.begin(), x.end(), 0.f); }, false);
#ifdef IMPULSE_HOST_TBB
    rows.row(
        "std::reduce, par_unseq: in any order",
        [&] { return std::reduce(std::execution::par_unseq, x.begin(), x.end(), 0.f); }, false);
#endif
    rows.row("Impulse: the definition, serial", [&] { return impulse::tree_fold(x, 0.f); });
#ifdef IMPULSE_HOST_TBB
    for (const int threads : {1, 2}) {
        tbb::task_arena arena(threads);
        rows.row(threads == 1 ? "one thread" : "two threads",
                 [&] { return arena.execute([&] { return impulse::reduce(impulse::automatic, x, 0.f); }); });
    }
#endif
    rows.row("all threads", [&] { return impulse::reduce(impulse::automatic, x, 0.f); });
    for (const char* const policy : {"single_block", "two_pass", "last_block", "work_queue"}) {
        rows.row(policy, [&] {
            float sum = 0;
            with_policy(policy, [&](const auto& chosen) { sum = impulse::reduce(chosen, x, 0.f); });
            return sum;
        });
    }
    rows.row("in 7 pieces, joined", [&] { return in_pieces(x, 7); });
    rows.row("in 1000 pieces, joined", [&] { return in_pieces(x, 1000); });
#if IMPULSE_HAS_CUDA
    if (!find_gpu().first.empty()) {
        const thrust::device_vector<float> on_gpu(x.begin(), x.end());
        rows.row("on the GPU", [&] { return impulse::sum(on_gpu); });
    }
#endif
    return rows.summary();
}

bool words(const std::vector<unsigned char>& text) {
    text_piece counted, looped = before_text;
    const double ours = median_seconds(
        [&] { counted = impulse::reduce(text, before_text, impulse::assume_associative(word_count{})); });
    const word_count op;
    const double loop = seconds_of([&] {
        looped = before_text;
        for (const unsigned char c : text) looped = op.accumulate(looped, c);
    });
    const bool same = counted.words == looped.words && counted.lines == looped.lines;
    std::printf("Words of the text, by an operator of one's own that does not commute\n");
    std::printf("  %lld lines, %lld words: the loop counts the same: %s\n",
                static_cast<long long>(counted.lines), static_cast<long long>(counted.words),
                same ? "yes" : "NO");
    std::printf("  %.1f GB/s, the loop %.1f\n\n", static_cast<double>(text.size()) / ours / 1e9,
                static_cast<double>(text.size()) / loop / 1e9);
    return same;
}

bool lines(const std::vector<unsigned char>& text) {
    std::vector<std::size_t> begins{0};
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\n') begins.push_back(i + 1);
    }
    std::vector<unsigned char> largest;
    const double ours = median_seconds(
        [&] { largest = impulse::reduce(impulse::segments(text, begins), impulse::maximum{}); });
    bool same = true;
    for (std::size_t i = 0; i + 1 < begins.size(); i += 997) {
        same = same &&
               largest[i] == *std::max_element(text.begin() + static_cast<std::ptrdiff_t>(begins[i]),
                                               text.begin() + static_cast<std::ptrdiff_t>(begins[i + 1]));
    }
    std::printf(
        "The largest byte of each line, one call for %zu lines\n  %.1f GB/s; std::max_element agrees: %s\n",
        largest.size(), static_cast<double>(text.size()) / ours / 1e9, same ? "yes" : "NO");
    return same;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::cerr << "demo FILE\n";
        return 2;
    }
    const std::vector<unsigned char> text = read_file(arguments[1]);
    std::printf("Impulse on this machine: %u threads, ", std::thread::hardware_concurrency());
#if IMPULSE_HAS_CUDA
    const auto [gpu, why] = find_gpu();
    std::printf("GPU: %s\n", gpu.empty() ? why.c_str() : gpu.c_str());
#else
    std::printf("no GPU used\n");
#endif
    std::printf("%.0f MB of its own text\n\n", static_cast<double>(text.size()) / 1e6);
    std::vector<float> letters(text.size());
    std::transform(text.begin(), text.end(), letters.begin(),
                   [](unsigned char c) { return static_cast<float>(c) / 97; });
    const bool are_right[]{sums(letters), words(text), lines(text)};
    return std::count(std::begin(are_right), std::end(are_right), false) == 0 ? 0 : 1;
}
