// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the host's tests check of ranks, in small, on ranks that are threads.
#include "check.hpp"

#include <emulated/ranks.hpp>

#include <impulse/extrema.hpp>
#include <impulse/reduce.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace {

using support::mix;

constexpr int size = 4;

template <class Error, class Call>
void refused(const char* words, const Call& call) {
    try {
        call();
    } catch (const Error& error) {
        check(std::string(error.what()).find(words) != std::string::npos, error.what());
        return;
    }
    check(false, words);
}

/// Cut at these places, all multiples of four.
void check_values(const emulated::ranks& all, int rank, const std::vector<int>& cuts) {
    const auto x = hashes(1000);
    const auto at = static_cast<std::size_t>(rank);
    const std::vector<std::uint64_t> part(x.begin() + cuts[at], x.begin() + cuts[at + 1]);
    const auto policy = impulse::last_block.on(all).tune({.items = 16});
    check(impulse::reduce(policy, part, std::uint64_t{9}, mix{}) ==
              tree(std::uint64_t{9}, x, 0, x.size(), mix{}),
          "mix");
    check(impulse::reduce(policy, part, std::uint64_t{9}, mix_of_leaves{}) == tree_of_leaves(9, x), "leaves");
    check(impulse::min_element(policy, part) == std::min_element(x.begin(), x.end()) - x.begin(),
          "a position in the whole");
    const auto value = impulse::reduce(impulse::last_block.on(all.root(2)), part, std::uint64_t{8}, mix{});
    check(value.has_value() == (rank == 2), "the value is at the root");
    check(!value || *value == tree(std::uint64_t{8}, x, 0, x.size(), mix{}), "the value at the root");
}

void check_faults(const emulated::ranks& all, int rank) {
    const std::vector<std::uint64_t> x(6, 1);
    const auto policy = impulse::last_block.on(all);
    refused<std::invalid_argument>("init is not the same on rank 3",
                                   [&] { impulse::reduce(policy, x, std::uint64_t{rank == 3}, mix{}); });
    refused<std::invalid_argument>("the call of rank 2 is one with the types", [&] {
        if (rank == 2)
            impulse::reduce(policy, x, std::uint64_t{0});
        else
            impulse::reduce(policy, x, std::uint64_t{0}, mix{});
    });
    refused<std::invalid_argument>("root is 1 on rank 1", [&] {
        impulse::reduce(impulse::last_block.on(all.root(rank == 1)), x, mix{}(1, 2));
    });
    refused<std::invalid_argument>("begins at item 6",
                                   [&] { impulse::reduce(policy, x, std::uint64_t{0}, mix_of_leaves{}); });
    for (const int who : {0, 3}) {
        const auto fails = [&](std::uint64_t a) {
            if (rank == who) throw std::runtime_error("bad item");
            return a;
        };
        const std::string words = "rank " + std::to_string(who) + " failed: bad item";
        std::uint64_t out = 7;
        refused<impulse::rank_error>(words.c_str(), [&] {
            impulse::transform_reduce_into(policy, x, &out, std::uint64_t{0}, mix{}, fails);
        });
        check(out == 7, "what ranks that failed have written");
        refused<impulse::rank_error>(words.c_str(), [&] {
            impulse::transform_reduce(impulse::last_block.on(all.root(3)), x, std::uint64_t{0}, mix{}, fails);
        });
        refused<impulse::rank_error>(
            words.c_str(), [&] { impulse::transform_reduce(policy, x, std::uint64_t{0}, mix{}, fails); });
    }
    refused<impulse::rank_error>("rank 1 failed: impulse: last is 6 items before first", [&] {
        const std::uint64_t* const first = x.data();
        impulse::reduce(policy, first + (rank == 1 ? 6 : 0), first, std::uint64_t{0}, mix{});
    });
}

}  // namespace

int main() {
    emulated::on_ranks(size, [](const emulated::ranks& all, int rank) {
        check_values(all, rank, {0, 4, 4, 516, 1000});
        check_values(all, rank, {0, 332, 668, 1000, 1000});
        check_faults(all, rank);
    });
}
