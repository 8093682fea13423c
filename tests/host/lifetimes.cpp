// SPDX-License-Identifier: Apache-2.0
// Layouts over temporary ranges, reduced after those are destroyed.
//
// The address sanitizer finds more here than a comparison of values.
#include <suite.hpp>
#include <use_stack.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/running.hpp>

using impulse::batches;
using impulse::by_key;
using impulse::counted;
using impulse::segments;
using impulse::sum;
using ints = std::vector<int>;
using support::use_stack;

namespace {

/// A matrix of two rows, with the members of mdspan that the library uses.
struct two_rows {
    using element_type = const int;
    struct accessor_type {
        using element_type = const int;
        using data_handle_type = const int*;
        int factor;  ///< is in the accessor, which must be copied
        int access(const int* p, std::size_t i) const { return factor * p[i]; }
    };
    struct mapping_type {
        static bool is_strided() { return true; }
    };
    using rank_type = int;
    const int* first;
    int factor;
    static constexpr int rank() { return 2; }
    int extent(int axis) const { return axis == 0 ? 2 : 3; }
    int stride(int axis) const { return axis == 0 ? 3 : 1; }
    mapping_type mapping() const { return {}; }
    accessor_type accessor() const { return {factor}; }
    const int* data_handle() const { return first; }
};

/// A layout over temporary containers, which it must keep.
auto temporary_segments() { return segments(ints{1, 2, 3, 4, 5}, ints{0, 2, 5}); }

}  // namespace

TEST_CASE("lifetimes: a layout owns containers that have no name") {
    auto two = temporary_segments();
    CHECK(sum(two) == ints{3, 12});
    const auto gaps = segments(ints{1, 2, 3, 4, 5}, std::deque<long>{0, 3}, std::array<short, 2>{1, 5});
    CHECK(sum(gaps) == ints{1, 9});
    CHECK(sum(impulse::two_pass, gaps) == ints{1, 9});
    CHECK(sum(batches(ints{1, 2, 3, 4}, 2)) == ints{3, 7});
    const auto even = batches(ints{1, 2, 3, 4}, 2);
    CHECK(sum(even) == ints{3, 7});
    CHECK(impulse::dot(even, {1, 10, 100, 1000}) == ints{21, 4300});
    CHECK(impulse::argmax(even) == std::vector<impulse::index_t>{1, 1});
    CHECK(sum.plan(even).tiles.results == 2);
    int n = 3;
    const auto some = counted(ints{1, 2, 3, 4}, &n);
    CHECK(sum(some) == 6);
    CHECK(*impulse::max_element(some) == 3);  // points into what `some` owns
    n = 1;
    CHECK(sum(some) == 1);
    CHECK(sum(counted(ints{1, 2, 3, 4}, &n, 2)) == 1);
}

TEST_CASE("lifetimes: a layout that owns is moved, and not copied") {
    auto two = temporary_segments();
    static_assert(!std::is_copy_constructible_v<decltype(two)>);
    static_assert(std::is_nothrow_move_constructible_v<decltype(two)>);
    auto moved = std::move(two);
    CHECK(sum(moved) == ints{3, 12});
    two = std::move(moved);
    CHECK(sum(two) == ints{3, 12});
    // Items inside the container move together with the layout.
    auto here =
        std::make_unique<decltype(batches(std::array{1, 2, 3, 4}, 2))>(batches(std::array{1, 2, 3, 4}, 2));
    const auto there = std::move(*here);
    here.reset();
    CHECK(sum(there) == ints{3, 7});
    const auto text = [] { return batches(std::string("abab"), 2); }();
    use_stack();
    CHECK(impulse::count(text, 'a') == std::vector<impulse::index_t>{1, 1});
}

TEST_CASE("lifetimes: containers with a name are referred to") {
    ints x{1, 2, 3, 4};
    const auto even = batches(x, 2);
    const auto copy = even;
    const auto partly = segments(x, ints{0, 1, 4});
    x[0] = 10;
    CHECK(sum(copy) == ints{12, 7});
    CHECK(sum(partly) == ints{10, 9});
    static_assert(std::is_trivially_copyable_v<decltype(batches(x, 2))>);
    static_assert(std::is_trivially_copyable_v<decltype(batches(std::span(x), 2))>);
    static_assert(std::is_trivially_copyable_v<decltype(batches(std::string_view("abab"), 2))>);
}

TEST_CASE("lifetimes: what is wrong with ranges that have no name is said where the layout is made") {
    CHECK(support::message_of([] {
              (void)batches(ints{1, 2, 3}, 2);
          }) == "impulse: range has 3 items, which is not a multiple of the batches' length, 2");
    CHECK(support::message_of([] {
              (void)segments(ints{1, 2, 3}, ints{});
          }) == "impulse: offsets is empty; it must have one offset more than there are segments");
    const auto wrong = segments(ints{1, 2, 3}, ints{0, 4});
    CHECK(support::message_of([&] { (void)sum(wrong); }) ==
          "impulse: segment 0 has offsets [0, 4), but the input has 3 values");
}

TEST_CASE("lifetimes: keys and values without a name") {
    const auto runs = by_key(ints{1, 1, 2}, ints{3, 4, 5});
    CHECK(sum(runs) == ints{7, 5});
    ints keys(3), sums(3);
    long count = 0;
    const auto taken = [&] { return std::pair(std::exchange(count, 0), std::exchange(sums, ints(3))); };
    const std::pair<long, ints> expected{2, {7, 5, 0}};
    impulse::reduce_by_key_into(runs, keys.begin(), sums.begin(), &count);
    CHECK(taken() == expected);
    impulse::reduce_by_key_into(impulse::two_pass, by_key(ints{1, 1, 2}, ints{3, 4, 5}), keys.begin(),
                                sums.begin(), &count);
    CHECK(taken() == expected);
    const auto with = by_key(ints{1, 1, 2}, ints{3, 4, 5}).into(keys.begin(), &count);
    impulse::sum_into(with, sums.begin());
    CHECK(taken() == expected);
    const auto same_tens = [ten = std::make_unique<int>(10)](int a, int b) { return a / *ten == b / *ten; };
    const auto by_tens = by_key(std::array{10, 11, 20}, ints{1, 2, 3}, std::cref(same_tens));
    CHECK(sum(by_tens) == ints{3, 3});
}

TEST_CASE("lifetimes: rows and columns of an array view that is gone") {
    const ints x{1, 2, 3, 4, 5, 6};
    const auto rows = [&] { return impulse::rows(two_rows{x.data(), 10}); }();
    const auto columns = [&] { return impulse::columns(two_rows{x.data(), 2}); }();
    const auto all = [&] { return impulse::axes<0, 1>(impulse::matrix_view{x.begin(), 2, 3}); }();
    use_stack();
    CHECK(sum(rows) == ints{60, 150});
    CHECK(sum(columns) == ints{10, 14, 18});
    CHECK(sum(all) == ints{21});
}

TEST_CASE("lifetimes: inputs of a call live as long as it does") {
    CHECK(sum(ints{1, 2, 3}) == 6);
    CHECK(impulse::dot(ints{1, 2}, ints{3, 4}) == 11);
    int out = 0;
    impulse::sum_into(ints{1, 2, 3}, &out);
    CHECK(out == 6);
    auto running = impulse::running_reduction<int>(0);
    running.push(ints{1, 2, 3});
    running.push(std::array{4});
    CHECK(running.value() == 10);
}

namespace {

/// A view whose iterators refer to it, so a layout must have a copy of the view, and not only iterators.
struct multiples : std::ranges::view_base {
    struct iterator {
        using value_type = int;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::random_access_iterator_tag;
        const multiples* of = nullptr;
        difference_type at = 0;
        int operator*() const { return of->by * (*of->items)[static_cast<std::size_t>(at)]; }
        int operator[](difference_type n) const { return *(*this + n); }
        iterator& operator++() { return ++at, *this; }
        iterator operator++(int) { return {of, at++}; }
        iterator operator+(difference_type n) const { return {of, at + n}; }
        difference_type operator-(iterator other) const { return at - other.at; }
        bool operator==(const iterator&) const = default;
    };
    const ints* items = nullptr;
    int by = 0;
    iterator begin() const { return {this, 0}; }
    iterator end() const { return {this, static_cast<std::ptrdiff_t>(items->size())}; }
};

multiples times(const ints& items, int by) {
    multiples view;
    view.items = &items;
    view.by = by;
    return view;
}

}  // namespace

// tests/host/lists_and_views.cpp has the same for views of the standard library.
TEST_CASE("lifetimes: a layout has a copy of a view of the caller's type") {
    const ints x{1, 2, 3, 4}, offsets{0, 1, 2};
    const auto scaled = [&](int by) { return batches(times(x, by), 2); };
    auto there = scaled(10);
    use_stack();
    CHECK(sum(there) == ints{30, 70});
    there = scaled(100);
    use_stack();
    CHECK(sum(there) == ints{300, 700});
    const auto cut = [&] { return segments(x, times(offsets, 2)); }();
    int n = 2;
    const auto first = [&] { return counted(times(x, 3), &n); }();
    const auto runs = [&] { return by_key(times(x, 2), x); }();
    use_stack();
    CHECK(sum(cut) == ints{3, 7});
    CHECK(sum(first) == 9);
    CHECK(sum(runs) == x);
}
