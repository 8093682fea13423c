// SPDX-License-Identifier: Apache-2.0
// Thrust in a namespace of the program's own.
#define THRUST_CUB_WRAPPED_NAMESPACE its_own

#include <doctest/doctest.h>

#include <impulse/host.hpp>
#include <impulse/sums.hpp>

#include <thrust/device_ptr.h>
#include <thrust/iterator/detail/normal_iterator.h>

namespace {

using impulse::detail::system;
using pointer = its_own::thrust::device_ptr<int>;
static_assert(impulse::detail::system_of<pointer>() == system::device);
static_assert(impulse::detail::system_of<its_own::thrust::detail::normal_iterator<pointer>>() ==
              system::device);

}  // namespace

TEST_CASE("wrapped Thrust: its pointers are seen as they are") {
    int x = 0;
    CHECK(impulse::detail::unwrap(pointer(&x)) == &x);
}
