// SPDX-License-Identifier: Apache-2.0
// Callers' namespaces with functions that have the library's names, which it must never call.
#include <doctest/doctest.h>

#include <library_names.hpp>
#include <monoids.hpp>
#include <policies.hpp>
#include <sizes.hpp>

#include <impulse/algorithms.hpp>

#include <cstdint>
#include <functional>
#include <vector>

using impulse::index_t;

namespace greedy {

/// Accepts any arguments, and fails to compile if it is called.
#define IMPULSE_BAIT(name)                                                               \
    template <class... Ts>                                                               \
    void name(Ts&&...) {                                                                 \
        static_assert(sizeof...(Ts) > 100, "the library called a function of its user"); \
    }
IMPULSE_TEST_LIBRARY_NAMES(IMPULSE_BAIT)
#undef IMPULSE_BAIT

/// Another set, which only argument-dependent lookup can find.
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

/// An iterator from that namespace.
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
    support::for_each_policy([&](auto, const auto& policy) {
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
