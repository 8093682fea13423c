// SPDX-License-Identifier: Apache-2.0
/// \file
/// Callers' functions and types of every kind: with state, pointers, members, large ones; types with
/// operators of their own for what the library writes; namespaces with functions named like the library's.
#include <doctest/doctest.h>

#include <library_names.hpp>
#include <monoids.hpp>
#include <policies.hpp>
#include <sizes.hpp>

#include <impulse/algorithms.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

using impulse::index_t;

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

TEST_CASE("functions: with state that changes, on many threads") {
    // A copy for each thread: what they hold is unspecified, and nobody else's.
    struct counting_plus {
        std::vector<long> seen;
        long operator()(long a, long b) {
            if (seen.size() < 1000) seen.push_back(a);
            return a + b;
        }
    };
    struct memory {
        std::map<int, long> known;
        long operator()(int x) {
            const auto found = known.find(x);
            return found != known.end() ? found->second : known[x] = long{x} * x;
        }
    };
    long squares = 0;
    for (const int x : items) squares += long{x} * x;
    support::for_each_shape([&](const char* name, const auto& policy) {
        CAPTURE(name);
        CHECK(impulse::reduce(policy, items, 0L, counting_plus{}) == total);
        CHECK(impulse::transform_reduce(policy, items, 0L, impulse::plus{}, memory{}) == squares);
        CHECK(impulse::transform_reduce(policy, items, 0L, counting_plus{}, memory{}) == squares);
        CHECK(impulse::transform_reduce(policy, items, items, 0L, impulse::plus{},
                                        [known = std::map<int, long>{}](int x, int y) mutable {
                                            return known[x] = long{x} * y;
                                        }) == squares);
        CHECK(impulse::transform_reduce(
                  policy, items, 0L, [calls = 0L](long a, long b) mutable { return ++calls, a + b; },
                  doubled) == 2 * total);
        const auto asked = [asked = std::map<int, bool>{}](int x) mutable { return asked[x] = x % 2 == 0; };
        CHECK(impulse::count_if(policy, items, asked) ==
              std::count_if(items.begin(), items.end(), [](int x) { return x % 2 == 0; }));
    });
}

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
    support::for_one_policy([&](const char* name, const auto& policy) {
        CAPTURE(name);
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
    support::for_one_policy([&](const char* name, const auto& policy) {
        CAPTURE(name);
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
    /// Sums modulo 256 after a permutation and back: by tables alone.
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
    support::for_each_shape([&](const char* name, const auto& policy) {
        CAPTURE(name);
        CHECK(impulse::reduce(policy, bytes, 1u, op) == expected);
    });
}

// ---- types with operators of their own --------------------------------------------------------------------

namespace thorny {

/// Nobody may take its address by & or put it left of a comma.
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

/// Likewise, with memory of its own.
struct word : number {
    std::string text;
    friend word operator+(const word& a, const word& b) { return {{a.value + b.value}, a.text + b.text}; }
};

/// An operator and a transform that nobody may point at either.
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

/// Counts in place, a run at a time.
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
    support::for_each_shape([&](const char* name, const auto& policy) {
        CAPTURE(name);
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

// ---- namespaces with functions named like the library's ---------------------------------------------------

namespace greedy {

/// Would take any arguments, and fails to compile where it is called.
#define IMPULSE_BAIT(name)                                                               \
    template <class... Ts>                                                               \
    void name(Ts&&...) {                                                                 \
        static_assert(sizeof...(Ts) > 100, "the library called a function of its user"); \
    }
IMPULSE_TEST_LIBRARY_NAMES(IMPULSE_BAIT)
#undef IMPULSE_BAIT

/// Another set, which lookup by arguments alone can find.
struct baited {
#define IMPULSE_BAIT(name) \
    template <class... Ts> \
    friend void name(const baited&, Ts&&...) = delete;
    IMPULSE_TEST_LIBRARY_NAMES(IMPULSE_BAIT)
#undef IMPULSE_BAIT
};

struct number : baited {
    std::uint64_t value = 0;
    number() = default;
    explicit number(std::uint64_t v) : value(v) {}
    number operator+(const number& other) const { return number(value + other.value); }
    bool operator<(const number& other) const { return value < other.value; }
    bool operator==(const number& other) const { return value == other.value; }
};

struct mixing : baited {
    number operator()(const number& a, const number& b) const {
        return number(support::mix{}(a.value, b.value));
    }
};

struct squaring : baited {
    number operator()(const number& a) const { return number(a.value * a.value); }
};

struct multiplying : baited {
    number operator()(const number& a, const number& b) const { return number(a.value * b.value); }
};

struct is_even : baited {
    bool operator()(const number& a) const { return a.value % 2 == 0; }
};

struct counting : baited {
    static constexpr int leaf = 4;
    number lift(const number& item) const { return item; }
    void accumulate(number& acc, const number& item) const { acc.value += item.value; }
    void combine(number& acc, const number& other) const { acc.value += other.value; }
    number finalize(const number& acc, index_t n) const {
        return number(acc.value + static_cast<std::uint64_t>(n));
    }
    number identity() const { return number(); }
};

/// An iterator of theirs.
class from_zero : public baited {
  public:
    using value_type = number;
    using difference_type = index_t;
    from_zero() = default;
    explicit from_zero(index_t at) : at_(at) {}
    number operator*() const { return number(static_cast<std::uint64_t>(at_)); }
    number operator[](index_t n) const { return *(*this + n); }
    from_zero operator+(index_t n) const { return from_zero(at_ + n); }
    index_t operator-(const from_zero& other) const { return at_ - other.at_; }

  private:
    index_t at_ = 0;
};

}  // namespace greedy

TEST_CASE("functions: those of the caller's namespace are never found") {
    using greedy::number;
    const auto numbers =
        support::make_items(3000, [](index_t i) { return number(static_cast<std::uint64_t>(i)); });
    const auto hashes = support::make_items(3000, [](index_t i) { return static_cast<std::uint64_t>(i); });
    const std::uint64_t mixed = impulse::tree_fold(hashes, std::uint64_t{3}, support::mix{});
    constexpr std::uint64_t sum = 3000 * 2999 / 2;
    support::for_each_policy([&](const char* name, const auto& policy) {
        CAPTURE(name);
        CHECK(impulse::reduce(policy.tune({.blocks = 7}), numbers, number(3), greedy::mixing{}).value ==
              mixed);
        CHECK(impulse::reduce(policy, numbers, number(3)).value == sum + 3);
        CHECK(impulse::reduce(policy, numbers, greedy::counting{}).value == sum + 3000);
        CHECK(impulse::reduce(policy, numbers, impulse::assume_associative(greedy::counting{})).value ==
              sum + 3000);
        CHECK(impulse::reduce(policy, numbers, number(), impulse::unordered(impulse::plus{})).value == sum);
        CHECK(
            impulse::reduce(policy, greedy::from_zero(), greedy::from_zero(3000), number(3), greedy::mixing{})
                .value == mixed);
        CHECK(impulse::transform_reduce(policy, numbers, number(), impulse::plus{}, greedy::squaring{}) ==
              impulse::transform_reduce(policy, numbers, numbers, number(), impulse::plus{},
                                        greedy::multiplying{}));
        CHECK(impulse::count_if(policy, numbers, greedy::is_even{}) == 1500);
    });
    CHECK(impulse::count(numbers, number(7)) == 1);
    CHECK(impulse::min_element(numbers)->value == 0);
    CHECK(impulse::minmax_element(numbers).second->value == 2999);
    CHECK(impulse::tree_fold(numbers, number(3), greedy::mixing{}).value == mixed);
    CHECK(impulse::sum(numbers).value == sum);
    const auto [a, b] = impulse::reduce(numbers, impulse::make_values(number(3), number()),
                                        impulse::together(greedy::mixing{}, greedy::counting{}));
    CHECK(a.value == mixed);
    CHECK(b.value == sum + 3000);
    const auto part = impulse::reduce_part(numbers, 0, greedy::mixing{});
    CHECK(impulse::join(part, {}, greedy::mixing{}).value(number(3), greedy::mixing{}).value == mixed);
    std::vector<number> out(3);
    impulse::reduce_into(impulse::batches(numbers, 1000), out.begin(), number(), impulse::plus{});
    CHECK(out[0].value + out[1].value + out[2].value == sum);
}
