// SPDX-License-Identifier: Apache-2.0
// Reductions that keep the order of items: Impulse, and the two algorithms of CUB that can do so.
#pragma once

#include <thrust/iterator/constant_iterator.h>

#include <cub/device/device_scan.cuh>
#include <sides.cuh>

namespace perf {

/// An inclusive scan, of which only the last item is used.
template <class T, class Op>
class cub_scan final : public side {
  public:
    explicit cub_scan(std::int64_t n)
        : n_(static_cast<int>(n)), out_(static_cast<std::size_t>(n) * sizeof(T)), scratch_(scratch_size()) {}

    void call(const void* input, cudaStream_t stream) override {
        std::size_t bytes = scratch_.bytes();
        check(cub::DeviceScan::InclusiveScan(scratch_.data(), bytes, static_cast<const T*>(input),
                                             out_.template data<T>(), Op{}, n_, stream),
              "calling CUB's scan");
    }
    const void* result() const override { return out_.template data<T>() + n_ - 1; }

  private:
    std::size_t scratch_size() const {
        std::size_t bytes = 0;
        check(cub::DeviceScan::InclusiveScan(nullptr, bytes, static_cast<const T*>(nullptr),
                                             out_.template data<T>(), Op{}, n_),
              "asking CUB's scan for its scratch size");
        return bytes;
    }

    int n_;
    device_memory out_;
    device_memory scratch_;
};

/// A reduction by key; all items have the same key.
template <class Op>
struct cub_by_key {
    std::shared_ptr<device_memory> runs =
        std::make_shared<device_memory>(2 * sizeof(int));  ///< key, number of runs

    template <class T>
    cudaError_t operator()(void* scratch, std::size_t& bytes, const T* in, T* out, int n,
                           cudaStream_t stream) const {
        int* const key = runs->data<int>();
        return cub::DeviceReduce::ReduceByKey(scratch, bytes, thrust::constant_iterator<int>(7), key, in, out,
                                              key + 1, Op{}, n, stream);
    }
};

/// Impulse in order, compared with itself without order, with a scan and with a reduction by key. The call
/// without order has the floor 0.90, which bounds the cost of keeping the order.
template <class T, class Op>
std::vector<entrant> ordered_sides(std::int64_t n, T init, auto ordered, auto commutative, bool commutes, Op,
                                   double floor) {
    return sides_of(entrant{"impulse", impulse_side<T>(n, init, ordered)},
                    entrant{"unordered", impulse_side<T>(n, init, commutative), 0.90, commutes},
                    entrant{"cub scan", std::make_unique<cub_scan<T, Op>>(n), floor},
                    entrant{"cub by key", std::make_unique<cub_call<T, T, cub_by_key<Op>>>(n), floor});
}

}  // namespace perf
