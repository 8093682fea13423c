// SPDX-License-Identifier: Apache-2.0
// CCCL's fancy iterators and the library's strided one, on the host.
#include <doctest/doctest.h>

#include <monoids.hpp>
#include <policies.hpp>
#include <sizes.hpp>

#include <impulse/extrema.hpp>
#include <impulse/host.hpp>
#include <impulse/iterators.hpp>
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>

#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

using impulse::index_t;
using support::stretch;

namespace {

constexpr index_t n = 20'000;

const std::vector<stretch> letters = support::make_items(n, support::make_stretch{});

/// Joins the two letters of a pair; the second letter follows the first.
struct letter_of_pair {
    template <class Pair>
    __host__ __device__ stretch operator()(const Pair& pair) const {
        return support::join_stretches{}(thrust::get<0>(pair), thrust::get<1>(pair));
    }
};
struct even_letter {
    __host__ __device__ stretch operator()(index_t i) const { return {2 * i, 2 * i + 1}; }
};
struct odd_letter {
    __host__ __device__ stretch operator()(index_t i) const { return {2 * i + 1, 2 * i + 2}; }
};
struct from_to {
    template <class Triple>
    __host__ __device__ stretch operator()(const Triple& triple) const {
        return {thrust::get<0>(triple), thrust::get<1>(triple)};
    }
};
struct backwards {
    __host__ __device__ index_t operator()(index_t i) const { return n - 1 - i; }
};

template <class It>
void check_word(It first) {
    support::for_some_policies([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy.on(impulse::host), first, first + n, stretch{-1, 0},
                              support::join_stretches{}) == stretch{-1, n});
    });
}

}  // namespace

TEST_CASE("fancy iterators: counting and constant") {
    const auto from_zero = thrust::make_counting_iterator(index_t{0});
    CHECK(impulse::reduce(from_zero, from_zero + n, index_t{0}) == n * (n - 1) / 2);
    const auto threes = thrust::make_constant_iterator(3);
    CHECK(impulse::reduce(threes, threes + n, 0) == 3 * n);
    CHECK(impulse::reduce(impulse::work_queue, threes, threes + n, 0) == 3 * n);
}

TEST_CASE("fancy iterators: transform") {
    check_word(
        thrust::make_transform_iterator(thrust::make_counting_iterator(index_t{0}), support::make_stretch{}));
}

TEST_CASE("fancy iterators: zip, and a transform of what is zipped") {
    const auto places = thrust::make_counting_iterator(index_t{0});
    const auto even = thrust::make_transform_iterator(places, even_letter{});
    const auto odd = thrust::make_transform_iterator(places, odd_letter{});
    const auto pairs = thrust::make_zip_iterator(even, odd);
    const auto words = thrust::make_transform_iterator(pairs, letter_of_pair{});
    CHECK(impulse::reduce(words, words + n, stretch{-1, 0}, support::join_stretches{}) == stretch{-1, 2 * n});
    CHECK(impulse::transform_reduce(pairs, pairs + n, stretch{-1, 0}, support::join_stretches{},
                                    letter_of_pair{}) == stretch{-1, 2 * n});
}

TEST_CASE("fancy iterators: transforms and zips of memory are functions of it") {
    const auto sources = [](const auto& it) {
        return impulse::detail::make_source(impulse::detail::input<std::decay_t<decltype(it)>>{it, {{n}}});
    };
    const std::vector<index_t> x = support::make_items(n, [](index_t i) { return i; });
    const auto stretches = thrust::make_transform_iterator(x.begin(), support::make_stretch{});
    static_assert(decltype(sources(stretches))::arrays == 1);
    check_word(stretches);

    std::vector<index_t> next(x.begin() + 1, x.end());
    next.push_back(n);
    const thrust::host_vector<char> unused(n);
    const auto triples = thrust::make_zip_iterator(x.data(), next.begin(), unused.begin());
    static_assert(decltype(sources(triples))::arrays == 3);
    const auto words = thrust::make_transform_iterator(triples, from_to{});
    static_assert(decltype(sources(words))::arrays == 3);
    check_word(words);
    CHECK(impulse::reduce(impulse::batches(words, n / 10, 10), stretch{0, 0}, support::join_stretches{})
              .size() == static_cast<std::size_t>(n / 10));

    const auto places = thrust::make_counting_iterator(index_t{0});
    static_assert(decltype(sources(thrust::make_zip_iterator(x.data(), places)))::arrays == 0);
    // A value type that the program names explicitly is the item type.
    const thrust::transform_iterator<support::make_stretch, const index_t*, stretch, support::stretch> same(
        x.data(), {});
    static_assert(decltype(sources(same))::arrays == 1);
    const thrust::transform_iterator<thrust::negate<int>, const int*, int, double> other(nullptr, {});
    static_assert(decltype(sources(other))::arrays == 0);
}

TEST_CASE("fancy iterators: permutation and reverse") {
    const std::vector<stretch> reversed(letters.rbegin(), letters.rend());
    const auto places =
        thrust::make_transform_iterator(thrust::make_counting_iterator(index_t{0}), backwards{});
    check_word(thrust::make_permutation_iterator(reversed.begin(), places));
    check_word(thrust::make_permutation_iterator(reversed.data(), places));
    check_word(thrust::make_reverse_iterator(reversed.end()));
}

TEST_CASE("fancy iterators: strided") {
    std::vector<stretch> distributed_layout(3 * n, support::broken);
    for (index_t i = 0; i < n; ++i)
        distributed_layout[static_cast<std::size_t>(3 * i + 1)] = letters[static_cast<std::size_t>(i)];
    check_word(impulse::strided(distributed_layout.data() + 1, 3));
    check_word(impulse::strided(distributed_layout.begin() + 1, 3));
}

TEST_CASE("fancy iterators: host_vector, and positions") {
    const thrust::host_vector<int> x(n, 7);
    CHECK(impulse::reduce(x, 0) == 7 * n);
    CHECK(impulse::reduce(impulse::last_block, x.begin(), x.end(), 1) == 7 * n + 1);
    CHECK(impulse::min_element(x) == x.begin());
    const auto places = thrust::make_counting_iterator(5);
    CHECK(*impulse::max_element(places, places + 10) == 14);
}
