// SPDX-License-Identifier: Apache-2.0
// case without_operator: static.assert.*impulse: the arguments are find_nonassociative..policy,. range, op., limit..
// case of_a_layout: static.assert.*impulse: find_nonassociative takes a range of items, not a layout
// case over_devices: static.assert.*impulse: find_nonassociative needs a single place, not ranks or devices
// case not_compared: static.assert.*impulse: find_nonassociative copies and compares accumulators
// case does_not_join: static.assert.*impulse: the operator must join two accumulators
#include <impulse/devices.hpp>
#include <impulse/find_nonassociative.hpp>
#include <impulse/layouts.hpp>

#include <functional>
#include <vector>

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

int main() {
    std::vector<int> x;
#if defined(CASE_without_operator)
    (void)impulse::find_nonassociative(x);
#elif defined(CASE_of_a_layout)
    (void)impulse::find_nonassociative(impulse::batches(x, 4), std::plus<>{});
#elif defined(CASE_over_devices)
    (void)impulse::find_nonassociative(impulse::automatic.on(impulse::devices(impulse::host, impulse::host)),
                                       x, std::plus<>{});
#elif defined(CASE_not_compared)
    (void)impulse::find_nonassociative(std::vector<list>{}, joined{});
#elif defined(CASE_does_not_join)
    (void)impulse::find_nonassociative(std::vector<item>{}, takes_in_only{});
#endif
}
