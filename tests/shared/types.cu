// SPDX-License-Identifier: Apache-2.0
// Functions that are compiled for host and device, called on the host with types that only a host has:
// strings, and other nontrivial types. nvcc must not warn about them.

#include <check.hpp>
#include <counted.hpp>
#include <values.hpp>

#include <impulse/host.hpp>
#include <impulse/reduce.hpp>

using impulse::index_t;
using support::stretch;

namespace {

struct make_word {
    std::string operator()(index_t i) const { return std::to_string(i) + ","; }
};

struct longest {
    std::string operator()(const std::string& a, const std::string& b) const {
        return a.size() < b.size() ? b : a;
    }
};

struct length {
    index_t operator()(const std::string& word) const { return static_cast<index_t>(word.size()); }
};

}  // namespace

TEST_CASE("shared bodies: strings concatenate") {
    support::check_fold(support::for_some_policies, make_word{}, std::string("init:"), impulse::plus{}, 70);
    const auto words = support::make_items(1000, make_word{});
    CHECK(impulse::reduce(impulse::two_pass, words, std::string()) ==
          support::fold_serially(words, std::string(), impulse::plus{}));
    CHECK(impulse::reduce(impulse::single_block, words, std::string(), longest{}).size() == 4);
    CHECK(impulse::transform_reduce(words, index_t{0}, impulse::plus{}, length{}) ==
          10 * 2 + 90 * 3 + 900 * 4);
}

TEST_CASE("shared bodies: host lambdas") {
    const auto words = support::make_items(100, make_word{});
    const auto join = [](std::string a, const std::string& b) { return std::move(a) + b; };
    CHECK(impulse::reduce(words, std::string(), join) == support::fold_serially(words, std::string(), join));
}

TEST_CASE("shared bodies: every object is destroyed") {
    const index_t before = support::counted::alive();
    {
        const auto items = support::make_items(1000, [](index_t i) { return support::counted(i); });
        CHECK(impulse::reduce(items, support::counted(0), support::add_counted{}).value() == 499'500);
    }
    CHECK(support::counted::alive() == before);
}

TEST_CASE("shared bodies: the free monoid and its companions") {
    support::check_fold(support::for_each_shape, support::make_stretch{}, stretch{-3, 0},
                        support::join_stretches{}, 71);
    support::check_fold(support::for_some_policies, support::make_tally{}, support::tally{7, 7},
                        impulse::unordered(support::join_tallies{}), 72);
}

TEST_CASE("shared bodies: a struct of 16 bytes and alignment 4, at every offset that it allows") {
    constexpr index_t n = 3000;
    const support::make_matrix make{support::seed()};
    const auto items = support::make_items(n, make);
    const support::matrix init{{1, 2, 3, 4}};
    const auto expected = support::fold_serially(items, init, support::matrix_product{});
    std::vector<std::uint32_t> memory(4 * (n + 1));
    for (std::size_t offset = 0; offset < 4; ++offset) {
        CAPTURE(offset);
        std::memcpy(static_cast<void*>(memory.data() + offset), items.data(), n * sizeof(support::matrix));
        const auto* const first = reinterpret_cast<const support::matrix*>(memory.data() + offset);
        support::for_some_policies([&](auto, const auto& policy) {
            CHECK(impulse::reduce(policy, first, first + n, init, support::matrix_product{}) == expected);
        });
    }
}
