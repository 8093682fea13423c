// SPDX-License-Identifier: Apache-2.0
//
// Columns of numbers, which are joined as vectors of adjacent columns.
#include <suite.hpp>

#include <own_place.hpp>

#include <impulse/accumulate.hpp>
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/tree.hpp>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace {

/// Sums of such numbers depend on their order.
template <class Number>
std::vector<Number> numbers(std::size_t count) {
    auto random = support::random_source(43);
    std::vector<Number> x(count);
    for (Number& one : x) one = static_cast<Number>(random() % 2'000'001) / Number(1 + random() % 97);
    return x;
}

template <class Number>
void check_columns(const std::vector<Number>& x, index_t width, index_t height, index_t padded) {
    CAPTURE(width);
    CAPTURE(height);
    CAPTURE(padded);
    std::vector<Number> inits(static_cast<std::size_t>(width)), expected, column;
    for (std::size_t c = 0; c < inits.size(); ++c) inits[c] = static_cast<Number>(c) / 7;
    std::vector<Number> found = inits;
    impulse::accumulate_into(impulse::columns(impulse::matrix_view{x.data(), height, width, padded}),
                             found.data());
    for (index_t c = 0; c < width; ++c) {
        column.clear();
        for (index_t r = 0; r < height; ++r) column.push_back(x[static_cast<std::size_t>(r * padded + c)]);
        expected.push_back(impulse::tree_fold(column, inits[static_cast<std::size_t>(c)]));
    }
    CHECK(std::memcmp(found.data(), expected.data(), found.size() * sizeof(Number)) == 0);
}

TEST_CASE_TEMPLATE("columns of numbers are the tree's, with any number of lanes and rows", Number, float,
                   double, std::uint32_t) {
    const auto x = numbers<Number>(300'000);
    for (const index_t width : {1, 2, 3, 4, 5, 8, 9, 16, 17, 33, 64, 257})
        for (const index_t height : {1, 2, 7, 8, 16, 17, 33, 100, 129, 1000})
            for (const index_t pad : {0, 1, 40}) check_columns(x, width, height, width + pad);
    check_columns<Number>(x, 5001, 50, 5001);
    check_columns<Number>(x, 5001, 9, 5003);
    check_columns<Number>(x, 140'001, 2, 140'001);
}

/// Columns of the last rows of x, by two threads that take many rows each.
template <class Number>
void check_large(const std::vector<Number>& x, index_t width, index_t height) {
    CAPTURE(width);
    CAPTURE(height);
    own::serial_machine machine{2};
    machine.tuned.row[0].warp_bytes = 8 << 20;
    const Number* const first = x.data() + (std::ssize(x) - height * width);
    std::vector<Number> found(static_cast<std::size_t>(width)), right, column;
    impulse::reduce_into(impulse::last_block.on(machine),
                         impulse::columns(impulse::matrix_view{first, height, width}), found.data(),
                         Number(0));
    for (index_t c = 0; c < width; ++c) {
        column.clear();
        for (index_t r = 0; r < height; ++r) column.push_back(first[r * width + c]);
        right.push_back(impulse::tree_fold(column, Number(0)));
    }
    CHECK(std::memcmp(found.data(), right.data(), right.size() * sizeof(Number)) == 0);
}

TEST_CASE_TEMPLATE("columns of a large array are the tree's: short rows at several places", Number, float,
                   double) {
    const auto x = numbers<Number>(1'100'000);
    for (const index_t width : {9, 16, 31, 32, 61})
        for (const index_t rows_less : {0, 1, 700}) check_large(x, width, std::ssize(x) / width - rows_less);
}

TEST_CASE_TEMPLATE("few columns of an array that fits in no cache are the tree's", Number, float, double) {
    const auto x = numbers<Number>((52 << 20) / sizeof(Number));
    const index_t width = sizeof(Number) == 4 ? 3 : 2;
    check_large(x, width, std::ssize(x) / width);
}

/// Rows that are adjacent in memory, and end with it.
template <class Item, class Number>
void check_few(index_t width, index_t height) {
    CAPTURE(width);
    CAPTURE(height);
    const auto x = numbers<Item>(static_cast<std::size_t>(width * height));
    std::vector<Number> found(static_cast<std::size_t>(width)), right, column;
    impulse::reduce_into(impulse::columns(impulse::matrix_view{x.data(), height, width}), found.data(),
                         Number(1));
    for (index_t c = 0; c < width; ++c) {
        column.clear();
        for (index_t r = 0; r < height; ++r)
            column.push_back(static_cast<Number>(x[static_cast<std::size_t>(r * width + c)]));
        right.push_back(impulse::tree_fold(column, Number(1)));
    }
    CHECK(std::memcmp(found.data(), right.data(), right.size() * sizeof(Number)) == 0);
}

TEST_CASE("few columns whose rows end with the memory are the tree's") {
    for (const index_t width : {2, 3, 4, 5, 6, 7, 8})
        for (const index_t height : {1, 2, 3, 5, 8, 13, 31, 64, 77, 255, 257, 300, 511, 1029, 3071}) {
            check_few<float, float>(width, height);
            check_few<double, double>(width, height);
            check_few<std::int32_t, std::int32_t>(width, height);
            check_few<std::int8_t, std::int32_t>(width, height);
        }
}

/// Joins texts; the result is a number.
struct length_of_all {
    std::string operator()(const std::string& a, const std::string& b) const { return a + b; }
    long finalize(const std::string& all) const { return static_cast<long>(all.size()); }
};

}  // namespace

TEST_CASE("columns without rows: numbers from accumulators that own memory") {
    const std::vector<std::string> x(6, "a text that is too long to be kept without memory");
    const std::string init = "an initial value that is too long for it as well";
    for (const index_t width : {1, 2, 3, 6}) {
        CAPTURE(width);
        const impulse::matrix_view none{x.data(), 0, width};
        std::vector<long> found(static_cast<std::size_t>(width), -1);
        impulse::reduce_into(impulse::columns(none), found.data(), init, length_of_all{});
        CHECK(found == std::vector<long>(found.size(), 48));
        const impulse::matrix_view one{x.data(), 1, width};
        impulse::reduce_into(impulse::columns(one), found.data(), init, length_of_all{});
        CHECK(found == std::vector<long>(found.size(), 48 + 49));
    }
}
