// SPDX-License-Identifier: Apache-2.0
//
// lengths FILE...: the number of words of each length. Words are runs of letters. One reduction by key gives
// the lengths of all runs; a second one counts equal lengths.
#include "run.hpp"

#include <impulse/by_key.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <vector>

namespace examples {

struct is_letter {
    IMPULSE_SHARED bool operator()(unsigned char c) const {
        const unsigned lower = c | 32u;
        return lower >= 'a' && lower <= 'z';
    }
};
/// Whether two neighbours in a text are both letters, or both not.
struct same_kind {
    IMPULSE_SHARED bool operator()(unsigned char a, unsigned char b) const {
        return is_letter{}(a) == is_letter{}(b);
    }
};
struct one_each {
    template <class T>
    IMPULSE_SHARED std::int32_t operator()(const T&) const {
        return 1;
    }
};

using histogram = std::map<std::int32_t, std::int32_t>;  ///< the number of words of each length

/// First, runs of letters and of other bytes, with their first byte and their length. Then the words, sorted
/// by length, as runs again.
template <class Policy, class Place, class Text>
histogram count_lengths(const Policy& how, Place where, const Text& text, double& seconds) {
    const auto n = static_cast<std::size_t>(text.end() - text.begin());
    auto first = copy_to(where, std::vector<unsigned char>(n));
    auto length = copy_to(where, std::vector<std::int32_t>(n));
    auto count = copy_to(where, std::vector<std::int64_t>(1));
    seconds = median_seconds([&] {
        impulse::transform_reduce_into(
            how, impulse::by_key(text, text, same_kind{}).into(first.data(), count.data()), length.data(),
            std::int32_t{0}, impulse::plus{}, one_each{});
        copy_from(where, count.data(), 1);  // waits for the number
    });
    const auto runs = static_cast<std::size_t>(copy_from(where, count.data(), 1).front());
    const auto kind = copy_from(where, first.data(), runs);
    const auto all = copy_from(where, length.data(), runs);
    std::vector<std::int32_t> words;
    for (std::size_t r = 0; r < runs; ++r)
        if (is_letter{}(kind[r])) words.push_back(all[r]);
    std::sort(words.begin(), words.end());

    const auto& sorted = copy_to(where, words);
    impulse::transform_reduce_into(how, impulse::by_key(sorted, sorted).into(length.data(), count.data()),
                                   length.data() + n / 2, std::int32_t{0}, impulse::plus{}, one_each{});
    const auto kinds = static_cast<std::size_t>(copy_from(where, count.data(), 1).front());
    const auto lengths = copy_from(where, length.data(), kinds);
    const auto counts = copy_from(where, length.data() + n / 2, kinds);
    histogram found;
    for (std::size_t i = 0; i < kinds; ++i) found[lengths[i]] = counts[i];
    return found;
}

histogram count_serially(const std::vector<unsigned char>& text) {
    histogram found;
    std::int32_t length = 0;
    for (const unsigned char c : text) {
        if (is_letter{}(c)) {
            ++length;
        } else if (length > 0) {
            ++found[length];
            length = 0;
        }
    }
    if (length > 0) ++found[length];
    return found;
}

bool lengths(const options& o) {
    const auto text = read_files(o.files);
    std::vector<measurement<histogram>> measurements;
    at_each_place(o, [&](auto where, const std::string& place) {
        const auto& there = copy_to(where, text.all);
        for (const std::string& name : o.policies)
            with_policy(name, [&](auto policy) {
                double seconds = 0;
                const histogram found = count_lengths(policy.on(where), where, there, seconds);
                measurements.push_back({name, place, seconds, {found}});
            });
    });
    histogram expected;
    const double seconds = seconds_of([&] { expected = count_serially(text.all); });
    std::printf("length  words\n");
    for (const auto& [length, words] : expected)
        if (length <= 12) std::printf("%6d  %d\n", length, words);
    return print_table(
        measurements, text.all.size(), "one loop", seconds,
        [&](const std::vector<histogram>& results) { return verdict{results.front() == expected}; });
}

}  // namespace examples

int main(int argc, char** argv) {
    return examples::run_program(argc, argv,
                                 "Counts the words of the FILEs by length: runs of letters, reduced by key.",
                                 examples::lengths);
}
