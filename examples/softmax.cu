// SPDX-License-Identifier: Apache-2.0
//
// softmax FILE...: log-sum-exp of the rows of a matrix of logits, many rows in one call. Each row has the
// same bits as if it were reduced alone.
#include "log_sum_exp.hpp"
#include "run.hpp"

#include <impulse/layouts.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace examples {

/// One row for each block of a file: the number of times that each pair of bytes occurs, as the logit log(1 +
/// count).
struct logit_matrix {
    static constexpr std::size_t block = 1 << 20;
    static constexpr std::size_t columns = 1 << 16;
    std::vector<float> logits;
    std::size_t rows() const { return logits.size() / columns; }
};

logit_matrix read_logits(const by_file<unsigned char>& text) {
    logit_matrix m;
    std::vector<int> count(m.columns);
    std::size_t begin = 0;
    for (const std::size_t file_end : text.ends) {
        for (std::size_t end; begin < file_end; begin = end) {
            end = std::min(begin + m.block, file_end);
            std::fill(count.begin(), count.end(), 0);
            for (std::size_t i = begin + 1; i < end; ++i) ++count[text.all[i - 1] * 256u + text.all[i]];
            for (const int c : count) m.logits.push_back(std::log1p(static_cast<float>(c)));
        }
    }
    return m;
}

/// The log-sum-exp of one row, by three calls.
struct log_sums {
    float among_others;  ///< as one row of the matrix
    float alone;         ///< as a range
    float as_batch;      ///< as a matrix of one row
};

std::vector<measurement<log_sums>> measure_rows(const options& o, const logit_matrix& m) {
    constexpr join_exponentials op;
    constexpr auto columns = static_cast<impulse::index_t>(logit_matrix::columns);
    const auto rows = static_cast<impulse::index_t>(m.rows());
    std::vector<measurement<log_sums>> measurements;
    at_each_place(o, [&](auto where, const std::string& place) {
        const auto& logits = copy_to(where, m.logits);
        auto all = copy_to(where, std::vector<float>(m.rows())), one = copy_to(where, std::vector<float>(1));
        for (const std::string& name : o.policies) {
            with_policy(name, [&](auto policy) {
                const auto how = policy.on(where);
                const impulse::matrix_view matrix{logits.data(), rows, columns};
                const double seconds = median_seconds([&] {
                    impulse::reduce_into(how, impulse::rows(matrix), all.data(), op);
                    copy_from(where, all.data(), m.rows());  // waits for the results
                });
                std::vector<log_sums> results;
                for (const float among_others : copy_from(where, all.data(), m.rows())) {
                    const float* const row = logits.data() + results.size() * m.columns;
                    const float alone = impulse::reduce(how, row, row + columns, op);
                    impulse::reduce_into(how, impulse::rows(impulse::matrix_view{row, 1, columns}),
                                         one.data(), op);
                    results.push_back({among_others, alone, copy_from(where, one.data(), 1).front()});
                }
                measurements.push_back({name, place, seconds, std::move(results)});
            });
        }
    });
    return measurements;
}

/// Two passes in double, as in textbooks.
std::vector<double> two_passes(const logit_matrix& m) {
    std::vector<double> log_sum;
    for (auto row = m.logits.begin(); row != m.logits.end(); row += m.columns) {
        const double maximum = *std::max_element(row, row + m.columns);
        double sum = 0;
        for (std::size_t i = 0; i < m.columns; ++i) sum += std::exp(row[i] - maximum);
        log_sum.push_back(maximum + std::log(sum));
    }
    return log_sum;
}

bool same_bits(float a, float b) { return std::memcmp(&a, &b, sizeof a) == 0; }

bool softmax(const options& o) {
    const logit_matrix m = read_logits(read_files(o.files));
    std::printf("%zu rows, %zu columns\n", m.rows(), m.columns);
    const auto measurements = measure_rows(o, m);

    std::vector<double> expected;
    const double seconds = seconds_of([&] { expected = two_passes(m); });
    bool all_same_bits = true;
    const auto judge = [&](const std::vector<log_sums>& results) {
        double error = 0;
        bool same = true;
        for (std::size_t r = 0; r < results.size(); ++r) {
            error = std::max(error, std::abs(results[r].among_others / expected[r] - 1));
            same = same && same_bits(results[r].among_others, results[r].alone) &&
                   same_bits(results[r].among_others, results[r].as_batch);
        }
        all_same_bits = all_same_bits && same;
        char note[64];
        std::snprintf(note, sizeof note, ", error %.1e", error);
        return verdict{same && error < 1e-6, note};
    };
    const bool equal =
        print_table(measurements, m.logits.size() * sizeof(float), "two passes", seconds, judge);
    std::printf("each row alone gives the same bits: %s\n", all_same_bits ? "yes" : "NO");
    return equal;
}

}  // namespace examples

int main(int argc, char** argv) {
    return examples::run_program(
        argc, argv,
        "Takes how often each pair of bytes stands in each MiB of the FILEs as a matrix of logits,\n"
        "and computes the log-sum-exp of its rows: all at once, and each row alone.",
        examples::softmax);
}
