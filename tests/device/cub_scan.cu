// SPDX-License-Identifier: Apache-2.0
// CUB's scan as the oracle of order: its last value equals the reduction by an operator that is exact but not
// commutative.
#include "cub_oracle.cuh"

#include <cub/device/device_scan.cuh>

TEST_CASE("CUB: products of matrices modulo a prime, by the tree and in any grouping") {
    gpu::oracle with;
    const auto sizes = gpu::some_sizes(24);
    const support::make_matrix make{support::seed()};
    const auto x = gpu::made(sizes.back(), make);
    const gpu::buffer<support::matrix> products(sizes.back());
    const support::matrix_product op;
    for (const index_t n : sizes) {
        const auto theirs = [&](void* temporary, std::size_t& bytes, support::matrix* out, cudaStream_t s) {
            const auto status = cub::DeviceScan::InclusiveScan(temporary, bytes, x.data(), products.data(),
                                                               op, static_cast<int>(n), s);
            if (temporary == nullptr || status != cudaSuccess) return status;
            return cudaMemcpyAsync(out, products.data() + (n - 1), sizeof(*out), cudaMemcpyDeviceToDevice, s);
        };
        const support::matrix one{{1, 0, 0, 1}};
        with.compare<support::matrix>("by the tree", n, theirs, [&](cudaStream_t s, support::matrix* out) {
            impulse::reduce_into(impulse::automatic.on(s), x.data(), x.data() + n, out, one, op);
        });
        with.compare<support::matrix>("exact", n, theirs, [&](cudaStream_t s, support::matrix* out) {
            impulse::reduce_into(impulse::work_queue.on(s), x.data(), x.data() + n, out, one,
                                 impulse::assume_associative(op));
        });
    }
}
