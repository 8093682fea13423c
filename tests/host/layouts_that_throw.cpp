// SPDX-License-Identifier: Apache-2.0
// Operators, comparisons and predicates that throw, in every layout: the exception reaches the caller,
// nothing leaks, and the same call afterwards has the same bits as before.
#include <suite.hpp>

#include <counted.hpp>
#include <policies.hpp>
#include <segments.hpp>

#include <impulse/algorithms.hpp>

using support::counted;

namespace {

/// The exception: the number of the application that threw.
struct failed {
    long application;
};

/// Counts the applications of a function, from 0, in the order in which threads make them. One of them fails.
class applications {
  public:
    static constexpr long none = -1;

    void fail_at(long number) {
        made_ = 0;
        fails_ = number;
    }
    long made() const { return made_; }
    void next() {
        const long number = made_++;
        if (number == fails_) throw failed{number};
    }

  private:
    std::atomic<long> made_ = 0;
    long fails_ = none;
};

/// Neither associative nor commutative.
struct throwing_mix {
    applications* of;
    counted operator()(const counted& a, const counted& b) const {
        of->next();
        const std::uint64_t mixed =
            support::mix{}(static_cast<std::uint64_t>(a.value()), static_cast<std::uint64_t>(b.value()));
        return counted(static_cast<index_t>(mixed));
    }
};

/// The same with leaves of four items; each step may throw.
struct throwing_leaves : throwing_mix {
    static constexpr int leaf = 4;
    counted lift(const counted& item) const { return (*this)(item, item); }
    void accumulate(counted& acc, const counted& item) const { acc = (*this)(acc, item); }
    counted finalize(const counted& acc, index_t n) const { return (*this)(acc, counted(n)); }
};

struct throwing_less {
    applications* of;
    bool operator()(const counted& a, const counted& b) const {
        of->next();
        return a.value() < b.value();
    }
};

struct throwing_equal {
    applications* of;
    bool operator()(index_t a, index_t b) const {
        of->next();
        return a == b;
    }
};

/// Checks that call() returns the same numbers before and after it failed at its first, middle and last
/// applications.
template <class Call>
void check_failures(const std::string& layout, applications& functions, const Call& call) {
    CAPTURE(layout);
    functions.fail_at(applications::none);
    const index_t held = counted::alive();
    const std::vector<index_t> right = call();
    const long last = functions.made() - 1;
    REQUIRE(last > 100);
    for (const long k : {0L, 1L, last / 3, last / 2, last - 1, last}) {
        CAPTURE(k);
        long thrown = applications::none;
        functions.fail_at(k);
        try {
            (void)call();
        } catch (const failed& failure) {
            thrown = failure.application;
        }
        CHECK(thrown == k);
        CHECK(counted::alive() == held);
        functions.fail_at(applications::none);
        CHECK((call() == right));
        CHECK(counted::alive() == held);
    }
}

std::vector<counted> places_for(index_t results) {
    return std::vector<counted>(static_cast<std::size_t>(results), counted(-1));
}
std::vector<index_t> values_of(const std::vector<counted>& results) {
    std::vector<index_t> values;
    for (const counted& each : results) values.push_back(each.value());
    return values;
}

constexpr index_t items = 1200;
const support::offsets at{0, 0, 1, 40, 700, 1200};

/// check(policy, items) by every policy, with its default shape, with several blocks and with small subtrees.
template <class Check>
void by_every_policy(const Check& check) {
    const auto x = support::make_items(items, [](index_t i) { return counted(i * 7919 % 1201); });
    support::for_each_policy([&](auto, const auto& policy) {
        for (const impulse::shape& user_shape :
             {impulse::shape{}, impulse::shape{.blocks = 3}, impulse::shape{.items = 16}}) {
            CAPTURE(user_shape.blocks);
            CAPTURE(user_shape.items);
            check(policy.tune(user_shape), x);
        }
    });
}

/// The results of a layout of `results` groups.
template <class Policy, class Layout, class Op>
std::vector<index_t> reduced(const Policy& policy, const Layout& layout, index_t results, const Op& op) {
    auto out = places_for(results);
    impulse::reduce_into(policy, layout, out.begin(), counted(3), op);
    return values_of(out);
}

}  // namespace

TEST_CASE("layouts that throw: segments, batches, and a count in memory") {
    by_every_policy([](const auto& policy, const std::vector<counted>& x) {
        applications made;
        const throwing_mix mix{&made};
        const throwing_leaves leaves{{&made}};
        const support::offsets begins{900, 0, 10, 900};
        const support::offsets ends{1200, 400, 500, 900};
        const index_t count = 1100;
        check_failures("offsets", made, [&] { return reduced(policy, impulse::segments(x, at), 5, mix); });
        check_failures("offsets, leaves", made,
                       [&] { return reduced(policy, impulse::segments(x, at), 5, leaves); });
        check_failures("begins and ends", made,
                       [&] { return reduced(policy, impulse::segments(x, begins, ends), 4, mix); });
        check_failures("batches", made, [&] { return reduced(policy, impulse::batches(x, 400), 3, mix); });
        check_failures("short batches", made,
                       [&] { return reduced(policy, impulse::batches(x, 4), 300, mix); });
        check_failures("counted", made, [&] {
            return std::vector{impulse::reduce(policy, impulse::counted(x, &count), counted(3), mix).value()};
        });
    });
}

TEST_CASE("layouts that throw: rows, columns and axes") {
    by_every_policy([](const auto& policy, const std::vector<counted>& x) {
        applications made;
        const throwing_mix mix{&made};
        const impulse::matrix_view matrix{x.data(), 12, 90, 100};
        check_failures("rows", made, [&] { return reduced(policy, impulse::rows(matrix), 12, mix); });
        check_failures("columns", made, [&] { return reduced(policy, impulse::columns(matrix), 90, mix); });
        check_failures("axes", made, [&] { return reduced(policy, impulse::axes<0, 1>(matrix), 1, mix); });
    });
}

TEST_CASE("layouts that throw: runs of equal keys, by the operator and by the predicate") {
    const auto keys = support::make_items(items, [](index_t i) { return i < 30 ? i : 30 + i / 90; });
    by_every_policy([&](const auto& policy, const std::vector<counted>& x) {
        applications made;
        applications compared;
        const throwing_mix mix{&made};
        const auto call = [&] {
            std::vector<index_t> keys_out(items, -1);
            auto out = places_for(items);
            index_t count = -1;
            impulse::reduce_by_key_into(policy, impulse::by_key(keys, x, throwing_equal{&compared}),
                                        keys_out.begin(), out.begin(), &count, counted(3), mix);
            auto all = values_of(out);
            all.insert(all.end(), keys_out.begin(), keys_out.end());
            all.push_back(count);
            return all;
        };
        check_failures("by the operator", made, call);
        check_failures("by the predicate", compared, call);
    });
}

TEST_CASE("layouts that throw: positions, and several results") {
    by_every_policy([](const auto& policy, const std::vector<counted>& x) {
        applications made;
        const throwing_less less{&made};
        check_failures("positions", made, [&] {
            std::vector<index_t> least(5, -1);
            impulse::min_element_into(policy, impulse::segments(x, at), least.begin(), less);
            return least;
        });
        const auto both = impulse::together(throwing_mix{&made}, throwing_leaves{{&made}});
        check_failures("together", made, [&] {
            auto mixed = places_for(5);
            auto by_leaves = places_for(5);
            impulse::reduce_into(policy, impulse::segments(x, at),
                                 std::tuple{mixed.begin(), by_leaves.begin()},
                                 impulse::make_values(counted(3), counted(4)), both);
            auto all = values_of(mixed);
            for (const index_t each : values_of(by_leaves)) all.push_back(each);
            return all;
        });
    });
}
