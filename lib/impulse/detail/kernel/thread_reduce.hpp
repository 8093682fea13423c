// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reduces what a lane has loaded to one value, in ascending order, if any order is allowed. For integers of
/// one and two bytes it takes one or two instructions for a whole word.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(group_reduce.hpp)

#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/op/aggregate.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/op/together.hpp>
#include <impulse/detail/source/source.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// The items of type Type in a word, for operations on several items at once.
template <class Type>
struct item_word {
    static constexpr int bits = 8 * sizeof(Type);
    static constexpr int count = 32 / bits;
    using wide = std::conditional_t<std::is_signed_v<Type>, std::int32_t, std::uint32_t>;

    IMPULSE_INLINE static Type item(std::uint32_t word, int i) {
        return static_cast<Type>(word >> (bits * i));
    }

    /// sum + all items of the word, modulo 2^32.
    IMPULSE_INLINE static std::uint32_t add(std::uint32_t sum, std::uint32_t word) {
#if defined(__CUDA_ARCH__)
        if constexpr (sizeof(Type) == 1) {
            if constexpr (std::is_signed_v<Type>)
                return static_cast<std::uint32_t>(
                    __dp4a(static_cast<int>(word), 0x01010101, static_cast<int>(sum)));
            else
                return __dp4a(word, 0x01010101u, sum);
        } else if constexpr (std::is_signed_v<Type>) {
            return static_cast<std::uint32_t>(
                __dp2a_lo(static_cast<int>(word), 0x0101, static_cast<int>(sum)));
        } else {
            return __dp2a_lo(word, 0x0101u, sum);
        }
#else
        for (int i = 0; i < count; ++i) sum += static_cast<std::uint32_t>(static_cast<wide>(item(word, i)));
        return sum;
#endif
    }

    /// The smaller (or larger) of two 16-bit integers, in each half of a word.
    template <bool Smaller>
    IMPULSE_INLINE static std::uint32_t extreme(std::uint32_t a, std::uint32_t b) {
#if defined(__CUDA_ARCH__)
        if constexpr (std::is_signed_v<Type>)
            return Smaller ? __vmins2(a, b) : __vmaxs2(a, b);
        else
            return Smaller ? __vminu2(a, b) : __vmaxu2(a, b);
#else
        using half = std::conditional_t<std::is_signed_v<Type>, std::int16_t, std::uint16_t>;
        std::uint32_t both = 0;
        for (int shift = 0; shift < 32; shift += 16) {
            const auto x = static_cast<half>(a >> shift);
            const auto y = static_cast<half>(b >> shift);
            both |= static_cast<std::uint32_t>(static_cast<std::uint16_t>((x < y) == Smaller ? x : y))
                    << shift;
        }
        return both;
#endif
    }
};

template <class Op>
inline constexpr bool takes_extremes = one_of<Op, minimum, maximum, minimum_number, maximum_number>;

/// Whether an accumulator can represent all values of an item.
template <class Acc, class Type>
inline constexpr bool has_values_of =
    std::is_integral_v<Acc> && !std::is_same_v<Acc, bool> &&
    (std::is_signed_v<Type> ? std::is_signed_v<Acc> && sizeof(Acc) >= sizeof(Type)
                            : sizeof(Acc) >= sizeof(Type) + (std::is_signed_v<Acc> ? 1 : 0));

template <class Acc, class Op, class Type>
inline constexpr bool folds_words_of = std::is_integral_v<Type> && sizeof(Type) < 4 &&
                                       !std::is_same_v<Type, bool> &&
                                       (takes_extremes<bare_op<Op>> ? has_values_of<Acc, Type>
                                                                    : std::is_same_v<bare_op<Op>, plus> &&
                                                                          std::is_integral_v<Acc> &&
                                                                          !std::is_same_v<Acc, bool>);

/// Whether a lane has loaded words of such items, and the operator supports words.
template <class Acc, class Op, class Loaded>
concept folds_words = freedom_v<Op, Acc>
== grouping::reorder&& requires(const Loaded& loaded) {
    loaded.items.words;
    requires folds_words_of<Acc, Op, std::decay_t<decltype(loaded.items(0))>>;
    requires std::decay_t<decltype(loaded.items)>::fills_words;
};

/// The sum or extreme of all items of some words.
template <class Acc, class Op, class Items>
IMPULSE_INLINE Acc fold_words(const Items& items) {
    using Type = std::decay_t<decltype(items(0))>;
    using word = item_word<Type>;
    constexpr int vector_loads = static_cast<int>(std::extent_v<decltype(items.words), 0>);
    constexpr int words = static_cast<int>(std::extent_v<decltype(items.words), 1>);
    if constexpr (takes_extremes<bare_op<Op>>) {
        constexpr bool smaller = one_of<bare_op<Op>, minimum, minimum_number>;
        // Only the upper byte of each half counts; the lower byte does not change the order.
        std::uint32_t upper = items.words[0][0];
        std::uint32_t lower = upper << 8;
        IMPULSE_UNROLL
        for (int c = 0; c < vector_loads; ++c) {
            // fault: words-of-chunk
            IMPULSE_UNROLL
            for (int w = c == 0 ? 1 : 0; w < words; ++w) {
                upper = word::template extreme<smaller>(upper, items.words[c][w]);
                if constexpr (sizeof(Type) == 1)
                    lower = word::template extreme<smaller>(lower, items.words[c][w] << 8);
            }
        }
        // fault: lower-halves
        if constexpr (sizeof(Type) == 1) upper = word::template extreme<smaller>(upper, lower);
        constexpr int last = word::count - 1;
        const Type a = word::item(upper, last / 2);
        const Type b = word::item(upper, last);
        return static_cast<Acc>((a < b) == smaller ? a : b);
    } else {
        std::uint32_t sum = 0;
        IMPULSE_UNROLL
        for (int c = 0; c < vector_loads; ++c) {
            IMPULSE_UNROLL
            for (int w = 0; w < words; ++w) sum = word::add(sum, items.words[c][w]);
        }
        return static_cast<Acc>(static_cast<typename word::wide>(sum));
    }
}

/// Whether each operator of `together` supports words.
template <class Acc, class Op, class Loaded>
inline constexpr bool each_folds_words = false;
template <class... Accs, class... Ops, class Loaded>
inline constexpr bool each_folds_words<values<Accs...>, together_operator<Ops...>, Loaded> =
    (folds_words<Accs, Ops, Loaded> && ...);

template <class Acc, class Items>
struct fold_words_by {
    const Items& items;
    template <std::size_t Index, class Op>
    IMPULSE_INLINE auto of(const Op&) const {
        // fault: words-of-each
        return detail::fold_words<value_at<Index, Acc>, Op>(items);
    }
};

/// The value of what a lane has loaded, in ascending order; the first item is valid. It joins items one after
/// another, by selection, or several in one word.
template <int Count, class Acc, class Loaded, class IsValid, class Op>
IMPULSE_INLINE uninitialized<Acc> thread_reduce(const Loaded& loaded, const op_adaptor<Acc, Op>& join,
                                                const IsValid& is_valid) {
    // fault: fold-as
    if constexpr (selects_items<std::remove_const_t<Op>> && requires { loaded.items.position(0); }) {
        return uninitialized<Acc>(join.op().template select<Count>(loaded.items, is_valid));
    } else if constexpr (std::is_same_v<IsValid, all_valid> &&
                         folds_words<Acc, std::remove_const_t<Op>, Loaded>) {
        return uninitialized<Acc>(detail::fold_words<Acc, std::remove_const_t<Op>>(loaded.items));
    } else if constexpr (std::is_same_v<IsValid, all_valid> &&
                         each_folds_words<Acc, std::remove_const_t<Op>, Loaded>) {
        using items = std::decay_t<decltype(loaded.items)>;
        return uninitialized<Acc>(join.op().each(fold_words_by<Acc, items>{loaded.items}));
    } else {
        const auto sum_of = [&](const auto& get) {
            uninitialized<Acc> sum(get(0));
            IMPULSE_UNROLL
            for (int j = 1; j < Count; ++j)
                if (is_valid(j)) sum = uninitialized<Acc>(join(std::move(*sum), Acc(get(j))));
            return sum;
        };
        if constexpr (std::is_same_v<IsValid, all_valid> ||
                      requires { requires zeroes_invalid<decltype(loaded.items)>; })
            return sum_of(loaded);
        else
            return sum_of(asked_first<Acc, Count, Loaded, IsValid>(loaded, is_valid));
    }
}

/// The same for Loads vector loads of PerLane items, which are a row of `Width` lanes apart; the first
/// `valid` items from the lane's first item on are valid.
template <int PerLane, int Loads, int Width, class Acc, class Loaded, class Op>
IMPULSE_INLINE uninitialized<Acc> thread_reduce_some(const Loaded& loaded, const op_adaptor<Acc, Op>& join,
                                                     int valid) {
    // fault: leaves-in-rows
    return detail::thread_reduce<Loads * PerLane, Acc>(
        loaded, join, [&](int j) { return j / PerLane * Width * PerLane + j % PerLane < valid; });
}

}  // namespace impulse::detail
