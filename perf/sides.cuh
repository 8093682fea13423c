// SPDX-License-Identifier: Apache-2.0
/// \file
/// The sides that most rows have: Impulse and CUB, timed by the GPU's clock. Both own their scratch memory
/// beforehand.
#pragma once

#include <comparison.cuh>
#include <cub/device/device_reduce.cuh>
#include <impulse/reduce.hpp>
#include <utility>

namespace perf {

/// impulse::reduce_into with a workspace.
template <class T, class Policy, class Init, class Op>
class impulse_into final : public side {
  public:
    impulse_into(const Policy& how, std::int64_t n, Init init, Op op)
        : how_(how),
          n_(n),
          init_(init),
          op_(op),
          out_(sizeof(Init)),
          space_(workspace_size(), impulse::device) {}

    void call(const void* input, cudaStream_t stream) override {
        const T* const first = static_cast<const T*>(input);
        impulse::reduce_into(how_.on(stream).with(space_), first, first + n_, out_.data<Init>(), init_, op_);
    }
    const void* result() const override { return out_.data(); }

  private:
    std::size_t workspace_size() const {
        const T* const any = reinterpret_cast<const T*>(out_.data());
        return impulse::workspace_bytes(how_.on(impulse::device), any, any + n_, out_.data<Init>(), init_,
                                        op_);
    }

    Policy how_;
    std::int64_t n_;
    Init init_;
    Op op_;
    device_memory out_;
    impulse::workspace space_;
};

template <class T, class Policy, class Init, class Op>
std::unique_ptr<side> impulse_side(const Policy& how, std::int64_t n, Init init, Op op) {
    return std::make_unique<impulse_into<T, Policy, Init, Op>>(how, n, init, op);
}

/// A CUB algorithm: `Algorithm` is called as f(scratch, bytes, input, out, n, stream), with CUB's rule that
/// scratch == nullptr asks for the size.
template <class T, class Result, class Algorithm>
class cub_call final : public side {
  public:
    explicit cub_call(std::int64_t n, Algorithm algorithm = {})
        : n_(static_cast<int>(n)),
          algorithm_(std::move(algorithm)),
          out_(sizeof(Result)),
          scratch_(scratch_size()) {}

    void call(const void* input, cudaStream_t stream) override {
        std::size_t bytes = scratch_.bytes();
        check(algorithm_(scratch_.data(), bytes, static_cast<const T*>(input), out_.template data<Result>(),
                         n_, stream),
              "calling CUB");
    }
    const void* result() const override { return out_.data(); }

  private:
    std::size_t scratch_size() const {
        std::size_t bytes = 0;
        check(algorithm_(nullptr, bytes, static_cast<const T*>(nullptr), out_.template data<Result>(), n_,
                         nullptr),
              "asking CUB for its scratch size");
        return bytes;
    }

    int n_;  // CUB counts with 32 bits where it is given 32: its faster form
    Algorithm algorithm_;
    device_memory out_;
    device_memory scratch_;
};

struct cub_sum {
    template <class T, class Result>
    cudaError_t operator()(void* scratch, std::size_t& bytes, const T* in, Result* out, int n,
                           cudaStream_t stream) const {
        return cub::DeviceReduce::Sum(scratch, bytes, in, out, n, stream);
    }
};

template <class T, class Result = T>
std::unique_ptr<side> cub_sum_side(std::int64_t n) {
    return std::make_unique<cub_call<T, Result, cub_sum>>(n);
}

}  // namespace perf
