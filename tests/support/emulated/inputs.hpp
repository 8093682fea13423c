// SPDX-License-Identifier: Apache-2.0
// Inputs for tests where the position of an item in a tile matters: every machine size and size class.
#pragma once

#include <build.hpp>
#include <emulated/check.hpp>

#include <impulse/policies/last_block.hpp>

namespace emulated {

/// Calls f(items, policy) on emulated machines of each size, with numbers of items of each size class.
template <int Width, class Make, class F>
void for_each_input(impulse::index_t tile, const Make& make, const F& f) {
    auto random = support::random_source(3);
    fibers machine(turns::by_chance);
    for (const auto& size : machine_sizes) {
        gpu<fibers, Width> on(machine, size);
        const impulse::index_t round = size.warps * size.tiles * tile;
        for (const impulse::index_t n : support::size_classes(size.warps * size.tiles, tile, random)) {
            if (support::under_address_sanitizer && n > 2 * round + 1) continue;
            std::vector<decltype(make(random))> items;
            for (impulse::index_t i = 0; i < n; ++i) items.push_back(make(random));
            CAPTURE(n);
            CAPTURE(size.warps);
            f(items, impulse::last_block.on(on.place()));
            f(items, impulse::last_block.tune({.items = 10}).on(on.place()));
        }
    }
}

/// A place of suites that compare with the host.
template <class Policy>
struct place_of_suite {
    Policy how;
    template <class T>
    std::vector<T> put(const std::vector<T>& items) const {
        return items;
    }
    template <class T>
    std::vector<T> room(impulse::index_t n) const {
        return std::vector<T>(static_cast<std::size_t>(n));
    }
    template <class T>
    const std::vector<T>& get(const std::vector<T>& from) const {
        return from;
    }
};

template <class Policy>
place_of_suite(Policy) -> place_of_suite<Policy>;

/// Calls f(place, n, random) on emulated machines of each size, for numbers of items of each size class.
template <class F>
void for_each_place(unsigned long long salt, const F& f) {
    auto random = support::random_source(salt);
    fibers machine(turns::by_chance);
    for (const auto& size : machine_sizes) {
        gpu<fibers, 8> on(machine, size);
        const place_of_suite at{impulse::last_block.on(on.place())};
        for (const impulse::index_t n : support::size_classes(size.warps * size.tiles, 256, random))
            f(at, n, random);
    }
}

}  // namespace emulated
