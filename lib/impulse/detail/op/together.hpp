// SPDX-License-Identifier: Apache-2.0
/// \file
/// `together`: several results in one pass.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(operators.hpp)

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/op/functors.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/op/values.hpp>

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

/// The accumulator types of several operators, each as for the operator alone; without initial values an item
/// takes their place.
template <class Ops, class Init, class Item>
struct together_accumulator;
template <class... Ops, class Init, class Item>
struct together_accumulator<values<Ops...>, Init, Item> {
    using type = values<item_accumulator<Ops, Item>...>;
};
template <class... Ops, class... Inits, class Item>
requires(sizeof...(Ops) ==
         sizeof...(Inits)) struct together_accumulator<values<Ops...>, values<Inits...>, Item> {
    using type = values<typename decltype(accumulator_of<Ops, Inits, Item>())::type...>;
};

template <std::size_t Index, class Values>
using value_at = std::decay_t<decltype(std::declval<Values&>().template get<Index>())>;

// The steps of `together` for each operator. They are not lambdas, because nvcc would warn about host types
// in lambdas.

template <class Acc, class Item>
struct lift_each {
    const Item& item;
    IMPULSE_NO_EXEC_CHECK
    template <std::size_t Index, class Op>
    IMPULSE_SHARED constexpr auto of(const Op& op) const {
        return op_adaptor<value_at<Index, Acc>, const Op>(op, 0).lift(item);
    }
};

template <class Acc, class Item>
struct accumulate_each {
    Acc& all;
    const Item& item;
    IMPULSE_NO_EXEC_CHECK
    template <std::size_t Index, class Op>
    IMPULSE_SHARED constexpr int of(const Op& op) const {
        op_adaptor<value_at<Index, Acc>, const Op>(op, 0).accumulate(all.template get<Index>(), item);
        return 0;
    }
};

template <class Acc>
struct combine_each {
    Acc& left;
    const Acc& right;
    IMPULSE_NO_EXEC_CHECK
    template <std::size_t Index, class Op>
    IMPULSE_SHARED constexpr int of(const Op& op) const {
        using acc = value_at<Index, Acc>;
        left.template get<Index>() = op_adaptor<acc, const Op>(op, 0)(std::move(left.template get<Index>()),
                                                                      acc(right.template get<Index>()));
        return 0;
    }
};

template <class Acc>
struct finalize_each {
    const Acc& all;
    index_t n;
    IMPULSE_NO_EXEC_CHECK
    template <std::size_t Index, class Op>
    IMPULSE_SHARED constexpr auto of(const Op& op) const {
        return detail::finalize(op, all.template get<Index>(), n);
    }
};

template <int Length, class Acc, class Items>
struct fold_each;

/// The identities of the operators, or their results for no items.
template <template <class, class> class Of, class Acc>
struct known_of_each {
    IMPULSE_NO_EXEC_CHECK
    template <std::size_t Index, class Op>
    IMPULSE_SHARED constexpr auto of(const Op& op) const {
        return Of<Op, value_at<Index, Acc>>::of(op);
    }
};

IMPULSE_REFUSAL(together_of_none, "impulse: the arguments are together(op, more...), one operator or more");

/// Several operators, each with its own accumulator.
template <class... Ops>
struct together_operator {
    static constexpr int leaf = detail::greatest(1, leaf_of<Ops, void>::value...);
    static constexpr bool several = true;
    static constexpr bool reads_leaves = (detail::reads_leaves<Ops> || ...);

    template <class Init, class Item>
    using accumulator = typename together_accumulator<values<Ops...>, Init, Item>::type;

    values<Ops...> ops;

    /// Calls visit(accumulator I, operator I) in device code, for all operators. Never run.
    template <class Visit, class... Accs>
    IMPULSE_DEVICE void check_device_each(const Visit& visit, const values<Accs...>& all) const {
        const auto each_of_them = [&]<std::size_t... Index>(std::index_sequence<Index...>) {
            (visit(all.template get<Index>(), ops.template get<Index>()), ...);
        };
        each_of_them(std::index_sequence_for<Ops...>{});
    }

    IMPULSE_NO_EXEC_CHECK
    template <class Acc, class Item>
    IMPULSE_SHARED constexpr Acc lift_as(const Item& item) const {
        return each(lift_each<Acc, Item>{item});
    }
    IMPULSE_NO_EXEC_CHECK
    template <class Item>
    IMPULSE_SHARED constexpr auto lift(const Item& item) const {
        return lift_as<accumulator<Item, Item>>(item);
    }
    IMPULSE_NO_EXEC_CHECK
    template <class... Accs, class Item>
    IMPULSE_SHARED constexpr void accumulate(values<Accs...>& all, const Item& item) const {
        each(accumulate_each<values<Accs...>, Item>{all, item});
    }
    IMPULSE_NO_EXEC_CHECK
    template <class... Accs>
    IMPULSE_SHARED constexpr void combine(values<Accs...>& left, const values<Accs...>& right) const {
        each(combine_each<values<Accs...>>{left, right});
    }
    IMPULSE_NO_EXEC_CHECK
    template <class... Accs>
    IMPULSE_SHARED constexpr auto finalize(const values<Accs...>& all, index_t n) const {
        return each(finalize_each<values<Accs...>>{all, n});
    }

    /// The results of f.of<I>(operator I), for all operators.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED constexpr auto each(const auto& f) const {
        return each_of(f, std::index_sequence_for<Ops...>{});
    }

  private:
    IMPULSE_NO_EXEC_CHECK
    template <class Function, std::size_t... Index>
    IMPULSE_SHARED constexpr auto each_of(const Function& f, std::index_sequence<Index...>) const {
        return detail::make_values(f.template of<Index>(ops.template get<Index>())...);
    }
};

/// The items of a leaf that a function of the caller computes; the function is called once for each item.
template <class Item, int Length>
class items_once : uncopied {
  public:
    /// Reads at least one item. A do loop, because g++ 13 warns about the first item if the loop may be
    /// empty.
    void read(const auto& item, int j, int count) {
        do {
            ::new (static_cast<void*>(items() + count_)) Item(item(j + count_));
            ++count_;
        } while (count_ < count);
    }
    ~items_once() {
        for (int i = 0; i < count_; ++i) items()[i].~Item();
    }
    const Item& operator()(int i) const { return reinterpret_cast<const Item*>(bytes_)[i]; }

  private:
    Item* items() { return reinterpret_cast<Item*>(bytes_); }
    alignas(Item) unsigned char bytes_[Length * sizeof(Item)];
    int count_ = 0;
};

/// Whether to store the items for the other operators: not if they are in memory already, nor if they are too
/// large for the stack.
template <class Items, int Length>
inline constexpr bool keeps_made_items = !std::is_reference_v<decltype(std::declval<const Items&>()(0))> &&
                                         Length * sizeof(decltype(std::declval<const Items&>()(0))) <= 65536;

/// Each operator accumulates the leaf as it would alone. This also holds within a wrapper.
IMPULSE_NO_EXEC_CHECK
template <int Length, class Acc, class All, class Items>
requires(All::several) IMPULSE_INLINE Acc
    fold_leaf(const op_adaptor<Acc, All>& join, const Items& item, int j, int count) {
#if !defined(__CUDA_ARCH__)
    // fault: items-made-once
    if constexpr (keeps_made_items<Items, Length>) {
        items_once<std::decay_t<decltype(item(j))>, Length> made;
        made.read(item, j, count);
        return join.op().each(fold_each<Length, Acc, decltype(made)>{made, 0, count, join.zero()});
    }
#endif
    return join.op().each(fold_each<Length, Acc, Items>{item, j, count, join.zero()});
}

template <int Length, class Acc, class Items>
struct fold_each {
    const Items& item;
    int j;
    int count;
    std::uint32_t zero;
    IMPULSE_NO_EXEC_CHECK
    template <std::size_t Index, class Op>
    IMPULSE_INLINE auto of(const Op& op) const {
        using acc = value_at<Index, Acc>;
        return detail::fold_leaf<Length, acc>(op_adaptor<acc, const Op>(op, zero), item, j, count);
    }
};

}  // namespace detail

/// Several values, for the initial value of `together`.
template <class... Ts>
values(Ts...) -> values<Ts...>;

/// Applies several operators in one pass over the items: `auto [lo, hi] = reduce(x, together(minimum{},
/// maximum{}))`. Each result has the same bits as if its operator were called alone. An initial value is
/// `make_values(a, b, ...)`; it is optional if every operator has an identity.
///
/// Requires: operators that can be called through const references.
/// Complexity: constant; a reduction applies each operator to every item.
/// Memory: a copy of each operator; an accumulator contains one accumulator for each operator.
/// Throws: what copying the operators throws.
IMPULSE_NO_EXEC_CHECK
template <class... Ops>
IMPULSE_SHARED constexpr auto together(Ops... ops) {
    if constexpr (sizeof...(Ops) == 0) {
        static_cast<void>(detail::refusal<detail::together_of_none>::template say<values<Ops...>>());
        return plus{};  // any operator, so that the following code compiles
    } else {
        return detail::together_operator<decltype(detail::as_run(ops))...>{
            detail::make_values(detail::as_run(ops)...)};
    }
}

/// Makes the initial value of `together`: several values as one `values`.
///
/// Requires: values that can be moved.
/// Complexity: constant.
/// Memory: the values.
/// Throws: what moving the values throws.
using detail::make_values;

namespace detail {
template <class... Ops>
inline constexpr bool has_own_members<together_operator<Ops...>> = true;
template <class... Ops, class Item>
inline constexpr bool takes_runs<together_operator<Ops...>, Item> =
    sizeof(Item) > 2 ||
    (takes_runs<Ops, Item> || ...);  // extremes and sums of smaller items take whole words
template <class... Ops>
inline constexpr bool changes_leaf<together_operator<Ops...>> = (changes_leaf<Ops> || ...);
template <class... Ops>
inline constexpr std::size_t elements_by<together_operator<Ops...>> = sizeof...(Ops);
template <class... Ops, class... Accs>
inline constexpr bool never_contracts<together_operator<Ops...>, values<Accs...>> =
    (never_contracts<Ops, Accs> && ...);
}  // namespace detail

template <class... Ops, class... Accs>
struct freedom<detail::together_operator<Ops...>, values<Accs...>>
    : std::integral_constant<grouping, detail::least(freedom_v<Ops, Accs>...)> {};

template <class... Ops, class... Accs>
struct identity<detail::together_operator<Ops...>, values<Accs...>> {
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED static constexpr values<Accs...> of(const detail::together_operator<Ops...>& op) requires(
        (has_identity<Ops, Accs> && ...)) {
        return op.each(detail::known_of_each<impulse::identity, values<Accs...>>{});
    }
};
template <class... Ops, class... Accs>
struct empty_value<detail::together_operator<Ops...>, values<Accs...>> {
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED static constexpr values<Accs...> of(const detail::together_operator<Ops...>& op) requires(
        (detail::has_empty_value<Ops, Accs> && ...)) {
        return op.each(detail::known_of_each<impulse::empty_value, values<Accs...>>{});
    }
};

}  // namespace impulse
