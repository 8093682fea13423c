// SPDX-License-Identifier: Apache-2.0
// A reduction of what comes in pieces: cut anywhere, saved and loaded anywhere, it gives the bits of one
// `reduce`.
#include <doctest/doctest.h>

#include <message_of.hpp>
#include <monoids.hpp>
#include <policies.hpp>
#include <same_bits.hpp>
#include <seed.hpp>
#include <sizes.hpp>

#include <impulse/running.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <unistd.h>

using impulse::index_t;
using std::uint64_t;
using support::message_of;
using support::random_between;
using support::same_bits;

namespace {

float made_float(index_t i) {
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

/// Neither associative nor commutative, and an item is taken in unlike a node is joined: shows every leaf and
/// its place.
template <int Leaf>
struct mix_of_leaves : support::mix {
    static constexpr int leaf = Leaf;
    uint64_t lift(std::uint32_t a) const { return support::scatter(a); }
    void accumulate(uint64_t& acc, std::uint32_t a) const { acc = support::scatter(acc ^ 5 * uint64_t{a}); }
};

/// Count, mean and squares of the deviations, taken in four by four; what the caller gets of it needs the
/// count.
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

/// The polynomial of bytes, by runs of any length: exact.
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
/// The mix of numbers that cannot be copied; fails when told to.
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
    support::for_one_policy([&](const char* name, const auto& policy) {
        CAPTURE(name);
        const auto how = policy.on(impulse::host);
        for (const index_t n :
             {index_t{0}, index_t{1}, index_t{17}, random_between(random, 2, 900), std::ssize(all)}) {
            CAPTURE(n);
            const std::vector<Item> items(all.begin(), all.begin() + n);
            auto running = impulse::running_reduction<Item>(how, init, op);
            push_in_pieces(running, items, random);
            const auto expected = impulse::reduce(how, items, init, op);
            CHECK(same_bits(running.value(), expected));
            CHECK(same_bits(running.value(), impulse::tree_fold(items, init, op)));  // again
            CHECK(same_bits(std::move(running).value(), expected));
        }
    });
}

const index_t many = 100'000;

/// Bytes of what was saved.
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

/// A folder of its own, with all that is in it.
struct folder {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("impulse-running-" + std::to_string(::getpid()));
    folder() { std::filesystem::create_directories(path); }
    ~folder() { std::filesystem::remove_all(path); }
};

}  // namespace

TEST_CASE("running: pieces of any length give the bits of the whole, for every kind of operator") {
    const auto bytes = support::make_items(many, [](index_t i) {
        return static_cast<std::uint32_t>(support::scatter(static_cast<uint64_t>(i)));
    });
    check_cuts(support::make_items(many, made_float), 0.5f, impulse::plus{}, 1);
    check_cuts(support::make_items(many, support::make_hash{}), uint64_t{5}, support::mix{}, 2);
    check_cuts(support::make_items(3000,
                                   [](index_t i) {
                                       return matrix{made_float(4 * i), made_float(4 * i + 1),
                                                     made_float(4 * i + 2), made_float(4 * i + 3)};
                                   }),
               matrix{1, 0, 0, 1}, multiply{}, 3);
    check_cuts(bytes, uint64_t{7}, mix_of_leaves<4>{}, 4);
    check_cuts(bytes, uint64_t{7}, mix_of_leaves<256>{}, 5);
    check_cuts(support::make_items(many, made_float), spread::moments{0, 0, 0}, spread{}, 6);
    check_cuts(support::make_items(many, [](index_t i) { return static_cast<std::int8_t>(i % 251); }), 3,
               impulse::plus{}, 7);
    check_cuts(support::make_items(many, made_float), impulse::values<float, spread::moments>{0.f, {0, 0, 0}},
               impulse::together(impulse::plus{}, spread{}), 8);
    check_cuts(support::make_items(1000, [](index_t i) { return std::to_string(i); }), std::string("<"),
               concatenate{}, 9);
}

TEST_CASE("running: an exact operator that takes runs") {
    auto random = support::random_source(10);
    const auto bytes = support::make_items(many, [](index_t i) {
        return static_cast<unsigned char>(support::scatter(static_cast<uint64_t>(i)));
    });
    auto running = impulse::running_reduction<unsigned char>(hash_piece{0, 1},
                                                             impulse::assume_associative(join_hashes{}));
    push_in_pieces(running, bytes, random);
    const hash_piece expected =
        impulse::reduce(bytes, hash_piece{0, 1}, impulse::assume_associative(join_hashes{}));
    CHECK(running.value().hash == expected.hash);
    CHECK(running.value().power == expected.power);
}

TEST_CASE("running: the operator is plus unless said otherwise; a value at any time; begun anew") {
    auto sum = impulse::running_reduction<float>(1.f);
    static_assert(std::is_same_v<decltype(sum.value()), float>);
    CHECK(sum.value() == 1.f);
    std::vector<float> all;
    for (index_t n = 1; n < 300; n += 7) {
        const auto more = support::make_items(n, made_float);
        all.insert(all.end(), more.begin(), more.end());
        sum.push(more);
        CHECK(same_bits(sum.value(), impulse::reduce(all, 1.f)));
    }
    const auto copy = sum;
    sum.clear();
    CHECK(sum.count() == 0);
    CHECK(sum.value() == 1.f);
    CHECK(same_bits(copy.value(), impulse::reduce(all, 1.f)));
    const float few[] = {0, 1};
    sum.push(few);
    sum.push(std::deque<float>{2, 3});
    CHECK(sum.value() == 7.f);
}

TEST_CASE("running: accumulators that cannot be copied") {
    bool fails = false;
    auto random = support::random_source(11);
    const auto items = support::make_items(5000, support::make_hash{});
    auto running = impulse::running_reduction<uint64_t>(std::make_unique<uint64_t>(5), mix_numbers{&fails});
    running.push(items.begin(), items.begin() + 7);
    fails = true;
    CHECK_THROWS_AS(running.push(items.begin(), items.begin() + 7), std::runtime_error);
    CHECK(running.count() == 0);  // they are lost
    fails = false;
    push_in_pieces(running, items, random);
    CHECK(*std::move(running).value() == impulse::reduce(items, uint64_t{5}, support::mix{}));
}

TEST_CASE("running: where an operator throws, a push changes nothing") {
    struct fragile : mix_of_leaves<4> {
        int* calls_left;
        void spend() const {
            if ((*calls_left)-- == 0) throw std::runtime_error("spent");
        }
        uint64_t operator()(uint64_t a, uint64_t b) const {
            spend();
            return support::mix{}(a, b);
        }
        void accumulate(uint64_t& acc, std::uint32_t a) const {
            spend();
            mix_of_leaves<4>::accumulate(acc, a);
        }
    };
    const auto items = support::make_items(100, [](index_t i) { return static_cast<std::uint32_t>(i); });
    for (const std::pair<int, int>& at : {std::pair{0, 9}, {7, 30}, {30, 34}, {63, 1}, {64, 36}}) {
        const int before = at.first, length = at.second;
        CAPTURE(before);
        int calls = 1 << 20;
        const fragile op{{}, &calls};
        auto running = impulse::running_reduction<std::uint32_t>(impulse::single_block.on(impulse::host),
                                                                 uint64_t{3}, op);
        const auto first = items.begin(), middle = first + before, last = middle + length;
        running.push(first, middle);
        const uint64_t had = running.value();
        int refusals = 0;
        for (int few = 0;; ++few) {
            calls = few;
            try {
                running.push(middle, last);
                break;
            } catch (const std::runtime_error&) {
                ++refusals;
            }
            calls = 1 << 20;
            REQUIRE(running.count() == before);
            REQUIRE(running.value() == had);
        }
        CHECK(refusals > 0);
        calls = 1 << 20;
        CHECK(running.count() == before + length);
        CHECK(running.value() ==
              impulse::tree_fold(std::vector(first, last), uint64_t{3}, mix_of_leaves<4>{}));
        calls = 0;
        CHECK_THROWS_AS((void)running.value(), std::runtime_error);
        calls = 1 << 20;
        CHECK(running.value() ==
              impulse::tree_fold(std::vector(first, last), uint64_t{3}, mix_of_leaves<4>{}));
    }
}

TEST_CASE("running: saved and loaded at every cut") {
    auto random = support::random_source(12);
    const auto items = support::make_items(3000, [](index_t i) { return static_cast<std::uint32_t>(i * i); });
    const auto make = [] {
        return impulse::running_reduction<std::uint32_t>(uint64_t{3}, mix_of_leaves<8>{});
    };
    const uint64_t expected = impulse::reduce(items, uint64_t{3}, mix_of_leaves<8>{});
    for (int trial = 0; trial < 20; ++trial) {
        auto running = make();
        for (index_t at = 0; at < std::ssize(items);) {
            const index_t end = std::min(at + random_between(random, 0, 400), std::ssize(items));
            running.push(items.begin() + at, items.begin() + end);
            at = end;
            auto other = make();
            other.push(items.begin(), items.begin() + 5);  // is forgotten
            load(other, saved(running, "a tag"), "a tag");
            REQUIRE(other.count() == at);
            REQUIRE(other.value() == running.value());
            running = other;
        }
        CHECK(running.value() == expected);
    }
    std::stringstream both;  // one behind the other
    auto a = make(), b = make();
    a.push(items), a.save(both, "first"), b.save(both, "second");
    b.load(both, "first"), a.load(both, "second");
    CHECK(b.value() == expected);
    CHECK(a.count() == 0);
}

TEST_CASE("running: a file is replaced as a whole") {
    const folder at;
    const auto path = at.path / "sum";
    auto sum = impulse::running_reduction<float>(0.f);
    for (int i = 1; i <= 3; ++i) {
        sum.push(support::make_items(100 * i, made_float));
        sum.save(path, "floats");
        auto other = impulse::running_reduction<float>(0.f);
        other.load(path, "floats");
        CHECK(other.count() == sum.count());
        CHECK(same_bits(other.value(), sum.value()));
    }
    CHECK(std::distance(std::filesystem::directory_iterator(at.path), {}) == 1);  // nothing is left beside it
    CHECK_THROWS_AS(sum.save(at.path / "none" / "sum"), std::system_error);
    CHECK_THROWS_AS(sum.load(at.path / "none"), std::system_error);
    std::ofstream(path, std::ios::app | std::ios::binary) << '!';
    CHECK(message_of([&] { sum.load(path, "floats"); }) == "impulse: file has more bytes behind its end");
    CHECK(sum.count() == 600);
}

TEST_CASE("running: what does not fit is refused, by name") {
    auto sum = impulse::running_reduction<float>(0.f);
    sum.push(support::make_items(1000, made_float));
    const std::string good = saved(sum, "temperatures");
    const float value = sum.value();
    const auto refused = [&](auto&& into, const std::string& bytes, const char* tag = "temperatures") {
        return message_of([&] { load(into, bytes, tag); });
    };
    const auto with = [&](std::size_t at, std::uint32_t number) {
        std::string bytes = good;
        std::memcpy(bytes.data() + at, &number, sizeof number);
        return bytes;
    };
    CHECK(message_of([&] { (void)saved(sum, std::string((1 << 20) + 1, 'x').c_str()); }) ==
          "impulse: tag has 1048577 bytes; it may have at most 1048576");
    const std::string file = "impulse: file ";
    CHECK(refused(sum, good, "pressures") ==
          file + "has the tag \"temperatures\"; need the tag \"pressures\"");
    CHECK(refused(sum, with(0, 1)) == file + "is not a saved running_reduction");
    CHECK(refused(sum, with(8, 0x04030201)) ==
          file + "has the other byte order; load it on a machine that has the same");
    CHECK(refused(sum, with(12, 3)) == file + "has format 3; need format 2");
    CHECK(refused(sum, with(16, 7)) ==
          file + "has tree version 7; need tree version " + std::to_string(impulse::tree_version));
    CHECK(refused(impulse::running_reduction<double>(0.), good) ==
          file + "has items of float32; need items of float64");
    CHECK(refused(impulse::running_reduction<float>(0.), good) ==
          file + "has accumulators of float32; need accumulators of float64");
    CHECK(refused(impulse::running_reduction<std::uint32_t>(uint64_t{0}, mix_of_leaves<4>{}),
                  saved(impulse::running_reduction<std::uint32_t>(uint64_t{0}, mix_of_leaves<8>{}), "mix"),
                  "mix") == file + "has leaves of 8 items; need leaves of 4 items");
    // Wherever it is cut, and whatever bit of it is turned.
    for (std::size_t n = 0; n < good.size(); ++n) {
        CAPTURE(n);
        CHECK(refused(sum, good.substr(0, n)).starts_with(file + "ends after " + std::to_string(n)));
        std::string bad = good;
        bad[n] = static_cast<char>(bad[n] ^ (1 << n % 8));
        CHECK(refused(sum, bad).starts_with(file));
    }
    CHECK(sum.count() == 1000);
    CHECK(same_bits(sum.value(), value));
    CHECK(refused(sum, good) == "nothing was thrown");
}

TEST_CASE("running: as many items as there may be, from bytes written by hand") {
    const index_t most = index_t{1} << 62;
    std::string bytes = "impulse\n";
    const auto add = [&](auto number) {
        bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    };
    for (const std::uint32_t n : {0x01020304u, 2u, 1u, 4u, 4u, 1u}) add(n);
    add(most - 1);
    for (const std::uint32_t length : {5u, 5u, 6u, 3u}) add(length);
    bytes += "int32int32bit_ortag";
    for (int node = 0; node < 62; ++node) add(1 << node % 8);
    uint64_t sum = 0xcbf29ce484222325u;
    for (const char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    add(sum);

    auto running = impulse::running_reduction<int>(0, impulse::bit_or{});
    load(running, bytes, "tag");
    CHECK(running.count() == most - 1);
    CHECK(running.value() == 255);
    CHECK(saved(running, "tag") == bytes);
    CHECK(message_of([&] {
              running.push(std::vector<int>{256, 512});
          }) == "impulse: range has 2 items after 4611686018427387903; it must end at item 2^62 or before");
    CHECK(running.value() == 255);
    running.push(std::vector<int>{256});
    CHECK(running.count() == most);
    CHECK(running.value() == 511);
    CHECK_THROWS_AS(running.push(std::vector<int>{512}), std::invalid_argument);
}
