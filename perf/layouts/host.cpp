// SPDX-License-Identifier: Apache-2.0
//
// Sums of floats over layouts by CPU threads, as a share of the speed at which the same floats are reduced to
// one value. Prints tables in Markdown.
//
//   perf_layouts_host [log2 of the number of values]
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/tree.hpp>

#include <table.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <ranges>
#include <string>
#include <thread>
#include <vector>

namespace perf {
namespace {

using clock = std::chrono::steady_clock;

class host_bench {
  public:
    explicit host_bench(int log2_values) : x_(std::size_t{1} << log2_values) {
        std::mt19937 random(1);
        for (float& x : x_) x = static_cast<float>(random() >> 8) * 0x1p-24f;
    }

    bool is_right() const { return right_; }

    void run_arrays() {
        head("| width | rows: GB/s | of one sum | columns: GB/s | of one sum | right |");
        for (const long width :
             {1L, 2L, 3L, 4L, 7L, 16L, 33L, 64L, 255L, 1024L, 4096L, 1L << 18, 1L << 22, 1L << 26}) {
            const long height = values() / width;
            if (height == 0) continue;
            const impulse::matrix_view m{x_.data(), height, width};
            out_.assign(static_cast<std::size_t>(std::max(width, height)), 0.f);
            const std::string rows =
                figures(4.0 * static_cast<double>(width * height + height), impulse::rows(m));
            bool right = true;
            for (const long r : {0L, height / 2, height - 1})
                right = right &&
                        is_sum(
                            r, [&](long i) { return x_[static_cast<std::size_t>(r * width + i)]; }, width);
            const std::string columns =
                figures(4.0 * static_cast<double>(width * height + width), impulse::columns(m));
            for (const long c : {0L, width / 2, width - 1})
                right = right &&
                        is_sum(
                            c, [&](long i) { return x_[static_cast<std::size_t>(i * width + c)]; }, height);
            std::printf("| %s | %s | %s | %s |\n", count_text(width).c_str(), rows.c_str(), columns.c_str(),
                        verdict(right));
            std::fflush(stdout);
        }
    }

    void run_segments() {
        head("| lengths | segments | GB/s | of one sum | right |");
        for (const int length : {1, 4, 16, 64, 256, 1024, 4096, 65536})
            run_offsets(std::to_string(length).c_str(), [=] { return double(length); });
        std::mt19937_64 random(1);
        std::uniform_real_distribution<double> uniform;
        run_offsets("Pareto(1.05)", [&] { return std::min(1e8, std::pow(1 - uniform(random), -1 / 1.05)); });
    }

  private:
    std::vector<float> x_;
    std::vector<float> out_;
    bool right_ = true;

    const char* verdict(bool right) {
        right_ = right_ && right;
        return right ? "yes" : "**no**";
    }

    long values() const { return static_cast<long>(x_.size()); }

    static void head(const char* columns) {
        std::printf("\n%s\n|", columns);
        for (const char* c = columns + 1; *c != '\0'; ++c)
            if (*c == '|') std::printf(" --- |");
        std::printf("\n");
    }

    template <class Item>
    bool is_sum(long r, const Item& item, long count) const {
        std::vector<float> items;
        for (long i = 0; i < count; ++i) items.push_back(item(i));
        const float sum = impulse::tree_fold(items, 0.f);
        return std::memcmp(&sum, &out_[static_cast<std::size_t>(r)], sizeof sum) == 0;
    }

    template <class Next>
    void run_offsets(const char* name, const Next& next) {
        std::vector<long> at{0};
        while (at.back() < values()) at.push_back(std::min(values(), at.back() + static_cast<long>(next())));
        const long count = static_cast<long>(at.size()) - 1;
        out_.assign(at.size(), 0.f);
        const std::string speed =
            figures(4.0 * static_cast<double>(values() + 3 * count), impulse::segments(x_, at));
        bool right = true;
        for (const long r : {0L, count / 2, count - 1}) {
            const auto bounds = [&](long i) { return at[static_cast<std::size_t>(i)]; };
            right = right && is_sum(
                                 r, [&](long i) { return x_[static_cast<std::size_t>(bounds(r) + i)]; },
                                 bounds(r + 1) - bounds(r));
        }
        std::printf("| %s | %ld | %s | %s |\n", name, count, speed.c_str(), verdict(right));
        std::fflush(stdout);
    }

    /// By turns with one sum of all.
    template <class Layout>
    std::string figures(double bytes, const Layout& layout) {
        std::vector<double> ours, whole;
        float sum = 0;
        for (int turn = -1; turn < 7; ++turn) {
            const auto begin = clock::now();
            sum += impulse::reduce(x_, 0.f);
            const auto middle = clock::now();
            impulse::reduce_into(layout, out_.data(), 0.f);
            const auto end = clock::now();
            if (turn < 0) continue;  // the first wakes the threads
            whole.push_back(std::chrono::duration<double>(middle - begin).count());
            ours.push_back(std::chrono::duration<double>(end - middle).count());
        }
        const double rate = bytes / median(ours) * 1e-9;
        const double roof = 4.0 * static_cast<double>(values()) / median(whole) * 1e-9;
        char text[60];
        std::snprintf(text, sizeof(text), "%.1f | %.0f%%%s", rate, 100 * rate / roof, sum < 0 ? " " : "");
        return text;
    }
};

}  // namespace
}  // namespace perf

int main(int argc, char** argv) {
    const int log2_values = argc > 1 ? std::atoi(argv[1]) : 26;
    if (log2_values < 10 || log2_values > 32) {
        std::fprintf(stderr, "usage: %s [log2 of the number of values, 10 to 32]\n", argv[0]);
        return 1;
    }
    std::printf("2^%d floats, %u CPU threads, g++ %s\n", log2_values, std::thread::hardware_concurrency(),
                __VERSION__);
    perf::host_bench bench(log2_values);
    bench.run_arrays();
    bench.run_segments();
    return bench.is_right() ? 0 : 1;
}
