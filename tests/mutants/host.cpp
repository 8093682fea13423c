// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the host tests check, in small.
#include "check.hpp"

#include <counted.hpp>
#include <monoids.hpp>
#include <sizes.hpp>

#include <impulse/reduce.hpp>

#include <exception>
#include <stdexcept>
#include <vector>

using impulse::index_t;
using support::stretch;

namespace {

void check_order() {
    const impulse::shape blocks{.blocks = 5}, pieces{.items = 7};
    for (const index_t n : {0, 1, 31, 32, 33, 1000}) {
        const auto items = support::make_items(n, support::make_stretch{});
        const auto word = [&](const auto& policy) {
            return impulse::reduce(policy, items, stretch{-3, 0}, support::join_stretches{});
        };
        check(word(impulse::single_block) == stretch{-3, n}, "single_block");
        check(word(impulse::last_block.tune(blocks)) == stretch{-3, n}, "last_block");
        check(word(impulse::work_queue.tune(pieces)) == stretch{-3, n}, "work_queue");
    }
}

void check_sums() {
    for (const index_t n : {0, 1, 127, 128, 129, 1000}) {
        const auto items = support::make_items(n, [](index_t i) { return i; });
        check(impulse::reduce(items, index_t{7}) == n * (n - 1) / 2 + 7, "sum");
    }
}

/// The exception of the lowest position, whichever was thrown first.
void check_failures() {
    impulse::on_host::failures failed;
    for (const int position : {7, 3, 5}) failed.note(position, std::make_exception_ptr(position));
    try {
        failed.rethrow();
        check(false, "no exception");
    } catch (const int position) {
        check(position == 3, "the exception of the lowest position");
    }
}

void check_bad_arguments() {
    const std::vector<int> x(10);
    try {
        (void)impulse::reduce(x.begin() + 1, x.begin(), 0);
        check(false, "last before first");
    } catch (const std::invalid_argument&) {
    }
}

}  // namespace

int main() {
    check_order();
    check_sums();
    check_failures();
    check_bad_arguments();
}
