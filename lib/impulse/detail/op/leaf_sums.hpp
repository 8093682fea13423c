// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reduces a leaf of numbers to count, mean and sums of powers of distances from the mean. It first computes
/// sums about the first number.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(statistics.hpp)

#include <impulse/detail/base/bytes.hpp>
#include <impulse/detail/op/central_sums.hpp>
#include <impulse/detail/op/contraction_barrier.hpp>
#include <impulse/detail/op/masked.hpp>
#include <impulse/detail/op/pack.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// The number of independent sums: item i of a leaf is added to sum i modulo 8 of each power.
inline constexpr int sums_beside = 8;

/// Whether NaNs are skipped.
enum class skips { nothing, nan };

/// Converts sums of powers of distances from the number `about` to those from the mean, for `n` items.
/// `total(p)` is the sum of power p + 1. `quotient` divides by n, `product` returns a rounded product.
template <class Sums, class Count, class Number, class Total, class Quotient, class Product>
IMPULSE_INLINE Sums sums_of_leaf(const Count& n, const Number& about, const Total& total,
                                 const Quotient& quotient, const Product& product) {
    const Number first = total(0), second = total(1);
    Sums all{};
    all.n = n;
    const Number mean = quotient(first);
    // fault: center-of-leaf
    all.center = about + mean;
    all.squares = detail::squares_of<Number>(n, product(n, second), product(first, first));
    if constexpr (has_fourths<Sums>) {
        const Number third = total(2), fourth = total(3);
        const Number mean2 = product(mean, mean);
        all.cubes = (third - product(product(3.0, mean), second)) + product(2.0 * first, mean2);
        const Number fourths =
            ((fourth - product(4.0 * mean, third)) + product(product(6.0, mean2), second)) -
            product(product(3.0, first), product(mean, mean2));
        all.fourths = fourths < Number{} ? Number{} : fourths;
    }
    return all;
}

/// The running sums of a leaf. Distances are from its first number, or from 0 if that number is not finite.
template <class Sums, skips Skips, class Item>
class leaf_sums {
  public:
    static constexpr bool skips_some = Skips == skips::nan || is_masked<Item>;
    static constexpr int powers = has_fourths<Sums> ? 4 : 2;

    IMPULSE_INLINE leaf_sums(const Item& first, std::uint32_t zero) : zero_(zero) {
        // fault: sums-about-first
        start(number_of(first));
        IMPULSE_UNROLL
        for (int i = 0; i < sums_beside; ++i) {
            IMPULSE_UNROLL
            for (int p = 0; p < powers; ++p) sum_[p][i] = 0;
        }
    }

    /// Adds item `i` of the leaf.
    IMPULSE_INLINE void add(int i, const Item& of) {
        const double item = number_of(of);
        bool counts = true;
        // fault: sums-under-mask
        if constexpr (is_masked<Item>) counts = of.takes_part;
        if constexpr (Skips == skips::nan) counts = counts && item == item;
        if (skips_some && counts && n_ == 0) start(item);
        if (skips_some) n_ += counts ? 1 : 0;
        const double d = counts ? item - about_ : 0.0;
        const int at = i % sums_beside;
        double power = d;
        sum_[0][at] += d;
        IMPULSE_UNROLL
        for (int p = 1; p < powers; ++p) {
            power = detail::rounded_product(power, d, zero_);
            sum_[p][at] += power;
        }
    }

    /// Returns the sums of the `items` items that were added.
    IMPULSE_INLINE Sums end(int items) const {
        const double n = skips_some ? n_ : static_cast<double>(items);
        if (skips_some && n == 0) return {};
        // With a barrier, because compilers turn a division by a power of two into a product.
        return detail::sums_of_leaf<Sums>(
            n, about_, [this](int p) { return total(p); },
            [&](double sum) { return detail::contraction_barrier<double>(sum / n, zero_); },
            [this](double a, double b) { return detail::rounded_product(a, b, zero_); });
    }

  private:
    /// The conversion of a class is a function of the caller, so its result is rounded before it is added.
    template <class Type>
    IMPULSE_INLINE double number_of(const Type& item) const {
        if constexpr (is_masked<Type>)
            return item.takes_part ? number_of(*item.value) : -0.0;  // adding -0 changes nothing
        else if constexpr (may_convert<Type>)
            return detail::contraction_barrier<double>(static_cast<double>(item), zero_);
        else
            return static_cast<double>(item);
    }
    IMPULSE_INLINE void start(double first) { about_ = first - first == 0 ? first : 0; }
    /// The sums of a power, by the tree.
    IMPULSE_INLINE double total(int p) const {
        const auto& s = sum_[p];
        return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
    }

    double about_ = 0;
    double sum_[static_cast<std::size_t>(powers)][static_cast<std::size_t>(sums_beside)];
    double n_ = 0;
    std::uint32_t zero_;
};

/// The same for integers of one or two bytes, with exact sums. Only the quotient and the mean are rounded.
/// For such integers the sums above round nothing else either, so both give the same bits.
class exact_leaf_sums {
  public:
    IMPULSE_INLINE exact_leaf_sums(std::int32_t first, std::uint32_t zero) : about_(first), zero_(zero) {}

    template <class Item>
    IMPULSE_INLINE void add(int, Item item) {
        const auto x = static_cast<std::int32_t>(item);
        sum_ += x;
        if constexpr (sizeof(Item) == 1)
            small_ += static_cast<std::uint32_t>(x * x);
        else
            large_ += std::int64_t{x} * x;
    }
    IMPULSE_INLINE squared_distances end(int n) const {
        const std::int64_t sum = sum_, squares = small_ + large_;
        const double mean = detail::contraction_barrier<double>(
            static_cast<double>(sum - std::int64_t{about_} * n) / n, zero_);
        return {
            static_cast<double>(n), about_ + mean,
            detail::squares_of<double>(n, static_cast<double>(n * squares), static_cast<double>(sum * sum))};
    }

  private:
    std::int32_t about_;
    std::uint32_t zero_;
    std::int32_t sum_ = 0;
    std::uint32_t small_ = 0;
    std::int64_t large_ = 0;
};

/// Adds a whole leaf. On a GPU it reads 64 bytes at a time, and a lane adds them while it loads the next.
IMPULSE_INLINE void add_whole_leaf(auto& sums, const auto& item, int j) {
    using type = std::decay_t<decltype(item(j))>;
    [[maybe_unused]] constexpr int bytes = static_cast<int>(sizeof(type));
#if defined(__CUDA_ARCH__)
    if constexpr (requires { item.template load_some<16>(j); }) {
        IMPULSE_UNROLL
        for (int c = 0; c < leaf_of_sums; c += 16) {
            const auto some = item.template load_some<16>(j + c);
            IMPULSE_UNROLL
            for (int i = 0; i < 16; ++i) sums.add(c + i, some(i));
        }
    } else if constexpr (copies_as_bytes_v<type> && bytes <= 8) {
        constexpr int at_once = bytes <= 2 ? leaf_of_sums : 64 / bytes;
        IMPULSE_UNROLL
        for (int c = 0; c < leaf_of_sums; c += at_once) {
            const auto some = pack<type, at_once>::of(item, j + c);
            IMPULSE_UNROLL
            for (int i = 0; i < at_once; ++i) sums.add(c + i, some[i]);
        }
    } else
#endif
    {
        IMPULSE_UNROLL
        for (int i = 0; i < leaf_of_sums; ++i) sums.add(i, item(j + i));
    }
}

/// Adds the first `count` items of a leaf. On a GPU the loop is unrolled, because the loaded items are in
/// registers, whose indices the compiler must know.
IMPULSE_INLINE void add_some(auto& sums, const auto& item, int j, int count) {
#if defined(__CUDA_ARCH__)
    IMPULSE_UNROLL
    for (int i = 0; i < leaf_of_sums; ++i)
        if (i < count) sums.add(i, item(j + i));
#else
    int done = 0;
    for (; done + sums_beside <= count; done += sums_beside) {
        IMPULSE_UNROLL
        for (int i = 0; i < sums_beside; ++i) sums.add(done + i, item(j + done + i));
    }
    // fault: items-of-sums
    for (; done < count; ++done) sums.add(done, item(j + done));
#endif
}

/// The items of a leaf whose first item has already been read: a function of the caller may compute items,
/// and must not be called twice.
template <class Items, class First>
struct items_after {
    const Items& item;
    int j;
    const First& first;
    IMPULSE_INLINE decltype(std::declval<const Items&>()(0)) operator()(int i) const {
        if (i == j) return first;
        return item(i);
    }
};

/// A specialization sums a leaf in memory with vectors, by a CPU thread: `of<IsWhole, Skips>(first,
/// count)` has the same bits.
template <class Sums, class Type>
struct leaf_by_vectors {
    static constexpr bool is_there = false;
};

/// The sums of `count` numbers item(j), item(j + 1), ..., at most a leaf of them.
template <class Sums, skips Skips, class Items>
IMPULSE_INLINE Sums sum_leaf(const Items& item, int j, int count, std::uint32_t zero) {
    using type = std::decay_t<decltype(item(j))>;
    constexpr bool in_integers =
        std::integral<type> && sizeof(type) <= 2 && !has_fourths<Sums> && Skips == skips::nothing;
    if constexpr (leaf_by_vectors<Sums, type>::is_there && requires { item.address(j); }) {
        if (count >= leaf_of_sums)
            return leaf_by_vectors<Sums, type>::template of<true, Skips>(item.address(j), count);
        return leaf_by_vectors<Sums, type>::template of<false, Skips>(item.address(j), count);
    }
    const auto& first = item(j);
    std::conditional_t<in_integers, exact_leaf_sums, leaf_sums<Sums, Skips, type>> sums(first, zero);
#if defined(__CUDA_ARCH__)
    const Items& items = item;  // in registers, or loaded word by word
#else
    // fault: first-read-again
    const items_after<Items, type> items{item, j, first};
#endif
    if (count >= leaf_of_sums) {
        detail::add_whole_leaf(sums, items, j);
        return sums.end(leaf_of_sums);  // the compiler knows this count
    }
    detail::add_some(sums, items, j, count);
    return sums.end(count);
}

/// Base of operators on such sums; the derived operator has `finalize`. Parts of an input may begin and end
/// within a leaf, because `lift` keeps an item unchanged and `fold_items` computes a leaf from lifted items.
template <class Sums, skips Skips = skips::nothing>
struct sums_by_leaves : no_contraction {
    static constexpr int leaf = leaf_of_sums;
    static constexpr int leaf_that_it_makes = leaf_of_sums;
    static constexpr bool reads_leaves = true;
    std::uint32_t zero;  ///< opaque_zero()

    IMPULSE_SHARED Sums lift(const auto& value) const {
        const auto item = static_cast<double>(value);
        Sums one{};
        one.n = Skips == skips::nan && item != item ? 0 : 1;
        one.center = one.n == 0 ? 0 : item;
        return one;
    }
    IMPULSE_SHARED Sums operator()(const Sums& a, const Sums& b) const {
        return join_central_sums<Sums>(zero)(a, b);
    }
    IMPULSE_SHARED Sums identity() const { return Sums{}; }

    template <class Items>
    IMPULSE_INLINE Sums fold_items(const Items& item, int j, int count) const {
        if constexpr (std::is_same_v<std::decay_t<decltype(item(j))>, Sums>)
            return detail::sum_leaf<Sums, Skips>(lifted_items<Items>{item}, j, count, zero);
        else
            return detail::sum_leaf<Sums, Skips>(item, j, count, zero);
    }

  private:
    template <class Items>
    struct lifted_items {
        const Items& item;
        IMPULSE_INLINE double operator()(int j) const {
            const Sums one = item(j);
            return one.n == 0 ? not_a_number : one.center;
        }
    };
};

}  // namespace impulse::detail
