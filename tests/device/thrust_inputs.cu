// SPDX-License-Identifier: Apache-2.0
// Thrust's containers and pointers: their iterators decide where a call runs.
#include "gpu.cuh"
#include "shapes.cuh"

#include <copied_by_hand.hpp>

#include <impulse/extrema.hpp>
#include <impulse/host.hpp>
#include <impulse/sums.hpp>
#include <impulse/tree.hpp>

#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/sequence.h>
#include <thrust/type_traits/is_trivially_relocatable.h>
#include <thrust/universal_vector.h>

// Tells Thrust that its copies only copy bytes.
THRUST_PROCLAIM_TRIVIALLY_RELOCATABLE(support::copied_by_hand<3>)

namespace {

constexpr long total = 50'005'000;

thrust::device_vector<int> one_to_ten_thousand() {
    thrust::device_vector<int> x(10'000);
    thrust::sequence(x.begin(), x.end(), 1);
    return x;
}

}  // namespace

TEST_CASE("thrust: a device_vector is reduced on the GPU") {
    const auto x = one_to_ten_thousand();
    thrust::device_vector<int> changeable = x;
    CHECK(impulse::reduce(x) == total);
    CHECK(impulse::reduce(x, 0) == total);
    CHECK(impulse::reduce(changeable, 5L) == total + 5);
    CHECK(impulse::reduce(x.begin(), x.end(), 0, impulse::maximum{}) == 10'000);
    CHECK(impulse::reduce(changeable.begin() + 1, changeable.end(), 0) == total - 1);
    CHECK(impulse::sum(x) == total);
    CHECK(impulse::dot(x.begin(), x.begin() + 1000, changeable.begin()) == 333'833'500);
    gpu::for_two_policies([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, x, 0) == total);
        CHECK(impulse::reduce(policy, changeable.begin(), changeable.end(), 0) == total);
    });
}

TEST_CASE("thrust: results are written through device iterators") {
    const auto x = one_to_ten_thousand();
    thrust::device_vector<long> results(3, -1L);
    const gpu::stream s;
    gpu::must(cudaDeviceSynchronize());
    impulse::reduce_into(x, results.begin() + 1, 0L);
    impulse::reduce_into(impulse::two_pass.on(s), x, results.data() + 2, 1L);
    gpu::must(cudaDeviceSynchronize());
    CHECK(results[0] == -1);
    CHECK(results[1] == total);
    CHECK(results[2] == total + 1);
}

TEST_CASE("thrust: device pointers") {
    const auto x = one_to_ten_thousand();
    const thrust::device_ptr<const int> first = x.data();
    CHECK(impulse::reduce(first, first + 10'000, 0) == total);
    CHECK(impulse::reduce(impulse::work_queue, first, first + 100, 0) == 5050);
    const int* const raw = thrust::raw_pointer_cast(first);
    CHECK(impulse::reduce(impulse::automatic.on(impulse::device), raw, raw + 100, 0) == 5050);
}

TEST_CASE("thrust: a host_vector is reduced on the host") {
    const thrust::host_vector<int> x = one_to_ten_thousand();
    CHECK(impulse::reduce(x, 0) == total);
    CHECK(impulse::reduce(impulse::two_pass.on(impulse::host), x.begin(), x.end(), 0) == total);
}

TEST_CASE("thrust: a universal_vector is reduced on the GPU, and on the host where it is told so") {
    thrust::universal_vector<int> x(10'000);
    thrust::sequence(x.begin(), x.end(), 1);
    CHECK(impulse::reduce(x, 0L) == total);
    CHECK(impulse::reduce(impulse::last_block.on(impulse::host), x, 0L) == total);
    CHECK(impulse::reduce(impulse::two_pass.on(impulse::host), x.begin() + 1, x.end(), 0L) == total - 1);
}

TEST_CASE("thrust: positions are iterators of the container") {
    thrust::device_vector<int> x = one_to_ten_thousand();
    x[77] = -1;
    x[5000] = 20'000;
    CHECK(impulse::min_element(x) == x.begin() + 77);
    CHECK(impulse::max_element(x) == x.begin() + 5000);
    const auto [smallest, largest] = impulse::minmax_element(impulse::last_block, x.begin(), x.end());
    CHECK(smallest - x.begin() == 77);
    CHECK(largest - x.begin() == 5000);
}

TEST_CASE("thrust: values whose copies are written by hand, and proclaimed to be bytes") {
    using value = support::copied_by_hand<3>;
    static_assert(!std::is_trivially_copyable_v<value> && impulse::copies_as_bytes_v<value>);
    std::vector<value> items;
    for (std::uint32_t i = 0; i < 10'000; ++i) items.emplace_back(i * 77'777u);
    const thrust::device_vector<value> x(items.begin(), items.end());
    CHECK(impulse::reduce(x, value(5), support::mix_by_hand{}) ==
          impulse::tree_fold(items, value(5), support::mix_by_hand{}));
    CHECK(impulse::argmax(x) == impulse::argmax(items));
}
