// SPDX-License-Identifier: Apache-2.0
// # Choose the policy, and see what a call does
// `automatic` chooses the policy. Another policy changes which thread computes a node, but no bit. `explain`
// takes the arguments of a call and describes how the call would run.
//
// Prints: 4 policies, one result: yes; explained: yes
#include <impulse/explain.hpp>
#include <impulse/policies/all.hpp>
#include <impulse/reduce.hpp>

#include <iostream>
#include <vector>

int main() {
    const std::vector<float> x(100'000, 0.1f);
    const float one = impulse::reduce(impulse::single_block, x, 0.f);
    const bool same = impulse::reduce(impulse::two_pass, x, 0.f) == one &&
                      impulse::reduce(impulse::last_block, x, 0.f) == one &&
                      impulse::reduce(impulse::work_queue.tune({.blocks = 3}), x, 0.f) == one;
    const std::string words = impulse::explain(impulse::two_pass, x, 0.f);
    std::cout << "4 policies, one result: " << (same ? "yes" : "no")
              << "; explained: " << (words.find("two_pass") != std::string::npos ? "yes" : words) << '\n';
}
