// SPDX-License-Identifier: Apache-2.0
// Parts of an input on emulated blocks, joined in any order of arrival.
#include "layouts.hpp"

#include <impulse/parts.hpp>
#include <impulse/tree.hpp>

using namespace layout_tests;

namespace {

/// [0, n), cut at random indices that are multiples of `leaf`.
template <class Random>
std::vector<index_t> cuts(index_t n, index_t leaf, Random& random) {
    std::vector<index_t> at{0, n};
    for (index_t parts = support::random_between(random, 0, 8); parts > 0; --parts)
        at.push_back(support::random_between(random, 0, n) / leaf * leaf);
    std::sort(at.begin(), at.end());
    return at;
}

/// Joins parts in their order of arrival, whenever two of them are adjacent.
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
        const auto whole = join_as_they_arrive(parts, op, random);
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

TEST_SUITE_END();
