// SPDX-License-Identifier: Apache-2.0
// # 2. Your operator
// The account bears interest: each day multiplies the balance by a factor, and then adds an amount. Two days
// in a row are again a factor and an amount, so your own operator can join days, and `reduce` takes any such
// operator. The order matters: a later payment gets less interest.
//
// Prints: 1000 become 1140.59
#include <impulse/reduce.hpp>

#include <cmath>
#include <iostream>
#include <vector>

struct day {  // a balance b becomes factor * b + amount
    double factor, amount;
};
struct then {  // the day x, then the day y
    day operator()(const day& x, const day& y) const {
        return {x.factor * y.factor, std::fma(y.factor, x.amount, y.amount)};
    }
};

int main() {
    std::vector<day> days;
    for (int i = 0; i < 730; ++i) days.push_back({1.0001, i % 30 == 0 ? 2.5 : 0});

    const day all = impulse::reduce(days, day{1, 0}, then{});
    std::cout << "1000 become " << all.factor * 1000 + all.amount << '\n';
}
//| - The second argument is where the reduction begins: here the day that changes nothing.
//| - The operator must be **associative**: (x then y) then z is x then (y then z), at least up to rounding. It
//|   need not commute. [Is it associative?](../reference/api/find_nonassociative.md) has a call that looks for
//|   three items that show the opposite.
//| - It joins two accumulators. What turns an item into an accumulator is a transform:
//|   `transform_reduce(x, init, op, function)`.
//| - Write `std::fma` where you want one rounding. A compiler may fuse `y.factor * x.amount + y.amount` too, on one
//|   machine and not on the other; [who promises what](../explanation/tree.md#what-is-promised) says how to stop it.
