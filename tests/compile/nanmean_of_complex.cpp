// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: means and variances are of numbers, of which static_cast makes a double
#include <impulse/nan.hpp>

#include <complex>
#include <vector>

int main() { return impulse::nanmean(std::vector<std::complex<float>>{{1, 2}}) > 0; }
