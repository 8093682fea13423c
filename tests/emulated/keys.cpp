// SPDX-License-Identifier: Apache-2.0
// Runs of equal keys on emulated blocks: each result is the tree's over its own items, the keys and their
// number are right, and after the call all counters and flagged values are zero.
#include "layouts.hpp"

#include <keys.hpp>

#include <impulse/by_key.hpp>

#include <algorithm>
#include <span>

using namespace layout_tests;

namespace {

/// A key of 24 bytes, without a default constructor.
struct wide_key {
    std::int64_t value;
    std::int64_t others[2];
    explicit wide_key(std::int8_t v) : value(v), others{v, -v} {}
    friend bool operator==(const wide_key&, const wide_key&) = default;
};

template <class Key, int Width>
void check_runs(turns order, const std::string& kind, const std::vector<std::uint64_t>& items,
                const support::offsets& at) {
    const auto runs = support::runs_of<Key>(at);
    const std::size_t n = runs.keys.size();
    const std::vector<std::uint64_t> values(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(n));
    const auto expected = support::trees(values, runs.begins, runs.ends, init, mix{});
    auto random = support::random_source(n);
    emulated::fibers machine(order);
    const auto check = [&](const std::string& name, const auto& policy) {
        gpu<Width> on(machine, some_size(random, Width));
        std::vector<emulated::result_cell<std::uint64_t>> results(n);
        std::vector<emulated::result_cell<Key>> keys(n);
        emulated::result_cell<index_t> count;
        impulse::reduce_by_key_into(policy.on(on.place()), impulse::by_key(runs.keys, values), keys.begin(),
                                    results.begin(), &count, init, mix{});
        CAPTURE(name);
        CAPTURE(kind);
        CAPTURE(Width);
        CHECK(count.writes == 1);
        REQUIRE(*count.value == static_cast<index_t>(expected.size()));
        for (std::size_t r = 0; r < n; ++r) {
            const int writes = r < expected.size() ? 1 : 0;
            REQUIRE(results[r].writes == writes);
            REQUIRE(keys[r].writes == writes);
            if (writes == 0) continue;
            REQUIRE(*results[r].value == expected[r]);
            REQUIRE(*keys[r].value == runs.first_keys[r]);
        }
        CHECK(on.counters_are_zero());
    };
    for_policies_and_shapes(check);
}

}  // namespace

TEST_SUITE_BEGIN("emulated keys" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE("by key: each run's result is the tree's over its own items") {
    const index_t most = support::under_address_sanitizer ? 520 : 2500;
    const auto items = support::make_items(most + 500, support::make_hash{support::seed()});
    support::for_each_kind_of_offsets(most, [&](const std::string& kind, const support::offsets& at) {
        check_runs<int, 4>(turns::by_chance, kind, items, at);
        check_runs<std::int8_t, 8>(turns::newest, kind, items, at);
    });
}

TEST_CASE("by key: wide keys, warps of one lane and of 32") {
    const index_t most = support::under_address_sanitizer ? 300 : 600;
    const auto items = support::make_items(700, support::make_hash{support::seed()});
    support::for_each_kind_of_offsets(most, [&](const std::string& kind, const support::offsets& at) {
        check_runs<wide_key, 8>(turns::by_chance, kind, items, at);
        if (!support::under_address_sanitizer) check_runs<wide_key, 8>(turns::newest, kind, items, at);
        check_runs<int, 1>(turns::by_chance, kind, items, at);
    });
    check_runs<int, 32>(turns::by_chance, "lanes", items,
                        support::offsets{0, 1, 2, 40, 41, 300, 301, 302, 700});
}

namespace {

struct first_of_two {
    std::uint64_t operator()(const std::array<std::uint64_t, 2>& both) const { return both[0]; }
};
struct as_two {
    std::array<std::uint64_t, 2> operator()(std::uint8_t x) const { return {support::scatter(x), x}; }
};
struct mix_firsts {
    std::uint64_t lift(const std::array<std::uint64_t, 2>& both) const { return both[0]; }
    std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return mix{}(a, b); }
};

}  // namespace

TEST_CASE("by key: items that a transform makes smaller, and larger, than what it reads") {
    constexpr int width = 4;
    emulated::fibers machine(turns::by_chance);
    for (const index_t length : {1, 7, 15, 16, 17, 20, 31, 32, 33, 40, 64, 65}) {
        const auto runs = support::runs_of<int>(support::offsets_of(std::vector<index_t>(9, length)));
        const std::size_t n = runs.keys.size();
        std::vector<std::array<std::uint64_t, 2>> wide(n);
        std::vector<std::uint8_t> narrow(n);
        std::vector<std::uint64_t> of_wide(n);
        std::vector<std::uint64_t> of_narrow(n);
        for (std::size_t i = 0; i < n; ++i) {
            wide[i] = {support::scatter(i), i};
            narrow[i] = static_cast<std::uint8_t>(i * 7);
            of_wide[i] = wide[i][0];
            of_narrow[i] = support::scatter(narrow[i]);
        }
        support::for_each_policy([&](auto, const auto& policy) {
            CAPTURE(length);
            emulated::gpu<emulated::fibers, width> on(machine, {2, 1, 3});
            std::vector<std::uint64_t> out(n);
            const auto check = [&](const std::vector<std::uint64_t>& items) {
                out.resize(9);
                CHECK((out == support::trees(items, runs.begins, runs.ends, init, mix{})));
                CHECK(on.counters_are_zero());
                out.resize(n);
            };
            impulse::transform_reduce_into(policy.on(on.place()), impulse::by_key(runs.keys, wide),
                                           out.begin(), init, mix{}, first_of_two{});
            check(of_wide);
            impulse::transform_reduce_into(policy.on(on.place()), impulse::by_key(runs.keys, narrow),
                                           out.begin(), init, mix_firsts{}, as_two{});
            check(of_narrow);
        });
    }
}

namespace {

/// A key of four bytes, so that a thread has 16 positions of a tile.
struct mix_of_four_bytes {
    std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const {
        return (a ^ b >> 3) * 2654435761u + b;
    }
};

}  // namespace

TEST_CASE("by key: tiles of small values, of arrays that begin anywhere, and of keys of eight bytes") {
    constexpr int width = 4;
    constexpr std::uint32_t first = 3;
    auto random = support::random_source(3);
    emulated::fibers machine(turns::by_chance);
    support::for_each_kind_of_offsets(1500, [&](const std::string& kind, const support::offsets& at) {
        const auto runs = support::runs_of<std::int64_t>(at);
        const std::size_t n = runs.keys.size();
        const auto skip = static_cast<std::size_t>(support::random_between(random, 0, 1));
        std::vector<std::int64_t> keys(skip, 9);
        keys.insert(keys.end(), runs.keys.begin(), runs.keys.end());
        std::vector<std::uint32_t> values(3 + n);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<std::uint32_t>(support::scatter(i));
        const std::uint32_t* const x = values.data() + support::random_between(random, 0, 3);
        const auto expected = support::trees(std::vector<std::uint32_t>(x, x + n), runs.begins, runs.ends,
                                             first, mix_of_four_bytes{});
        emulated::gpu<emulated::fibers, width> on(
            machine, {1, 1, static_cast<int>(support::random_between(random, 1, 4))});
        std::vector<std::uint32_t> out(n);
        std::vector<std::int64_t> first_keys(n);
        index_t count = 0;
        impulse::reduce_by_key_into(
            impulse::automatic.on(on.place()),
            impulse::by_key(std::span<const std::int64_t>(keys.data() + skip, n), std::span(x, n)),
            first_keys.begin(), out.begin(), &count, first, mix_of_four_bytes{});
        CAPTURE(kind);
        REQUIRE(count == static_cast<index_t>(expected.size()));
        out.resize(expected.size());
        first_keys.resize(expected.size());
        CHECK((out == expected));
        CHECK((first_keys == runs.first_keys));
        CHECK(on.counters_are_zero());
    });
}

namespace {

/// A key of `Count` parts, without padding.
template <class Part, int Count>
struct key_of_parts {
    Part of[Count];
    explicit key_of_parts(std::int8_t v) { std::fill_n(of, Count, static_cast<Part>(v)); }
    friend bool operator==(const key_of_parts&, const key_of_parts&) = default;
};

template <class Key>
void check_key_of(const std::string& kind, const support::offsets& at) {
    const auto runs = support::runs_of<Key>(at);
    const std::size_t n = runs.keys.size();
    std::vector<std::uint64_t> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = support::scatter(i);
    const auto expected = support::trees(values, runs.begins, runs.ends, init, mix{});
    emulated::fibers machine(turns::by_chance);
    emulated::gpu<emulated::fibers, 4> on(machine, {1, 1, 3});
    std::vector<std::uint64_t> out(n);
    std::vector<Key> keys(n, Key(0));
    index_t count = 0;
    impulse::reduce_by_key_into(impulse::automatic.on(on.place()), impulse::by_key(runs.keys, values),
                                keys.begin(), out.begin(), &count, init, mix{});
    CAPTURE(kind);
    CAPTURE(sizeof(Key));
    REQUIRE(count == static_cast<index_t>(expected.size()));
    out.resize(expected.size());
    keys.erase(keys.begin() + count, keys.end());
    CHECK((out == expected));
    CHECK((keys == runs.first_keys));
}

}  // namespace

TEST_CASE("by key: keys of 3, 5, 6 and 7 bytes") {
    support::for_each_kind_of_offsets(300, [&](const std::string& kind, const support::offsets& at) {
        check_key_of<key_of_parts<std::int8_t, 3>>(kind, at);
        check_key_of<key_of_parts<std::int8_t, 5>>(kind, at);
        check_key_of<key_of_parts<std::int16_t, 3>>(kind, at);
        check_key_of<key_of_parts<std::int8_t, 7>>(kind, at);
    });
}

TEST_SUITE_END();
