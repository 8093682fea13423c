// SPDX-License-Identifier: Apache-2.0
// The code of docs/tree.md, as it stands there.
#include <doctest/doctest.h>

#include <documented/tree.hpp>

#include <cstddef>
#include <vector>

TEST_CASE("documented tree: two workers' parts give the bits of the whole") {
    std::vector<float> x;
    for (int n = 0; n < 2000; n = n * 3 / 2 + 1) {
        x.resize(static_cast<std::size_t>(n));
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = 1.f / static_cast<float>(i + 1);
        CHECK(sum_of_two(x) == impulse::tree_fold(x, 0.f));
        CHECK(sum_of_two(x) == impulse::reduce(x, 0.f));
    }
}
