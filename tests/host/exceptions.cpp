// SPDX-License-Identifier: Apache-2.0
// An operator or a transform that throws: one of the exceptions reaches the caller after all workers have
// stopped, nothing leaks, and the library stays usable.
#include <suite.hpp>

#include <counted.hpp>
#include <policies.hpp>

#include <impulse/reduce.hpp>

#include <new>

using support::counted;

namespace {

/// The exception: the position of the call that threw.
struct thrown_at {
    index_t position;
};

/// Throws at some positions; item i is i.
struct throwing_transform {
    const std::set<index_t>* at;
    std::atomic<int>* running;

    index_t operator()(index_t i) const {
        ++*running;
        const bool fails = at->contains(i);
        --*running;
        if (fails) throw thrown_at{i};
        return i;
    }
};

/// Throws where it joins the item at one of these positions to the value on its left.
struct throwing_plus {
    const std::set<index_t>* at;
    counted operator()(const counted& a, const counted& b) const {
        if (at->contains(b.value())) throw thrown_at{b.value()};
        return counted(a.value() + b.value());
    }
};

template <class F>
index_t position_of_failure(const F& call) {
    try {
        call();
    } catch (const thrown_at& failure) {
        return failure.position;
    }
    return -1;
}

}  // namespace

TEST_CASE("exceptions: a transform's reaches the caller, when all workers have stopped") {
    const auto items = support::make_items(200'000, [](index_t i) { return i; });
    std::atomic<int> running = 0;
    for (const index_t at : {0, 1, 777, 123'456, 199'999}) {
        const std::set<index_t> positions{at};
        support::for_each_shape([&](auto, const auto& policy) {
            CAPTURE(at);
            CHECK(position_of_failure([&] {
                      (void)impulse::transform_reduce(policy, items, index_t{0}, impulse::plus{},
                                                      throwing_transform{&positions, &running});
                  }) == at);
            CHECK(running == 0);
            CHECK(impulse::reduce(policy, items, index_t{0}) ==
                  index_t{200'000} * 199'999 / 2);  // still usable
        });
    }
}

TEST_CASE("exceptions: of several, one of them") {
    const index_t n = 1'000'000;
    const auto items = support::make_items(n, [](index_t i) { return i; });
    std::set<index_t> positions;
    for (index_t at = n / 3; at < n; at += n / 10) positions.insert(at);
    std::atomic<int> running = 0;
    support::for_each_policy([&](auto, const auto& policy) {
        for (const impulse::shape& user_shape :
             {impulse::shape{}, impulse::shape{.blocks = 40}, impulse::shape{.items = n / 100}}) {
            const index_t at = position_of_failure([&] {
                (void)impulse::transform_reduce(policy.tune(user_shape), items, index_t{0},
                                                impulse::ordered(impulse::plus{}),
                                                throwing_transform{&positions, &running});
            });
            CHECK(positions.contains(at));
            CHECK(running == 0);
        }
    });
}

TEST_CASE("exceptions: an operator's, and nothing leaks") {
    const auto items = support::make_items(3000, [](index_t i) { return counted(i); });
    const index_t held = counted::alive();
    for (const index_t at : {1, 51, 1777, 2999}) {  // each is a right operand
        const std::set<index_t> positions{at};
        support::for_each_shape([&](auto, const auto& policy) {
            CAPTURE(at);
            CHECK(position_of_failure([&] {
                      (void)impulse::reduce(policy, items, counted(0), throwing_plus{&positions});
                  }) == at);
            CHECK(counted::alive() == held);
        });
    }
}

TEST_CASE("exceptions: at the very end, where init is joined") {
    const std::set<index_t> positions{6};
    const auto items = support::make_items(4, [](index_t i) { return counted(i); });  // 0 + 1 + 2 + 3 is 6
    const index_t held = counted::alive();
    support::for_each_policy([&](auto, const auto& policy) {
        CHECK_THROWS_AS((void)impulse::reduce(policy, items, counted(100), throwing_plus{&positions}),
                        thrown_at);
        CHECK(counted::alive() == held);
        CHECK(impulse::reduce(policy, items, counted(100), support::add_counted{}).value() == 106);
    });
}

TEST_CASE("exceptions: an output is not written") {
    const std::set<index_t> positions{50};
    std::atomic<int> running = 0;
    const auto items = support::make_items(100, [](index_t i) { return i; });
    index_t out = -1;
    support::for_each_shape([&](auto, const auto& policy) {
        CHECK_THROWS_AS(impulse::transform_reduce_into(policy, items, &out, index_t{0}, impulse::plus{},
                                                       throwing_transform{&positions, &running}),
                        thrown_at);
        CHECK(out == -1);
    });
}

TEST_CASE("exceptions: of any type") {
    const std::vector<int> items(1000, 1);
    const auto throw_number = [](int, int) -> int { throw 42; };
    const auto throw_memory = [](int, int) -> int { throw std::bad_alloc(); };
    CHECK_THROWS_AS((void)impulse::reduce(items, 0, throw_number), int);
    CHECK_THROWS_AS((void)impulse::reduce(items, 0, throw_memory), std::bad_alloc);
}
