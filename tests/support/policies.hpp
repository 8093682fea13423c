// SPDX-License-Identifier: Apache-2.0
// All policies, with shapes that make small inputs take the paths of large ones.
//
// This is the only list of them.
#pragma once

#include <doctest/doctest.h>

#include <impulse/policies/all.hpp>

#include <string>

namespace support {

namespace detail {

/// Calls f(name, policy). A failed check prints the name.
template <class F, class Policy>
void call_with(const F& f, const std::string& name, const Policy& policy) {
    CAPTURE(name);
    f(name.c_str(), policy);
}

/// The policy itself, and the policy with several blocks and small subtrees for any input.
template <class F, class Policy>
void with_shapes(const F& f, const char* name, const Policy& policy) {
    call_with(f, name, policy);
    const auto tuned = [&](const char* words, const impulse::shape& user_shape) {
        call_with(f, std::string(name) + words, policy.tune(user_shape));
    };
    tuned(", 2 blocks", {.blocks = 2});
    tuned(", 3 blocks", {.blocks = 3});
    tuned(", 64 blocks", {.blocks = 64});
    tuned(", 1 item", {.items = 1});
    tuned(", 10 items", {.items = 10});
    tuned(", 4 blocks, 32 items", {.blocks = 4, .items = 32});
}

}  // namespace detail

/// for_each_policy(f) calls f(name, policy) for every policy; calls without one take `automatic`, which is
/// last_block.
inline constexpr auto for_each_policy = [](auto f) {
    detail::call_with(f, "single_block", impulse::single_block);
    detail::call_with(f, "two_pass", impulse::two_pass);
    detail::call_with(f, "last_block", impulse::last_block);
    detail::call_with(f, "work_queue", impulse::work_queue);
};

// For tests of other things than policies: each further policy type costs compile time.

/// Two policy types.
inline constexpr auto for_some_policies = [](auto f) {
    detail::with_shapes(f, "last_block", impulse::last_block);
    detail::with_shapes(f, "work_queue", impulse::work_queue);
};

/// The same for every policy and shape. A shape is not a type, so it costs no compile time.
#if defined(IMPULSE_TEST_FEW_TYPES)
inline constexpr auto for_each_shape = for_some_policies;
#else
inline constexpr auto for_each_shape = [](auto f) {
    for_each_policy([&](const char* name, const auto& policy) { detail::with_shapes(f, name, policy); });
};
#endif

/// One policy type, for tests of the forms of a call.
inline constexpr auto for_one_policy = [](auto f) { detail::with_shapes(f, "two_pass", impulse::two_pass); };

}  // namespace support
