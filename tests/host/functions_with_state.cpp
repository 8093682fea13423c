// SPDX-License-Identifier: Apache-2.0
// Callers' functions with mutable state: each thread has its own copy.
#include <suite.hpp>

#include <policies.hpp>

#include <impulse/reduce.hpp>
#include <impulse/sums.hpp>

#include <algorithm>

namespace {

const std::vector<int> items =
    support::make_items(100'000, [](index_t i) { return static_cast<int>(i % 1000); });
constexpr long total = 49'950'000;

int doubled(int x) { return 2 * x; }

}  // namespace

TEST_CASE("functions: with state that changes, on many threads") {
    // A copy for each thread: its contents are unspecified, and no other thread uses it.
    struct counting_plus {
        std::vector<long> seen;
        long operator()(long a, long b) {
            if (seen.size() < 1000) seen.push_back(a);
            return a + b;
        }
    };
    struct memory {
        std::map<int, long> known;
        long operator()(int x) {
            const auto found = known.find(x);
            return found != known.end() ? found->second : known[x] = long{x} * x;
        }
    };
    long squares = 0;
    for (const int x : items) squares += long{x} * x;
    support::for_each_shape([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, items, 0L, counting_plus{}) == total);
        CHECK(impulse::transform_reduce(policy, items, 0L, impulse::plus{}, memory{}) == squares);
        CHECK(impulse::transform_reduce(policy, items, 0L, counting_plus{}, memory{}) == squares);
        CHECK(impulse::transform_reduce(policy, items, items, 0L, impulse::plus{},
                                        [known = std::map<int, long>{}](int x, int y) mutable {
                                            return known[x] = long{x} * y;
                                        }) == squares);
        CHECK(impulse::transform_reduce(
                  policy, items, 0L, [calls = 0L](long a, long b) mutable { return ++calls > 0 ? a + b : 0; },
                  doubled) == 2 * total);
        const auto asked = [asked = std::map<int, bool>{}](int x) mutable { return asked[x] = x % 2 == 0; };
        CHECK(impulse::count_if(policy, items, asked) ==
              std::count_if(items.begin(), items.end(), [](int x) { return x % 2 == 0; }));
    });
}
