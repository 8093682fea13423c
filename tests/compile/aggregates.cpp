// SPDX-License-Identifier: Apache-2.0
// Operators with members, one of which does not have the form that the library calls, and the search for an
// operator that is not associative.
#include <impulse/devices.hpp>
#include <impulse/find_nonassociative.hpp>
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>

#include <functional>
#include <vector>

#if CASE_aggregate_accumulate  // case: static.assert.*impulse: the operator.s 'accumulate' cannot be called with an accumulator and an item; write: void accumulate
// The arguments are in the wrong order, and an int cannot bind to a reference to long.
struct op {
    long lift(int item) const { return item; }
    void accumulate(const int& item, long& acc) const { acc += item; }
    long operator()(long a, long b) const { return a + b; }
};
#elif CASE_aggregate_accumulate_returns_another  // case: static.assert.*impulse: the operator.s 'accumulate' cannot be called with an accumulator and an item; write: void accumulate
// It must return nothing or an accumulator, and returns something else.
struct op {
    long lift(int item) const { return item; }
    const char* accumulate(long& acc, int item) const { return acc += item, "done"; }
    long operator()(long a, long b) const { return a + b; }
};
#elif CASE_aggregate_combine  // case: static.assert.*impulse: the operator.s 'combine. cannot be called with two accumulators, or returns another; write: void combine
struct op {
    long lift(int item) const { return item; }
    void combine(int& a, const int& b) const { a += b; }
};
#elif CASE_aggregate_does_not_join  // case: static.assert.*impulse: the operator must join two accumulators
struct op {
    long lift(int item) const { return item; }
    void accumulate(long& acc, int item) const { acc += item; }
};
#elif CASE_aggregate_finalize  // case: static.assert.*impulse: the operator.s 'finalize. cannot be called with an accumulator; write: Result finalize
struct op {
    long operator()(long a, long b) const { return a + b; }
    double finalize(const char* total) const { return *total; }
};
#elif CASE_aggregate_leaf  // case: static.assert.*impulse: an operator.s 'leaf. must be a power of two: 1, 2, 4
struct op {
    static constexpr int leaf = 12;
    long lift(int item) const { return item; }
    void accumulate(long& acc, int item) const { acc += item; }
    long operator()(long a, long b) const { return a + b; }
};
#elif CASE_aggregate_leaf_of_moments  // case: static.assert.*impulse: an operator derived from moments must keep its leaf of 32 items; leave 'leaf. out
// A leaf of 64 items would be made of its first 32 items only.
#include <impulse/aggregates/moments.hpp>

using op = impulse::plus;
struct longer : impulse::moments {
    static constexpr int leaf = 64;
};

void call() { static_cast<void>(impulse::reduce(std::vector<int>{1, 2}, longer{})); }
#elif CASE_aggregate_leaf_of_moments_together  // case: static.assert.*impulse: an operator derived from moments must keep its leaf of 32 items; leave 'leaf. out
#include <impulse/aggregates/moments.hpp>

using op = impulse::plus;
struct longer : impulse::moments {
    static constexpr int leaf = 64;
};

void call() {
    static_cast<void>(impulse::reduce(std::vector<int>{1, 2}, impulse::together(impulse::plus{}, longer{})));
}
#elif CASE_aggregate_together_combine  // case: static.assert.*impulse: the operator.s 'combine. cannot be called with two accumulators, or returns another; write: void combine
// An operator within 'together' must have the form that it must have alone.
using op = impulse::plus;
struct pointed {
    long lift(int item) const { return item; }
    int* combine(long, long) const { return nullptr; }
};
void call() {
    static_cast<void>(impulse::reduce(std::vector<int>{1, 2}, impulse::make_values(0, 0L),
                                      impulse::together(impulse::plus{}, pointed{})));
}
#elif CASE_aggregate_together_item  // case: static.assert.*impulse: a minimum or maximum needs items with an operator <
// The second operator cannot take such items.
using op = impulse::plus;
struct summed {
    int value;
    friend summed operator+(summed a, summed b) { return {a.value + b.value}; }
};
void call() {
    static_cast<void>(impulse::reduce(std::vector<summed>(2), impulse::make_values(summed{}, summed{}),
                                      impulse::together(impulse::plus{}, impulse::minimum{})));
}
#elif CASE_aggregate_together_finalize  // case: static.assert.*impulse: the operator.s 'finalize. cannot be called with an accumulator; write: Result finalize
using op = impulse::plus;
struct finished {
    long operator()(long a, long b) const { return a + b; }
    double finalize(const char* total) const { return *total; }
};
void call() {
    static_cast<void>(impulse::reduce(std::vector<int>{1, 2}, impulse::make_values(0, 0L),
                                      impulse::together(impulse::plus{}, finished{})));
}
#elif CASE_aggregate_together_join  // case: static.assert.*impulse: the operator must join two accumulators
using op = impulse::plus;
struct compared {
    int value;
    friend bool operator<(compared a, compared b) { return a.value < b.value; }
};
void call() {
    static_cast<void>(impulse::reduce(std::vector<compared>(2), impulse::make_values(compared{}, compared{}),
                                      impulse::together(impulse::minimum{}, impulse::plus{})));
}
#elif CASE_aggregate_together_lift  // case: static.assert.*impulse: the operator.s 'lift. cannot be called with an item; write: Acc lift.const Item&. const
using op = impulse::plus;
struct lifted {
    long lift(const char* item) const { return *item; }
    long operator()(long a, long b) const { return a + b; }
};
void call() {
    static_cast<void>(impulse::reduce(std::vector<int>{1, 2}, impulse::make_values(0, 0L),
                                      impulse::together(impulse::plus{}, lifted{})));
}
#elif CASE_aggregate_lift  // case: static.assert.*impulse: the operator.s 'lift. cannot be called with an item; write: Acc lift.const Item&. const
struct op {
    long lift(const char* item) const { return *item; }
    long operator()(long a, long b) const { return a + b; }
};
#elif CASE_aggregate_lift_not_const  // case: static.assert.*impulse: the operator.s 'lift. cannot be called with an item; write: Acc lift.const Item&. const
// The library calls members through a const reference.
struct op {
    long lift(int item) { return item; }
    long operator()(long a, long b) const { return a + b; }
};
#elif CASE_aggregate_lift_of_pack  // case: static.assert.*impulse: the operator.s 'lift. of a pack cannot be called with a whole leaf
// The pack has half a leaf.
struct op {
    static constexpr int leaf = 8;
    long lift(int item) const { return item; }
    long lift(const impulse::pack<int, 4>& items) const { return items[0]; }
    long operator()(long a, long b) const { return a + b; }
};
#elif CASE_aggregate_lift_of_pack_returns_another  // case: static.assert.*impulse: the operator.s 'lift. of a pack cannot be called with a whole leaf, or returns another
struct op {
    static constexpr int leaf = 4;
    long lift(int item) const { return item; }
    const char* lift(const impulse::pack<int, 4>&) const { return "done"; }
    long operator()(long a, long b) const { return a + b; }
};
#elif CASE_aggregate_without_start  // case: static.assert.*impulse: an operator with 'accumulate. needs 'Acc lift.const Item&. const. or 'Acc identity.. const.
// An item that converts to the accumulator must not be taken for an accumulator: this operator counts.
struct op {
    void accumulate(long& acc, int) const { ++acc; }
    long operator()(long a, long b) const { return a + b; }
};
#elif CASE_aggregate_misspelt_combine  // case: static.assert.*impulse: the operator has a member 'combin', which no reduction uses; is 'combine' meant
struct op {
    long lift(int item) const { return item; }
    void combin(long& a, const long& b) const { a += b; }
};
#elif CASE_aggregate_misspelt_finalize  // case: static.assert.*impulse: the operator has a member 'finalise', which no reduction uses; is 'finalize' meant
// Everything else is present.
struct op {
    long lift(int item) const { return item; }
    long operator()(long a, long b) const { return a + b; }
    double finalise(long sum) const { return static_cast<double>(sum); }
};
#elif CASE_aggregate_misspelt_in_together  // case: static.assert.*impulse: the operator has a member 'indentity', which no reduction uses; is 'identity' meant
using op = impulse::plus;
struct added {
    long operator()(long a, long b) const { return a + b; }
    long indentity() const { return 0; }
};
void call() {
    static_cast<void>(impulse::reduce(std::vector<int>{1, 2}, impulse::make_values(0, 0L),
                                      impulse::together(impulse::plus{}, added{})));
}
#else
using op = impulse::plus;
#endif

int main() { return static_cast<int>(impulse::reduce(std::vector<int>{1, 2}, 0L, op{})); }

namespace find_nonassociative {

/// Its values have no ==, and cannot be compared as bytes.
struct list {
    std::vector<int> items;
};
struct joined {
    list operator()(const list& a, const list&) const { return a; }
};
struct item {};
struct total {
    total(item) {}
};
struct takes_in_only {
    total operator()(item, item) const { return {{}}; }
};

void refused() {
    std::vector<int> x;
#if CASE_without_operator  // case: static.assert.*impulse: the arguments are find_nonassociative..policy,. range, op., limit..
    (void)impulse::find_nonassociative(x);
#elif CASE_of_a_layout  // case: static.assert.*impulse: find_nonassociative takes a range of items, not a layout
    (void)impulse::find_nonassociative(impulse::batches(x, 4), std::plus<>{});
#elif CASE_over_devices  // case: static.assert.*impulse: find_nonassociative needs a single place, not ranks or devices
    (void)impulse::find_nonassociative(impulse::automatic.on(impulse::devices(impulse::host, impulse::host)),
                                       x, std::plus<>{});
#elif CASE_not_compared  // case: static.assert.*impulse: find_nonassociative copies and compares accumulators
    (void)impulse::find_nonassociative(std::vector<list>{}, joined{});
#elif CASE_does_not_join  // case: static.assert.*impulse: the operator must join two accumulators
    (void)impulse::find_nonassociative(std::vector<item>{}, takes_in_only{});
#endif
}

}  // namespace find_nonassociative
