// SPDX-License-Identifier: Apache-2.0
// Parts of an input on emulated blocks, joined in any order of arrival.
#include "layouts.hpp"

#include <parts.hpp>

#include <impulse/explain.hpp>
#include <impulse/tree.hpp>

using namespace layout_tests;

namespace {

template <class Op>
void check_parts(index_t leaf, Op op, unsigned long long salt) {
    auto random = support::random_source(salt);
    const auto items = hashes(2000);
    for (int round = 0; round < 60; ++round) {
        const index_t n = round == 0 ? 0 : support::random_between(random, 1, round < 20 ? 70 : 2000);
        const int count = static_cast<int>(support::random_between(random, 1, 9));
        const auto at = support::random_cuts(random, n, count, leaf);
        std::vector<impulse::forest<std::uint64_t>> parts(at.size() - 1);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const std::vector<std::uint64_t> some(items.begin() + at[i], items.begin() + at[i + 1]);
            emulated::fibers machine(turns::by_chance);
            gpu<4> on(machine, some_size(random));
            // A random policy for each part. Its first index is known at the call, or read from memory by the
            // blocks.
            int shapes = 0;
            support::for_each_shape([&](const auto&, const auto&) { ++shapes; });
            auto skipped = support::random_between(random, 0, shapes - 1);
            support::for_each_shape([&](const std::string&, const auto& policy) {
                if (skipped-- != 0) return;
                const auto how = policy.on(on.place());
                if (round % 2 == 0)
                    parts[i] = impulse::reduce_part(how, some, at[i], op);
                else
                    impulse::reduce_part_into(how, some, &at[i], &parts[i], op);
            });
            CHECK(parts[i].begin == at[i]);
            CHECK(parts[i].end == at[i + 1]);
        }
        const auto whole = support::join_as_they_come(parts, op, random);
        CAPTURE(n);
        CHECK(whole.value(init, op) ==
              impulse::tree_fold(std::vector<std::uint64_t>(items.begin(), items.begin() + n), init, op));
    }
}

}  // namespace

TEST_SUITE_BEGIN("emulated parts" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE("parts cut anywhere and joined in any order of arrival are the whole") {
    check_parts(1, mix{}, 20);
}

TEST_CASE("parts of an aggregate, cut at its leaves") { check_parts(4, counted_leaves{}, 21); }

TEST_CASE("explain: a share that is a node of the tree is an ordinary reduction, and others are many") {
    struct types {
        using accumulator = std::uint64_t;
        using item = std::uint64_t;
    };
    const auto items = hashes(1 << 12);
    emulated::fibers machine(turns::oldest);
    gpu<4> on(machine, {2, 2, 1, 2});
    const auto words = [&](index_t begin, index_t count) {
        return impulse::detail::explainer::of_share(
            impulse::last_block.on(on.place()),
            impulse::detail::partial_reduction<types>(impulse::contiguous(items.data(), count), mix{},
                                                      {begin, begin + count}));
    };
    for (const index_t begin : {0, 1 << 12}) {
        CHECK(words(begin, 1 << 12).find("short results") == std::string::npos);
        CHECK(words(begin, 4000).find("short results") != std::string::npos);
    }
}

TEST_SUITE_END();
