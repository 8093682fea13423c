// SPDX-License-Identifier: Apache-2.0
// Positions in temporaries, which are destroyed when the call returns.
#include <impulse/extrema.hpp>
#include <impulse/layouts.hpp>

#include <vector>

#if CASE_position_in_a_list  // case: static.assert.*impulse: a position in a temporary range would dangle
int main() { return *impulse::max_element({1, 2, 3}); }
#elif CASE_position_in_a_temporary  // case: static.assert.*impulse: a position in a temporary range would dangle; give the range a name
int main() { return *impulse::max_element(std::vector<int>{1, 2}); }
#elif CASE_position_in_a_temporary_layout  // case: static.assert.*impulse: a position in a temporary range would dangle; give the range a name
int call(const int* count) { return *impulse::max_element(impulse::counted(std::vector<int>{1, 2}, count)); }
#elif CASE_position_of_records  // case: static.assert.*impulse: items are compared by a < b, or by the comparison that is given
struct record {
    int key;
};

int main() {
    const std::vector<record> x{{1}, {2}};
    return static_cast<int>(impulse::argmin(x));
}
#endif
