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

using automatic_policy = std::remove_const_t<decltype(impulse::automatic)>;

template <class T, class Result, class Ask, class Policy = automatic_policy>
std::unique_ptr<side> impulse_side_of(std::int64_t n, Ask ask, const Policy& how = {}) {
    return std::make_unique<impulse_call<T, Result, Policy, Ask>>(how, n, ask);
}

/// An algorithm whose arguments after `out` are `args`.
template <class T, class Result, const auto& Algorithm, class... Args>
std::unique_ptr<side> impulse_side_by(std::int64_t n, Args... args) {
    return impulse_side_of<T, Result>(n, [=](const T* x, std::int64_t count, Result* out, const auto& use) {
        use(Algorithm, x, x + count, out, args...);
    });
}

/// impulse::reduce_into.
template <class T, class Init, class Op, class Policy = automatic_policy>
std::unique_ptr<side> impulse_side(std::int64_t n, Init init, Op op, const Policy& how = {}) {
    return impulse_side_of<T, Init>(
        n,
        [=](const T* x, std::int64_t count, Init* out, const auto& use) {
            use(impulse::reduce_into, x, x + count, out, init, op);
        },
        how);
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

/// cub::DeviceReduce::Reduce by any operator.
template <class Result, class Op>
struct cub_reduce {
    Op op{};
    Result init{};
    template <class T>
    cudaError_t operator()(void* scratch, std::size_t& bytes, const T* in, Result* out, int n,
                           cudaStream_t stream) const {
        return cub::DeviceReduce::Reduce(scratch, bytes, in, out, n, op, init, stream);
    }
};

template <class T, class Result, class Op>
std::unique_ptr<side> cub_reduce_side(std::int64_t n, const Result& init, const Op& op) {
    using algorithm = cub_reduce<Result, Op>;
    return std::make_unique<cub_call<T, Result, algorithm>>(n, algorithm{op, init});
}

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
