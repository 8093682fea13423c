// SPDX-License-Identifier: Apache-2.0
//
// Structs of 12 to 128 bytes: sums by the tree, sums by an operator that is declared commutative, and
// products of 3×3 matrices.
#include <items.cuh>
#include <rows.hpp>
#include <sides.cuh>

namespace perf {

namespace {

struct cub_add {
    template <int N>
    cudaError_t operator()(void* scratch, std::size_t& bytes, const ints<N>* in, ints<N>* out, int n,
                           cudaStream_t stream) const {
        return cub::DeviceReduce::Reduce(scratch, bytes, in, out, n, add{}, ints<N>{}, stream);
    }
};

struct cub_product {
    cudaError_t operator()(void* scratch, std::size_t& bytes, const matrix3* in, matrix3* out, int n,
                           cudaStream_t stream) const {
        return cub::DeviceReduce::Reduce(scratch, bytes, in, out, n, multiply3{}, matrix3::one(), stream);
    }
};

/// The memory's rate: the plain sum of the same number of bytes.
template <class T>
entrant same_bytes(std::int64_t n, double floor) {
    const auto floats = n * static_cast<std::int64_t>(sizeof(T) / sizeof(float));
    return {"f32 sum", impulse_side<float>(impulse::automatic, floats, 0.f, impulse::plus{}), floor, false};
}

template <int N>
std::vector<entrant> sides(std::int64_t n) {
    using item = ints<N>;
    std::vector<entrant> all;
    all.push_back({"impulse", impulse_side<item>(impulse::automatic, n, item{}, add{})});
    all.push_back(same_bytes<item>(n, 0.9));
    all.push_back(
        {"unordered", impulse_side<item>(impulse::automatic, n, item{}, impulse::unordered(add{}))});
    all.push_back({"cub", std::make_unique<cub_call<item, item, cub_add>>(n)});
    return all;
}

/// CUB does not keep the order of these.
std::vector<entrant> products(std::int64_t n) {
    std::vector<entrant> all;
    all.push_back({"impulse", impulse_side<matrix3>(impulse::automatic, n, matrix3::one(), multiply3{})});
    all.push_back(same_bytes<matrix3>(n, 0));
    all.push_back({"cub", std::make_unique<cub_call<matrix3, matrix3, cub_product>>(n), 0.95, false});
    return all;
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
    for (const int k : {12, 16, 20, 24})
        all.push_back(compare<matrix3>("gpu/3x3 f64", timing::gpu, std::int64_t{1} << k, products));
    return all;
}

}  // namespace perf
