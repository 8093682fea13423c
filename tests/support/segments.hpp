// SPDX-License-Identifier: Apache-2.0
// Offsets of segments: difficult kinds, and random ones.
#pragma once

#include <seed.hpp>

#include <impulse/config.hpp>
#include <impulse/tree.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>

namespace support {

using offsets = std::vector<impulse::index_t>;

/// Offsets of segments of these lengths.
inline offsets offsets_of(const std::vector<impulse::index_t>& lengths) {
    offsets at{0};
    for (const impulse::index_t length : lengths) at.push_back(at.back() + length);
    return at;
}

/// The results of segments: the tree over the items of each.
template <class T, class Op>
std::vector<T> trees(const std::vector<T>& x, const offsets& begins, const offsets& ends, T init, Op op) {
    std::vector<T> all;
    for (std::size_t r = 0; r < begins.size(); ++r)
        all.push_back(impulse::tree_fold(std::span(x.data() + begins[r], x.data() + ends[r]), init, op));
    return all;
}
template <class T, class Op>
std::vector<T> trees(const std::vector<T>& x, const offsets& at, T init, Op op) {
    return trees(x, {at.begin(), at.end() - 1}, {at.begin() + 1, at.end()}, init, op);
}

/// Calls give(name, offsets) for many kinds of segments of up to `most` items in all.
template <class F>
void for_each_kind_of_offsets(impulse::index_t most, const F& give) {
    using impulse::index_t;
    const auto f = [&](const char* name, offsets at) {
        for (index_t& each : at) each = std::min(each, most);
        give(std::string(name), at);
    };
    auto random = support::random_source(900);
    const auto until_most = [&](auto next) {
        std::vector<index_t> lengths;
        for (index_t sum = 0; sum < most; sum += std::max<index_t>(1, lengths.back()))
            lengths.push_back(next());
        return offsets_of(lengths);
    };
    f("no segment", offsets{0});
    f("one, empty", offsets{0, 0});
    f("all empty", offsets(700, 0));
    f("one", offsets{0, most});
    f("one, without the first items", offsets{most / 3, most});
    for (const index_t length : {1,   2,   3,   7,   8,   9,   15,  16,  17,  31,   33,   63,   64,  65,
                                 100, 127, 128, 129, 255, 256, 257, 511, 513, 1023, 1025, 4095, 4097})
        if (length <= most) f("uniform", until_most([=] { return length; }));
    // Segments of a length near each boundary, among tiny ones.
    std::vector<index_t> lengths;
    index_t sum = 0;
    for (index_t power = 1; sum < most && power < most; power *= 2)
        for (const index_t off : {-1, 0, 1}) {
            lengths.push_back(power + off);
            lengths.push_back((power + off) % 3);
            sum += power + off + 2;
        }
    f("around the powers of two", offsets_of(lengths));
    std::reverse(lengths.begin(), lengths.end());
    f("around the powers of two, the longest first", offsets_of(lengths));
    f("a third empty",
      until_most([&] { return random_between(random, 0, 2) * random_between(random, 0, 9); }));
    f("tiny, some long", until_most([&] {
          return random_between(random, 0, 99) == 0 ? random_between(random, 0, most / 8)
                                                    : random_between(random, 0, 4);
      }));
    f("of any power",
      until_most([&] { return random_between(random, 0, index_t{1} << random_between(random, 0, 10)); }));
    f("one huge among tiny", [&] {
        std::vector<index_t> some(200, 3);
        some.insert(some.begin() + 77, most / 2);
        return offsets_of(some);
    }());
}

/// Calls give(name, begins, ends) for segments of one length, and for such among which there are others, all
/// within so many items. Their average, rounded up, is that length, if there are more of them than its items.
template <class F>
void for_each_nearly_equal(impulse::index_t length, impulse::index_t items, const F& give) {
    using impulse::index_t;
    const auto count = static_cast<std::size_t>(items / length);
    const auto changed = [&](const char* name, const auto& change) {
        std::vector<index_t> lengths(count, length);
        change(lengths);
        const offsets at = offsets_of(lengths);
        give(std::string(name), offsets(at.begin(), at.end() - 1), offsets(at.begin() + 1, at.end()));
    };
    // Every step-th one loses items to the next.
    const auto moved = [](std::vector<index_t>& lengths, std::size_t first, std::size_t step, index_t some) {
        for (std::size_t r = first; r + 1 < lengths.size(); r += step) {
            lengths[r] -= some;
            lengths[r + 1] += some;
        }
    };
    changed("equal", [](auto&) {});
    changed("the last one shorter", [&](auto& lengths) { lengths.back() = length / 2; });
    changed("one shorter", [&](auto& lengths) { --lengths[count / 2]; });
    changed("one empty", [&](auto& lengths) { lengths[count / 3] = 0; });
    changed("some others", [&](auto& lengths) { moved(lengths, 5, 50, (length + 1) / 2); });
    changed("half others", [&](auto& lengths) { moved(lengths, 0, 4, 1); });
    changed("none equal", [&](auto& lengths) { moved(lengths, 0, 2, 1); });
    offsets begins, ends;
    for (std::size_t r = count; r-- > 0;) {
        begins.push_back(static_cast<index_t>(r) * length);
        ends.push_back(begins.back() + length);
    }
    give(std::string("equal, the last one first"), begins, ends);
}

/// Segments in any order, with gaps and overlaps.
inline std::pair<offsets, offsets> scattered_segments(impulse::index_t items, impulse::index_t count,
                                                      impulse::index_t longest, unsigned long long salt) {
    auto random = support::random_source(salt);
    std::pair<offsets, offsets> made;
    for (impulse::index_t i = 0; i < count; ++i) {
        const impulse::index_t begin = random_between(random, 0, items);
        made.first.push_back(begin);
        made.second.push_back(std::min(items, begin + random_between(random, 0, longest)));
    }
    return made;
}

}  // namespace support
