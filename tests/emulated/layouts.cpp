// SPDX-License-Identifier: Apache-2.0
/// \file
/// Layouts and parts on emulated blocks, by the tree's bits: batches, forests joined in any order of
/// arrival, and counts that are read when the work is done.
#include <doctest/doctest.h>

#include <build.hpp>
#include <emulated/check.hpp>
#include <monoids.hpp>
#include <policies.hpp>
#include <segments.hpp>

#include <impulse/layouts.hpp>
#include <impulse/parts.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

using emulated::turns;
using impulse::index_t;
using support::mix;

namespace {

constexpr std::uint64_t init = 5;

/// Takes in four items from left to right, by something that is not how leaves are joined.
struct mix_of_leaves {
    static constexpr int leaf = 4;
    static std::uint64_t lift(std::uint64_t item) { return support::scatter(item + 1); }
    static void accumulate(std::uint64_t& acc, std::uint64_t item) { acc = support::scatter(5 * acc + item); }
    std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return mix{}(a, b); }
    static std::uint64_t finalize(std::uint64_t acc, index_t n) {
        return acc + static_cast<std::uint64_t>(n);
    }
};

template <int Width>
using gpu = emulated::gpu<emulated::fibers, Width>;

std::vector<std::uint64_t> hashes(index_t n) {
    return support::make_items(n, support::make_hash{support::seed()});
}

/// A machine of any size.
template <class Random>
emulated::size some_size(Random& random) {
    return {1 << support::random_between(random, 0, 2),
            static_cast<int>(support::random_between(random, 1, 2)),
            static_cast<int>(support::random_between(random, 1, 5)), support::random_between(random, 1, 60)};
}

template <int Width>
void check_batches(turns order, index_t length, index_t count) {
    CAPTURE(Width);
    CAPTURE(length);
    CAPTURE(count);
    auto random = support::random_source(10 + static_cast<unsigned long long>(length));
    emulated::fibers machine(order);
    const auto items = hashes(length * count);
    std::vector<std::uint64_t> expected;
    for (index_t g = 0; g < count; ++g)
        expected.push_back(impulse::tree_fold(
            std::vector<std::uint64_t>(items.begin() + g * length, items.begin() + (g + 1) * length), init,
            mix{}));
    support::for_each_shape([&](const std::string& name, const auto& policy) {
        gpu<Width> on(machine, some_size(random));
        std::vector<emulated::result_cell<std::uint64_t>> results(static_cast<std::size_t>(count));
        impulse::reduce_into(policy.on(on.place()), impulse::batches(items, length), results.begin(), init,
                             mix{});
        const bool once =
            std::all_of(results.begin(), results.end(), [](const auto& r) { return r.writes == 1; });
        const bool equal =
            once && std::equal(results.begin(), results.end(), expected.begin(),
                               [](const auto& r, std::uint64_t value) { return *r.value == value; });
        CAPTURE(name);
        CHECK(once);
        CHECK(equal);
        CHECK(on.counters_are_zero());
    });
}

template <int Width, class Layout>
void check_segments(turns order, const std::string& kind, const std::vector<std::uint64_t>& items,
                    const support::offsets& begins, const support::offsets& ends, const Layout& layout) {
    auto random = support::random_source(begins.size());
    emulated::fibers machine(order);
    std::vector<std::uint64_t> expected;
    for (std::size_t r = 0; r < begins.size(); ++r)
        expected.push_back(impulse::tree_fold(
            std::vector<std::uint64_t>(items.begin() + begins[r], items.begin() + ends[r]), init, mix{}));
    const auto check = [&](const std::string& name, const auto& policy) {
        emulated::size size = some_size(random);
        size.warps = std::min(size.warps, Width);
        gpu<Width> on(machine, size);
        std::vector<emulated::result_cell<std::uint64_t>> results(begins.size());
        impulse::reduce_into(policy.on(on.place()), layout, results.begin(), init, mix{});
        CAPTURE(name);
        CAPTURE(kind);
        CHECK(std::all_of(results.begin(), results.end(), [](const auto& r) { return r.writes == 1; }));
        CHECK(std::equal(results.begin(), results.end(), expected.begin(),
                         [](const auto& r, std::uint64_t value) { return *r.value == value; }));
        CHECK(on.counters_are_zero());
    };
    support::for_each_policy(check);
    check("last_block, 10 items", impulse::last_block.tune({.items = 10}));
    check("two_pass, 3 blocks", impulse::two_pass.tune({.blocks = 3}));
}

/// [0, n) cut at places by chance, `leaf` items or a multiple of it from the beginning.
template <class Random>
std::vector<index_t> cuts(index_t n, index_t leaf, Random& random) {
    std::vector<index_t> at{0, n};
    for (index_t parts = support::random_between(random, 0, 8); parts > 0; --parts)
        at.push_back(support::random_between(random, 0, n) / leaf * leaf);
    std::sort(at.begin(), at.end());
    return at;
}

/// Joins parts in the order in which they arrive, whenever two of them meet.
template <class Acc, class Op, class Random>
impulse::forest<Acc> join_as_they_arrive(std::vector<impulse::forest<Acc>> parts, Op op, Random& random) {
    std::shuffle(parts.begin(), parts.end(), random);
    std::map<index_t, impulse::forest<Acc>> there;
    for (auto& part : parts) {
        if (part.begin == part.end) continue;
        if (const auto right = there.find(part.end); right != there.end()) {
            part = impulse::join(part, right->second, op);
            there.erase(right);
        }
        const auto left =
            std::find_if(there.begin(), there.end(), [&](auto& p) { return p.second.end == part.begin; });
        if (left != there.end()) {
            part = impulse::join(left->second, part, op);
            there.erase(left);
        }
        there.emplace(part.begin, part);
    }
    REQUIRE(there.size() <= 1);
    return there.empty() ? impulse::forest<Acc>{} : there.begin()->second;
}

template <class Op>
void check_parts(index_t leaf, Op op, unsigned long long salt) {
    auto random = support::random_source(salt);
    const auto items = hashes(2000);
    for (int round = 0; round < 60; ++round) {
        const index_t n = round == 0 ? 0 : support::random_between(random, 1, round < 20 ? 70 : 2000);
        const auto at = cuts(n, leaf, random);
        std::vector<impulse::forest<std::uint64_t>> parts(at.size() - 1);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const std::vector<std::uint64_t> some(items.begin() + at[i], items.begin() + at[i + 1]);
            emulated::fibers machine(turns::by_chance);
            gpu<4> on(machine, some_size(random));
            // One policy by chance for each part; where it begins is known, or read when the work is done.
            auto skipped = support::random_between(random, 0, 27);
            support::for_each_shape([&](const std::string&, const auto& policy) {
                if (skipped-- % 28 != 0) return;
                const auto how = policy.on(on.place());
                if (round % 2 == 0)
                    parts[i] = impulse::reduce_part(how, some, at[i], op);
                else
                    impulse::reduce_part_into(how, some, &at[i], &parts[i], op);
            });
            CHECK(parts[i].begin == at[i]);
            CHECK(parts[i].end == at[i + 1]);
        }
        const auto whole = join_as_they_arrive(parts, op, random);
        CAPTURE(n);
        CHECK(whole.value(init, op) ==
              impulse::tree_fold(std::vector<std::uint64_t>(items.begin(), items.begin() + n), init, op));
    }
}

}  // namespace

TEST_SUITE_BEGIN("emulated layouts" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE("batches of any length: each result is the tree's over its own items") {
    for (const index_t length :
         {1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 511, 700}) {
        check_batches<4>(turns::by_chance, length, length < 100 ? 23 : 3);
        check_batches<8>(turns::newest, length, length < 20 ? 150 : 2);
    }
    check_batches<4>(turns::oldest, 3, 0);
    check_batches<4>(turns::oldest, 20, 1);
}

TEST_CASE("segments: each result is the tree's over its own items") {
    const auto items = hashes(3000);
    support::for_each_kind_of_offsets(2500, [&](const std::string& kind, const support::offsets& at) {
        const support::offsets begins(at.begin(), at.end() - 1);
        const support::offsets ends(at.begin() + 1, at.end());
        check_segments<4>(turns::by_chance, kind, items, begins, ends, impulse::segments(items, at));
        check_segments<8>(turns::newest, kind, items, begins, ends, impulse::segments(items, at));
    });
}

TEST_CASE("segments in any order, with gaps and items in common, more than the list has room for") {
    const auto items = hashes(300);
    for (const index_t longest : {5, 40, 300}) {
        const auto [begins, ends] = support::scattered_segments(300, 150, longest, 902);
        const auto layout = impulse::segments(items, begins, ends);
        check_segments<4>(turns::by_chance, "scattered", items, begins, ends, layout);
        check_segments<1>(turns::oldest, "scattered", items, begins, ends, layout);
        check_segments<32>(turns::oldest, "scattered", items, begins, ends, layout);
    }
}

TEST_CASE(
    "segments of middling length: the launches see whether most are long or a few, and one of two takes "
    "them") {
    const auto items = hashes(4000);
    for (const bool few : {true, false}) {
        std::vector<index_t> lengths;
        for (int r = 0; r < 300; ++r) lengths.push_back(!few ? 12 : r % 8 == 3 ? 70 : 2);
        const support::offsets at = support::offsets_of(lengths);
        const auto layout = impulse::segments(items, at);
        const auto expected = support::trees(items, at, init, mix{});
        emulated::fibers machine(turns::by_chance);
        gpu<8> on(machine, {2, 2, 1, 2});
        support::for_each_policy([&](const char* name, const auto& policy) {
            CAPTURE(name);
            std::vector<emulated::result_cell<std::uint64_t>> results(expected.size());
            CHECK(impulse::reduce_into.plan(policy.on(on.place()), layout, results.begin(), init, mix{})
                      .segments.probes_lengths);
            impulse::reduce_into(policy.on(on.place()), layout, results.begin(), init, mix{});
            CHECK(std::all_of(results.begin(), results.end(), [](const auto& r) { return r.writes == 1; }));
            CHECK(std::equal(results.begin(), results.end(), expected.begin(),
                             [](const auto& r, std::uint64_t value) { return *r.value == value; }));
            CHECK(on.counters_are_zero());
        });
    }
}

TEST_CASE("segments: a function sees the items of segments alone, not what lies between them") {
    std::vector<int> items;
    support::offsets begins;
    support::offsets ends;
    for (int again = 0; again < 20; ++again) {
        for (const auto& [size, warp_smem] : {std::pair{10, 20}, {0, 0}, {10, 10}, {0, 7}, {30, 31}}) {
            begins.push_back(static_cast<index_t>(items.size()));
            ends.push_back(begins.back() + size);
            for (int i = 0; i < warp_smem; ++i) items.push_back(i < size ? 1 : -1);
        }
    }
    emulated::fibers machine(turns::by_chance);
    gpu<8> on(machine, {1, 1, 1, 1});
    int strangers = 0;
    std::vector<int> sums(begins.size());
    impulse::transform_reduce_into(impulse::last_block.on(on.place()), impulse::segments(items, begins, ends),
                                   sums.begin(), 0, impulse::plus{}, [&strangers](int item) {
                                       strangers += item < 0 ? 1 : 0;
                                       return item;
                                   });
    CHECK(strangers == 0);
    for (std::size_t r = 0; r < sums.size(); ++r) CHECK(sums[r] == ends[r] - begins[r]);
}

TEST_CASE("parts cut anywhere and joined in any order of arrival are the whole") {
    check_parts(1, mix{}, 20);
}

TEST_CASE("parts of an aggregate, cut at its leaves") { check_parts(4, mix_of_leaves{}, 21); }

TEST_CASE("an aggregate with leaves of several items") {
    auto random = support::random_source(22);
    emulated::fibers machine(turns::by_chance);
    for (const index_t n : {0, 1, 3, 4, 5, 15, 16, 17, 63, 64, 65, 127, 128, 129, 255, 257, 1000, 1003}) {
        const auto items = hashes(n);
        const auto expected = impulse::tree_fold(items, init, mix_of_leaves{});
        support::for_each_shape([&](const std::string& name, const auto& policy) {
            gpu<4> on(machine, some_size(random));
            CAPTURE(name);
            CAPTURE(n);
            CHECK(impulse::reduce(policy.on(on.place()), items, init, mix_of_leaves{}) == expected);
        });
    }
}

TEST_CASE("a count that is read when the work is done") {
    auto random = support::random_source(23);
    emulated::fibers machine(turns::by_chance);
    for (const index_t most : {0, 1, 40, 1000}) {
        const auto items = hashes(most);
        for (const index_t there :
             {index_t{-3}, index_t{0}, index_t{1}, most / 3, most - 1, most, most + 7}) {
            const index_t n = std::clamp<index_t>(there, 0, most);
            const auto expected =
                impulse::tree_fold(std::vector<std::uint64_t>(items.begin(), items.begin() + n), init, mix{});
            support::for_each_shape([&](const std::string& name, const auto& policy) {
                gpu<4> on(machine, some_size(random));
                emulated::result_cell<std::uint64_t> result;
                impulse::reduce_into(policy.on(on.place()), impulse::counted(items, &there), &result, init,
                                     mix{});
                CAPTURE(name);
                CAPTURE(most);
                CAPTURE(there);
                CHECK(result.writes == 1);
                CHECK(*result.value == expected);
                CHECK(on.counters_are_zero());
            });
        }
    }
}

TEST_SUITE_END();
