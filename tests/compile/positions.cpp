// SPDX-License-Identifier: Apache-2.0
// Positions in temporaries, which are destroyed when the call returns.
#include <impulse/extrema.hpp>
#include <impulse/layouts.hpp>

#include <vector>

#ifdef CASE_position_in_a_list
// case position_in_a_list: static.assert.*impulse: a position in a temporary range would dangle
int main() { return *impulse::max_element({1, 2, 3}); }
#elif defined(CASE_position_in_a_temporary)
// case position_in_a_temporary: static.assert.*impulse: a position in a temporary range would dangle; give the range a name
int main() { return *impulse::max_element(std::vector<int>{1, 2}); }
#elif defined(CASE_position_in_a_temporary_layout)
// case position_in_a_temporary_layout: static.assert.*impulse: a position in a temporary range would dangle; give the range a name
int call(const int* count) { return *impulse::max_element(impulse::counted(std::vector<int>{1, 2}, count)); }
#elif defined(CASE_position_of_records)
// case position_of_records: static.assert.*impulse: items are compared by a < b, or by the comparison that is given
struct record {
    int key;
};

int main() {
    const std::vector<record> x{{1}, {2}};
    return static_cast<int>(impulse::argmin(x));
}
#endif
