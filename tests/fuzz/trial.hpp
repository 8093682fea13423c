// SPDX-License-Identifier: Apache-2.0
// `trial`: one call and its special conditions, as plain numbers that determine everything else (items,
// lengths, keys, turns).
#pragma once

#include <monoids.hpp>

#include <algorithm>
#include <iterator>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

using impulse::index_t;
using names = std::span<const char* const>;

struct trial {
    index_t seed = 0;    ///< of items, lengths, keys and turns
    index_t kind = 0;    ///< types and operator (kinds.hpp)
    index_t layout = 0;  ///< which items make which result
    index_t policy = 0;
    index_t place = 0;
    index_t form = 0;     ///< of the call
    index_t groups = 1;   ///< number of groups of items, or of parts
    index_t length = 0;   ///< items of a group, at most; or of the whole input
    index_t lengths = 0;  ///< how they vary
    index_t skip = 0;     ///< random groups that are left out before the first one
    index_t offset = 0;   ///< items from a 16-byte boundary to the first one
    index_t gap = 0;      ///< items that belong to no group: before the first segment, after each row
    index_t special = 0;  ///< whether some numbers are NaN, infinite or otherwise special
    index_t blocks = 0;   ///< of the shape, like the next two
    index_t threads = 0;
    index_t items = 0;
    index_t warps = 1;  ///< of a block of an emulated GPU; the next four describe that GPU
    index_t tiles = 1;
    index_t resident = 1;
    index_t processors = 1;
    index_t turns = 0;  ///< the order in which threads take turns

    friend bool operator==(const trial&, const trial&) = default;
};

/// What is wrong; empty if nothing is.
using complaint = std::string;

/// Whether a program has such a trial, and if so, what is wrong with it.
struct verdict {
    bool is_present = false;
    complaint wrong;
    bool by_tiles = false;  ///< whether the plan has equal results taken by tiles, or lets a sample tell
};

// ---- what the numbers mean --------------------------------------------------------------------------------

/// In the order of `numbers`; the programs are built by these lists.
inline constexpr const char* kind_names[] = {
    "mix",          "leaves",         "triples",       "wide",         "floats",
    "matrices",     "shorts",         "transformed",   "pairs",        "variance",
    "positions",    "together",       "without_init",  "moments",      "extremes_and_sum",
    "reduce_first", "mean_of",        "vector_beside", "array_beside", "where_mix",
    "where_sum",    "where_variance", "words",         "nansum",       "nanmean",
    "nanvar",       "nanargmin",      "nanargmax",     "unproved"};
/// The last kind is planted. A program tries the kinds before it, or some of the first ones.
inline constexpr int planted_kind = static_cast<int>(std::size(kind_names)) - 1;
inline constexpr const char* layout_names[] = {"one",     "counted", "parts",    "batches",   "rows",
                                               "columns", "axes",    "segments", "scattered", "by_key"};
inline constexpr const char* policy_names[] = {"single_block", "two_pass", "last_block", "work_queue",
                                               "forgetful"};
inline constexpr const char* place_names[] = {"host", "serial", "warps_of_4", "warps_of_32", "gpu"};
inline constexpr const char* form_names[] = {"into", "value", "workspace", "captured", "resource"};
inline constexpr const char* lengths_names[] = {"equal",         "any",         "tiny_some_long",
                                                "any_power",     "one_longest", "half_empty",
                                                "around_powers", "nearly_equal"};
/// The last one is of segments alone.
inline constexpr int nearly_equal = static_cast<int>(std::size(lengths_names)) - 1;

enum layout : int { one, counted, parts, batches, rows, columns, axes, segments, scattered, by_key, layouts };
enum place : int { host, serial, warps_of_4, warps_of_32, on_gpu };
inline constexpr int forgetful = 4;
inline constexpr int policy_count = 5;
enum form : int { into, value, workspace, captured, resource };

using member = index_t trial::*;

struct number {
    const char* name;
    member value;
    index_t simplest;  ///< a failing trial is simplified towards this value; -1: never changed
    names words = {};
};

inline constexpr number numbers[] = {
    {"groups", &trial::groups, 1},
    {"length", &trial::length, 0},
    {"layout", &trial::layout, 0, layout_names},
    {"place", &trial::place, 0, place_names},
    {"form", &trial::form, 0, form_names},
    {"policy", &trial::policy, 0, policy_names},
    {"kind", &trial::kind, -1, kind_names},
    {"seed", &trial::seed, 0},
    {"lengths", &trial::lengths, 0, lengths_names},
    {"skip", &trial::skip, 0},
    {"offset", &trial::offset, 0},
    {"gap", &trial::gap, 0},
    {"special", &trial::special, 0},
    {"blocks", &trial::blocks, 0},
    {"threads", &trial::threads, 0},
    {"items", &trial::items, 0},
    {"warps", &trial::warps, 1},
    {"tiles", &trial::tiles, 1},
    {"resident", &trial::resident, 1},
    {"processors", &trial::processors, 1},
    {"turns", &trial::turns, 0},
};

/// The numbers that differ from the default trial: kind=mix,length=5,…
inline std::string to_string(const trial& t) {
    std::string words;
    for (const number& each : numbers) {
        const index_t value = t.*each.value;
        if (value == trial{}.*each.value && each.value != &trial::kind) continue;
        if (!words.empty()) words += ',';
        words += each.name + std::string("=");
        words += each.words.empty() ? std::to_string(value) : each.words[static_cast<std::size_t>(value)];
    }
    return words;
}

/// Reads what to_string has written.
inline trial parsed(std::string_view words) {
    trial t;
    while (!words.empty()) {
        const std::string_view one = words.substr(0, words.find(','));
        words.remove_prefix(std::min(words.size(), one.size() + 1));
        const std::string_view name = one.substr(0, one.find('='));
        const std::string value(one.substr(std::min(one.size(), name.size() + 1)));
        const auto known =
            std::ranges::find_if(numbers, [&](const number& each) { return each.name == name; });
        if (known == std::end(numbers))
            throw std::invalid_argument("a trial has no number '" + std::string(name) + "'");
        const auto word = std::ranges::find_if(known->words, [&](const char* each) { return each == value; });
        const bool is_word = word != known->words.end();
        if (!known->words.empty() && !is_word)
            throw std::invalid_argument("there is no " + std::string(name) + " '" + value + "'");
        t.*known->value = is_word ? word - known->words.begin() : std::stoll(value);
    }
    return t;
}

/// The same for human readers.
inline std::string in_words(const trial& t) {
    const auto at = [](names all, index_t i) { return std::string(all[static_cast<std::size_t>(i)]); };
    const auto several = [](index_t n, const std::string& what) {
        return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
    };
    std::string words = at(kind_names, t.kind) + " of ";
    if (t.layout == one || t.layout == counted)
        words += several(t.length, "item");
    else
        words += several(t.groups, "group") + (t.lengths == 0 ? " of " : " of up to ") +
                 several(t.length, "item") +
                 (t.lengths == 0 ? "" : " (" + at(lengths_names, t.lengths) + ")");
    words += ", as " + at(layout_names, t.layout);
    if (t.gap > 0) words += ", with gaps of " + std::to_string(t.gap);
    if (t.offset > 0) words += ", " + several(t.offset, "item") + " off a 16-byte boundary";
    words += "; by " + at(policy_names, t.policy);
    if (t.blocks > 0) words += ", " + several(t.blocks, "block");
    if (t.threads > 0) words += " of " + several(t.threads, "thread");
    if (t.items > 0) words += ", pieces of " + several(t.items, "item");
    words += "; on " + at(place_names, t.place);
    if (t.place == serial) words += " of " + several(t.processors, "processor");
    if (t.place == warps_of_4 || t.place == warps_of_32)
        words += " (" + several(t.processors, "processor") + ", " + several(t.resident, "resident block") +
                 " of " + several(t.warps, "warp") + ", " + several(t.tiles, "tile") + " each)";
    return words + "; form " + at(form_names, t.form);
}

// ---- random trials ----------------------------------------------------------------------------------------

/// Random numbers that are the same on every machine.
class dice {
  public:
    explicit dice(index_t seed) : state_(static_cast<std::uint64_t>(seed)) {}

    std::uint64_t bits() { return support::scatter(state_ += 0x9e3779b97f4a7c15u); }
    /// A number in [low, high].
    index_t between(index_t low, index_t high) {
        return low + static_cast<index_t>(bits() % static_cast<std::uint64_t>(high - low + 1));
    }
    bool one_in(index_t n) { return between(1, n) == 1; }
    /// A number of any magnitude in [0, most], often near a power of two.
    index_t of_any_size(index_t most) {
        int log2 = 0;
        while (index_t{1} << (log2 + 1) <= most) ++log2;
        const index_t power = index_t{1} << between(0, log2);
        return std::min(most, one_in(3) ? power + between(-1, 1) : between(0, 2 * power));
    }

  private:
    std::uint64_t state_;
};

/// The trials that a program can make.
struct range {
    index_t kinds;
    std::vector<index_t> places;
    index_t forms;
    /// The largest number of items of a trial at a place, up to a constant factor.
    index_t (*most)(index_t place);
};

/// The mean length of groups that have up to `length` items.
inline index_t mean_length(index_t lengths, index_t length) {
    constexpr index_t part[] = {1, 2, 60, 6, 30, 4, 3, 1};
    return 1 + length / part[lengths];
}

inline trial by_chance(index_t seed, const range& among) {
    dice d(seed);
    trial t;
    t.seed = d.between(1, 1 << 20);
    t.kind = d.between(0, among.kinds - 1);
    t.layout = d.between(0, layouts - 1);
    t.policy = d.between(0, 3);
    t.place = among.places[static_cast<std::size_t>(d.between(0, std::ssize(among.places) - 1))];
    t.form = d.between(0, among.forms - 1);
    t.lengths = d.between(0, nearly_equal - 1);
    if (t.layout < segments && t.layout != counted) t.lengths = 0;
    const index_t most = among.most(t.place);
    t.length = d.of_any_size(most);
    // Short rows, which are taken in several ways by their length, are rare among lengths of any size.
    if ((t.layout == batches || t.layout == rows) && d.one_in(2)) t.length = d.between(1, 140);
    t.groups = d.of_any_size(t.layout == parts ? 20 : most / mean_length(t.lengths, t.length) + 2);
    if (t.layout == one || t.layout == counted) t.groups = 1;
    if (d.one_in(2)) t.offset = d.between(0, 17);
    if (d.one_in(3)) t.gap = d.between(0, 9);
    t.special = d.one_in(4);
    if (d.one_in(2)) t.blocks = d.of_any_size(300);
    if (d.one_in(3)) t.threads = 32 * d.between(1, 32);
    if (d.one_in(3)) t.items = d.of_any_size(5000);
    t.warps = index_t{1} << d.between(0, 2);
    t.tiles = d.between(1, 3);
    t.resident = d.between(1, 5);
    t.processors = d.of_any_size(99) + 1;
    t.turns = d.between(0, 2);
    if (t.layout == segments && t.lengths == 0) {
        if (d.one_in(2)) t.lengths = nearly_equal;
        // If they are many for the place, their length decides how they are taken.
        if (d.one_in(2)) {
            t.length = d.between(1, 140);
            t.groups = d.between(most / 2, most) / t.length;
            t.warps = t.resident = 1;
        }
    }
    return t;
}

// ---- simpler ----------------------------------------------------------------------------------------------

/// Trials that are one step simpler, the largest steps first.
inline std::vector<trial> simpler(const trial& t) {
    std::vector<trial> all;
    const auto add = [&](trial other) {
        if (other != t) all.push_back(other);
    };
    if (t.items != 1 && t.length > 1) {  // a few items in small subtrees still make several subtrees
        trial other = t;
        other.length /= 2;
        other.items = 1;
        add(other);
    }
    for (const number& each : numbers) {
        if (each.simplest < 0) continue;
        const index_t far = t.*each.value - each.simplest;
        for (index_t step = far; step > 0; step = each.words.empty() ? step / 2 : step - 1) {
            trial other = t;
            other.*each.value -= step;
            add(other);
            if (each.value == &trial::groups) {  // leaves out the first groups instead of the last
                other.skip += step;
                add(other);
            }
        }
    }
    return all;
}

}  // namespace fuzz
