// SPDX-License-Identifier: Apache-2.0
/// \file
/// The forms of a call sorted out: policy, input, the rest; and why its arguments make no call, if they
/// do not.
#pragma once
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/reduce.hpp>"
#include <impulse: this header is internal>
#endif

#include <impulse/config.hpp>
#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/distributed/on_ranks.hpp>
#include <impulse/detail/frontend/arrays.hpp>
#include <impulse/detail/frontend/input.hpp>
#include <impulse/detail/frontend/lifetimes.hpp>
#include <impulse/detail/frontend/systems.hpp>
#include <impulse/policies/last_block.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// What the contract asks of the arguments of a call; each fails where it is refused (refusal.hpp).
template <class... Call>
struct input_is_none {
    static_assert(
        sizeof...(Call) == 0,
        "impulse: expected an execution policy of impulse (single_block, two_pass, last_block, work_queue, "
        "automatic), a random-access range of known length, a layout, or two random-access iterators");
};
template <class... Call>
struct iterators_have_no_difference {
    static_assert(sizeof...(Call) == 0,
                  "impulse: the two iterators of a range must have a difference (last - first)");
};
template <class... Call>
struct second_input_is_none {
    static_assert(sizeof...(Call) == 0,
                  "impulse: the second input must be a random-access range or a random-access iterator");
};
template <class... Call>
struct array_has_second_input {
    static_assert(
        sizeof...(Call) == 0,
        "impulse: a second input goes with a range, batches or segments, not with the groups of an array");
};
template <class... Call>
struct out_is_missing {
    static_assert(sizeof...(Call) == 0,
                  "impulse: an _into form writes its result to 'out', which comes after the inputs");
};
template <class... Call>
struct out_is_a_range {
    static_assert(sizeof...(Call) == 0,
                  "impulse: 'out' says where results are written, by a pointer or an iterator: out.data() or "
                  "out.begin()");
};
template <class... Call>
struct position_in_temporary {
    static_assert(sizeof...(Call) == 0,
                  "impulse: a position in a temporary range would point into nothing; give the range a name");
};

template <class... Call>
struct range_has_no_end {
    static_assert(sizeof...(Call) == 0,
                  "impulse: this range has no end; say how many of its items: range | std::views::take(n)");
};
template <class... Call>
struct range_is_not_measured {
    static_assert(
        sizeof...(Call) == 0,
        "impulse: this range does not know its length, and the host cannot count items of a GPU; give a "
        "range of known length, or two iterators");
};
template <class... Call>
struct range_is_not_random_access {
    static_assert(
        sizeof...(Call) == 0,
        "impulse: the items of this range cannot be reached by their number (it is not random-access): copy "
        "them into a std::vector; where a filter leaves some out, give all of them to transform_reduce, and "
        "make the operator's identity of those");
};
template <class... Call>
struct memory_is_volatile {
    static_assert(
        sizeof...(Call) == 0,
        "impulse: a pointer to volatile items is neither read nor written: the number and the order of its "
        "accesses are not the library's to promise; give a pointer without volatile");
};
template <class... Call>
struct list_is_on_host {
    static_assert(sizeof...(Call) == 0,
                  "impulse: a list of items lies on the host, where a GPU does not reach it");
};

/// Whether a parameter is a list of the call, or holds items of its own: what was written to it would be
/// lost.
template <class Param>
inline constexpr bool is_list =
    std::is_array_v<std::remove_reference_t<Param>> && !std::is_lvalue_reference_v<Param>;
template <class Param>
inline constexpr bool owns_items =
    std::is_array_v<std::remove_reference_t<Param>>
        ? is_list<Param>
        : std::ranges::range<std::remove_cvref_t<Param>> && !std::ranges::view<std::remove_cvref_t<Param>>;

/// What a call returns; of one that is refused, the sentence that says why.
template <class... Args, class Call>
auto answer(const Call& call) {
    if constexpr (is_refusal<decltype(call())>)
        return decltype(call())::template say<Args...>();
    else
        return call();
}

template <class Range>
auto to_input(Range& range) {
    const auto first = std::ranges::begin(range);
    const auto count = static_cast<index_t>(std::ranges::end(range) - first);
    detail::check_count(count);
    return input<std::remove_const_t<decltype(first)>>{first, {{count}}};
}

/// A second input, of which there are enough.
template <class Input>
Input checked_second(Input in, index_t count) {
    if (in.count() < count)
        detail::bad_argument("second input", detail::words{"a range of ", in.count(), " items"},
                             detail::words{"at least as many as the first input has, ", count});
    in.layout.count.most = count;
    return in;
}

/// The same of a range that must be walked to know its length, by a call that a policy places on the host.
template <class Policy, class Range>
auto to_measured_input([[maybe_unused]] const Policy& how, Range& range) {
    using it = std::ranges::iterator_t<Range>;
    if constexpr (is_endless<std::remove_const_t<Range>>) {
        return refusal<range_has_no_end>{};
    } else if constexpr (detail::is_on_device<decltype(detail::placed<it>(how))>()) {
        return refusal<range_is_not_measured>{};
    } else {
        const auto first = std::ranges::begin(range);
        return input<it>{first, {{detail::measure(first, std::ranges::end(range))}}};
    }
}

/// The second of two inputs: as long as the first; a range may be longer, but not shorter.
template <class Policy, class Second>
auto to_second_input(const Policy& how, Second& second, index_t count) {
    if constexpr (unmeasured_range<Second>) {
        if constexpr (is_endless<std::remove_const_t<Second>>) {
            return input<std::ranges::iterator_t<Second>>{std::ranges::begin(second), {{count}}};
        } else {
            auto in = detail::to_measured_input(how, second);
            if constexpr (is_refusal<decltype(in)>)
                return in;
            else
                return detail::checked_second(in, count);
        }
    } else if constexpr (input_range<Second>) {
        return detail::checked_second(detail::to_input(second), count);
    } else if constexpr (input_iterator<Second>) {
        return input<Second>{second, {{count}}};
    } else {
        return refusal<second_input_is_none>{};
    }
}

template <class Recipe, int Rest>
consteval int inputs_of() {
    if constexpr (requires { Recipe::inputs(Rest); })
        return Recipe::inputs(Rest);
    else
        return 1;
}

template <class First>
concept at_ranks = execution_policy<First> && place_of_ranks<typename std::remove_cvref_t<First>::place_type>;

/// Sorts out the arguments of a call and hands them on as `then(policy, input, the other arguments...)`.
template <class Form>
struct call_forms {
    template <class... Args>
    auto operator()(Args&&... args) const {
        return form().call(std::forward<Args>(args)...);
    }

    // Lists, as arrays whose items end with the call: alone or after a policy, both inputs or the second.
    template <class Type, std::size_t Count, class... Rest>
    auto operator()(Type (&&x)[Count], Rest&&... rest) const {
        return form().call(std::move(x), std::forward<Rest>(rest)...);
    }
    template <class First, class Type, std::size_t Count, class... Rest>
    auto operator()(First&& first, Type (&&x)[Count], Rest&&... rest) const {
        return form().call(std::forward<First>(first), std::move(x), std::forward<Rest>(rest)...);
    }
    template <class First, class Second, class Type, std::size_t Count, class... Rest>
    auto operator()(First&& first, Second&& second, Type (&&x)[Count], Rest&&... rest) const {
        return form().call(std::forward<First>(first), std::forward<Second>(second), std::move(x),
                           std::forward<Rest>(rest)...);
    }
    template <class Type, std::size_t Count, class Other, std::size_t OtherCount, class... Rest>
    auto operator()(Type (&&x)[Count], Other (&&y)[OtherCount], Rest&&... rest) const {
        return form().call(std::move(x), std::move(y), std::forward<Rest>(rest)...);
    }
    template <class First, class Type, std::size_t Count, class Other, std::size_t OtherCount, class... Rest>
    auto operator()(First&& first, Type (&&x)[Count], Other (&&y)[OtherCount], Rest&&... rest) const {
        return form().call(std::forward<First>(first), std::move(x), std::move(y),
                           std::forward<Rest>(rest)...);
    }

    template <class Then, class First, class... Rest>
    static auto sorted(const Then& then, First&& first, Rest&&... rest) {
        if constexpr (execution_policy<First>)
            return with_policy(then, first, std::forward<Rest>(rest)...);
        else
            return with_policy(then, automatic, std::forward<First>(first), std::forward<Rest>(rest)...);
    }

    template <class Then>
    static auto sorted(const Then&) {
        return refusal<input_is_none>{};
    }

    /// The same of a call that computes: at a place of ranks it is one exchange, in which this rank takes
    /// part whatever it throws.
    template <class Then, class First, class... Rest>
    static auto carried_out(const Then& then, First&& first, Rest&&... rest) {
        if constexpr (at_ranks<First>) {
            typename std::remove_cvref_t<First>::place_type::exchange_type exchange(first.place);
            try {
                return sorted(then, first.on(first.place.in(exchange)), std::forward<Rest>(rest)...);
            } catch (...) {
                exchange.abort_collective();
            }
        } else {
            return sorted(then, std::forward<First>(first), std::forward<Rest>(rest)...);
        }
    }
    template <class Then>
    static auto carried_out(const Then& then) {
        return sorted(then);
    }

  private:
    const Form& form() const { return static_cast<const Form&>(*this); }

    template <class Then, class Policy>
    static auto with_policy(const Then&, const Policy&) {
        return refusal<input_is_none>{};
    }
    template <class Then, class Policy, class First, class... Rest>
    static auto with_policy(const Then& then, const Policy& how, First&& first, Rest&&... rest) {
        if constexpr (is_refusal<std::remove_cvref_t<First>>) {  // of what should have made an input
            return std::remove_cvref_t<First>{};
        } else if constexpr (is_input<std::remove_cvref_t<First>>) {
            return then(how, first, std::forward<Rest>(rest)...);
        } else if constexpr (is_array_groups<std::remove_cvref_t<First>>) {
            if constexpr (Form::template takes_two<sizeof...(Rest)>) {
                return refusal<array_has_second_input>{};
            } else {
                if (first.are_runs()) return then(how, first.runs(), std::forward<Rest>(rest)...);
                return then(how, first.apart(), std::forward<Rest>(rest)...);
            }
        } else if constexpr (requires { first.input_for(how); }) {
            if constexpr (Form::returns_position && ends_with_its_positions<First&&>)
                return refusal<position_in_temporary>{};
            else
                return with_policy(then, how, first.input_for(how), std::forward<Rest>(rest)...);
        } else if constexpr (begins_a_pair<Form, First&&, Rest&&...>) {
            return from_pair(then, how, std::decay_t<First>(first), std::forward<Rest>(rest)...);
        } else if constexpr (input_range<std::remove_reference_t<First>> ||
                             unmeasured_range<std::remove_reference_t<First>>) {
            return from_range(then, how, std::forward<First>(first), std::forward<Rest>(rest)...);
        } else if constexpr (input_iterator<std::decay_t<First>>) {
            return from_pair(then, how, std::decay_t<First>(first), std::forward<Rest>(rest)...);
        } else if constexpr (std::ranges::range<First>) {
            return refusal<range_is_not_random_access>{};
        } else {
            return refusal<input_is_none>{};
        }
    }
    template <class Then, class Policy, class Range, class... Rest>
    static auto from_range(const Then& then, const Policy& how, Range&& range, Rest&&... rest) {
        if constexpr (Form::returns_position && ends_with_call<Range&&>) {
            return refusal<position_in_temporary>{};
        } else if constexpr (is_list<Range&&> && detail::is_on_device<Policy>()) {
            return refusal<list_is_on_host>{};
        } else if constexpr (returns_at_once<Form> && detail::ends_too_early<Policy, Range&&>()) {
            return refusal<temporary_ends_too_early>{};
        } else if constexpr (input_range<std::remove_reference_t<Range>>) {
            return then(how, detail::to_input(range), std::forward<Rest>(rest)...);
        } else {
            const auto in = detail::to_measured_input(how, range);
            if constexpr (is_refusal<std::remove_const_t<decltype(in)>>)
                return in;
            else
                return then(how, in, std::forward<Rest>(rest)...);
        }
    }
    template <class Then, class Policy, class It>
    static auto from_pair(const Then&, const Policy&, It) {
        return refusal<input_is_none>{};
    }
    template <class Then, class Policy, class It, class Last, class... Rest>
    static auto from_pair(const Then& then, const Policy& how, It first, Last&& last, Rest&&... rest) {
        if constexpr (requires { static_cast<index_t>(last - first); }) {
            const auto count = static_cast<index_t>(last - first);
            detail::check_count(count);
            return then(how, input<It>{first, {{count}}}, std::forward<Rest>(rest)...);
        } else {
            return refusal<iterators_have_no_difference>{};
        }
    }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
