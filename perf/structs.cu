// SPDX-License-Identifier: Apache-2.0
//
// Sums of structs of 12 to 64 bytes, by an operator that is said to commute.
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

template <int N>
std::vector<entrant> sides(std::int64_t n) {
    using item = ints<N>;
    std::vector<entrant> all;
    all.push_back({"impulse", impulse_side<item>(impulse::automatic, n, item{}, impulse::unordered(add{}))});
    all.push_back({"cub", std::make_unique<cub_call<item, item, cub_add>>(n)});
    return all;
}

template <int N>
comparison row(const char* name) {
    constexpr std::int64_t gibi = std::int64_t{1} << 30;
    return compare<ints<N>>(name, timing::gpu, gibi / static_cast<std::int64_t>(sizeof(ints<N>)), sides<N>);
}

}  // namespace

rows sums_of_structs() {
    return {row<3>("gpu/12-byte"), row<4>("gpu/16-byte"), row<8>("gpu/32-byte"), row<16>("gpu/64-byte")};
}

}  // namespace perf
