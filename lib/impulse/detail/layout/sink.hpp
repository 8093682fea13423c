// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sinks: where results are written.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(layouts.hpp)

#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/layout/part.hpp>
#include <impulse/detail/op/initial_value.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/op/together.hpp>
#include <impulse/detail/tree/forest.hpp>
#include <impulse/error.hpp>

#include <cstdint>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace impulse::inline IMPULSE_ABI::detail {

template <class To, class... Ts, std::size_t... Index>
IMPULSE_SHARED void assign_each(To&& to, const values<Ts...>& from, std::index_sequence<Index...>) {
    using std::get;
    ((get<Index>(to) = from.template get<Index>()), ...);
}

/// Assigns a result. To the element of a zip iterator it assigns each of several values separately.
IMPULSE_NO_EXEC_CHECK
template <class To, class Result>
IMPULSE_SHARED void assign(To&& to, Result&& result) {
    if constexpr (requires { to = std::forward<Result>(result); })
        to = std::forward<Result>(result);
    else
        detail::assign_each(to, result,
                            std::make_index_sequence<std::tuple_size_v<std::remove_cvref_t<Result>>>{});
}

/// Several outputs for several values: out I takes value I.
template <class... Outs>
struct zipped_out {
    using difference_type = index_t;
    values<Outs...> outs;

    struct reference {
        const values<Outs...>& outs;
        index_t r;
        IMPULSE_NO_EXEC_CHECK
        template <class... Ts>
        requires(sizeof...(Ts) == sizeof...(Outs)) IMPULSE_SHARED void operator=(
            const values<Ts...>& from) const {
            each(from, std::index_sequence_for<Outs...>{});
        }

      private:
        IMPULSE_NO_EXEC_CHECK
        template <class... Ts, std::size_t... Index>
        IMPULSE_SHARED void each(const values<Ts...>& from, std::index_sequence<Index...>) const {
            // fault: write-outputs
            ((outs.template get<Index>()[static_cast<std::iter_difference_t<Outs>>(r)] =
                  from.template get<Index>()),
             ...);
        }
    };
    IMPULSE_SHARED reference operator[](index_t r) const { return {outs, r}; }

    void memory(const auto& visit, index_t results) const {
        const auto of_one = [&]<class Out>(const Out& out) {
            if constexpr (std::is_pointer_v<Out>) visit(static_cast<const void*>(out), results, "out");
        };
        [&]<std::size_t... Index>(std::index_sequence<Index...>) {
            (of_one(outs.template get<Index>()), ...);
        }
        (std::index_sequence_for<Outs...>{});
    }
};

/// The number of outputs of an `out`, or of values of a result, if there are several.
template <class Out>
inline constexpr int outputs_of = 0;
template <class... Outs>
inline constexpr int outputs_of<zipped_out<Outs...>> = sizeof...(Outs);
template <class Result>
inline constexpr int values_in = 0;
template <class... Ts>
inline constexpr int values_in<values<Ts...>> = sizeof...(Ts);

/// Whether adjacent results or keys share words, so that many threads cannot write them.
template <class Out>
inline constexpr bool is_of_bits = false;
template <class Out>
requires requires(Out to) { *to; }
inline constexpr bool is_of_bits<Out> =
    std::is_same_v<std::remove_cvref_t<decltype(*std::declval<Out&>())>, std::vector<bool>::reference>;
template <class... Outs>
inline constexpr bool is_of_bits<zipped_out<Outs...>> = (is_of_bits<Outs> || ...);

/// Writes result r to the position r of `to`; if `to` takes only one result, r is 0.
IMPULSE_NO_EXEC_CHECK
template <class Out, class Result>
IMPULSE_SHARED void write_at(Out to, index_t r, Result&& result) {
    if constexpr (requires { to[std::iter_difference_t<Out>{}]; })
        detail::assign(to[static_cast<std::iter_difference_t<Out>>(r)], std::forward<Result>(result));
    else
        detail::assign(*to, std::forward<Result>(result));
}

/// Writes init ∘ value to out[r], once for each result and through the operator's `finalize`. `Init` is
/// `Acc`, `if_empty<Acc>` or `no_init`.
template <class Init, class Out>
struct value_sink {
    Init init;
    Out out;

    /// One thread calls it before any result is finished.
    IMPULSE_SHARED void begin(const auto&) const {}

    /// One thread calls it once for each result. `total` has a value if `n`, the number of items, is not 0.
    IMPULSE_NO_EXEC_CHECK
    template <class Acc, class Op>
    IMPULSE_SHARED void finish(index_t r, index_t n, uninitialized<Acc>& total,
                               const op_adaptor<Acc, Op>& join) const {
        detail::write_at(out, r, result(r, n, total, join));
    }
    /// The value that finish() writes.
    IMPULSE_NO_EXEC_CHECK
    template <class Acc, class Op>
    IMPULSE_SHARED auto result(index_t r, index_t n, uninitialized<Acc>& total,
                               const op_adaptor<Acc, Op>& join) const {
        return detail::result_of(copy(init), n, total, join, r);
    }

    void memory(const auto& visit, index_t results) const {
        if constexpr (is_in_memory_at<Init>) {
            init.memory(visit, results);
            if constexpr (!is_of_each_result<Init> && std::is_pointer_v<Out>)
                check_init_stays(out, results, results);
        }
        if constexpr (std::is_pointer_v<Out>)
            visit(static_cast<const void*>(out), results, "out");
        else if constexpr (requires { out.memory(visit, results); })
            out.memory(visit, results);
    }

    /// Throws as `memory` does for a pointer, if `out` is an iterator to elements whose addresses this thread
    /// can take.
    void check_elements(index_t results) const {
        using difference = std::iter_difference_t<Out>;
        if constexpr (is_in_memory_at<Init> && !is_of_each_result<Init> && !std::is_pointer_v<Out> &&
                      outputs_of<Out> == 0) {
            if constexpr (requires(difference r) { __builtin_addressof(out[r]); })
                for (index_t r = 0; r < results; ++r)
                    check_init_stays(__builtin_addressof(out[static_cast<difference>(r)]), 1, results);
        }
    }

  private:
    /// Throws if a result would overwrite the single initial value of many results, because other results
    /// might read it afterwards.
    void check_init_stays([[maybe_unused]] auto* to, [[maybe_unused]] index_t count,
                          [[maybe_unused]] index_t results) const {
        if constexpr (std::is_pointer_v<decltype(init.at)>) {
            const auto at = reinterpret_cast<std::uintptr_t>(init.at);
            const auto begin = reinterpret_cast<std::uintptr_t>(to);
            const auto end = reinterpret_cast<std::uintptr_t>(to + count);
            // fault: init-stays
            if (results > 1 && begin < at + sizeof(*init.at) && at < end)
                detail::bad_argument({"init_from has a pointer into out, where ", results,
                                      " results are written; need an initial value elsewhere, or "
                                      "accumulate_into"});
        }
    }
    /// Copies init. If its type cannot be copied, there is only one result, and init is moved.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED static Init copy(const Init& from) {
        if constexpr (std::is_copy_constructible_v<Init>)
            return from;
        else
            return std::move(const_cast<Init&>(from));
    }
};

/// sink.finish for `count` adjacent results from `first` on, which have totals.
IMPULSE_NO_EXEC_CHECK
template <class Sink, class Acc, class Op>
IMPULSE_SHARED void finish_totals(const Sink& sink, index_t first, int count, index_t n,
                                  uninitialized<Acc>* totals, const op_adaptor<Acc, Op>& join) {
    for (int c = 0; c < count; ++c) {
        uninitialized<Acc> total(std::move(*totals[c]));  // a copy, so that no address of a node is taken
        sink.finish(first + c, n, total, join);
    }
}
/// Writes numbers through a local array, so that compilers vectorize the loop.
IMPULSE_NO_EXEC_CHECK
template <class Init, class Number, class Acc, class Op>
requires(std::is_arithmetic_v<Number> && !std::is_volatile_v<Number>) IMPULSE_SHARED
    void finish_totals(const value_sink<Init, Number*>& sink, index_t first, int count, index_t n,
                       uninitialized<Acc>* totals, const op_adaptor<Acc, Op>& join) {
    constexpr int at_once = 256;
    Number numbers[at_once];
    for (int from = 0; from < count; from += at_once) {
        const int some = count - from < at_once ? count - from : at_once;
        for (int c = 0; c < some; ++c) {
            uninitialized<Acc> total(std::move(*totals[from + c]));
            // fault: finish-some
            detail::assign(numbers[c], sink.result(first + from + c, n, total, join));
        }
        std::memcpy(sink.out + (first + from), numbers, static_cast<std::size_t>(some) * sizeof(Number));
    }
}

/// sink.finish for `count` adjacent results from `first` on, by a CPU thread. Results without items have no
/// totals, and none is read.
IMPULSE_NO_EXEC_CHECK
template <class Sink, class Acc, class Op>
IMPULSE_SHARED void finish_some(const Sink& sink, index_t first, int count, index_t n,
                                uninitialized<Acc>* totals, const op_adaptor<Acc, Op>& join) {
    if (n > 0) return detail::finish_totals(sink, first, count, n, totals, join);
    for (int c = 0; c < count; ++c) sink.finish(first + c, n, totals[c], join);
}

/// Writes the nodes of a part into its forest, from node `first` on.
template <class Acc>
struct forest_sink {
    forest<Acc>* out;
    part whole;
    int first = 0;

    IMPULSE_SHARED void begin(const auto&) const {
        out->begin = whole.first();
        out->end = out->begin + whole.count();
        out->leaf = 1 << whole.log2_leaf;
        out->keeps_items = whole.keeps_items;
    }
    IMPULSE_NO_EXEC_CHECK
    template <class Op>
    IMPULSE_SHARED void finish(index_t r, index_t, uninitialized<Acc>& total,
                               const op_adaptor<Acc, Op>&) const {
        if (first + r == 0) begin(whole);  // the thread of the first node writes the bounds
        // fault: node-of-part
        out->nodes[first + r] = uninitialized<Acc>(std::move(total));
    }
    void memory(const auto& visit, index_t) const { visit(static_cast<const void*>(out), index_t{1}, "out"); }
};

/// Writes result `r`, the value of a forest that has all its items.
template <class Acc, class Op>
void finish_forest(const auto& sink, index_t r, const forest<Acc>& whole, const Op& op) {
    auto run = detail::as_run(op);
    const op_adaptor<Acc, decltype(run)> join(run, detail::opaque_zero());
    auto total = detail::fold_nodes(whole, join);
    sink.finish(r, whole.end, total, join);
}

/// Writes values as nodes, without `finalize`.
template <class Acc>
struct node_sink {
    uninitialized<Acc>* out;

    IMPULSE_SHARED void begin(const auto&) const {}
    IMPULSE_NO_EXEC_CHECK
    template <class Op>
    IMPULSE_SHARED void finish(index_t r, index_t, uninitialized<Acc>& total,
                               const op_adaptor<Acc, Op>&) const {
        out[r] = uninitialized<Acc>(std::move(*total));
    }
    void memory(const auto&, index_t) const {}  // memory of the library
};

}  // namespace impulse::detail
