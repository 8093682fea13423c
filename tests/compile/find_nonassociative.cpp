// SPDX-License-Identifier: Apache-2.0
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
