// SPDX-License-Identifier: Apache-2.0
/// \file
/// Thrust in a namespace of the program's own.
#define THRUST_CUB_WRAPPED_NAMESPACE its_own

#include <doctest/doctest.h>

#include <impulse/host.hpp>
#include <impulse/sums.hpp>

#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

#include <type_traits>
#include <vector>

namespace {

using impulse::detail::system;
using device_items = its_own::thrust::device_vector<int>;
static_assert(impulse::detail::system_of<device_items::iterator>() == system::device);
static_assert(impulse::detail::system_of<its_own::thrust::device_ptr<int>>() == system::device);
static_assert(std::is_same_v<decltype(impulse::detail::unwrap(device_items::iterator{})), int*>);

}  // namespace

TEST_CASE("wrapped Thrust: its vectors are seen as they are") {
    const its_own::thrust::host_vector<int> x(std::vector{1, 2, 3});
    CHECK(impulse::sum(x) == 6);
}
