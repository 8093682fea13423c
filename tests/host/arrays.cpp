// SPDX-License-Identifier: Apache-2.0
// Rows, columns and axes on the host: each group is the tree over its own items, for any strides.
#include <suite.hpp>

#include <arrays.hpp>
#include <own_place.hpp>
#include <policies.hpp>
#include <values.hpp>

#include <impulse/algorithms.hpp>

using impulse::matrix_view;
using support::array_view;
using support::mix;

namespace {

constexpr std::uint64_t init = 5;

std::vector<std::uint64_t> hashes(index_t n) {
    return support::make_items(n, support::make_hash{support::seed()});
}

template <int... I, class View>
void check_axes(const View& view) {
    const auto right = support::trees_of(view, (0u | ... | (1u << I)), init, mix{});
    CHECK((impulse::reduce(impulse::axes<I...>(view), init, mix{}) == right));
    std::vector<std::uint64_t> out(right.size());
    impulse::reduce_into(impulse::work_queue.on(own::serial_machine{5}), impulse::axes<I...>(view),
                         out.data(), init, mix{});
    CHECK((out == right));
}

/// Has no state, but item i is not at p[i].
struct every_other_accessor {
    using element_type = const int;
    using data_handle_type = const int*;
    using reference = const int&;
    using offset_policy = every_other_accessor;
    const int& access(const int* p, std::size_t i) const { return p[2 * i]; }
};

/// The same for a type with the name of the standard's accessor.
namespace of_mine {
struct default_accessor : every_other_accessor {};
}  // namespace of_mine

// With C++23 by clang++ 14 libstdc++'s allocator takes itself for a constant expression, and aligns nothing.
#if defined(__clang__) && __clang_major__ <= 14 && __cplusplus > 202002L
constexpr bool vectors_are_aligned = false;
#else
constexpr bool vectors_are_aligned = true;
#endif
/// Its address shows whether it is aligned.
struct alignas(64) aligned {
    std::uint64_t value;
    friend bool operator==(const aligned&, const aligned&) = default;
};
struct mix_aligned {
    aligned operator()(const aligned& a, const aligned& b) const {
        const bool lies_well =
            (reinterpret_cast<std::uintptr_t>(&a) | reinterpret_cast<std::uintptr_t>(&b)) % 64 == 0;
        return {lies_well ? mix{}(a.value, b.value) : 0};
    }
};

/// Columns of matrices of many sizes, with items from make(i).
template <class Make, class Init, class Op>
void check_columns(const Make& make, const Init& first, const Op& op) {
    for (const index_t width : {2, 3, 4, 5, 7, 8, 40, 130, 700})
        for (const index_t height : {1, 2, 3, 4, 5, 8, 12, 31, 64, 65, 200}) {
            CAPTURE(width);
            CAPTURE(height);
            const auto items = support::make_items(width * height, make);
            const array_view<const Init, 2> view{items.data(), {height, width}, {width, 1}};
            CHECK((impulse::reduce(impulse::columns(view), first, op) ==
                   support::trees_of(view, 1, first, op)));
        }
}

}  // namespace

TEST_CASE("columns of several results at once: each as alone") {
    for (const index_t width : {1, 2, 3, 7, 40, 130})
        for (const index_t height : {1, 2, 15, 16, 17, 33, 64, 200, 40'001}) {
            CAPTURE(width);
            CAPTURE(height);
            const auto items = support::make_items(width * height, [](index_t i) {
                return static_cast<std::int16_t>(support::scatter(static_cast<std::uint64_t>(i)) >> 52);
            });
            const impulse::matrix_view m{items.data(), height, width};
            const auto all =
                impulse::reduce(impulse::columns(m),
                                impulse::together(impulse::minimum{}, impulse::maximum{}, impulse::plus{}));
            const auto least = impulse::reduce(impulse::columns(m), impulse::minimum{});
            const auto most = impulse::reduce(impulse::columns(m), impulse::maximum{});
            const auto sums = impulse::reduce(impulse::columns(m), impulse::plus{});
            bool are_same = true;
            for (std::size_t c = 0; c < all.size(); ++c)
                are_same = are_same && all[c] == impulse::make_values(least[c], most[c], sums[c]);
            CHECK(are_same);
        }
}

TEST_CASE(
    "columns of numbers, which vectors join, of strings, and of what must lie at multiples of 64 bytes") {
    check_columns([](index_t i) { return 1.f / static_cast<float>(1 + i % 1000); }, 0.1f, impulse::plus{});
    check_columns([](index_t i) { return 1. / static_cast<double>(1 + i % 1000); }, 0.1, impulse::plus{});
    check_columns([](index_t i) { return static_cast<int>(i * 2654435761); }, 1, impulse::plus{});
    check_columns([](index_t i) { return std::string(1, static_cast<char>('a' + i % 26)); }, std::string("-"),
                  std::plus<>());
    if (vectors_are_aligned)
        check_columns([](index_t i) { return aligned{support::scatter(static_cast<std::uint64_t>(i))}; },
                      aligned{init}, mix_aligned{});
}

TEST_CASE("rows and columns: each is the tree's, by every policy and shape") {
    const auto x = hashes(70'000);
    for (const index_t width : {1, 2, 3, 7, 16, 33, 64, 255, 300})
        for (const index_t height : {0, 1, 2, 7, 8, 9, 63, 100, 200}) {
            const index_t padded = width + width % 3;
            const array_view<const std::uint64_t, 2> whole{x.data(), {height, width}, {padded, 1}};
            const auto by_row = support::trees_of(whole, 2, init, mix{});
            const auto by_column = support::trees_of(whole, 1, init, mix{});
            const matrix_view m{x.data(), height, width, padded};
            CAPTURE(width);
            CAPTURE(height);
            support::for_each_shape([&](auto, const auto& policy) {
                CHECK((impulse::reduce(policy, impulse::rows(m), init, mix{}) == by_row));
                CHECK((impulse::reduce(policy, impulse::columns(m), init, mix{}) == by_column));
            });
            const array_view<const std::uint64_t, 2> transposed{x.data(), {width, height}, {1, padded}};
            CHECK((impulse::reduce(impulse::rows(transposed), init, mix{}) == by_column));
            CHECK((impulse::reduce(impulse::columns(transposed), init, mix{}) == by_row));
        }
}

TEST_CASE("axes of arrays of any strides") {
    const auto x = hashes(200'000);
    auto random = support::random_source(910);
    for (int i = 0; i < 60; ++i) {
        CAPTURE(i);
        const auto two = support::some_shape<2>(random, 3000);
        const array_view<const std::uint64_t, 2> a{x.data(), two.extents, two.strides};
        check_axes<0>(a);
        check_axes<1>(a);
        check_axes<1, 0>(a);
        const auto three = support::some_shape<3>(random, 3000);
        const array_view<const std::uint64_t, 3> b{x.data(), three.extents, three.strides};
        if (b.span() > 200'000) continue;
        check_axes<1>(b);
        check_axes<2, 0>(b);
        check_axes<2, 1, 0>(b);
        const auto five = support::some_shape<5>(random, 2000);
        const array_view<const std::uint64_t, 5> c{x.data(), five.extents, five.strides};
        if (c.span() > 200'000) continue;
        check_axes<1, 3>(c);
        check_axes<4, 0, 2>(c);
        check_axes<0, 1, 2, 3>(c);
        check_axes<2>(c);
    }
}

TEST_CASE("a group of an array has the same bits as alone, in batches, and however its matrix lies") {
    const auto x = support::make_items(60'000, [](index_t i) {
        return static_cast<float>(static_cast<double>(support::scatter(static_cast<std::uint64_t>(i)) >> 40) *
                                  1e-3);
    });
    for (const index_t length : {1, 7, 8, 100, 1000}) {
        CAPTURE(length);
        const index_t count = std::min<index_t>(60, 60'000 / length);
        const auto in_batches = impulse::reduce(
            impulse::batches(std::vector<float>(x.begin(), x.begin() + count * length), length), 0.1f);
        const array_view<const float, 2> right{x.data(), {count, length}, {length, 1}};
        const array_view<const float, 2> left{x.data(), {length, count}, {1, length}};
        CHECK((impulse::reduce(impulse::rows(right), 0.1f) == in_batches));
        CHECK((impulse::reduce(impulse::columns(left), 0.1f) == in_batches));
        // The same items as columns of a padded matrix.
        std::vector<float> turned(static_cast<std::size_t>(length * (count + 3)), -1.f);
        for (index_t r = 0; r < count; ++r)
            for (index_t i = 0; i < length; ++i)
                turned[static_cast<std::size_t>(i * (count + 3) + r)] =
                    x[static_cast<std::size_t>(r * length + i)];
        const matrix_view m{turned.data(), length, count, count + 3};
        CHECK((impulse::reduce(impulse::columns(m), 0.1f) == in_batches));
    }
}

TEST_CASE(
    "arrays: the short algorithms take their groups, and functions, aggregates and accessors are as for "
    "ranges") {
    const std::vector<int> x{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8};
    const matrix_view m{x.data(), 3, 4};
    CHECK((impulse::sum(impulse::columns(m)) == std::vector<int>{13, 13, 11, 15}));
    CHECK((impulse::sum(impulse::rows(m)) == std::vector<int>{9, 22, 21}));
    CHECK((impulse::count_if(impulse::columns(m), [](int v) { return v > 4; }) ==
           std::vector<index_t>{2, 1, 1, 2}));
    CHECK((impulse::mean(impulse::columns(m))[1] == doctest::Approx(13.0 / 3)));
    CHECK((impulse::variance(impulse::columns(m))[0] == doctest::Approx(8.0 / 9)));
    CHECK((impulse::min_element(impulse::columns(m)) == std::vector<index_t>{0, 0, 1, 0}));
    CHECK((impulse::max_element(impulse::rows(m)) == std::vector<index_t>{2, 1, 3}));
    CHECK((impulse::minmax_element(impulse::rows(m))[2] == impulse::minmax_positions{1, 3}));
    std::vector<index_t> at(4);
    impulse::max_element_into(impulse::columns(m), at.data());
    CHECK((at == std::vector<index_t>{1, 1, 2, 2}));
    const auto both =
        impulse::reduce(impulse::columns(m), impulse::together(impulse::minimum{}, impulse::plus{}));
    const auto [least, sum] = both[3];
    CHECK(least == 1);
    CHECK(sum == 15);
    using view = array_view<const int, 2, support::scaled_accessor<int>>;
    CHECK((impulse::sum(impulse::columns(view{x.data(), {3, 4}, {4, 1}, {10}})) ==
           std::vector<int>{130, 130, 110, 150}));
    CHECK((impulse::transform_reduce(impulse::columns(m), 0, impulse::plus{},
                                     [](int v) { return v * v; })[0] == 9 + 25 + 25));
    CHECK((impulse::reduce(impulse::axes<0, 1>(m), 0) == std::vector<int>{52}));
    std::vector<std::string> words{"a", "b", "c", "d"};
    CHECK((impulse::reduce(impulse::columns(matrix_view{words.begin(), 2, 2}), std::string("-")) ==
           std::vector<std::string>{"-ac", "-bd"}));
}

TEST_CASE("arrays: accessors and mappings of their own are asked") {
    const std::vector<int> x{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8};
    using every_other = array_view<const int, 2, every_other_accessor>;
    CHECK((impulse::sum(impulse::columns(every_other{x.data(), {3, 2}, {2, 1}})) ==
           std::vector<int>{3 + 5 + 5, 4 + 2 + 5}));
    using named_alike = array_view<const int, 2, of_mine::default_accessor>;
    CHECK((impulse::sum(impulse::columns(named_alike{x.data(), {3, 2}, {2, 1}})) ==
           std::vector<int>{3 + 5 + 5, 4 + 2 + 5}));
    array_view<const int, 2> later{x.data(), {2, 2}, {4, 1}};
    later.map.first = 5;  // the index of the mapping's first item
    CHECK((impulse::sum(impulse::columns(later)) == std::vector<int>{9 + 3, 2 + 5}));
    CHECK((impulse::sum(impulse::rows(later)) == std::vector<int>{9 + 2, 3 + 5}));
    CHECK((impulse::sum(impulse::columns(matrix_view{x.data(), std::size_t{3}, x.size() / 3})) ==
           std::vector<int>{13, 13, 11, 15}));
}

TEST_CASE("arrays: what is wrong is named") {  // other sentences: host/error_table.cpp
    const std::vector<int> x(12, 1);
    const index_t huge = index_t{1} << 40;
    CHECK(support::message_of([&] {
              impulse::sum(impulse::axes<0>(array_view<const int, 3>{x.data(), {0, huge, huge}, {1, 1, 1}}));
          }) == "impulse: array has more than 2^62 items, or strides that reach beyond item 2^62");
}
