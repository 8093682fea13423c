// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: a position in a temporary range would point into nothing
#include <impulse/extrema.hpp>

int main() { return *impulse::max_element({1, 2, 3}); }
