// SPDX-License-Identifier: Apache-2.0
#include <impulse/reduce.hpp>

#include <complex>
#include <functional>
#include <vector>

int main() {
    std::vector<float> x;
    using impulse::assume_associative;
    (void)impulse::reduce(std::vector<int>{}, 0, assume_associative(impulse::plus{}));  // true
#if CASE_plus_of_floats  // case: static.assert.*impulse: assume_associative.op. is false for . or . on floating-point numbers; use unordered.op.
    (void)impulse::reduce(x, 0.0f, assume_associative(impulse::plus{}));
#elif CASE_std_plus          // case: static.assert.*impulse: assume_associative.op. is false for . or .
    (void)impulse::reduce(x, assume_associative(std::plus<float>{}));
#elif CASE_products          // case: static.assert.*impulse: assume_associative.op. is false for . or .
    (void)impulse::transform_reduce(x, 1.0, assume_associative(std::multiplies<>{}), std::negate<>{});
#elif CASE_with_an_identity  // case: static.assert.*impulse: assume_associative.op. is false for . or .
    (void)impulse::reduce(x, impulse::with_identity(assume_associative(impulse::plus{}), -0.0f));
#elif CASE_complex_numbers   // case: static.assert.*impulse: assume_associative.op. is false for . or .
    (void)impulse::reduce(std::vector<std::complex<double>>{}, std::complex<double>{},
                          assume_associative(impulse::plus{}));
#elif CASE_beside_another    // case: static.assert.*impulse: assume_associative.op. is false for . or .
    (void)impulse::reduce(x, impulse::together(impulse::minimum{}, assume_associative(impulse::plus{})));
#elif CASE_around_both       // case: static.assert.*impulse: assume_associative.op. is false for . or .
    (void)impulse::reduce(x, assume_associative(impulse::together(impulse::minimum{}, impulse::plus{})));
#endif
}
