// SPDX-License-Identifier: Apache-2.0
// Views of the standard library that cannot be an input.
#include <impulse/reduce.hpp>

#include <ranges>

#if CASE_view_of_a_filter  // case: static.assert.*impulse: this range is not random-access: copy it into a std::vector; instead of a filter, give all items to transform_reduce
int main() {
    const auto odd = [](int x) { return x % 2 == 1; };
    return impulse::reduce(impulse::last_block, std::views::iota(1, 10) | std::views::filter(odd), 0);
}
#elif CASE_view_transformed_without_end  // case: static.assert.*impulse: this range has no end; limit it: range . std::views::take.n.
int main() {
    return impulse::reduce(impulse::two_pass,
                           std::views::iota(1) | std::views::transform([](int x) { return -x; }), 0);
}
#elif CASE_view_without_end  // case: static.assert.*impulse: this range has no end; limit it: range . std::views::take.n.
int main() { return impulse::reduce(std::views::iota(1), 0); }
#endif
