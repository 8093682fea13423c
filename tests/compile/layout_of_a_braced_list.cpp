// SPDX-License-Identifier: Apache-2.0
// case of_batches: static.assert.*impulse: the arguments are batches.*a list in braces needs a name
// case of_segments: static.assert.*impulse: the arguments are segments.*a list in braces needs a name
#include <impulse/layouts.hpp>
#include <impulse/sums.hpp>

#include <initializer_list>
#include <vector>

int main() {
    const std::vector<int> x{1, 2, 3, 4};
    const std::vector<int> offsets{0, 1, 4};
    (void)impulse::segments(x, offsets);
#if defined(CASE_of_batches)
    (void)impulse::sum(impulse::batches(std::initializer_list<int>{1, 2, 3, 4}, 2));
#elif defined(CASE_of_segments)
    (void)impulse::sum(impulse::segments(x, std::initializer_list<int>{0, 1, 4}));
#endif
}
