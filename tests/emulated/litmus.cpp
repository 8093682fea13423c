// SPDX-License-Identifier: Apache-2.0
// Tests the model checker itself: which outcomes of the classic litmus tests it must find, and which it must
// not find.
#include <doctest/doctest.h>

#include <emulated/litmus.hpp>

#include <set>

using litmus::machine;

namespace {

constexpr int relaxed = __ATOMIC_RELAXED;
constexpr int acquire = __ATOMIC_ACQUIRE;
constexpr int release = __ATOMIC_RELEASE;
constexpr int both = __ATOMIC_ACQ_REL;

using word = std::uint64_t;
constexpr word any = 99;

struct variables {
    word x = 0;
    word y = 0;
    word seen[4] = {};
};
using thread = std::function<void(variables&)>;

thread put(word variables::*which, word value, int order) {
    return [=](variables& v) { __atomic_store_n(&(v.*which), value, order); };
}
thread add(word variables::*which, word by, int order, int to) {
    return [=](variables& v) { v.seen[to] = __atomic_fetch_add(&(v.*which), by, order); };
}
thread get(word variables::*which, int order, int to) {
    return [=](variables& v) { v.seen[to] = __atomic_load_n(&(v.*which), order); };
}
thread then(const thread& a, const thread& b) {
    return [=](variables& v) {
        a(v);
        b(v);
    };
}

/// Whether these threads may end with these values: the values that they read, then x and y.
bool may_give(const std::vector<thread>& threads, const std::vector<word>& values) {
    machine all;
    bool found = false;
    all.every_way([&] {
        variables v;
        all.run(static_cast<int>(threads.size()), [&](int t) { threads[static_cast<std::size_t>(t)](v); });
        const word now[] = {v.seen[0], v.seen[1], v.seen[2], v.seen[3], v.x, v.y};
        found |= std::equal(values.begin(), values.end(), now,
                            [](word wanted, word is) { return wanted == any || wanted == is; });
    });
    return found;
}

constexpr auto x = &variables::x;
constexpr auto y = &variables::y;

/// A thread that writes x and then y, the latter with `order`.
thread message(int order) { return then(put(x, 1, relaxed), put(y, 1, order)); }
/// A thread that reads y with `order` and then x.
thread receipt(int order) { return then(get(y, order, 0), get(x, relaxed, 1)); }

}  // namespace

TEST_SUITE_BEGIN("litmus" * doctest::skip(!litmus::is_available));

TEST_CASE("litmus: a message needs a release store and an acquire load") {
    CHECK_FALSE(may_give({message(release), receipt(acquire)}, {1, 0}));
    CHECK(may_give({message(release), receipt(acquire)}, {1, 1}));
    CHECK(may_give({message(release), receipt(acquire)}, {0, 0}));
    CHECK(may_give({message(release), receipt(acquire)}, {0, 1}));
    CHECK(may_give({message(relaxed), receipt(acquire)}, {1, 0}));
    CHECK(may_give({message(release), receipt(relaxed)}, {1, 0}));
    CHECK(may_give({message(relaxed), receipt(relaxed)}, {1, 0}));
}

TEST_CASE("litmus: a read-modify-write hands on what was released before it, a store does not") {
    CHECK_FALSE(may_give({message(release), add(y, 1, relaxed, 2), receipt(acquire)}, {2, 0}));
    CHECK(may_give({message(relaxed), add(y, 1, both, 2), receipt(acquire)}, {2, 0}));
    CHECK(may_give({message(release), put(y, 2, relaxed), receipt(acquire)}, {2, 0}));
    CHECK(may_give(
        {then(put(x, 1, relaxed), add(y, 1, release, 2)), then(add(y, 1, release, 0), get(x, relaxed, 1))},
        {1, 0}));
    CHECK(may_give(
        {then(put(x, 1, relaxed), add(y, 1, acquire, 2)), then(add(y, 1, acquire, 0), get(x, relaxed, 1))},
        {1, 0}));
    CHECK_FALSE(
        may_give({then(put(x, 1, relaxed), add(y, 1, both, 2)), then(add(y, 1, both, 0), get(x, relaxed, 1))},
                 {1, 0}));
}

TEST_CASE("litmus: no two read-modify-writes read one store") {
    const std::vector<thread> both_add = {add(x, 1, relaxed, 0), add(x, 1, relaxed, 1)};
    CHECK_FALSE(may_give(both_add, {0, 0}));
    CHECK_FALSE(may_give(both_add, {any, any, 0, 0, 1}));
    CHECK(may_give(both_add, {0, 1, 0, 0, 2}));
    CHECK(may_give(both_add, {1, 0, 0, 0, 2}));
    CHECK(may_give({add(x, 1, relaxed, 0), put(x, 5, relaxed)}, {0, 0, 0, 0, 5}));
    CHECK(may_give({add(x, 1, relaxed, 0), put(x, 5, relaxed)}, {5, 0, 0, 0, 6}));
    CHECK_FALSE(may_give({add(x, 1, relaxed, 0), put(x, 5, relaxed)}, {0, 0, 0, 0, 1}));
}

TEST_CASE("litmus: loads of one variable never go back, those of two may") {
    const thread twice = then(put(x, 1, relaxed), put(x, 2, relaxed));
    CHECK_FALSE(may_give({twice, then(get(x, relaxed, 0), get(x, relaxed, 1))}, {2, 1}));
    CHECK(may_give({twice, then(get(x, relaxed, 0), get(x, relaxed, 1))}, {1, 2}));
    // Store buffering, also with release and acquire.
    CHECK(
        may_give({then(put(x, 1, release), get(y, acquire, 0)), then(put(y, 1, release), get(x, acquire, 1))},
                 {0, 0}));
    // Independent reads of independent writes (IRIW).
    CHECK(may_give({put(x, 1, release), put(y, 1, release), then(get(x, acquire, 0), get(y, acquire, 1)),
                    then(get(y, acquire, 2), get(x, acquire, 3))},
                   {1, 0, 1, 0}));
    // Two variables, written in opposite orders.
    CHECK(
        may_give({then(put(x, 1, relaxed), put(y, 2, relaxed)), then(put(y, 1, relaxed), put(x, 2, relaxed))},
                 {0, 0, 0, 0, 1, 1}));
}

TEST_CASE("litmus: data races are found, and threads that wait for ever") {
    machine all;
    const auto races = [&](int order, bool waits) {
        all.every_way([&] {
            word flag = 0;
            machine::plain<int> value;
            all.run(2, [&](int t) {
                if (t == 0) {
                    value = 1;
                    __atomic_store_n(&flag, word{1}, order);
                } else {
                    while (__atomic_load_n(&flag, acquire) == 0 && waits) all.pause();
                    if (value != 1) throw std::logic_error("an old value");
                }
            });
        });
    };
    CHECK_NOTHROW(races(release, true));
    CHECK_THROWS_WITH(races(relaxed, true), "a data race");
    CHECK_THROWS_WITH(races(release, false), "a data race");
    CHECK_THROWS_WITH(all.every_way([&] {
        word flag = 0;
        all.run(2, [&](int t) {
            while (t == 1 && __atomic_load_n(&flag, relaxed) == 0) all.pause();
        });
    }),
                      "threads wait for what nobody will store");
}

TEST_CASE("litmus: a barrier hands on everything, each time") {
    machine all;
    CHECK_NOTHROW(all.every_way([&] {
        machine::barrier barrier(all, 2);
        machine::plain<int> value[2];
        all.run(2, [&](int t) {
            for (int round = 1; round < 4; ++round) {
                value[t] = round;
                barrier.wait();
                if (value[1 - t] != round) throw std::logic_error("an old value");
                barrier.wait();
            }
        });
    }));
    CHECK_THROWS_WITH(all.every_way([&] {
        machine::barrier barrier(all, 2);
        machine::plain<int> value;
        all.run(2, [&](int t) {
            barrier.wait();
            if (t == 0) value = 1;
            if (t == 1 && value != 0) return;
        });
    }),
                      "a data race");
}

TEST_SUITE_END();
