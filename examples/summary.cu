// SPDX-License-Identifier: Apache-2.0
//
// summary [FILE]...: statistics of the lengths of lines and words in files of any length, by one reduction
// each, which reads every length once. --compare checks them against a reference that reads them twice.
#include "moments.hpp"
#include "run.hpp"
#include "stream.hpp"
#include "word_count.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace examples {

/// Which bytes end a line or a word. A line may be empty, a word may not. The bytes after the last separator
/// of a file count unless there are none.
struct line_end {
    static constexpr const char* what = "line";
    static constexpr bool may_be_empty = true;
    static bool separates(unsigned char c) { return c == '\n'; }
};
struct word_end {
    static constexpr const char* what = "word";
    static constexpr bool may_be_empty = false;
    static bool separates(unsigned char c) { return is_white(c); }
};

/// Splits bytes, as they arrive, at the separators.
template <class End>
struct splitter {
    std::int64_t open = 0;  ///< bytes since the last end

    /// Calls add(length) for each piece that ends in these bytes.
    template <class Add>
    void take(std::span<const unsigned char> bytes, const Add& add) {
        for (const unsigned char c : bytes) {
            if (!End::separates(c)) {
                ++open;
            } else {
                if (open > 0 || End::may_be_empty) close(add);
                open = 0;
            }
        }
    }
    template <class Add>
    void end_of_file(const Add& add) {
        if (open > 0) close(add);
        open = 0;
    }

  private:
    template <class Add>
    void close(const Add& add) const {
        if (open > std::numeric_limits<std::int32_t>::max())
            throw std::runtime_error(std::string("a ") + End::what + " is too long");
        add(static_cast<std::int32_t>(open));
    }
};

/// The same for files in memory.
template <class End>
by_file<std::int32_t> lengths(const by_file<unsigned char>& text) {
    by_file<std::int32_t> found;
    splitter<End> split;
    const auto add = [&](std::int32_t length) { found.all.push_back(length); };
    std::size_t begin = 0;
    for (const std::size_t end : text.ends) {
        split.take(std::span(text.all).subspan(begin, end - begin), add);
        split.end_of_file(add);
        found.ends.push_back(found.all.size());
        begin = end;
    }
    return found;
}

/// The summary of the lengths in all files, as one sequence, while they arrive.
template <class End, class Policy>
class running_summary {
  public:
    explicit running_summary(Policy how)
        : lengths_(impulse::running_reduction<std::int32_t>(how, moments{}, join_moments{})) {}

    void take(const std::vector<unsigned char>& bytes) {
        split_.take(bytes, [&](std::int32_t length) { found_.push_back(length); });
        push();
    }
    void end_of_file() {
        split_.end_of_file([&](std::int32_t length) { found_.push_back(length); });
        push();
        ends_.push_back(static_cast<std::size_t>(lengths_.count()));
    }
    void save(std::ostream& to) const {
        write_numbers(to, ends_);
        to << split_.open << '\n';
        lengths_.save(to, End::what);
    }
    void load(std::istream& from) {
        read_numbers(from, ends_);
        from >> split_.open;
        from.get();
        lengths_.load(from, End::what);
    }
    moments value() const { return lengths_.value(); }
    /// The number of lengths up to the end of each file.
    const std::vector<std::size_t>& ends() const { return ends_; }

  private:
    void push() {
        lengths_.push(found_);
        found_.clear();
    }

    splitter<End> split_;
    std::vector<std::int32_t> found_;
    std::vector<std::size_t> ends_;
    running_by<std::int32_t, Policy, moments, join_moments> lengths_;
};

template <class Policy>
struct running_summaries {
    running_summary<line_end, Policy> lines;
    running_summary<word_end, Policy> words;

    void take(const std::vector<unsigned char>& bytes) { lines.take(bytes), words.take(bytes); }
    void end_of_file() { lines.end_of_file(), words.end_of_file(); }
    void save(std::ostream& to) const { lines.save(to), words.save(to); }
    void load(std::istream& from) { lines.load(from), words.load(from); }
};

/// Two passes in double, as in textbooks. A sum of so many squares needs Kahan's compensation.
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

/// Counts, extremes and positions must be equal; mean and variance may differ by rounding.
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

void print_summary(const options& o, const char* item, const moments& m,
                   const std::vector<std::size_t>& ends) {
    std::printf("%lld %ss\n", static_cast<long long>(m.count), item);
    const auto extreme = [&](const char* which, std::int32_t length, std::int64_t at) {
        std::size_t f = 0, begin = 0;
        while (static_cast<std::size_t>(at) >= ends[f]) begin = ends[f++];
        std::printf("  %-8s  %d bytes, %s %zu of %s\n", which, length, item,
                    static_cast<std::size_t>(at) - begin + 1, o.files[f].c_str());
    };
    if (m.count > 0) {
        std::printf("  mean      %.6g bytes\n  variance  %.6g\n", m.mean, m.variance());
        extreme("shortest", m.minimum, m.minimum_at);
        extreme("longest", m.maximum, m.maximum_at);
    }
}

void stream(const options& o) {
    at_the_place(o, [&](auto how) {
        running_summaries<decltype(how)> all{running_summary<line_end, decltype(how)>(how),
                                             running_summary<word_end, decltype(how)>(how)};
        read_all(o, all);
        print_summary(o, "line", all.lines.value(), all.lines.ends());
        std::printf("\n");
        print_summary(o, "word", all.words.value(), all.words.ends());
    });
}

/// Summarizes the lengths of all files as one sequence.
template <class End>
bool summarize(const options& o, const by_file<unsigned char>& text) {
    const by_file<std::int32_t> numbers = lengths<End>(text);
    const by_file<std::int32_t> joined{numbers.all, {numbers.all.size()}};
    const auto measurements = measure_everywhere(o, joined, moments{}, join_moments{});
    print_summary(o, End::what, measurements.front().results.front(), numbers.ends);

    moments expected;
    const double seconds = seconds_of([&] { expected = two_passes(numbers.all); });
    return print_table(measurements, numbers.all.size() * sizeof(std::int32_t), "two passes", seconds,
                       [&](const auto& results) { return judge(results.front(), expected); });
}

bool compare(const options& o) {
    const auto text = read_files(o.files);
    const bool lines = summarize<line_end>(o, text);
    std::printf("\n");
    const bool words = summarize<word_end>(o, text);
    return lines && words;
}

}  // namespace examples

int main(int argc, char** argv) {
    return examples::run_program(
        argc, argv,
        "Says how long the lines and the words of the FILEs are: count, mean, variance, minimum\n"
        "and maximum with their positions, by one reduction each; with --compare beside two passes.",
        examples::compare, examples::stream);
}
