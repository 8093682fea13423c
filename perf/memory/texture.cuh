// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lab.cuh>

namespace perf {

/// A texture over words of global memory. It lives as long as the object.
class texture {
  public:
    texture(const int* words, std::size_t bytes) {
        cudaResourceDesc what{};
        what.resType = cudaResourceTypeLinear;
        what.res.linear.devPtr = const_cast<int*>(words);
        what.res.linear.desc = cudaCreateChannelDesc<int>();
        what.res.linear.sizeInBytes = bytes;
        cudaTextureDesc how{};
        how.readMode = cudaReadModeElementType;
        check(cudaCreateTextureObject(&object_, &what, &how, nullptr), "making a texture");
    }
    ~texture() { (void)cudaDestroyTextureObject(object_); }
    texture(const texture&) = delete;
    texture& operator=(const texture&) = delete;
    operator cudaTextureObject_t() const { return object_; }

  private:
    cudaTextureObject_t object_ = 0;
};

}  // namespace perf
