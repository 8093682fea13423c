// SPDX-License-Identifier: Apache-2.0
/// \file
/// `together`: several results in one pass.
#pragma once

#include <impulse/config.hpp>
#include <impulse/operators/aggregate.hpp>

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {

/// Several values side by side, for the CPU and the GPU: `auto [lo, hi] = ...`, or `values.get<0>()`.
template <class... Ts>
struct values;

template <>
struct values<> {
    friend constexpr bool operator==(const values&, const values&) = default;
};

template <class First, class... Rest>
struct values<First, Rest...> {
    First first;
    [[no_unique_address]] values<Rest...> rest;

    template <std::size_t I>
    IMPULSE_SHARED constexpr auto& get() {
        if constexpr (I == 0)
            return first;
        else
            return rest.template get<I - 1>();
    }
    template <std::size_t I>
    IMPULSE_SHARED constexpr const auto& get() const {
        if constexpr (I == 0)
            return first;
        else
            return rest.template get<I - 1>();
    }
    friend constexpr bool operator==(const values&, const values&) = default;
};

namespace detail {

IMPULSE_SHARED constexpr values<> make_values() { return {}; }
IMPULSE_NO_EXEC_CHECK
template <class T, class... Ts>
IMPULSE_SHARED constexpr values<T, Ts...> make_values(T first, Ts... rest) {
    return {std::move(first), detail::make_values(std::move(rest)...)};
}

template <class Op, class Item>
using item_accumulator = typename decltype(accumulator_of<Op, Item, Item>())::type;

/// Several operators, each with an accumulator of its own.
template <class... Ops>
struct together_operator {
    static constexpr int leaf = std::max({1, leaf_of<Ops, void>::value...});

    values<Ops...> ops;

    IMPULSE_NO_EXEC_CHECK
    template <class Item>
    IMPULSE_SHARED constexpr auto lift(const Item& item) const {
        return each([&]<std::size_t I, class Op>(const Op& op) {
            return joining<item_accumulator<Op, Item>, const Op>(op, 0).lift(item);
        });
    }
    IMPULSE_NO_EXEC_CHECK
    template <class... Accs, class Item>
    IMPULSE_SHARED constexpr void accumulate(values<Accs...>& all, const Item& item) const {
        each([&]<std::size_t I, class Op>(const Op& op) {
            auto& acc = all.template get<I>();
            joining<std::decay_t<decltype(acc)>, const Op>(op, 0).accumulate(acc, item);
            return 0;
        });
    }
    IMPULSE_NO_EXEC_CHECK
    template <class... Accs>
    IMPULSE_SHARED constexpr void combine(values<Accs...>& left, const values<Accs...>& right) const {
        each([&]<std::size_t I, class Op>(const Op& op) {
            auto& acc = left.template get<I>();
            using type = std::decay_t<decltype(acc)>;
            acc = joining<type, const Op>(op, 0)(type(acc), type(right.template get<I>()));
            return 0;
        });
    }
    IMPULSE_NO_EXEC_CHECK
    template <class... Accs>
    IMPULSE_SHARED constexpr auto finalize(const values<Accs...>& all, index_t n) const {
        return each([&]<std::size_t I, class Op>(const Op& op) {
            return detail::finalize(op, all.template get<I>(), n);
        });
    }

    /// What f<I>(operator I) gives, for all of them.
    IMPULSE_NO_EXEC_CHECK
    template <class F>
    IMPULSE_SHARED constexpr auto each(const F& f) const {
        return each_of(f, std::index_sequence_for<Ops...>{});
    }

  private:
    IMPULSE_NO_EXEC_CHECK
    template <class F, std::size_t... I>
    IMPULSE_SHARED constexpr auto each_of(const F& f, std::index_sequence<I...>) const {
        return detail::make_values(f.template operator()<I>(ops.template get<I>())...);
    }
};

template <class Op>
inline constexpr bool is_together = false;
template <class... Ops>
inline constexpr bool is_together<together_operator<Ops...>> = true;

/// Each operator takes in the leaf as it would alone.
IMPULSE_NO_EXEC_CHECK
template <int Length, class Acc, class All, class Items>
requires is_together<typename bare<std::remove_const_t<All>>::type>
IMPULSE_INLINE Acc fold_leaf(const joining<Acc, All>& join, const Items& item, int j, int count) {
    return join.op().each([&]<std::size_t I, class Op>(const Op& op) {
        using acc = std::decay_t<decltype(std::declval<Acc&>().template get<I>())>;
        return detail::fold_leaf<Length, acc>(joining<acc, const Op>(op, join.zero()), item, j, count);
    });
}

}  // namespace detail

/// Several values, for the initial value of `together`.
template <class... Ts>
values(Ts...) -> values<Ts...>;

/// Several operators in one pass over the items: `auto [lo, hi] = reduce(x, together(minimum{}, maximum{}))`. Each
/// result has the bits that it would have alone. The operators are called through const references; an initial value
/// is `make_values(a, b, ...)`, and may be left out where every operator has an identity.
IMPULSE_NO_EXEC_CHECK
template <class... Ops>
IMPULSE_SHARED constexpr auto together(Ops... ops) {
    return detail::together_operator<typename detail::canonical<Ops>::type...>{
        detail::make_values(detail::as_run(ops)...)};
}

/// The initial value of `together`.
using detail::make_values;

namespace detail {

template <class Ops, class Accs>
struct together_traits;
template <class... Ops, class... Accs>
struct together_traits<together_operator<Ops...>, values<Accs...>> {
    static constexpr grouping freedom = std::min({freedom_v<Ops, Accs>...});
    static constexpr bool has_identities = (has_identity<Ops, Accs> && ...);
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED static constexpr values<Accs...> identities(const together_operator<Ops...>& all) {
        return all.each([]<std::size_t I, class Op>(const Op& op) {
            using acc = std::decay_t<decltype(std::declval<values<Accs...>&>().template get<I>())>;
            return impulse::identity<Op, acc>::of(op);
        });
    }
};

}  // namespace detail

template <class... Ops, class... Accs>
struct freedom<detail::together_operator<Ops...>, values<Accs...>>
    : std::integral_constant<
          grouping, detail::together_traits<detail::together_operator<Ops...>, values<Accs...>>::freedom> {};

template <class... Ops, class... Accs>
struct identity<detail::together_operator<Ops...>, values<Accs...>> {
    using traits = detail::together_traits<detail::together_operator<Ops...>, values<Accs...>>;
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED static constexpr values<Accs...> of(
        const detail::together_operator<Ops...>& op) requires(traits::has_identities) {
        return traits::identities(op);
    }
};

}  // namespace IMPULSE_ABI
}  // namespace impulse

template <class... Ts>
struct std::tuple_size<impulse::values<Ts...>> : std::integral_constant<std::size_t, sizeof...(Ts)> {};
template <std::size_t I, class... Ts>
struct std::tuple_element<I, impulse::values<Ts...>> {
    using type = std::decay_t<decltype(std::declval<impulse::values<Ts...>&>().template get<I>())>;
};
