// SPDX-License-Identifier: Apache-2.0
/// \file
/// All policies, with the shapes that make small inputs meet what large ones do.
#pragma once

#include <warnings.hpp>

#include <impulse/policies/all.hpp>

namespace support {

/// Calls f(name, policy) for every policy; calls without one take `automatic`.
template <class F>
void for_each_policy(F f) {
    f("single_block", impulse::single_block);
    f("two_pass", impulse::two_pass);
    f("last_block", impulse::last_block);
    f("work_queue", impulse::work_queue);
}

/// The same, and also in many small pieces however small the input.
template <class F>
void for_each_shape(F f) {
    for_each_policy(f);
    f("work_queue, 1 item", impulse::work_queue.tune({.items = 1}));
    f("work_queue, 10 items", impulse::work_queue.tune({.items = 10}));
}

/// Two of them, where the question is not the policy's: each call of a policy's type costs the compiler time.
template <class F>
void for_some_policies(F f) {
    f("last_block", impulse::last_block);
    f("work_queue, 10 items", impulse::work_queue.tune({.items = 10}));
}

}  // namespace support
