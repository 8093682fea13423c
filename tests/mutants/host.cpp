// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the host tests check, in small.
#include "check.hpp"

#include <policies.hpp>

#include <impulse/devices.hpp>
#include <impulse/layouts.hpp>
#include <impulse/parts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/running.hpp>
#include <impulse/tree.hpp>

#include <bit>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using impulse::index_t;
using support::mix;
using support::stretch;

namespace {

constexpr std::uint64_t init = 5;

void check_tree() {
    for (const index_t n : {0, 1, 2, 3, 5, 31, 32, 33, 1000, 40'001}) {
        const auto items = hashes(n);
        const auto expected = tree(init, items, 0, items.size(), mix{});
        check(impulse::tree_fold(items, init, mix{}) == expected, "tree_fold");
        check(impulse::tree_fold(items, init, mix_of_leaves{}) == tree_of_leaves(init, items),
              "tree_fold of leaves");
        support::for_each_shape([&](const std::string& name, const auto& policy) {
            check(impulse::reduce(policy, items, init, mix{}) == expected, name.c_str());
        });
        check(impulse::reduce(items, init, mix_of_leaves{}) == tree_of_leaves(init, items), "leaves");
    }
}

/// Maps x -> a x + b, by numbers modulo 2 to 32: a small type that is no number.
struct affine {
    std::uint32_t a, b;
    bool operator==(const affine&) const = default;
};
struct compose {
    affine operator()(affine f, affine g) const { return {f.a * g.a, f.b * g.a + g.b}; }
};
void check_small_types() {
    for (const index_t n : {1, 2, 3, 6, 7, 127, 129, 1000}) {
        const auto items = support::make_items(n, [](index_t i) {
            return affine{static_cast<std::uint32_t>(2 * i + 3), static_cast<std::uint32_t>(i + 1)};
        });
        check(impulse::reduce(items, affine{1, 5}, compose{}) ==
                  support::fold_serially(items, affine{1, 5}, compose{}),
              "small types");
    }
}

/// Every cut of a short input, and some of a longer one, in three parts.
void check_parts() {
    const auto items = hashes(300);
    const auto look = [&](index_t a, index_t b, index_t n) {
        const auto part = [&](index_t from, index_t to) {
            return impulse::reduce_part(impulse::last_block.tune({.items = 8}), items.begin() + from,
                                        items.begin() + to, from, mix{});
        };
        const auto whole = impulse::join(part(0, a), impulse::join(part(a, b), part(b, n), mix{}), mix{});
        check(whole.value(init, mix{}) == tree(init, items, 0, static_cast<std::size_t>(n), mix{}), "parts");
        check(whole.size() == impulse::detail::count_nodes(0, n), "siblings that are not joined");
    };
    for (index_t n = 1; n < 20; ++n)
        for (index_t a = 0; a <= n; ++a)
            for (index_t b = a; b <= n; ++b) look(a, b, n);
    look(100, 200, 300);
    look(17, 18, 256);
}

/// Members that are the host, dealt items and given parts.
void check_devices() {
    using impulse::host;
    const auto three = impulse::automatic.on(impulse::devices(host, host, host));
    for (const index_t n : {0, 1, 3, 64, 301}) {
        const auto items = hashes(n);
        const auto expected = tree(init, items, 0, items.size(), mix{});
        check(impulse::reduce(three, items, init, mix{}) == expected, "dealt");
        check(impulse::reduce(three, items, init, mix_of_leaves{}) == tree_of_leaves(init, items),
              "leaves that are dealt");
        const index_t cut = n / 2;
        check(impulse::reduce(three,
                              impulse::distributed<std::uint64_t>{{host, items.begin(), cut},
                                                                  {host, items.begin() + cut, n - cut}},
                              init, mix{}) == expected,
              "distributed");
    }
    const auto items = hashes(6);
    std::string refused;
    try {
        impulse::reduce(
            three,
            impulse::distributed<std::uint64_t>{{host, items.begin(), 1}, {host, items.begin() + 1, 5}}, init,
            mix_of_leaves{});
    } catch (const std::invalid_argument& error) {
        refused = error.what();
    }
    check(refused.starts_with("impulse: input is a distributed one"), "a part that begins within a leaf");
}

/// Pushes of every length that matters, with a save, a load and a push that throws before each.
void check_running() {
    const auto items = hashes(1000);
    int joins_left = 0;
    const auto mix_some = [&](std::uint64_t a, std::uint64_t b) {
        if (--joins_left == 0) throw std::string("too many");
        return mix{}(a, b);
    };
    for (const index_t most : {1, 2, 3, 5, 9, 64, 1000}) {
        auto plain = impulse::running_reduction<std::uint64_t>(init, mix_some);
        auto of_leaves = impulse::running_reduction<std::uint64_t>(init, mix_of_leaves{});
        for (index_t at = 0, length = 1; at < 1000; at += length, length = at % most + 1) {
            const auto first = items.begin() + at,
                       last = items.begin() + std::min<index_t>(at + length, 1000);
            const auto before = plain.value();
            joins_left = 2;
            try {
                plain.push(first, last);
                joins_left = 0;
            } catch (const std::string&) {
                joins_left = 0;
                check(plain.value() == before, "a push that threw has changed something");
                plain.push(first, last);
            }
            std::stringstream file;
            of_leaves.save(file, "leaves");
            of_leaves.push(first, last);
            of_leaves.load(file, "leaves");
            of_leaves.push(first, last);
            const std::vector<std::uint64_t> so_far(items.begin(), last);
            check(plain.value() == tree(init, so_far, 0, so_far.size(), mix{}), "pieces");
            check(of_leaves.value() == tree_of_leaves(init, so_far), "pieces of leaves");
        }
        std::stringstream file;
        of_leaves.save(file, "leaves");
        std::string bytes = file.str();
        bytes[bytes.size() - 9] ^= 1;
        std::stringstream damaged(bytes);
        try {
            of_leaves.load(damaged, "leaves");
            check(false, "damage is not seen");
        } catch (const std::invalid_argument&) {
        }
    }
}

struct counting_sum {
    static std::uint64_t lift(std::uint64_t item) { return item; }
    static void accumulate(std::uint64_t& acc, std::uint64_t item) { acc += item; }
    std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return a + b; }
};

void check_sums() {
    for (const index_t n : {0, 1, 7, 8, 127, 128, 129, 1000, 4096, 9000}) {
        const auto items =
            support::make_items(n, [](index_t i) { return static_cast<std::uint64_t>(i + 1); });
        const auto expected = static_cast<std::uint64_t>(n * (n + 1) / 2 + 7);
        check(impulse::reduce(items, std::uint64_t{7}) == expected, "sum");
        check(
            impulse::reduce(items, std::uint64_t{7}, impulse::assume_associative(counting_sum{})) == expected,
            "an exact sum");
        const auto word = support::make_items(n, support::make_stretch{});
        check(impulse::reduce(word, stretch{-3, 0}, impulse::assume_associative(support::join_stretches{})) ==
                  stretch{-3, n},
              "the order of an exact operator");
        const auto uneven =
            support::make_items(n, [](index_t i) { return 1.f / static_cast<float>(i * i % 997 + 1); });
        check(impulse::reduce(uneven, 0.5f) == tree(0.5f, uneven, 0, uneven.size(), std::plus<>{}),
              "a sum by the tree");
        const std::vector<float> zeros(static_cast<std::size_t>(n), -0.f);
        check(std::bit_cast<std::uint32_t>(impulse::reduce(zeros, -0.f)) == 0x80000000u, "a sum of -0s");
    }
}

void check_bad_arguments() {
    const std::vector<int> x(10);
    const auto throws = [](auto f) {
        try {
            f();
        } catch (const std::invalid_argument&) {
            return true;
        }
        return false;
    };
    check(throws([&] { (void)impulse::reduce(x.begin() + 1, x.begin(), 0); }), "last before first");
    const std::size_t more = x.size() + 1;
    check(throws([&] { (void)impulse::reduce(impulse::counted(x, &more), 0); }), "more than there are");
    const auto first = impulse::reduce_part(x, 0);
    check(throws([&] { (void)impulse::join(first, impulse::reduce_part(x, 11), impulse::plus{}); }), "a gap");
    check(throws([&] { (void)impulse::reduce_part(x, 11).value(0, impulse::plus{}); }),
          "a part that begins later");
}

void check_failures() {
    const auto items = hashes(40'000);
    for (const std::uint64_t bad : {items.front(), items.back()}) {
        try {
            (void)impulse::reduce(items, init, [&](std::uint64_t a, std::uint64_t b) {
                if (a == bad || b == bad) throw std::string("bad");
                return a ^ b;
            });
            check(false, "no exception");
        } catch (const std::string&) {
        }
    }
}

}  // namespace

int main() {
    check_tree();
    check_small_types();
    check_parts();
    check_devices();
    check_running();
    check_sums();
    check_failures();
    check_bad_arguments();
}
