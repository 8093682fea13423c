// SPDX-License-Identifier: Apache-2.0
// Callers' functions and types of every kind: pointers, members, large ones; types that overload operators
// which the library's code uses; namespaces with functions named like the library's.
#include <suite.hpp>

#include <policies.hpp>

#include <impulse/algorithms.hpp>

namespace {

const std::vector<int> items =
    support::make_items(100'000, [](index_t i) { return static_cast<int>(i % 1000); });
constexpr long total = 49'950'000;

struct page {
    int words;
    bool printed;
    int half() const { return words / 2; }
    int plus(int more) const { return words + more; }
};

struct node {
    std::uint64_t value;
    node joined(const node& other) const { return {support::mix{}(value, other.value)}; }
};

int doubled(int x) { return 2 * x; }
long add(long a, long b) { return a + b; }

}  // namespace

TEST_CASE("functions: pointers to members transform and join") {
    std::vector<page> pages;
    for (int i = 0; i < 5000; ++i) pages.push_back({i, false});
    std::vector<const page*> pointers;
    std::vector<std::shared_ptr<page>> shared;
    std::vector<std::reference_wrapper<const page>> references;
    for (const page& each : pages) {
        pointers.push_back(&each);
        references.push_back(each);
        shared.push_back(std::make_shared<page>(each));
    }
    constexpr long words = 5000 * 4999 / 2;
    const auto nodes = support::make_items(5000, [](index_t i) { return node{support::make_hash{}(i)}; });
    const auto hashes = support::make_items(5000, support::make_hash{});
    const std::uint64_t expected = impulse::tree_fold(hashes, std::uint64_t{3}, support::mix{});
    support::for_one_policy([&](auto, const auto& policy) {
        CHECK(impulse::transform_reduce(policy, pages, 0L, impulse::plus{}, &page::words) == words);
        CHECK(impulse::transform_reduce(policy, pointers, 0L, impulse::plus{}, &page::words) == words);
        CHECK(impulse::transform_reduce(policy, shared, 0L, impulse::plus{}, &page::words) == words);
        CHECK(impulse::transform_reduce(policy, references, 0L, impulse::plus{}, &page::words) == words);
        CHECK(impulse::transform_reduce(policy, pages, 0, impulse::maximum{}, &page::half) == 2499);
        CHECK(impulse::transform_reduce(policy, pointers, 0, impulse::maximum{}, &page::half) == 2499);
        CHECK(impulse::transform_reduce(policy, references, 0, impulse::maximum{}, &page::half) == 2499);
        CHECK(impulse::transform_reduce(policy, pages, std::vector<int>(5000, 2), 0L, impulse::plus{},
                                        &page::plus) == words + 10'000);
        CHECK(impulse::reduce(policy, nodes, node{3}, &node::joined).value == expected);
        CHECK(impulse::reduce(policy, nodes, node{3}, impulse::ordered(&node::joined)).value == expected);
    });
    const auto longest =
        impulse::max_element(pages, [](const page& a, const page& b) { return a.words < b.words; });
    CHECK(longest->words == 4999);
    CHECK(impulse::tree_fold(nodes, node{3}, &node::joined).value == expected);
}

TEST_CASE("functions: functions, pointers to them, std::function") {
    const std::function<long(long, long)> function = add;
    support::for_one_policy([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, items, 0L, add) == total);
        CHECK(impulse::reduce(policy, items, 0L, &add) == total);
        CHECK(impulse::reduce(policy, items, 0L, function) == total);
        CHECK(impulse::reduce(policy, items, 0L, std::ref(function)) == total);
        CHECK(impulse::reduce(policy, items, 0L, impulse::assume_associative(function)) == total);
        CHECK(impulse::transform_reduce(policy, items, 0L, add, doubled) == 2 * total);
        CHECK(impulse::transform_reduce(policy, items, 0L, add, std::function<long(int)>(doubled)) ==
              2 * total);
        CHECK(impulse::transform_reduce(policy, items, 0L, add, std::bind_front(add, 1L)) == total + 100'000);
        CHECK(impulse::count_if(policy, items, std::function<bool(int)>([](int x) { return x == 7; })) ==
              100);
    });
}

TEST_CASE("functions: an operator with a table of 2 KB") {
    /// Sums modulo 256, with a permutation before and its inverse after: computed by tables alone.
    struct by_table {
        std::uint32_t there[256];
        std::uint32_t back[256];
        std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const {
            return there[(back[a] + 3 * back[b]) % 256];
        }
    };
    static_assert(sizeof(by_table) == 2048);
    by_table op{};
    for (std::uint32_t i = 0; i < 256; ++i) op.there[i] = (i * 77 + 5) % 256, op.back[op.there[i]] = i;
    const auto bytes =
        support::make_items(10'000, [](index_t i) { return static_cast<std::uint32_t>(i * i % 256); });
    const std::uint32_t expected = impulse::tree_fold(bytes, 1u, op);
    support::for_each_shape(
        [&](auto, const auto& policy) { CHECK(impulse::reduce(policy, bytes, 1u, op) == expected); });
}

// ---- types with operators of their own --------------------------------------------------------------------

namespace thorny {

/// Nobody may take its address by & or use it with a comma operator.
struct number {
    long value = 0;

    void operator&() const = delete;
    template <class T>
    void operator,(const T&) const = delete;
    template <class T>
    friend void operator,(const T&, const number&) = delete;
    friend number operator+(const number& a, const number& b) { return {a.value + b.value}; }
    friend bool operator<(const number& a, const number& b) { return a.value < b.value; }
    friend bool operator==(const number& a, const number& b) { return a.value == b.value; }
};

/// The same for a type that owns memory.
struct word : number {
    std::string text;
    friend word operator+(const word& a, const word& b) { return {{a.value + b.value}, a.text + b.text}; }
};

/// An operator and a transform whose address nobody may take.
struct join {
    void operator&() const = delete;
    template <class T>
    void operator,(const T&) const = delete;
    template <class T>
    T operator()(const T& a, const T& b) const {
        return a + b;
    }
};
struct make {
    void operator&() const = delete;
    number operator()(int x) const { return {x}; }
};

/// Accumulates in place, a run at a time.
struct take_in {
    void accumulate(number& acc, const number& item) const { acc.value += item.value; }
    void accumulate(number& acc, const number* first, const number* last) const {
        for (; first != last; ++first) accumulate(acc, *first);
    }
    void combine(number& a, const number& b) const { a.value += b.value; }
    number identity() const { return {}; }
};

}  // namespace thorny

TEST_CASE("functions: types with an address-of and a comma of their own") {
    const auto numbers = support::make_items(5000, [](index_t i) { return thorny::number{i}; });
    const auto words = support::make_items(50, [](index_t i) { return thorny::word{{i}, "x"}; });
    constexpr long sum = 5000 * 4999 / 2;
    support::for_each_shape([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, numbers, thorny::number{1}, thorny::join{}).value == sum + 1);
        CHECK(impulse::reduce(policy, numbers, thorny::number{1}).value == sum + 1);
        CHECK(impulse::reduce(policy, numbers, thorny::number{1}, impulse::unordered(thorny::join{})).value ==
              sum + 1);
        CHECK(impulse::reduce(policy, numbers, impulse::assume_associative(thorny::take_in{})).value == sum);
        CHECK(impulse::reduce(policy, words, thorny::word{}, thorny::join{}).text == std::string(50, 'x'));
        CHECK(impulse::transform_reduce(policy, items, thorny::number{}, thorny::join{}, thorny::make{})
                  .value == total);
    });
    CHECK(impulse::sum(numbers).value == sum);
    CHECK(impulse::max_element(numbers)->value == 4999);
    CHECK(impulse::minmax_element(numbers).first->value == 0);
    CHECK(impulse::count(numbers, thorny::number{7}) == 1);
    CHECK(impulse::tree_fold(numbers, thorny::number{1}, thorny::join{}).value == sum + 1);
    const auto [a, b] = impulse::reduce(numbers, impulse::make_values(thorny::number{}, thorny::number{}),
                                        impulse::together(thorny::join{}, impulse::plus{}));
    CHECK(a.value == b.value);
    thorny::number out;
    impulse::reduce_into(numbers, std::addressof(out), thorny::number{1}, thorny::join{});
    CHECK(out.value == sum + 1);
    const std::vector<thorny::number> front(numbers.begin(), numbers.begin() + 1000);
    const std::vector<thorny::number> back(numbers.begin() + 1000, numbers.end());
    const auto whole = impulse::join(impulse::reduce_part(front, 0, thorny::join{}),
                                     impulse::reduce_part(back, 1000, thorny::join{}), thorny::join{});
    CHECK(whole.value(thorny::number{1}, thorny::join{}).value == sum + 1);
}
