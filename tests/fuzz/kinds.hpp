// SPDX-License-Identifier: Apache-2.0
// Types and operators of trials.
//
// A kind makes an item from a random number; calls an algorithm, by `write` in a form that writes and by
// `ask` in a form that returns; and defines the expected result, by the tree and in order.
#pragma once

#include <monoids.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/tree.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <vector>

namespace fuzz {

using impulse::index_t;

/// A number of any size and sign, so that each grouping has another sum. With `special`, some numbers are
/// special values.
template <class T>
T uneven(std::uint64_t number, bool special) {
    using limits = std::numeric_limits<T>;
    constexpr T unusual[] = {
        T(-0.0), T(0), limits::infinity(), limits::denorm_min(), limits::max(), limits::quiet_NaN()};
    if (special && number % 64 < 6) return unusual[number % 64];
    const T scale = T(1) / static_cast<T>(1u << (number % 30));
    return scale * static_cast<T>(static_cast<int>((number >> 40) % 2001) - 1000);
}

/// What a second input has: an item for each of the first; one for each index in a group; an array of its
/// own; or flags, by which items take part.
enum class beside { items, vector, array, mask };

/// Calls of `reduce` with one input. `Self` has item, make, init and op.
template <class Self>
struct reduced {
    using second_item = char;  // no second input
    static constexpr bool takes_two = false;
    static constexpr beside is_beside = beside::items;
    static constexpr bool returns = true;
    static constexpr bool joins = true;  ///< whether it can be computed in parts

    template <class X, class Y, class Out, class Then>
    static auto write(const X& x, const Y&, const Out& out, const Then& then) {
        return then(impulse::reduce_into, x, out, Self::init(), Self::op());
    }
    template <class X, class Y, class Then>
    static auto ask(const X& x, const Y&, const Then& then) {
        return then(impulse::reduce, x, Self::init(), Self::op());
    }
    template <class Items, class Others>
    static auto expected(const Items& x, const Others&) {
        return impulse::tree_fold(x, Self::init(), Self::op());
    }
};

/// Calls of an algorithm without an initial value.
template <class Self, const auto& Algorithm, const auto& AlgorithmInto, auto... Args>
struct calls : reduced<Self> {
    static constexpr bool joins = false;

    template <class X, class Y, class Out, class Then>
    static auto write(const X& x, const Y&, const Out& out, const Then& then) {
        return then(AlgorithmInto, x, out, Args...);
    }
    template <class X, class Y, class Then>
    static auto ask(const X& x, const Y&, const Then& then) {
        return then(Algorithm, x, Args...);
    }
};

/// Neither associative nor commutative.
struct mix : reduced<mix> {
    using item = std::uint64_t;
    static item make(std::uint64_t number, bool) { return number; }
    static item init() { return 9; }
    static support::mix op() { return {}; }
};

/// Leaves of four bytes, whose number changes the result.
struct counted_leaves : support::mix_of_leaves<4> {
    IMPULSE_SHARED std::uint64_t finalize(std::uint64_t acc, index_t n) const {
        return acc + static_cast<std::uint64_t>(n);
    }
};
struct leaves : reduced<leaves> {
    using item = std::uint8_t;
    static item make(std::uint64_t number, bool) { return static_cast<item>(number); }
    static std::uint64_t init() { return 9; }
    static counted_leaves op() { return {}; }
};

/// Several numbers, each of which affects the next: 12 bytes, which is not the size of a word, and 40 bytes,
/// which are staged in shared memory.
template <int Count, class Unit>
struct mixed_units : reduced<mixed_units<Count, Unit>> {
    using item = support::units<Count, Unit>;
    static item make(std::uint64_t number, bool) { return support::make_units<item>{number}(0); }
    static item init() { return make(9, false); }
    static support::mix_units op() { return {}; }
};
using triples = mixed_units<3, std::uint32_t>;
using wide = mixed_units<5, std::uint64_t>;

struct floats : reduced<floats> {
    using item = float;
    static item make(std::uint64_t number, bool special) { return uneven<float>(number, special); }
    static float init() { return 0.1f; }
    static impulse::plus op() { return {}; }
};

/// Neither associative nor commutative, in four bytes: equal rows of 9 to 128 of them are taken by tiles.
struct words : reduced<words> {
    struct short_mix {
        IMPULSE_SHARED std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const {
            return static_cast<std::uint32_t>(support::mix{}(a, b) >> 9);
        }
    };
    using item = std::uint32_t;
    static item make(std::uint64_t number, bool) { return static_cast<item>(number); }
    static item init() { return 9; }
    static short_mix op() { return {}; }
};

/// Exactly associative but not commutative: the grouping may change, the order must not.
struct matrices : reduced<matrices> {
    using item = support::matrix;
    static item make(std::uint64_t number, bool) { return support::make_matrix{number}(0); }
    static item init() { return {{1, 2, 3, 4}}; }
    static auto op() { return impulse::assume_associative(support::matrix_product{}); }
};

/// Sums that do not depend on the order.
struct shorts : reduced<shorts> {
    using item = std::int16_t;
    static item make(std::uint64_t number, bool) { return static_cast<item>(number); }
    static int init() { return -5; }
    static impulse::plus op() { return {}; }
};

// ---- items that functions make ----------------------------------------------------------------------------

struct widened {
    IMPULSE_SHARED std::uint64_t operator()(std::uint16_t x) const { return support::scatter(x); }
};
struct transformed : reduced<transformed> {
    using item = std::uint16_t;
    static constexpr bool joins = false;
    static item make(std::uint64_t number, bool) { return static_cast<item>(number); }

    template <class X, class Y, class Out, class Then>
    static auto write(const X& x, const Y&, const Out& out, const Then& then) {
        return then(impulse::transform_reduce_into, x, out, mix::init(), mix::op(), widened{});
    }
    template <class X, class Y, class Then>
    static auto ask(const X& x, const Y&, const Then& then) {
        return then(impulse::transform_reduce, x, mix::init(), mix::op(), widened{});
    }
    template <class Items, class Others>
    static std::uint64_t expected(const Items& x, const Others& y) {
        std::vector<std::uint64_t> made(x.size());
        std::ranges::transform(x, made.begin(), widened{});
        return mix::expected(made, y);
    }
};

struct paired {
    IMPULSE_SHARED std::uint64_t operator()(std::uint32_t x, std::uint64_t y) const {
        return support::mix{}(x, y);
    }
};
struct pairs : reduced<pairs> {
    using item = std::uint32_t;
    using second_item = std::uint64_t;
    static constexpr bool takes_two = true;
    static constexpr bool joins = false;
    static item make(std::uint64_t number, bool) { return static_cast<item>(number); }

    template <class X, class Y, class Out, class Then>
    static auto write(const X& x, const Y& y, const Out& out, const Then& then) {
        return then(impulse::transform_reduce_into, x, y, out, mix::init(), mix::op(), paired{});
    }
    template <class X, class Y, class Then>
    static auto ask(const X& x, const Y& y, const Then& then) {
        return then(impulse::transform_reduce, x, y, mix::init(), mix::op(), paired{});
    }
    template <class Items, class Others>
    static std::uint64_t expected(const Items& x, const Others& y) {
        std::vector<std::uint64_t> made(x.size());
        std::ranges::transform(x, y, made.begin(), paired{});
        return mix::expected(made, y);
    }
};

// ---- aggregates -------------------------------------------------------------------------------------------

struct variance : calls<variance, impulse::variance, impulse::variance_into, index_t{1}> {
    using item = float;
    static item make(std::uint64_t number, bool special) { return uneven<float>(number, special); }
    template <class Items, class Others>
    static double expected(const Items& x, const Others&) {
        impulse::detail::variance_of op{};
        op.ddof = 1;
        return impulse::tree_fold(x, op);
    }
};

/// The first least item, among few different values.
struct positions_of_least : calls<positions_of_least, impulse::min_element, impulse::min_element_into> {
    using item = std::int8_t;
    static constexpr bool returns = false;
    static item make(std::uint64_t number, bool) { return static_cast<item>(number % 23); }
    template <class Items, class Others>
    static index_t expected(const Items& x, const Others&) {
        return std::ranges::min_element(x) - x.begin();
    }
};

struct least_and_sum : reduced<least_and_sum> {
    using item = float;
    static constexpr bool joins = false;
    static item make(std::uint64_t number, bool special) { return uneven<float>(number, special); }
    static auto init() { return impulse::make_values(1e9f, 0.5f); }
    static auto op() { return impulse::together(impulse::minimum{}, impulse::plus{}); }

    template <class Items, class Others>
    static auto expected(const Items& x, const Others&) {
        return impulse::make_values(impulse::tree_fold(x, 1e9f, impulse::minimum{}),
                                    impulse::tree_fold(x, 0.5f, impulse::plus{}));
    }
};

/// No initial value, and only NaN and zeros of both signs: a made-up initial value would show.
struct without_init : reduced<without_init> {
    using item = float;
    static constexpr bool joins = false;
    static item make(std::uint64_t number, bool special) {
        if (number % 4 != 0) return -0.0f;
        return special ? std::numeric_limits<float>::quiet_NaN() : 0.0f;
    }
    static auto op() { return impulse::together(impulse::plus{}, impulse::minimum_number{}); }

    template <class X, class Y, class Out, class Then>
    static auto write(const X& x, const Y&, const Out& out, const Then& then) {
        return then(impulse::reduce_into, x, out, op());
    }
    template <class X, class Y, class Then>
    static auto ask(const X& x, const Y&, const Then& then) {
        return then(impulse::reduce, x, op());
    }
    template <class Items, class Others>
    static auto expected(const Items& x, const Others&) {
        return impulse::make_values(impulse::tree_fold(x), impulse::tree_fold(x, impulse::minimum_number{}));
    }
};

// ---- planted: a trial of it must fail ---------------------------------------------------------------------

/// The mix, with the caller's false claim that its order does not matter.
struct unproved : reduced<unproved> {
    using item = std::uint64_t;
    static constexpr bool joins = false;
    static item make(std::uint64_t number, bool) { return number; }
    static item init() { return 9; }
    static auto op() { return impulse::unordered(support::mix{}); }
    template <class Items, class Others>
    static item expected(const Items& x, const Others& y) {
        return mix::expected(x, y);
    }
};

}  // namespace fuzz
