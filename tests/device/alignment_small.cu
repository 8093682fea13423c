// SPDX-License-Identifier: Apache-2.0
/// \file
/// Items of one and two bytes, at every offset.
#include "alignment.cuh"

namespace {

/// Two permutations side by side: two bytes whose composition does not commute.
template <int Align>
struct alignas(Align) pair_of_permutations {
    support::packed_permutation a;
    support::packed_permutation b;

    friend bool operator==(const pair_of_permutations&, const pair_of_permutations&) = default;
};

struct compose_both {
    template <int Align>
    IMPULSE_SHARED pair_of_permutations<Align> operator()(const pair_of_permutations<Align>& x,
                                                          const pair_of_permutations<Align>& y) const {
        return {support::compose{}(x.a, y.a), support::compose{}(x.b, y.b)};
    }
};

}  // namespace

template <int Align>
struct support::make_value<pair_of_permutations<Align>> {
    std::uint64_t seed = 0;
    pair_of_permutations<Align> operator()(index_t i) const {
        const make_value<packed_permutation> make{seed};
        return {make(2 * i), make(2 * i + 1)};
    }
};

TEST_CASE("alignment: 1 byte") { gpu::check_alignments_of_size<1, 1>(); }

TEST_CASE_TEMPLATE("alignment: 2 bytes", Align, std::integral_constant<int, 1>,
                   std::integral_constant<int, 2>) {
    gpu::check_alignments<pair_of_permutations<Align::value>>(compose_both{}, 201);
    gpu::check_alignments<support::bytes<2, Align::value>>(impulse::commutative(support::add_bytes{}), 202);
}
