// SPDX-License-Identifier: Apache-2.0
/// \file
/// Blocks of std::threads, all at the same time, for ThreadSanitizer: what one thread wrote and another reads
/// without an order between them is a fault, whatever the result.
#include "check.hpp"

#include <emulated/run.hpp>
#include <monoids.hpp>
#include <sizes.hpp>

using support::stretch;

int main() {
    emulated::threads machine;
    emulated::executor<emulated::threads, 2> on(machine, {3, 2, 1});
    const auto items = support::make_items(100, support::make_stretch{});
    for (int round = 0; round < 10; ++round)
        emulated::for_some_strategies([&]<class Strategy>(const char* policy) {
            const auto result =
                emulated::reduce_on<Strategy>(on, items, stretch{-3, 0}, support::join_stretches{});
            check(result.writes == 1 && *result.value == stretch{-3, 100}, policy);
        });
}
