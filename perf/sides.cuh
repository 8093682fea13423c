// SPDX-License-Identifier: Apache-2.0
// The sides that most rows have: Impulse and CUB, with GPU times. Both own their scratch memory before the
// call.
#pragma once

#include <comparison.cuh>
#include <cub/device/device_reduce.cuh>
#include <impulse/reduce.hpp>

namespace perf {

/// An algorithm of Impulse that writes a Result to GPU memory, with a workspace. `Ask` names the algorithm
/// and its arguments: ask(input, n, out, use) calls use(algorithm, arguments...).
template <class T, class Result, class Policy, class Ask>
class impulse_call final : public side {
  public:
    impulse_call(const Policy& how, std::int64_t n, Ask ask)
        : how_(how), n_(n), ask_(ask), out_(sizeof(Result)), space_(workspace_size(), impulse::device) {}

    void call(const void* input, cudaStream_t stream) override {
        ask_(static_cast<const T*>(input), n_, out_.data<Result>(),
             [&](const auto& algorithm, const auto&... args) {
                 algorithm(how_.on(stream).with(space_), args...);
             });
    }
    const void* result() const override { return out_.data(); }

  private:
    std::size_t workspace_size() const {
        std::size_t bytes = 0;
        ask_(static_cast<const T*>(nullptr), n_, out_.data<Result>(),
             [&](const auto& algorithm, const auto&... args) {
                 bytes = algorithm.workspace_bytes(how_.on(impulse::device), args...);
             });
        return bytes;
    }

    Policy how_;
    std::int64_t n_;
    Ask ask_;
    device_memory out_;
    impulse::workspace space_;
};

template <class T, class Result, class Policy, class Ask>
std::unique_ptr<side> impulse_side_of(const Policy& how, std::int64_t n, Ask ask) {
    return std::make_unique<impulse_call<T, Result, Policy, Ask>>(how, n, ask);
}

/// impulse::reduce_into.
template <class T, class Policy, class Init, class Op>
std::unique_ptr<side> impulse_side(const Policy& how, std::int64_t n, Init init, Op op) {
    return impulse_side_of<T, Init>(how, n, [=](const T* x, std::int64_t count, Init* out, const auto& use) {
        use(impulse::reduce_into, x, x + count, out, init, op);
    });
}

/// A CUB algorithm: `Algorithm` is called as f(scratch, bytes, input, out, n, stream). As CUB requires,
/// scratch == nullptr asks for the size. `Count` is the type of n: CUB is faster with 32 bits.
template <class T, class Result, class Algorithm, class Count = int>
class cub_call final : public side {
  public:
    explicit cub_call(std::int64_t n, Algorithm algorithm = {})
        : n_(static_cast<Count>(n)),
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

    Count n_;
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
