// SPDX-License-Identifier: Apache-2.0
// A layout that the library does not know: each group gives the tree over its own items.
#include <doctest/doctest.h>

#include <emulated/fibers.hpp>
#include <emulated/place.hpp>
#include <own_layout.hpp>
#include <own_place.hpp>

#include <impulse/reduce.hpp>
#include <impulse/tree.hpp>

#include <string>
#include <vector>

namespace {

template <class Policy>
void check_staircase(const char* name, const Policy& policy, impulse::index_t groups, impulse::index_t step) {
    CAPTURE(name);
    CAPTURE(step);
    std::vector<float> x;
    for (impulse::index_t i = 0; i < groups * (step + 1); ++i) x.push_back(1.f / static_cast<float>(i + 1));
    const own::staircase stairs{std::ssize(x), groups, step};
    std::vector<float> out(static_cast<std::size_t>(groups));
    impulse::reduce_into(policy, impulse::with_layout(x, stairs), out.data(), 0.5f);
    for (impulse::index_t r = 0; r < groups; ++r) {
        const auto [begin, end] = stairs.items(r);
        const std::vector<float> group(x.begin() + begin, x.begin() + end);
        CHECK(out[static_cast<std::size_t>(r)] == impulse::tree_fold(group, 0.5f));
    }
}

/// Groups of `length` items from `first` on, with bounds that can be loaded early.
struct after_others {
    static constexpr bool has_many = true;
    struct bounds_type {
        impulse::index_t begin;
    };

    impulse::index_t first;
    impulse::index_t groups;
    impulse::index_t length;

    impulse::index_t results() const { return groups; }
    bounds_type bounds(impulse::index_t r) const { return {first + r * length}; }
    impulse::interval items(impulse::index_t, const bounds_type& its) const {
        return {its.begin, its.begin + length};
    }
    impulse::interval items(impulse::index_t r) const { return items(r, bounds(r)); }
    impulse::index_t max_results() const { return groups; }
    impulse::index_t max_items() const { return groups * length; }
    impulse::index_t longest() const { return length; }
};
static_assert(impulse::item_layout<after_others>);

}  // namespace

TEST_CASE("own layout: on the host, at a place of one's own, and by emulated blocks") {
    emulated::fibers machine(emulated::turns::by_chance);
    emulated::gpu<emulated::fibers, 4> gpu(machine, {2, 1, 2});
    for (const impulse::index_t step : {0, 1, 7, 300}) {
        check_staircase("host", impulse::automatic, 12, step);
        check_staircase("own place", impulse::two_pass.on(own::serial_machine{5}), 12, step);
        check_staircase("emulated", impulse::last_block.on(gpu.place()), 12, step);
        check_staircase("emulated queue", impulse::work_queue.on(gpu.place()), 12, step);
    }
}

TEST_CASE("own layout: over a container without a name") {
    const own::staircase stairs{10, 3, 2};
    const std::vector<int> sums =
        impulse::reduce(impulse::with_layout(std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, stairs), 0);
    CHECK(sums == std::vector<int>{0, 7 + 8, 4 + 5 + 6 + 7});
}

TEST_CASE("own layout: the range is longer than all groups, of which a sample is taken") {
    emulated::fibers machine(emulated::turns::by_chance);
    emulated::gpu<emulated::fibers, 4> gpu(machine, {2, 2, 1, 2});
    for (const impulse::index_t length : {1, 2, 3, 4, 9}) {
        CAPTURE(length);
        const after_others layout{5000, 12'000 / length, length};
        std::vector<float> x;
        for (impulse::index_t i = 0; i < 17'000; ++i) x.push_back(1.f / static_cast<float>(i + 1));
        std::vector<float> out(static_cast<std::size_t>(layout.groups));
        impulse::reduce_into(impulse::last_block.on(gpu.place()), impulse::with_layout(x, layout), out.data(),
                             0.5f);
        impulse::index_t wrong = 0;
        for (impulse::index_t r = 0; r < layout.groups; ++r) {
            const auto begin = x.begin() + layout.items(r).begin;
            const float expected = impulse::tree_fold(std::vector<float>(begin, begin + length), 0.5f);
            wrong += out[static_cast<std::size_t>(r)] != expected ? 1 : 0;
        }
        CHECK(wrong == 0);
    }
}
