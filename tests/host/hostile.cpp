// SPDX-License-Identifier: Apache-2.0
// The hostile program on the host, with functions that only a host has.
#include <hostile.hpp>

#include <doctest/doctest.h>

#include <policies.hpp>

namespace {

std::vector<std::uint32_t> numbers() {
    std::vector<std::uint32_t> all;
    for (std::uint32_t x = 0; x < 3000; ++x) all.push_back(x);
    return all;
}

template <class Map>
void run_everywhere() {
    const auto items = numbers();
    std::vector<Map> maps;
    for (const std::uint32_t x : items) maps.push_back(hostile::to_map<Map>{}(x));
    const Map expected = hostile::expected_of<Map>();
    support::for_each_policy([&](auto, const auto& policy) {
        const auto report = [](bool right) { CHECK(right); };
        hostile::compose_all<Map>(policy, items, report);
        hostile::decide_all(policy, items, report);
        report(impulse::all_of(policy, items, hostile::is_odd{}) == false);
        report(impulse::any_of(policy, items, hostile::is_odd{}));
        const auto composed = [&](auto op) {
            CHECK(impulse::reduce(policy, maps, Map{3, 4}, op).is(expected));
        };
        composed(hostile::compose_maps<Map>);
        composed(&Map::after);
        composed(hostile::compose<Map>{});
        composed(impulse::ordered(hostile::compose<Map>{}));
        composed(impulse::with_identity(hostile::compose<Map>{}, Map{1, 0}));
        composed(std::function<Map(const Map&, const Map&)>(hostile::compose_maps<Map>));
        composed([calls = 0](const Map& x, const Map& y) mutable { return ++calls > 0 ? x.after(y) : x; });
        CHECK(impulse::transform_reduce(policy, maps, std::uint64_t{0}, impulse::plus{}, &Map::a) ==
              9'000'000);
    });
    CHECK(impulse::tree_fold(maps, Map{3, 4}, hostile::compose<Map>{}).is(expected));
    auto running = impulse::running_reduction<Map>(impulse::last_block, Map{3, 4}, hostile::compose<Map>{});
    running.push(maps);
    CHECK(running.value().is(expected));
    const auto twice = impulse::automatic.on(impulse::devices(impulse::host, impulse::host));
    const impulse::distributed<Map> apart{{impulse::host, maps.data(), 1000},
                                          {impulse::host, maps.data() + 1000, maps.size() - 1000}};
    CHECK(impulse::reduce(twice, maps, Map{3, 4}, hostile::compose<Map>{}).is(expected));
    CHECK(impulse::reduce(twice, apart, Map{3, 4}, &Map::after).is(expected));
}

}  // namespace

TEST_CASE("hostile: a legal program around the library, macros and all") {
    run_everywhere<hostile::map<4>>();
    run_everywhere<hostile::map<256>>();
}
