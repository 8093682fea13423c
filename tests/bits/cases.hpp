// SPDX-License-Identifier: Apache-2.0
// Reads the cases that generate.py writes (that file defines each word), and generates their items.
#pragma once

#include <bit>
#include <cstdint>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#ifdef __CUDACC__
#define BITS_SHARED __host__ __device__
#else
#define BITS_SHARED
#endif

namespace bits {
using uint64 = std::uint64_t;
BITS_SHARED constexpr uint64 final_mix(uint64 z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

BITS_SHARED constexpr uint64 splitmix64(uint64 x) { return final_mix(x + 0x9e3779b97f4a7c15u); }

BITS_SHARED constexpr uint64 mix(uint64 a, uint64 b) { return final_mix(3 * a + (b << 17 | b >> 47)); }

enum class type { u64, i32, f16, f32, f64 };
enum class rule { hash, poshash, nearone, unit, matrix, fill, list };
inline const std::map<std::string, type> types{
    {"u64", type::u64}, {"i32", type::i32}, {"f16", type::f16}, {"f32", type::f32}, {"f64", type::f64}};
inline const std::map<std::string, rule> rules{
    {"hash", rule::hash},     {"poshash", rule::poshash}, {"nearone", rule::nearone}, {"unit", rule::unit},
    {"matrix", rule::matrix}, {"fill", rule::fill},       {"list", rule::list}};

BITS_SHARED constexpr int width(type t) {
    return t == type::f16 ? 16 : t == type::i32 || t == type::f32 ? 32 : 64;
}

// The bits that a rule derives from a hash. The rules `fill` and `list` do not use it.
BITS_SHARED constexpr uint64 made(type t, rule r, uint64 h) {
    if (t == type::u64) return h;
    if (t == type::i32) return h & 0xffffffffu;
    const int p = t == type::f16 ? 10 : t == type::f32 ? 23 : 52;
    const uint64 bias = t == type::f16 ? 15 : t == type::f32 ? 127 : 1023;
    const uint64 sign = r == rule::hash ? h >> 63 : 0;
    uint64 mantissa = h & ((uint64{1} << p) - 1);
    uint64 exponent = t == type::f16   ? bias - 6 + (h >> 32) % 11
                      : t == type::f32 ? bias - 20 + (h >> 32) % 41
                                       : bias - 30 + (h >> 52 & 0x7ff) % 61;
    if (r == rule::nearone) exponent = bias - 1 + (h >> 32) % 3;
    if (r == rule::matrix) exponent = (h >> 32) % 8 < 3 ? bias - 1 : bias - 2;
    if (r == rule::unit) {
        const int below = static_cast<int>(h >> 63);
        exponent = below ? bias - 1 : bias;
        mantissa = (below ? uint64{0x7f} << (p - 7) : 0) | (h & ((uint64{1} << (p - 8 + below)) - 1));
    }
    return sign << (width(t) - 1) | exponent << p | mantissa;
}

// Item i of a rule with a seed. For rule::matrix: field i % 4 of matrix i / 4.
BITS_SHARED constexpr uint64 item(type t, rule r, uint64 seed, uint64 i) {
    return made(t, r, splitmix64(seed + i));
}

inline uint64 from_hex(const std::string& word) { return std::stoull(word, nullptr, 16); }

inline std::vector<std::string> split(const std::string& text, char separator = ',') {
    std::vector<std::string> parts;
    std::istringstream rest(text);
    for (std::string part; std::getline(rest, part, separator);) parts.push_back(part);
    return parts;
}

// Converts bits to a value and back. T has 2, 4 or 8 bytes.
template <class T, class Wider = std::conditional_t<sizeof(T) == 4, std::uint32_t, uint64>>
using bits_of = std::conditional_t<sizeof(T) == 2, std::uint16_t, Wider>;

template <class T>
T value(uint64 bits) {
    return std::bit_cast<T>(static_cast<bits_of<T>>(bits));
}

// Whether a result is the expected word. Every NaN is written `nan`; a type that is not an integer is the
// IEEE type of its size.
template <class T>
bool matches(const T& result, const std::string& word) {
    const auto bits = std::bit_cast<bits_of<T>>(result);
    const uint64 infinity = sizeof(T) == 2 ? 0x7c00u : sizeof(T) == 4 ? 0x7f800000u : 0x7ff0000000000000u;
    const uint64 magnitude = bits & (~uint64{0} >> (65 - 8 * sizeof(T)));
    if (!std::is_integral_v<T> && magnitude > infinity) return word == "nan";
    return word != "nan" && word.size() == 2 * sizeof(T) && from_hex(word) == bits;
}

struct one_case {
    std::map<std::string, std::string> words;
    std::string line;  // for messages

    bool has(const std::string& key) const { return words.count(key) != 0; }
    const std::string& operator[](const std::string& key) const {
        return has(key) ? words.at(key) : throw std::runtime_error("no word " + key + " in: " + line);
    }
    uint64 number(const std::string& key) const { return std::stoull((*this)[key]); }
    uint64 first() const { return has("first") ? number("first") : 0; }
    std::string form() const { return has("form") ? (*this)["form"] : "one"; }
    bool is(const std::string& t, const std::string& op, const std::string& f = "one") const {
        return (*this)["type"] == t && (*this)["op"] == op && form() == f;
    }
    template <class T>
    T init() const {
        return value<T>(from_hex((*this)["init"]));
    }

    // The items (of a forest: those of its part), converted from bits to T. Each matrix has four values.
    template <class T>
    std::vector<T> items(const std::string& key = "items") const {
        const std::vector<std::string> parts = split((*this)[key], ':');
        const auto t = types.at((*this)["type"]);
        const auto r = rules.at(parts.at(0));
        if (width(t) != 8 * static_cast<int>(sizeof(T))) throw std::runtime_error("another type: " + line);
        const uint64 n = number("n") * (r == rule::matrix ? 4 : 1);
        const std::vector<std::string> list = split(parts.at(1));
        if (r == rule::list && list.size() != n) throw std::runtime_error("another count: " + line);
        const uint64 seed = r == rule::list || r == rule::fill ? 0 : std::stoull(parts.at(1)) + first();
        std::vector<T> result;
        for (uint64 i = 0; i < n; ++i)
            result.push_back(value<T>(r == rule::list   ? from_hex(list[i])
                                      : r == rule::fill ? from_hex(list[0])
                                                        : item(t, r, seed, i)));
        return result;
    }
};

inline std::vector<one_case> read(const std::string& path) {
    std::ifstream file(path);
    std::vector<one_case> cases;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        one_case next{{}, line};
        for (const std::string& word : split(line, ' ')) {
            const auto equals = word.find('=');
            next.words[word.substr(0, equals)] = word.substr(equals + 1);
        }
        cases.push_back(next);
    }
    if (cases.empty())
        throw std::runtime_error("cannot read cases from " + path + ", which tests/bits/generate.py writes");
    return cases;
}

}  // namespace bits
