// SPDX-License-Identifier: Apache-2.0
// case plus_of_floats: static.assert.*impulse: assume_associative.op. is false for . or . on floating-point numbers; use unordered.op.
// case std_plus: static.assert.*impulse: assume_associative.op. is false for . or .
// case products: static.assert.*impulse: assume_associative.op. is false for . or .
// case with_an_identity: static.assert.*impulse: assume_associative.op. is false for . or .
// case complex_numbers: static.assert.*impulse: assume_associative.op. is false for . or .
// case beside_another: static.assert.*impulse: assume_associative.op. is false for . or .
// case around_both: static.assert.*impulse: assume_associative.op. is false for . or .
#include <impulse/reduce.hpp>

#include <complex>
#include <functional>
#include <vector>

int main() {
    std::vector<float> x;
    using impulse::assume_associative;
    (void)impulse::reduce(std::vector<int>{}, 0, assume_associative(impulse::plus{}));  // true
#if defined(CASE_plus_of_floats)
    (void)impulse::reduce(x, 0.0f, assume_associative(impulse::plus{}));
#elif defined(CASE_std_plus)
    (void)impulse::reduce(x, assume_associative(std::plus<float>{}));
#elif defined(CASE_products)
    (void)impulse::transform_reduce(x, 1.0, assume_associative(std::multiplies<>{}), std::negate<>{});
#elif defined(CASE_with_an_identity)
    (void)impulse::reduce(x, impulse::with_identity(assume_associative(impulse::plus{}), -0.0f));
#elif defined(CASE_complex_numbers)
    (void)impulse::reduce(std::vector<std::complex<double>>{}, std::complex<double>{},
                          assume_associative(impulse::plus{}));
#elif defined(CASE_beside_another)
    (void)impulse::reduce(x, impulse::together(impulse::minimum{}, assume_associative(impulse::plus{})));
#elif defined(CASE_around_both)
    (void)impulse::reduce(x, assume_associative(impulse::together(impulse::minimum{}, impulse::plus{})));
#endif
}
