// SPDX-License-Identifier: Apache-2.0
// One array of int32, in memory of every kind.
#pragma once

#include <host_memory.cuh>
#include <memory/sums.cuh>

namespace perf {

class arrays {
  public:
    static constexpr std::int64_t n = std::int64_t{1} << 28;
    static constexpr std::size_t bytes = n * sizeof(int);

    static arrays& all() {
        static arrays only;
        return only;
    }
    arrays(const arrays&) = delete;
    arrays& operator=(const arrays&) = delete;

    int* on_gpu() const { return on_gpu_.data<int>(); }
    int* pageable() const { return pageable_.get(); }
    int* pinned() const {
        return pinned_.data<int>();
    }  // also mapped: the GPU can read it at the same address
    int* managed() const { return managed_.data<int>(); }
    int expected() const { return expected_; }

  private:
    arrays() : on_gpu_(bytes), pageable_(new int[n]) {
        fill<int>(on_gpu(), bytes, nullptr);
        expected_ = expected_sum<int>(on_gpu(), {n});
        check(cudaMemcpy(pinned(), on_gpu(), bytes, cudaMemcpyDefault), "copying items");
        std::memcpy(pageable(), pinned(), bytes);
        std::memcpy(managed(), pinned(), bytes);  // the host touches it first
    }

    device_memory on_gpu_;
    std::unique_ptr<int[]> pageable_;
    pinned_memory pinned_{bytes, cudaHostAllocMapped};
    managed_memory managed_{bytes};
    int expected_ = 0;
};

}  // namespace perf
