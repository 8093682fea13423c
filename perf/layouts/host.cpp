// SPDX-License-Identifier: Apache-2.0
//
// Sums of floats over layouts by CPU threads, compared with a sum of 64-bit words over the same bytes (the
// roof).
//
//   perf_layouts_host [log2 of the number of values]
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/tree.hpp>

#include <host/machine.hpp>
#include <host/roof.hpp>

#include <cmath>
#include <random>
#include <ranges>

namespace perf {
namespace {

class host_bench {
  public:
    explicit host_bench(int log2_values) : x_(std::size_t{1} << log2_values) {
        std::mt19937 random(1);
        for (float& x : x_) x = static_cast<float>(random() >> 8) * 0x1p-24f;
    }

    void run_arrays() {
        constexpr long widths[] = {1, 2, 3, 4, 7, 16, 33, 64, 255, 1024, 4096, 1L << 18, 1L << 22, 1L << 26};
        for (const bool by_rows : {true, false})
            for (const long width : widths) {
                const long height = values() / width;
                if (height == 0) continue;
                const impulse::matrix_view m{x_.data(), height, width};
                const long groups = by_rows ? height : width, length = by_rows ? width : height;
                const long group_step = by_rows ? width : 1, step = by_rows ? 1 : width;
                const double bytes = 4.0 * static_cast<double>(width * height + groups);
                const auto item = [=, this](long r, long i) {
                    return x_[static_cast<std::size_t>(r * group_step + i * step)];
                };
                const auto lengths = [=](long) { return length; };
                const std::string name = count_text(width) + " wide";
                if (by_rows)
                    tell("rows/" + name, impulse::rows(m), groups, bytes, item, lengths);
                else
                    tell("columns/" + name, impulse::columns(m), groups, bytes, item, lengths, false);
            }
    }

    void run_segments() {
        for (const int length : {1, 2, 3, 4, 7, 8, 16, 32, 64, 256, 1024, 4096, 65536})
            run_offsets(std::to_string(length), [=] { return double(length); });
        std::mt19937_64 random(1);
        for (const int mean : {4, 16, 64, 256}) {
            std::geometric_distribution<long> beyond_one(1.0 / mean);
            run_offsets("geometric, mean " + std::to_string(mean),
                        [&] { return 1.0 + static_cast<double>(beyond_one(random)); });
        }
        std::uniform_real_distribution<double> uniform;
        run_offsets("Pareto(1.05)", [&] { return std::min(1e8, std::pow(1 - uniform(random), -1 / 1.05)); });
    }

  private:
    std::vector<float> x_;
    std::vector<float> out_;

    long values() const { return static_cast<long>(x_.size()); }

    template <class Next>
    void run_offsets(const std::string& name, const Next& next) {
        std::vector<long> at{0};
        while (at.back() < values()) at.push_back(std::min(values(), at.back() + static_cast<long>(next())));
        const long groups = static_cast<long>(at.size()) - 1;
        const auto bound = [&](long i) { return at[static_cast<std::size_t>(i)]; };
        tell(
            "segments/" + name, impulse::segments(x_, at), groups,
            4.0 * static_cast<double>(values() + 3 * groups),
            [&](long r, long i) { return x_[static_cast<std::size_t>(bound(r) + i)]; },
            [&](long r) { return bound(r + 1) - bound(r); });
    }

    /// Takes turns with the roof, with one sum of all floats and, for short groups that are contiguous, with
    /// a plain double loop by one thread. Checks some of the results: item(group, i), lengths(group).
    template <class Layout, class Item, class Lengths>
    void tell(const std::string& name, const Layout& layout, long groups, double bytes, const Item& item,
              const Lengths& lengths, bool contiguous = true) {
        out_.assign(static_cast<std::size_t>(groups), 0.f);
        float sum = 0;
        std::uint64_t words = 0;
        const bool is_short = contiguous && values() < 64 * groups;
        std::vector<float> looped(is_short ? out_.size() : 0);
        // The first turn wakes the threads.
        const auto times = medians_by_turns(is_short ? 4 : 3, 7, 1, [&](std::size_t side) {
            return seconds_of([&] {
                if (side == 0)
                    impulse::reduce_into(layout, out_.data(), 0.f);
                else if (side == 1)
                    words += add_words(x_.data(), 4 * values());
                else if (side == 2)
                    sum += impulse::reduce(x_, 0.f);
                else
                    for (long r = 0; r < groups; ++r) {
                        float total = 0;
                        for (long i = 0, n = lengths(r); i < n; ++i) total += item(r, i);
                        looped[static_cast<std::size_t>(r)] = total;
                    }
            });
        });
        bool right = sum > 0 && words > 0;
        for (const long r : {0L, groups / 2, groups - 1}) {
            std::vector<float> items;
            for (long i = 0; i < lengths(r); ++i) items.push_back(item(r, i));
            const float expected = impulse::tree_fold(items, 0.f);
            right = right && std::memcmp(&expected, &out_[static_cast<std::size_t>(r)], sizeof expected) == 0;
        }
        finding found{times[0]};
        found.add_rate(bytes);
        found.add("groups", groups);
        const double speed = bytes / times[0] / (4.0 * static_cast<double>(values()));
        found.add("of_roof", speed * times[1]);
        found.add("of_one_sum", speed * times[2]);
        if (is_short) found.add_rival("loop", times[3]);
        report::instance().tell("layouts_host/" + name, found, right);
    }
};

}  // namespace
}  // namespace perf

int main(int argc, char** argv) {
    return perf::main_of("perf_layouts_host", 1, argc, argv, [](int arguments, char** values) {
        const int log2_values = arguments > 1 ? std::atoi(values[1]) : 26;
        if (log2_values < 10 || log2_values > 32)
            throw std::invalid_argument("the argument is log2 of the number of values, 10 to 32");
        perf::describe_host();
        perf::report::context(
            "note", "Sums of groups of 2^" + std::to_string(log2_values) +
                        " floats, by turns with the roof, a sum of 64-bit words, and with one sum of all");
        perf::host_bench bench(log2_values);
        bench.run_arrays();
        bench.run_segments();
    });
}
