// SPDX-License-Identifier: Apache-2.0
// Any copyable type: without a default constructor, or owning memory; every object is destroyed.
#include <suite.hpp>

#include <counted.hpp>
#include <policies.hpp>

#include <impulse/reduce.hpp>

using support::counted;

namespace {

/// No default constructor, trivially copyable.
class position {
  public:
    explicit position(int at) : at_(at) {}
    int at() const { return at_; }

  private:
    int at_;
};
static_assert(!std::is_default_constructible_v<position> && std::is_trivially_copyable_v<position>);

struct last_position {
    position operator()(position, position b) const { return b; }
};

}  // namespace

TEST_CASE("value types: no default constructor") {
    const auto items = support::make_items(3000, [](index_t i) { return position(static_cast<int>(i)); });
    support::for_each_shape([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, items, position(-1), last_position{}).at() == 2999);
    });
}

TEST_CASE("value types: every object is destroyed, and none is used before or after") {
    const index_t before = counted::alive();
    {
        for (const index_t n : {0, 1, 10, 1000}) {
            const auto items = support::make_items(n, [](index_t i) { return counted(i); });
            support::for_each_shape([&](auto, const auto& policy) {
                CAPTURE(n);
                const index_t held = counted::alive();
                CHECK(impulse::reduce(policy, items, counted(-7), support::add_counted{}).value() ==
                      n * (n - 1) / 2 - 7);
                CHECK(counted::alive() == held);
            });
        }
    }
    CHECK(counted::alive() == before);
}

TEST_CASE("value types: sets unite, vectors join, shared pointers are shared") {
    const auto unite = [](std::set<int> a, const std::set<int>& b) {
        a.insert(b.begin(), b.end());
        return a;
    };
    const auto join = [](std::vector<int> a, const std::vector<int>& b) {
        a.insert(a.end(), b.begin(), b.end());
        return a;
    };
    using pointer = std::shared_ptr<const std::string>;
    const auto longer = [](const pointer& a, const pointer& b) { return b->size() > a->size() ? b : a; };
    const auto number = [](index_t i) { return static_cast<int>(i); };
    const auto sets = support::make_items(500, [&](index_t i) { return std::set<int>{number(i % 90), -1}; });
    const auto vectors = support::make_items(500, [&](index_t i) { return std::vector<int>{number(i)}; });
    const auto numbers = support::make_items(500, number);
    const auto pointers = support::make_items(500, [](index_t i) {
        return std::make_shared<const std::string>(static_cast<std::size_t>(i % 400), 'x');
    });
    support::for_one_policy([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, sets, std::set<int>{}, unite).size() == 91);
        CHECK(impulse::reduce(policy, vectors, std::vector<int>{}, join) == numbers);
        CHECK(impulse::reduce(policy, pointers, pointers[0], longer)->size() == 399);
    });
}

TEST_CASE("value types: an accumulator that is itself absent or present") {
    using maybe = std::optional<std::string>;
    const auto join = [](const maybe& a, const maybe& b) { return !a ? b : !b ? a : maybe(*a + *b); };
    const std::vector<maybe> items{maybe(), maybe("a"), maybe(), maybe("b"), maybe()};
    const std::vector<maybe> nothing(100);
    support::for_one_policy([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, items, maybe(), join) == maybe("ab"));
        CHECK(impulse::reduce(policy, nothing, maybe(), join) == maybe());
    });
}
