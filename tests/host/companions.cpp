// SPDX-License-Identifier: Apache-2.0
// Random groups among other random groups, on the host.

#include <build.hpp>
#include <companions.hpp>
#include <policies.hpp>

#include <impulse/reduce.hpp>

TEST_CASE("companions: a group has its bits alone, first, last and among thousands, by every policy") {
    support::check_companions(
        support::scaled(400'000),
        [](const auto& items, const auto& at, const auto& layout, float init, const auto& check) {
            support::for_each_policy([&](const std::string& name, const auto& policy) {
                std::vector<float> sums(std::max<std::size_t>(1, at.size() - 1));
                impulse::reduce_into(policy, layout(std::span(items), std::span(at)), sums.data(), init);
                check(name, sums);
            });
        });
}
