// SPDX-License-Identifier: Apache-2.0
// On the GPU, functors of std, cuda::std and thrust run as the library's own functors.
//
// The wrappers declare what an operator is.
#include "tree.cuh"

#include <thrust/functional.h>
#include <cuda/functional>
#include <cuda/std/functional>

#include <functional>

namespace {

struct make_bits {
    IMPULSE_SHARED int operator()(index_t i) const {
        return static_cast<int>(support::scatter(static_cast<std::uint64_t>(i)) >> 36) | 3;
    }
};

struct input {
    std::vector<int> items = support::make_items(123'457, make_bits{});
    gpu::buffer<int> x{items};

    /// Compares `op` on the GPU with the tree of the library's own functor. Its order may be dropped. Both
    /// run the same kernel.
    template <class Op, class Own>
    void check_as(const std::string& name, Op op, Own own, int init) const {
        static_assert(impulse::freedom_v<Op, int> == impulse::grouping::reorder);
        for (const index_t n : {0, 1, 1000, 123'457}) {
            const int got =
                impulse::reduce(impulse::automatic.on(impulse::device), x.begin(), x.begin() + n, init, op);
            const std::vector<unsigned> bits(items.begin(), items.begin() + n);  // they wrap around
            if constexpr (std::is_same_v<Own, impulse::minimum> || std::is_same_v<Own, impulse::maximum>)
                gpu::check_equal(
                    name, n,
                    got == impulse::tree_fold(std::vector(items.begin(), items.begin() + n), init, own));
            else
                gpu::check_equal(
                    name, n,
                    got == static_cast<int>(impulse::tree_fold(bits, static_cast<unsigned>(init), own)));
        }
    }
};

}  // namespace

TEST_CASE_FIXTURE(input, "functors: those of std") {
    check_as("std::plus<>", std::plus<>{}, impulse::plus{}, 1);
    check_as("std::plus<int>", std::plus<int>{}, impulse::plus{}, 1);
    check_as("std::multiplies<>", std::multiplies<>{}, impulse::multiplies{}, 1);
    check_as("std::bit_and<>", std::bit_and<>{}, impulse::bit_and{}, -1);
    check_as("std::bit_or<int>", std::bit_or<int>{}, impulse::bit_or{}, 4);
    check_as("std::bit_xor<>", std::bit_xor<>{}, impulse::bit_xor{}, 5);
}

TEST_CASE_FIXTURE(input, "functors: those of cuda::std, cuda and thrust") {
    check_as("cuda::std::plus<>", cuda::std::plus<>{}, impulse::plus{}, 1);
    check_as("cuda::std::multiplies<int>", cuda::std::multiplies<int>{}, impulse::multiplies{}, 1);
    check_as("cuda::std::bit_xor<>", cuda::std::bit_xor<>{}, impulse::bit_xor{}, 1);
    check_as("cuda::minimum<>", cuda::minimum<>{}, impulse::minimum{}, 1'000'000);
    check_as("cuda::maximum<int>", cuda::maximum<int>{}, impulse::maximum{}, -1);
    check_as("thrust::plus<int>", thrust::plus<int>{}, impulse::plus{}, 1);
    check_as("thrust::bit_or<int>", thrust::bit_or<int>{}, impulse::bit_or{}, 1);
    check_as("thrust::maximum<int>", thrust::maximum<int>{}, impulse::maximum{}, -1);
    check_as("thrust::minimum<int>", thrust::minimum<int>{}, impulse::minimum{}, 1'000'000);
}

TEST_CASE_FIXTURE(input, "functors: the library's logical ones") {
    const auto how = impulse::automatic.on(impulse::device);
    const auto xor_of_all = impulse::tree_fold(items, true, impulse::logical_xor{});
    CHECK(impulse::reduce(how, x, true, impulse::logical_and{}) == true);
    CHECK(impulse::reduce(how, x, false, impulse::logical_or{}) == true);
    CHECK(impulse::reduce(how, x, true, impulse::logical_xor{}) == xor_of_all);
    CHECK(impulse::reduce(how, x, true, std::logical_and<>{}) == true);
}

TEST_CASE("functors: wrappers keep an exact result and change what is known") {
    using impulse::grouping;
    using own = gpu::mix;
    static_assert(impulse::freedom_v<own, std::uint64_t> == grouping::tree);
    static_assert(impulse::freedom_v<decltype(impulse::assume_associative(own{})), std::uint64_t> ==
                  grouping::regroup);
    static_assert(impulse::freedom_v<decltype(impulse::unordered(own{})), std::uint64_t> ==
                  grouping::reorder);
    static_assert(impulse::freedom_v<impulse::plus, float> == grouping::tree);
    static_assert(impulse::freedom_v<decltype(impulse::ordered(impulse::plus{})), int> == grouping::tree);

    const auto how = impulse::last_block.on(impulse::device);
    const auto tallies = gpu::made(100'003, support::make_tally{});
    const support::tally none{0, 0};
    const auto in_order = impulse::reduce(how, tallies, none, support::join_tallies{});
    CHECK(in_order.count == 100'003);
    CHECK(impulse::reduce(how, tallies, none, impulse::unordered(support::join_tallies{})) == in_order);
    CHECK(impulse::reduce(how, tallies, impulse::with_identity(support::join_tallies{}, none)) == in_order);
    CHECK(impulse::reduce(how, tallies,
                          impulse::unordered(impulse::with_identity(support::join_tallies{}, none))) ==
          in_order);
}
