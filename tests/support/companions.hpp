// SPDX-License-Identifier: Apache-2.0
// A group together with others: it has the same bits as alone, whatever the others contain and wherever it
// is.
#pragma once

#include <doctest/doctest.h>

#include <monoids.hpp>
#include <same_bits.hpp>
#include <segments.hpp>

#include <impulse/layouts.hpp>
#include <impulse/tree.hpp>

namespace support {

/// Numbers of very different sizes and both signs, whose sum depends on the grouping.
inline void append_uneven(std::vector<float>& to, index_t count, std::uint64_t salt) {
    for (index_t i = 0; i < count; ++i) {
        const std::uint64_t number = scatter(salt + static_cast<std::uint64_t>(i));
        to.push_back(static_cast<float>(static_cast<int>((number >> 40) % 2001) - 1000) /
                     static_cast<float>(1u << (number % 30)));
    }
}

/// The group as number `which` among other groups of these lengths.
inline std::vector<float> among(const std::vector<float>& group, const std::vector<index_t>& lengths,
                                std::size_t which, std::uint64_t salt) {
    std::vector<float> items;
    for (std::size_t r = 0; r < lengths.size(); ++r)
        if (r == which)
            items.insert(items.end(), group.begin(), group.end());
        else
            append_uneven(items, lengths[r], scatter(salt + r));
    return items;
}

/// Checks groups of some lengths and one of random length: alone, first, last, and among up to 3000 others
/// with `most` items in all, as segments of random lengths, batches and rows. reduce(items, offsets, layout,
/// init, check) must write the sums of layout(items, offsets), where both arguments are spans of its own
/// memory, and call check(name, sums) for each way to write them.
template <class Reduce>
void check_companions(index_t most, const Reduce& reduce) {
    constexpr float init = 0.1f;
    auto random = random_source(920);
    for (const index_t length : {index_t{1}, index_t{31}, index_t{32}, index_t{33}, index_t{1000},
                                 random_between(random, 2, 20'000), index_t{70'000}}) {
        CAPTURE(length);
        std::vector<float> group;
        append_uneven(group, length, random());
        const float alone = impulse::tree_fold(group, init, impulse::plus{});
        const auto check = [&](const char* layout, std::size_t which) {
            return [=](const std::string& name, const std::vector<float>& sums) {
                CAPTURE(layout);
                CAPTURE(name);
                CAPTURE(length);
                CAPTURE(which);
                CHECK(same_bits(sums[which], alone));
            };
        };
        reduce(
            group, offsets{0}, [](auto x, auto) { return x; }, init, check("all", 0));

        const auto others = static_cast<std::size_t>(random_between(random, 2000, 3000));
        const auto as_many =
            static_cast<std::size_t>(std::min<index_t>(static_cast<index_t>(others), most / length));
        const auto place = [&](std::size_t of, int where) {
            return where == 0 ? 0
                   : where == 1
                       ? of
                       : static_cast<std::size_t>(random_between(random, 0, static_cast<index_t>(of)));
        };
        for (const std::size_t beside : {std::size_t{0}, others})
            for (int where = 0; where < (beside == 0 ? 1 : 3); ++where) {
                const std::size_t which = place(beside, where);
                std::vector<index_t> lengths;
                for (std::size_t r = 0; r <= beside; ++r)
                    lengths.push_back(
                        r == which ? length
                                   : random_between(random, 0, index_t{1} << random_between(random, 0, 9)));
                reduce(
                    among(group, lengths, which, random()), offsets_of(lengths),
                    [](auto x, auto at) { return impulse::segments(x, at); }, init, check("segments", which));
            }
        for (const std::size_t beside : {std::size_t{0}, as_many})
            for (int where = 0; where < (beside == 0 ? 1 : 3); ++where) {
                const std::size_t which = place(beside, where);
                const std::vector<index_t> lengths(beside + 1, length);
                const auto items = among(group, lengths, which, random());
                const offsets at = offsets_of(lengths);
                reduce(
                    items, at, [=](auto x, auto) { return impulse::batches(x, length); }, init,
                    check("batches", which));
                reduce(
                    items, at,
                    [=](auto x, auto) {
                        return impulse::rows(impulse::matrix_view{x.data(), beside + 1, length});
                    },
                    init, check("rows", which));
            }
    }
}

}  // namespace support
