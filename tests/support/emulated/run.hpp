// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs a policy, or a few lines of a block's code, on an emulated executor.
#pragma once

#include <emulated/executor.hpp>

#include <impulse/call/evaluate.hpp>
#include <impulse/call/input.hpp>
#include <impulse/operators.hpp>
#include <impulse/policies/all.hpp>

#include <cstring>
#include <vector>

namespace emulated {
template <class Op>
struct watched;
}

template <class Op, class Acc>
struct impulse::is_commutative<emulated::watched<Op>, Acc> : impulse::is_commutative<Op, Acc> {};

namespace emulated {

/// Where a result is written: how often is counted, for once is right.
template <class T>
struct result_cell {
    partial<T> value;
    int writes = 0;

    result_cell& operator=(const T& result) {
        value = partial<T>(result);
        ++writes;
        return *this;
    }
};

/// An operator that counts the operands that nobody wrote (of 8 bytes or more: shorter ones may be so by chance).
template <class Op>
struct watched {
    Op op;
    int* unwritten;

    template <class T>
    T operator()(const T& a, const T& b) const {
        *unwritten += is_unwritten(a) + is_unwritten(b);
        return op(a, b);
    }

    template <class T>
    static bool is_unwritten(const T& value) {
        unsigned char filled[sizeof(T)];
        std::memset(filled, poison, sizeof(T));
        return sizeof(T) >= 8 && std::memcmp(&value, filled, sizeof(T)) == 0;
    }
};

/// init ∘ x0 ∘ … ∘ xn-1 by a policy's strategy. The items stand in a vector of just their number, so that
/// AddressSanitizer sees what is read beyond it.
template <class Strategy, class Executor, class Item, class Init, class Op>
auto reduce_on(Executor& on, const std::vector<Item>& items, Init init, Op op) {
    const auto count = static_cast<index_t>(items.size());
    const auto source =
        impulse::detail::make_source(impulse::detail::input<const Item*>{items.data(), count});
    using problem = impulse::detail::problem<decltype(source), Init, Op>;
    result_cell<typename impulse::detail::problem_result<problem>::type> cell;
    const auto r = impulse::detail::make_reduction(impulse::detail::problem{source, count, init, op}, &cell);
    Strategy::run(on, r, Strategy::plan(on, r, {}));
    return cell;
}

/// for_each_strategy(f) calls f.operator()<Strategy>(name) for every policy.
inline constexpr auto for_each_strategy = [](auto f) {
    f.template operator()<impulse::single_block_strategy>("single_block");
    f.template operator()<impulse::two_pass_strategy>("two_pass");
    f.template operator()<impulse::last_block_strategy>("last_block");
    f.template operator()<impulse::work_queue_strategy>("work_queue");
};

/// Two of them, which take in their items in the two ways that there are: all types need no more.
inline constexpr auto for_some_strategies = [](auto f) {
    f.template operator()<impulse::last_block_strategy>("last_block");
    f.template operator()<impulse::work_queue_strategy>("work_queue");
};

template <class F>
struct block_code {
    using accumulator = unsigned char[64];  // room for what the blocks exchange
    F f;
    template <class Block>
    void operator()(Block& block) const {
        f(block);
    }
};

/// Runs f(block) by every thread of every block.
template <class Executor, class F>
void run_blocks(Executor& on, int blocks, int threads, F f) {
    on.launch(block_code<F>{f}, impulse::grid{blocks, threads, 0, 0});
}

}  // namespace emulated
