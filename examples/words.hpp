// SPDX-License-Identifier: Apache-2.0
/// \file
/// The words of a text as a graph: an edge from each word to every word that follows it somewhere.
#pragma once

#include "text.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace examples {

/// A sparse matrix in CSR form with two sets of values. The columns of row w are the words that precede word
/// w somewhere; they begin at `offsets[w]` and end at `offsets[w + 1]`. Each word also precedes itself, so
/// that a walk can stay where it is.
struct word_graph {
    std::vector<std::string> words;
    std::vector<std::int32_t> offsets = {0};
    std::vector<std::int32_t> before;
    std::vector<double> chance;  ///< the probability that this word follows `before`
    std::vector<std::int64_t>
        length;  ///< length of the edge: thousandths of a bit that tell which word comes next, at least 1
    std::size_t commonest = 0;
};

/// Words are runs of letters, in lower case. No word follows the last word of another file.
inline word_graph read_words(const by_file<unsigned char>& text) {
    word_graph g;
    std::unordered_map<std::string, std::uint32_t> number_of;
    std::vector<std::uint64_t>
        pairs;  // the following word is in the upper half, so sorting groups them by row
    std::vector<std::int64_t> follow, occur;
    std::string word;
    std::size_t begin = 0;
    for (const std::size_t end : text.ends) {
        std::int64_t last = -1;
        for (std::size_t i = begin; i <= end; ++i) {
            const unsigned lower = i < end ? text.all[i] | 32u : 0;
            if (lower >= 'a' && lower <= 'z') {
                word += static_cast<char>(lower);
            } else if (!word.empty()) {
                const auto [at, is_new] =
                    number_of.try_emplace(word, static_cast<std::uint32_t>(g.words.size()));
                const std::uint32_t w = at->second;
                if (is_new) {
                    g.words.push_back(word);
                    follow.push_back(0);
                    occur.push_back(0);
                    pairs.push_back(std::uint64_t{w} << 32 | w);  // an edge from the word to itself
                }
                ++occur[w];
                if (last >= 0) {
                    pairs.push_back(std::uint64_t{w} << 32 | static_cast<std::uint64_t>(last));
                    ++follow[static_cast<std::size_t>(last)];
                }
                last = w;
                word.clear();
            }
        }
        begin = end;
    }
    if (g.words.empty()) throw usage_error("the files contain no words");
    g.commonest = static_cast<std::size_t>(std::max_element(occur.begin(), occur.end()) - occur.begin());

    std::sort(pairs.begin(), pairs.end());
    for (std::size_t i = 0, next; i < pairs.size(); i = next) {
        for (next = i; next < pairs.size() && pairs[next] == pairs[i];) ++next;
        const auto to = static_cast<std::uint32_t>(pairs[i] >> 32),
                   from = static_cast<std::uint32_t>(pairs[i]);
        const auto times = static_cast<std::int64_t>(next - i) - (to == from);
        const double chance = times == 0 ? 0 : static_cast<double>(times) / static_cast<double>(follow[from]);
        g.before.push_back(static_cast<std::int32_t>(from));
        g.chance.push_back(chance);
        g.length.push_back(to == from ? 0
                                      : std::max<std::int64_t>(1, std::llround(-1000 * std::log2(chance))));
        g.offsets.resize(to + 2u, static_cast<std::int32_t>(g.before.size()));
        g.offsets.back() = static_cast<std::int32_t>(g.before.size());
        if (g.before.size() > 0x7fffffff) throw std::runtime_error("the text has too many pairs of words");
    }
    return g;
}

}  // namespace examples
