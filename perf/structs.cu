// SPDX-License-Identifier: Apache-2.0
//
// Structs of 12 to 128 bytes: sums by the tree, sums by an operator that is declared commutative, and
// products of 3×3 matrices.
#include <items.cuh>
#include <rows.hpp>
#include <sides.cuh>

namespace perf {

namespace {

/// The memory's rate: the plain sum of the same number of bytes.
template <class T>
entrant same_bytes(std::int64_t n, double floor) {
    const auto floats = n * static_cast<std::int64_t>(sizeof(T) / sizeof(float));
    return {"f32 sum", impulse_side<float>(floats, 0.f, impulse::plus{}), floor, false};
}

template <int N>
std::vector<entrant> sides(std::int64_t n) {
    using item = ints<N>;
    return sides_of(entrant{"impulse", impulse_side<item>(n, item{}, add{})}, same_bytes<item>(n, 0.9),
                    entrant{"unordered", impulse_side<item>(n, item{}, impulse::unordered(add{}))},
                    entrant{"cub", cub_reduce_side<item>(n, item{}, add{})});
}

/// CUB does not keep the order of these.
std::vector<entrant> products(std::int64_t n) {
    return sides_of(entrant{"impulse", impulse_side<matrix3>(n, matrix3::one(), multiply3{})},
                    same_bytes<matrix3>(n, 0),
                    entrant{"cub", cub_reduce_side<matrix3>(n, matrix3::one(), multiply3{}), 0.95, false});
}

template <int N>
comparison row(const char* name) {
    constexpr std::int64_t gibi = std::int64_t{1} << 30;
    return compare<ints<N>>(name, timing::gpu, gibi / static_cast<std::int64_t>(sizeof(ints<N>)), sides<N>);
}

}  // namespace

rows structs() {
    rows all{row<3>("gpu/12-byte"),  row<4>("gpu/16-byte"),  row<6>("gpu/24-byte"),  row<8>("gpu/32-byte"),
             row<12>("gpu/48-byte"), row<16>("gpu/64-byte"), row<24>("gpu/96-byte"), row<32>("gpu/128-byte")};
    add_powers<matrix3>(all, "gpu/3x3 f64", {12, 16, 20, 24}, products);
    return all;
}

}  // namespace perf
