// SPDX-License-Identifier: Apache-2.0
// Parts of an input and forests, which join to the tree of the whole input.
#include "tree.hpp"

using namespace tree_tests;

TEST_CASE("tree: parts cut anywhere, reduced by anyone and joined in any order give the whole") {
    for (const index_t n : {0, 1, 2, 7, 64, 100, 1000, 1025, 5000, 65536})
        check_parts(made_numbers(n, 99), uint64_t{5}, mix{}, 100 + static_cast<uint64_t>(n));
    for (const index_t n : {1, 10, 333}) {
        std::vector<std::string> words;
        for (index_t i = 0; i < n; ++i) words.push_back(std::to_string(i));
        check_parts(words, std::string("i"), bracket{}, 200 + static_cast<uint64_t>(n));
    }
    std::vector<float> floats;
    for (const uint64_t number : made_numbers(10'000)) floats.push_back(made_float<float>(number));
    check_parts(floats, 0.5f, impulse::plus{}, 300);
}

TEST_CASE("tree: parts of an operator with leaves begin at leaves") {
    std::vector<float> x;
    for (const uint64_t number : made_numbers(1003)) x.push_back(made_float<float>(number));
    auto random = support::random_source(41);
    const float expected = impulse::tree_fold(x, 0.5f, sum_of_leaves{});
    CHECK(impulse::reduce(x, 0.5f, sum_of_leaves{}) == expected);
    for (const int k : {1, 2, 5, 20}) {
        const auto whole = in_parts(x, k, sum_of_leaves{}, random, 8);
        CHECK(whole.leaf == 8);
        CHECK(whole.value(0.5f, sum_of_leaves{}) == expected);
    }
    const std::string error = refused([&] { (void)impulse::reduce_part(x, 12, sum_of_leaves{}); });
    CHECK(error ==
          "impulse: first_index is 12; it must be a multiple of the operator's leaf, 8 (such as 8 or 16)");
    // A part that ends inside a leaf can join no other part.
    const std::vector<float> ragged(x.begin(), x.begin() + 13);
    const auto left = impulse::reduce_part(ragged, 0, sum_of_leaves{});
    const auto right = impulse::reduce_part(ragged, 16, sum_of_leaves{});
    CHECK(mentions(refused([&] { (void)impulse::join(left, right, sum_of_leaves{}); }), "right"));
}

TEST_CASE("tree: a forest's nodes are the canonical ones, fewer than 126") {
    auto random = support::random_source(42);
    for (int trial = 0; trial < 2000; ++trial) {
        const int bits = static_cast<int>(random() % 62);
        const index_t begin = support::random_between(random, 0, (index_t{1} << bits) - 1);
        const index_t end = begin + support::random_between(random, 0, (index_t{1} << (random() % 61)) - 1);
        const auto nodes = naive_nodes(begin, end);
        impulse::forest<int> part;
        part.begin = begin, part.end = end;
        CAPTURE(begin);
        CAPTURE(end);
        REQUIRE(part.size() == static_cast<int>(nodes.size()));
        REQUIRE(part.size() <= impulse::detail::max_nodes);
        index_t at = begin;
        for (const auto& [from, to] : nodes) {
            const auto span = impulse::detail::first_node(at, end);
            REQUIRE(span.begin == from);
            REQUIRE(span.end == to);
            at = to;
        }
    }
    // The largest number of nodes: sizes rise from 1 to 2^60 and fall again.
    impulse::forest<int> most;
    most.begin = 1, most.end = (index_t{1} << 62) - 1;
    CHECK(most.size() == 122);
}

TEST_CASE("tree: a part far along an input has the nodes of its place, and their values") {
    for (const index_t first :
         {index_t{1}, index_t{7}, index_t{1} << 40, (index_t{1} << 61) - 5, (index_t{1} << 61) - 333}) {
        const auto x = made_numbers(5000, static_cast<uint64_t>(first));
        auto random = support::random_source(43);
        for (uint64_t choice = 0; choice < 14; ++choice) {
            const auto part = part_by(random() / 7 * 7 + choice % 7, x, first, mix{});
            const auto nodes = naive_nodes(first, first + 5000);
            REQUIRE(part.size() == static_cast<int>(nodes.size()));
            for (std::size_t i = 0; i < nodes.size(); ++i) {
                const index_t from = nodes[i].first - first, to = nodes[i].second - first;
                CHECK(*part.nodes[i] == support::node_by_definition<uint64_t>(x, from, to, mix{}));
            }
        }
    }
}

TEST_CASE("tree: what forests refuse, by name") {
    const auto x = made_numbers(100);
    const auto begins = impulse::reduce_part(x, 0, mix{});
    const auto later = impulse::reduce_part(x, 101, mix{});
    const auto overlapping = impulse::reduce_part(x, 99, mix{});
    CHECK(mentions(refused([&] { (void)impulse::join(begins, later, mix{}); }), "right"));
    CHECK(mentions(refused([&] { (void)impulse::join(begins, later, mix{}); }), "101"));
    CHECK(mentions(refused([&] { (void)impulse::join(begins, overlapping, mix{}); }), "right"));
    CHECK(mentions(refused([&] { (void)impulse::join(later, begins, mix{}); }), "right"));
    CHECK(mentions(refused([&] { (void)later.value(uint64_t{0}, mix{}); }), "forest"));
    CHECK(mentions(refused([&] { (void)later.value(uint64_t{0}, mix{}); }), "101"));
    CHECK(mentions(refused([&] { (void)impulse::reduce_part(x, -1, mix{}); }), "first_index"));
    CHECK(mentions(refused([&] { (void)impulse::reduce_part(x, INT64_MAX - 50, mix{}); }), "first_index"));
}

TEST_CASE("tree: forests of plain values are plain bytes") {
    static_assert(std::is_trivially_copyable_v<impulse::forest<float>>);
    static_assert(std::is_trivially_copyable_v<impulse::forest<uint64_t>>);
    static_assert(!std::is_trivially_copyable_v<impulse::forest<std::string>>);
    const auto part = impulse::reduce_part(made_numbers(77), 3, mix{});
    std::vector<unsigned char> bytes(sizeof part);
    std::memcpy(bytes.data(), &part, sizeof part);
    impulse::forest<uint64_t> arrived;
    std::memcpy(static_cast<void*>(&arrived), bytes.data(), sizeof part);
    CHECK(arrived.size() == part.size());
    const auto before = impulse::reduce_part(made_numbers(3, 12), 0, mix{});
    CHECK(impulse::join(before, arrived, mix{}).value(uint64_t{0}, mix{}) ==
          impulse::join(before, part, mix{}).value(uint64_t{0}, mix{}));
}

TEST_CASE("tree: the accumulator of a part may be given") {
    const std::vector<float> x{1.f, 2.f, 3.f, 0.1f};
    const auto part = impulse::reduce_part<double>(x, 0, impulse::plus{});
    static_assert(std::is_same_v<std::remove_const_t<decltype(part)>, impulse::forest<double>>);
    CHECK(part.value(0.0, impulse::plus{}) == impulse::tree_fold(x, 0.0));
    impulse::forest<double> out;
    impulse::reduce_part_into<double>(impulse::two_pass, x, 0, &out, impulse::plus{});
    CHECK(out.value(0.0, impulse::plus{}) == impulse::tree_fold(x, 0.0));
}

TEST_CASE("tree: the first index of a part may be read when the work is done") {
    const auto x = made_numbers(1000, 3);
    for (const index_t first : {index_t{0}, index_t{1}, index_t{123}, index_t{1} << 40}) {
        const auto expected = impulse::reduce_part(x, first, mix{});
        impulse::forest<uint64_t> part;
        impulse::reduce_part_into(impulse::last_block.tune({.items = 16}), x, &first, &part, mix{});
        REQUIRE(part.size() == expected.size());
        CHECK(part.begin == first);
        for (int i = 0; i < part.size(); ++i) CHECK(*part.nodes[i] == *expected.nodes[i]);
    }
}

namespace {

/// An accumulator with its own member `leaf`, which has no meaning for the library.
struct with_leaf {
    int leaf;
    double v;
};
struct with_constant_leaf {
    [[maybe_unused]] static constexpr int leaf = 8;
    double v;
};
struct add_them {
    template <class Acc>
    Acc operator()(Acc a, const Acc& b) const {
        a.v += b.v;
        return a;
    }
};

}  // namespace

TEST_CASE("tree: a member 'leaf' of an accumulator makes no room in forests") {
    static_assert(impulse::detail::forest_room<with_leaf> == impulse::detail::forest_room<double>);
    static_assert(impulse::detail::forest_room<with_constant_leaf> == impulse::detail::forest_room<double>);
    const auto check = [](auto one) {
        const std::vector<decltype(one)> left(10, one), right(7, one);
        const auto whole = impulse::join(impulse::reduce_part(left, 0, add_them{}),
                                         impulse::reduce_part(right, 10, add_them{}), add_them{});
        CHECK(whole.value(one, add_them{}).v == 18);
    };
    check(with_leaf{3, 1.0});
    check(with_constant_leaf{1.0});
}
