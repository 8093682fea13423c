// SPDX-License-Identifier: Apache-2.0
/// \file
/// From a problem (source, count, init, operator) and a policy to a result: checks, executor, launch.
#pragma once

#include <impulse/accumulate.hpp>
#include <impulse/call/reach.hpp>
#include <impulse/config.hpp>
#include <impulse/host/executor.hpp>
#include <impulse/policies/policy.hpp>
#include <impulse/reduction.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

#if IMPULSE_HAS_CUDA
#include <impulse/device/executor.cuh>
#endif

namespace impulse::inline IMPULSE_ABI::detail {

/// What an algorithm asks for: init ∘ x0 ∘ … ∘ xn-1.
template <class Source, class Init, class Op>
struct problem {
    Source source;
    index_t count;
    Init init;
    Op op;
};

template <class Source, class Init, class Op>
problem(Source, index_t, Init, Op) -> problem<Source, Init, Op>;

/// nvcc tells the host what a __device__ lambda returns only where the lambda says it.
template <class F>
consteval void check_lambda() {
#if defined(__CUDACC_EXTENDED_LAMBDA__)
    static_assert(
        !__nv_is_extended_device_lambda_closure_type(F) ||
            __nv_is_extended_device_lambda_with_preserved_return_type(F),
        "impulse: the host does not know what a __device__ lambda returns unless the lambda says so: write "
        "[] __device__ (...) -> T { ... }");
#endif
}
template <class Op>
requires requires { typename Op::wrapped; }
consteval void check_lambda() { check_lambda<typename Op::wrapped>(); }

/// The accumulator of a problem; asks of the types what the contract asks.
template <class Source, class Init, class Op>
consteval auto accumulator_of(const problem<Source, Init, Op>*) {
    using item = typename Source::item_type;
    using left = std::conditional_t<std::is_same_v<Init, no_init>, item, Init>;
    check_lambda<Op>();
    constexpr bool callable = std::invocable<Op&, left, item>;
    static_assert(
        callable,
        "impulse: the operator must be callable as op(init, item) with the types of the initial value "
        "and of the (transformed) items");
    if constexpr (callable) {
        using acc = accumulator_t<Op, left, item>;
        static_assert(
            reduction_operator<Op, acc, item>,
            "impulse: the operator must be callable with every mix of accumulator and item, each result "
            "and each item must convert to the accumulator (the type that op(init, item) returns)");
        return std::type_identity<acc>{};
    } else {
        return std::type_identity<item>{};  // one sentence is enough
    }
}

template <class Problem>
using problem_accumulator = typename decltype(accumulator_of(static_cast<const Problem*>(nullptr)))::type;

template <class Problem>
struct problem_result;
template <class Source, class Init, class Op>
struct problem_result<problem<Source, Init, Op>> {
    using type = result_t<Op, problem_accumulator<problem<Source, Init, Op>>>;
};

template <class Source, class Init, class Op, class Out>
auto make_reduction(problem<Source, Init, Op> p, Out out) {
    using acc = problem_accumulator<problem<Source, Init, Op>>;
    using init = std::conditional_t<std::is_same_v<Init, no_init>, no_init, acc>;
    auto op = as_run(p.op);
    return reduction<acc, Source, init, decltype(op), Out>{
        std::move(p.source), p.count, static_cast<init>(std::move(p.init)), std::move(op), std::move(out)};
}

template <class Strategy, class Executor, class Reduction>
void run_strategy(Executor&& on, const Reduction& r, const shape& by_hand) {
    check_shape(by_hand);
    Strategy::run(on, r, Strategy::plan(on, r, by_hand));
}

/// Whether a call only asks how much scratch memory it would take.
template <class Memory>
inline constexpr bool measures = false;

#if IMPULSE_HAS_CUDA
template <>
inline constexpr bool measures<on_device::measured_memory> = true;

template <class T>
consteval void check_device_type() {
    static_assert(std::is_trivially_copyable_v<T>,
                  "impulse: on a GPU the accumulator and the result must be trivially copyable (they travel "
                  "between threads as bytes); this type is not");
    static_assert(
        sizeof(T) <= on_device::max_value_bytes,
        "impulse: on a GPU the accumulator and the result may have at most 256 bytes; this type is larger");
}

/// Runs, or only measures, a reduction on the device of a scope.
template <class Strategy, class Memory, class Reduction>
void run_on_device(const on_device::device_scope& scope, cudaStream_t stream, Memory memory,
                   const Reduction& r, const shape& by_hand) {
    check_device_type<typename Reduction::accumulator>();
    on_device::executor<Memory> executor(scope, stream, memory);
    if constexpr (measures<Memory>) {
        check_shape(by_hand);
        *memory.bytes = executor.template scratch_bytes<typename Reduction::accumulator>(
            Strategy::plan(executor, r, by_hand).slots);
    } else {
        check_on_device(r, scope.device());
        run_strategy<Strategy>(executor, r, by_hand);
    }
}
#else
template <class Place>
consteval void check_device_present() {
    static_assert(
        std::is_same_v<Place, host_place>,
        "impulse: this file is compiled without CUDA, so there is no device; compile it with nvcc, or "
        "leave the policy on impulse::host");
}
#endif

template <class Strategy, class Memory, class Reduction>
void run_on_host(const Memory& memory, const Reduction& r, const shape& by_hand) {
    if constexpr (measures<Memory>) {
        *memory.bytes = 0;
    } else {
        static_assert(std::is_same_v<Memory, own_memory>,
                      "impulse: .with(...) gives GPU memory; a call on the host takes none");
        check_on_host(r);
        on_host::executor executor;
        run_strategy<Strategy>(executor, r, by_hand);
    }
}

/// Runs a problem at the policy's place and writes the result through `out`. On a GPU it returns at once.
template <class Strategy, class Place, class Memory, class Problem, class Out>
void evaluate_into(const policy<Strategy, Place, Memory>& how, const Problem& p, Out out) {
    if constexpr (std::is_same_v<Place, host_place>) {
        run_on_host<Strategy>(how.memory, make_reduction(p, std::move(out)), how.by_hand);
    } else {
#if IMPULSE_HAS_CUDA
        const on_device::device_scope scope(how.place.stream);
        const auto r = make_reduction(p, std::move(out));
        if constexpr (std::is_same_v<Memory, own_memory>)
            run_on_device<Strategy>(scope, how.place.stream, on_device::pool_memory(), r, how.by_hand);
        else
            run_on_device<Strategy>(scope, how.place.stream, how.memory, r, how.by_hand);
#else
        check_device_present<Place>();
#endif
    }
}

/// Runs a problem at the policy's place and returns the result; blocks until it is there.
template <class Strategy, class Place, class Memory, class Problem>
auto evaluate(const policy<Strategy, Place, Memory>& how, const Problem& p) {
    using result = typename problem_result<Problem>::type;
    if constexpr (std::is_same_v<Place, host_place>) {
        partial<result> value;
        run_on_host<Strategy>(how.memory, make_reduction(p, &value), how.by_hand);
        return result(std::move(*value));
    } else {
#if IMPULSE_HAS_CUDA
        check_device_type<result>();
        const cudaStream_t stream = how.place.stream;
        const on_device::device_scope scope(stream);
        if (scope.captured())
            bad_argument(
                "policy", "on a stream that is being captured",
                "a call that need not wait for its value while a graph is captured (the _into form)");
        on_device::borrowed_slot slot(scope.device());
        const auto r = make_reduction(p, static_cast<partial<result>*>(slot->result_device));
        if constexpr (std::is_same_v<Memory, own_memory>)
            run_on_device<Strategy>(scope, stream, on_device::slot_memory{slot.get()}, r, how.by_hand);
        else
            run_on_device<Strategy>(scope, stream, how.memory, r, how.by_hand);
        check(cudaStreamSynchronize(stream), "waiting for a reduction");
        slot.done();
        return result(**static_cast<partial<result>*>(slot->result));
#else
        check_device_present<Place>();
#endif
    }
}

}  // namespace impulse::inline IMPULSE_ABI::detail
