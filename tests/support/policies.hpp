// SPDX-License-Identifier: Apache-2.0
/// \file
/// All policies, with the shapes that make small inputs meet what large ones do.
#pragma once

#include <impulse/policies/all.hpp>

namespace support {

/// for_each_policy(f) calls f(name, policy) for every policy; calls without one take `automatic`.
inline constexpr auto for_each_policy = [](auto f) {
    f("single_block", impulse::single_block);
    f("two_pass", impulse::two_pass);
    f("last_block", impulse::last_block);
    f("work_queue", impulse::work_queue);
};

/// The same, and also in several blocks and in small pieces, however small the input.
inline constexpr auto for_each_shape = [](auto f) {
    for_each_policy(f);
    f("two_pass, 3 blocks", impulse::two_pass.tune({.blocks = 3}));
    f("two_pass, 64 blocks", impulse::two_pass.tune({.blocks = 64}));
    f("last_block, 2 blocks", impulse::last_block.tune({.blocks = 2}));
    f("last_block, 64 blocks", impulse::last_block.tune({.blocks = 64}));
    f("work_queue, 1 item", impulse::work_queue.tune({.items = 1}));
    f("work_queue, 10 items", impulse::work_queue.tune({.items = 10}));
};

// Where the question is not the policy's, fewer do: each call with another policy's type costs the compiler time.

/// Two types of them.
inline constexpr auto for_some_policies = [](auto f) {
    f("last_block", impulse::last_block);
    f("last_block, 5 blocks", impulse::last_block.tune({.blocks = 5}));
    f("work_queue, 10 items", impulse::work_queue.tune({.items = 10}));
};

/// One type of them, for the forms of a call.
inline constexpr auto for_one_policy = [](auto f) {
    f("two_pass", impulse::two_pass);
    f("two_pass, 5 blocks", impulse::two_pass.tune({.blocks = 5}));
};

}  // namespace support
