// SPDX-License-Identifier: Apache-2.0
//
// summary FILE...: how long the files' lines and words are, by one reduction each, which sees every number
// once; compared to a reference that sees them twice.
#include "moments.hpp"
#include "run.hpp"
#include "word_count.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace examples {

/// The lengths of the lines, or of the words, of each file: of what stands between bytes that separate. A
/// line may be empty, a word may not; what stands behind a file's last separator counts unless it is empty.
template <class Separates>
by_file<std::int32_t> lengths(const by_file<unsigned char>& text, bool may_be_empty,
                              const Separates& separates) {
    by_file<std::int32_t> found;
    std::size_t begin = 0;
    const auto add = [&](std::size_t end, bool even_if_empty) {
        if (end - begin > std::numeric_limits<std::int32_t>::max())
            throw std::runtime_error("a line is too long");
        if (end > begin || even_if_empty) found.all.push_back(static_cast<std::int32_t>(end - begin));
    };
    for (const std::size_t file_end : text.ends) {
        for (std::size_t i = begin; i < file_end; ++i) {
            if (!separates(text.all[i])) continue;
            add(i, may_be_empty);
            begin = i + 1;
        }
        add(file_end, false);
        begin = file_end;
        found.ends.push_back(found.all.size());
    }
    return found;
}

/// The textbook's two passes, in double. So many squares do not add up without Kahan's compensation.
moments two_passes(const std::vector<std::int32_t>& items) {
    moments m;
    if (items.empty()) return m;
    m.count = static_cast<std::int64_t>(items.size());
    m.minimum_at = std::min_element(items.begin(), items.end()) - items.begin();
    m.maximum_at = std::max_element(items.begin(), items.end()) - items.begin();
    m.minimum = items[static_cast<std::size_t>(m.minimum_at)];
    m.maximum = items[static_cast<std::size_t>(m.maximum_at)];
    for (const std::int32_t item : items) m.mean += item;
    m.mean /= static_cast<double>(m.count);
    double lost = 0;
    for (const std::int32_t item : items) {
        const double square = (item - m.mean) * (item - m.mean) - lost;
        const double sum = m.squares + square;
        lost = sum - m.squares - square;
        m.squares = sum;
    }
    return m;
}

double relative_error(double value, double expected) {
    return value == expected ? 0 : std::abs((value - expected) / expected);
}

/// Counts, extremes and positions must be the same; mean and variance may differ by rounding.
verdict judge(const moments& m, const moments& expected) {
    constexpr double bound = 1e-9;
    const double error =
        std::max(relative_error(m.mean, expected.mean), relative_error(m.squares, expected.squares));
    const bool equal = m.count == expected.count && m.minimum == expected.minimum &&
                       m.maximum == expected.maximum && m.minimum_at == expected.minimum_at &&
                       m.maximum_at == expected.maximum_at && error <= bound;
    char note[64];
    std::snprintf(note, sizeof note, ", error %.1e", error);
    return {equal, note};
}

/// Summarizes the lengths of all files as one sequence.
bool summarize(const options& o, const char* item, const by_file<std::int32_t>& numbers) {
    const by_file<std::int32_t> joined{numbers.all, {numbers.all.size()}};
    const auto measurements = measure_everywhere(o, joined, moments{}, join_moments{});
    const moments& m = measurements.front().results.front();

    std::printf("%lld %ss\n", static_cast<long long>(m.count), item);
    const auto extreme = [&](const char* which, std::int32_t length, std::int64_t at) {
        std::size_t f = 0, begin = 0;
        while (static_cast<std::size_t>(at) >= numbers.ends[f]) begin = numbers.ends[f++];
        std::printf("  %-8s  %d bytes, %s %zu of %s\n", which, length, item,
                    static_cast<std::size_t>(at) - begin + 1, o.files[f].c_str());
    };
    if (m.count > 0) {
        std::printf("  mean      %.6g bytes\n  variance  %.6g\n", m.mean, m.variance());
        extreme("shortest", m.minimum, m.minimum_at);
        extreme("longest", m.maximum, m.maximum_at);
    }

    moments expected;
    const double seconds = seconds_of([&] { expected = two_passes(numbers.all); });
    return print_table(measurements, numbers.all.size() * sizeof(std::int32_t), "two passes", seconds,
                       [&](const auto& results) { return judge(results.front(), expected); });
}

bool summary(const options& o) {
    const auto text = read_files(o.files);
    const bool lines = summarize(o, "line", lengths(text, true, [](unsigned char c) { return c == '\n'; }));
    std::printf("\n");
    const bool words = summarize(o, "word", lengths(text, false, is_white));
    return lines && words;
}

}  // namespace examples

int main(int argc, char** argv) {
    return examples::run_program(
        argc, argv,
        "Says how long the lines and the words of the FILEs are: count, mean, variance, minimum\n"
        "and maximum with their positions, by one reduction each, compared to two passes.",
        examples::summary);
}
