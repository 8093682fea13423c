// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a comparison found: printed as lines of one table, and handed to Google Benchmark for its JSON.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace perf {

/// Another library, or another path of this one, that Impulse is compared with.
struct rival {
    std::string name;
    double seconds;
    double floor;       ///< the least that the rival's time divided by Impulse's may be; 0 asks nothing
    bool same;          ///< whether it had Impulse's result
    double spread = 0;  ///< of its samples, over their median

    double ratio(double ours) const { return seconds / ours; }
    bool missed(double ours) const { return ratio(ours) < floor; }
};

struct outcome {
    std::string row;
    std::int64_t n;
    double bytes;  ///< of input, read once
    double seconds;
    std::vector<rival> rivals;
    double spread = 0;  ///< of Impulse's samples, over their median
};

/// The middle of all samples: what a preempted or a lucky one does not move.
inline double median(std::vector<double> samples) {
    const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
    std::nth_element(samples.begin(), middle, samples.end());
    return *middle;
}

/// How far apart the quarters of all samples lie that are neither lowest nor highest, over the median.
inline double spread(std::vector<double> samples) {
    std::sort(samples.begin(), samples.end());
    const std::size_t quarter = samples.size() / 4;
    return (samples[samples.size() - 1 - quarter] - samples[quarter]) / median(samples);
}

/// 268435457 as 2^28+1: short enough for a column.
inline std::string count_text(std::int64_t n) {
    char text[24];
    for (int k = 10; k < 40; ++k) {
        const std::int64_t off = n - (std::int64_t{1} << k);
        const bool is_beside = off >= -1 && off <= 1;
        const bool is_little_more = k >= 20 && (off == 4096 || off == 65536);
        if (!is_beside && !is_little_more) continue;
        std::snprintf(text, sizeof(text), off == 0 ? "2^%d" : "2^%d%+d", k, static_cast<int>(off));
        return text;
    }
    return std::to_string(n);
}

/// The table, line by line as rows are measured, so that a run that is cut off leaves what it has.
class table {
  public:
    static table& instance() {
        static table lines;
        return lines;
    }

    void print(const outcome& found) {
        const std::string n = count_text(found.n);
        for (const rival& other : found.rivals) {
            head();
            std::printf("%-20s %8s %9.2f %5.0f %-11s %9.2f %6.3f", found.row.c_str(), n.c_str(),
                        found.seconds * 1e6, found.bytes / found.seconds * 1e-9, other.name.c_str(),
                        other.seconds * 1e6, other.ratio(found.seconds));
            if (other.floor > 0) std::printf(" %.2f %s", other.floor, verdict(other, found.seconds));
            if (!other.same) std::printf(" WRONG");
            std::printf("\n");
            wrong_ += !other.same;
        }
        std::fflush(stdout);
    }

    void print_failure(const std::string& row, std::int64_t n, const char* what) {
        head();
        std::printf("%-20s %8s ERROR %s\n", row.c_str(), count_text(n).c_str(), what);
        std::fflush(stdout);
        ++wrong_;
    }

    /// The last line; what the program exits with. A floor holds for the machine it was set for, so missing
    /// one is no failure of the program: a wrong result is.
    int finish() const {
        std::printf("%d floors met, %d missed; %d wrong results or errors\n", met_, missed_, wrong_);
        return wrong_ ? 1 : 0;
    }

  private:
    void head() {
        if (headed_) return;
        headed_ = true;
        std::printf("%-20s %8s %9s %5s %-11s %9s %6s %s\n", "row", "n", "us", "GB/s", "against", "us",
                    "ratio", "floor");
    }
    const char* verdict(const rival& other, double ours) {
        const bool missed = other.missed(ours);
        ++(missed ? missed_ : met_);
        return missed ? "MISS" : "PASS";
    }

    bool headed_ = false;
    int met_ = 0;
    int missed_ = 0;
    int wrong_ = 0;
};

}  // namespace perf
