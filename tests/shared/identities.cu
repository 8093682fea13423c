// SPDX-License-Identifier: Apache-2.0
// Identities of CUDA's own number types.

#include <identities.hpp>

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <complex>

#include <thrust/complex.h>
#include <cuda/std/complex>
#include <cuda/std/functional>

TEST_CASE("identity: its law holds for half, bf16 and complex numbers of CUDA's library") {
    support::check_identities<__half, cuda::std::plus<>>("half", 6, 0);  // all that there are
    support::check_identities<__nv_bfloat16>("bf16", 6, 0);
    support::check_identities<cuda::std::complex<float>, cuda::std::plus<>>("complex of float", 1, 100'000);
    support::check_identities<float, cuda::std::plus<float>, cuda::std::multiplies<>>("float", 6, 100'000);
    static_assert(!impulse::has_identity<cuda::std::multiplies<>, cuda::std::complex<float>>);
    static_assert(!impulse::has_identity<cuda::std::logical_and<>, int>);
    static_assert(impulse::has_identity<cuda::std::plus<>, thrust::complex<float>>);
    static_assert(impulse::has_identity<cuda::std::plus<>, std::complex<float>>);
}
