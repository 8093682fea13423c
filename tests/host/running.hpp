// SPDX-License-Identifier: Apache-2.0
// Operators for running reductions, pieces of any length, and saved states.
#pragma once

#include <suite.hpp>

#include <policies.hpp>

#include <impulse/running.hpp>

#include <filesystem>
#include <fstream>
#include <system_error>

#include <unistd.h>

namespace running_tests {

using std::uint64_t;
using support::message_of;
using support::mix_of_leaves;
using support::random_between;

inline float made_float(index_t i) {
    const uint64_t bits = support::scatter(static_cast<uint64_t>(i));
    return static_cast<float>(static_cast<index_t>(bits >> 40) - (1 << 23)) /
           static_cast<float>(1 << (bits & 15));
}

struct matrix {
    float a, b, c, d;
    friend auto bits_of(const matrix& m) { return std::tuple(m.a, m.b, m.c, m.d); }
};
struct multiply {
    matrix operator()(const matrix& x, const matrix& y) const {
        return {x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};
    }
};

/// Count, mean and squared deviations, in leaves of four; the final result needs the count.
struct spread {
    static constexpr int leaf = 4;
    struct moments {
        double n, mean, squares;
    };
    moments lift(float x) const { return {1, x, 0}; }
    void accumulate(moments& m, float x) const { m = (*this)(m, lift(x)); }
    moments operator()(const moments& a, const moments& b) const {
        if (a.n == 0 || b.n == 0) return a.n == 0 ? b : a;
        const double n = a.n + b.n, apart = b.mean - a.mean;
        return {n, a.mean + apart * b.n / n, a.squares + b.squares + apart * apart * a.n * b.n / n};
    }
    double finalize(const moments& m, index_t n) const { return m.squares / static_cast<double>(n); }
};

/// The polynomial of bytes, accumulated in runs of any length: exact.
struct hash_piece {
    uint64_t hash, power;
};
struct join_hashes {
    hash_piece lift(unsigned char c) const { return {c, 257}; }
    hash_piece operator()(const hash_piece& a, const hash_piece& b) const {
        return {a.hash * b.power + b.hash, a.power * b.power};
    }
    hash_piece accumulate(hash_piece a, const unsigned char* first, const unsigned char* last) const {
        for (; first != last; ++first) a = {a.hash * 257 + *first, a.power * 257};
        return a;
    }
};

struct concatenate {
    std::string operator()(const std::string& a, const std::string& b) const { return "(" + a + b + ")"; }
};

using owned_number = std::unique_ptr<uint64_t>;
/// The mix of numbers that cannot be copied; it throws when told to.
struct mix_numbers {
    static constexpr int leaf = 2;
    bool* fails;
    owned_number lift(uint64_t x) const { return std::make_unique<uint64_t>(x); }
    void accumulate(owned_number& a, uint64_t x) const { *a = support::mix{}(*a, x); }
    void combine(owned_number& a, const owned_number& b) const {
        if (*fails) throw std::runtime_error("fails");
        *a = support::mix{}(*a, *b);
    }
};

/// Pushes the items in pieces of random lengths, most of them short, by every form of `push`.
template <class Running, class Item, class Random>
void push_in_pieces(Running& running, const std::vector<Item>& items, Random& random) {
    const auto n = static_cast<index_t>(items.size());
    for (index_t at = 0; at < n;) {
        const index_t most = index_t{1} << random_between(random, 0, 16);
        const index_t length = std::min(random_between(random, 0, most), n - at);
        const auto first = items.begin() + at, last = first + length;
        switch (random() % 4) {
            case 0:
                running.push(first, last);
                break;
            case 1:
                running.push(std::span(first, last));
                break;
            case 2:
                running.push(items.data() + at, items.data() + at + length);
                break;
            default:
                running.push(std::vector<Item>(first, last));
        }
        at += length;
        REQUIRE(running.count() == at);
    }
}

template <class Item, class Init, class Op>
void check_cuts(const std::vector<Item>& all, const Init& init, const Op& op, unsigned long long salt) {
    auto random = support::random_source(salt);
    support::for_one_policy([&](auto, const auto& policy) {
        const auto how = policy.on(impulse::host);
        for (const index_t n :
             {index_t{0}, index_t{1}, index_t{17}, random_between(random, 2, 900), std::ssize(all)}) {
            CAPTURE(n);
            const std::vector<Item> items(all.begin(), all.begin() + n);
            auto running = impulse::running_reduction<Item>(how, init, op);
            push_in_pieces(running, items, random);
            const auto expected = impulse::reduce(how, items, init, op);
            CHECK(same_bits(running.value(), expected));
            CHECK(same_bits(running.value(), impulse::tree_fold(items, init, op)));  // a second time
            CHECK(same_bits(std::move(running).value(), expected));
        }
    });
}

inline const index_t many = 100'000;

/// The bytes of a saved state.
template <class Running>
std::string saved(const Running& running, const char* tag = "") {
    std::ostringstream to;
    running.save(to, tag);
    return to.str();
}
template <class Running>
void load(Running& running, const std::string& bytes, const char* tag = "") {
    std::istringstream from(bytes);
    running.load(from, tag);
}

/// A temporary folder, removed with its contents.
struct folder {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("impulse-running-" + std::to_string(::getpid()));
    folder() { std::filesystem::create_directories(path); }
    ~folder() { std::filesystem::remove_all(path); }
};

}  // namespace running_tests
