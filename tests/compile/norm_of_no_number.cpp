// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: norm is of real numbers; of others write transform_reduce with their squares
#include <impulse/norm.hpp>

#include <complex>
#include <vector>

int main() { return impulse::norm(std::vector<std::complex<double>>{{3, 4}}) > 0; }
