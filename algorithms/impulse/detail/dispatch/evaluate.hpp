// SPDX-License-Identifier: Apache-2.0
/// \file
/// Computes plans and results from a request (source, layout, initial value, operator) and a policy.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/dispatch/checks.hpp>
#include <impulse/detail/dispatch/launches.hpp>
#include <impulse/detail/dispatch/request.hpp>
#include <impulse/detail/layout/sink.hpp>
#include <impulse/detail/layout/whole_input.hpp>
#include <impulse/detail/op/together.hpp>
#include <impulse/detail/plan/make_plan.hpp>
#include <impulse/detail/source/iterator_source.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/place.hpp>
#include <impulse/policies/policy.hpp>

#include <type_traits>
#include <utility>
#include <vector>

namespace impulse::inline IMPULSE_ABI::detail {

template <class Policy>
using runtime_of = runtime<typename Policy::place_type>;

/// Whether one CPU thread reduces a single result alone, without a plan.
template <class Types, class Policy>
bool is_for_one_thread(const Policy& how, const typename Types::layout& layout) {
    if constexpr (!Types::layout::has_many && requires { runtime_of<Policy>::single_thread; })
        return layout.max_items() <=
                   runtime_of<Policy>::single_thread.tuned.row[0].bytes / Types::source::read_bytes &&
               how.user_shape == shape{};
    else
        return false;
}

template <class Types, class Policy>
auto plan_at(const Policy& how, const runtime_of<Policy>& at, const typename Types::layout& layout) {
    constexpr work_kind kind = kind_of<typename Policy::schedule_type, Types, typename Policy::place_type>();
    if constexpr (requires { at.single_thread; })
        if (detail::is_for_one_thread<Types>(how, layout)) {
            auto p = detail::make_plan(layout, kind, at.single_thread);
            p.tiles.single_tile = true;
            return p;
        }
    detail::check_shape(how.user_shape);
    const auto place = at.capacity();  // of a type of its own, whose constants leave out code of a plan
    using own = typename Policy::place_type;
    if constexpr (!std::is_same_v<own, host_place> && !std::is_same_v<own, device_place>)
        detail::check_tuning(place.tuned);
    return detail::make_plan(layout, kind, place, how.user_shape);
}

/// The plan of a request at the policy's place.
template <class Policy, class Request>
auto plan_of(const Policy& how, const Request& r) {
    using place = typename Policy::place_type;
    if constexpr (place_of_several<place>)
        return shared_call<place>::visit_first(how, r, [](const auto& own, const auto& part, const auto&) {
            return detail::plan_of(own, part);
        });
    else
        return detail::plan_at<request_types<Request>>(how, runtime<place>(how.place, own_memory{}),
                                                       r.layout);
}

template <class Policy, class Request>
auto evaluate(const Policy& how, const Request& r);

/// Whether an item is known to take little time, and the value does not depend on which threads reduce it.
template <class Types>
consteval bool costs_little() {
    using acc = typename Types::accumulator;
    using op = typename Types::operator_type;
    // fault: grouping-by-time
    constexpr bool is_by_tree = freedom_v<op, acc> == grouping::tree;
    constexpr bool states_none = std::is_same_v<bare_op<op>, op> && !requires { op::several; };
    return costs_alike<typename Types::source> && never_contracts<op, acc> && (is_by_tree || states_none);
}

/// Whether the calling thread reduces a single result alone because other threads sleep, and waking one would
/// take longer than it would save.
template <class Types, class Policy>
bool is_too_short_to_wake(const Policy& how, const typename Types::layout& layout) {
    if constexpr (costs_little<Types>() && requires { runtime_of<Policy>::lets_sleep(index_t{}); })
        return how.user_shape == shape{} &&
               runtime_of<Policy>::lets_sleep(layout.max_items() * Types::source::read_bytes);
    else
        return false;
}

/// Checks the contents of a layout that are in memory, if the call does so.
template <class Policy, class Layout>
void check_layout(const Policy& how, const Layout& layout) {
    using place = typename Policy::place_type;
    if constexpr ((Policy::is_checked || std::is_same_v<place, host_place>)&&checkable<Layout>) {
        const index_t n = layout.bounds_to_check();
        const request look{iterator_source<fault_iterator<Layout>>{{{layout}}}, whole_input{{n}}, fault{},
                           first_fault{}};
        const fault first = detail::evaluate(policy<typename Policy::schedule_type, place>{how.place}, look);
        if (first.at < n) layout.complain(first);
    }
}

/// Returns a function that calls visit(memory, argument) for the memory of items, or of a named object,
/// unless it is empty. It throws if the pointer is null.
auto reach_by(const auto& visit, const char* named = nullptr) {
    return [&visit, named](const void* memory, index_t count, const char* argument) {
        if (count == 0) return;
        if (memory == nullptr && named)
            detail::bad_argument({argument, " is a null pointer; need a pointer to ", named});
        if (memory == nullptr)
            detail::bad_argument({argument, " is a null pointer; need a pointer to ", {count, "item"}});
        visit(memory, argument);
    };
}

/// Counts the runs, before they are reduced.
template <class Policy, class Layout>
index_t count_runs(const Policy& how, const Layout& layout) {
    const runtime_of<Policy> at(how.place, own_memory{});
    const auto visit = at.visitor();
    layout.memory(detail::reach_by(visit));
    detail::check_count_out(layout, visit);
    if (layout.count == 0) return 0;
    const request ends{iterator_source<run_end_iterator<Layout>>{{{layout}}}, whole_input{{layout.count - 1}},
                       index_t{1}, plus{}};
    return detail::evaluate(policy<typename Policy::schedule_type, typename Policy::place_type>{how.place},
                            ends);
}

/// Throws unless a place can access the output of a sink.
void require_results(const auto& sink, index_t results, const auto& visit) {
    sink.memory(detail::reach_by(visit, "the result"), results);
}

/// Runs the launches of a problem, in the order of the plan. This is a separate function with its own copy of
/// the problem, so that a call without a plan is inlined and stays in registers.
template <class Types, class Policy, class Problem>
[[gnu::noinline]] void run_planned(Policy how, runtime_of<Policy>& at, Problem asked) {
    const auto p = detail::plan_at<Types>(how, at, asked.layout);
    // A layout by keys has a count to write even for no keys.
    if (!is_key_runs<typename Types::layout> && p.tiles.results == 0) return;
    auto scratch = at.template scratch<typename Types::accumulator>(detail::scratch_of(p));
    launches<typename Policy::schedule_type, runtime_of<Policy>, decltype(p), decltype(scratch)>{at, p,
                                                                                                 scratch}
        .take(std::move(asked));
}

/// Runs a request into a sink.
template <class Types, class Policy, class Request, class Sink>
[[gnu::always_inline]] inline void run_into(const Policy& how, runtime_of<Policy>& at, const Request& r,
                                            Sink sink) {
    using acc = typename Types::accumulator;
    using source = typename Types::source;
    using op = typename Types::operator_type;
    const auto visit = at.visitor();
    const auto reach_items = detail::reach_by(visit);
    if (r.layout.max_items() > 0) r.source.memory("input", reach_items);
    if constexpr (requires { r.layout.memory(reach_items); }) r.layout.memory(reach_items);
    detail::require_results(sink, r.layout.max_results(), visit);
    if constexpr (std::is_same_v<typename Policy::place_type, host_place> &&
                  is_in_memory_at<typename Types::init> && !is_key_runs<typename Types::layout>)
        // fault: elements-checked
        sink.check_elements(r.layout.max_results());
    detail::check_layout(how, r.layout);
    if constexpr (!Types::layout::has_many && requires { at.single_thread; }) {
        // Planning, and querying the number of threads, would take as long as a sum of some hundred items.
        const bool is_short = detail::is_for_one_thread<Types>(how, r.layout);
        if (is_short || detail::is_too_short_to_wake<Types>(how, r.layout)) {
            constexpr int bytes = in_flight_of_subtree<acc, source, op>;
            // References, because vector loads of copies would wait for the stores of single words.
            const op run = detail::as_run(r.op);
            const problem<acc, const source&, const op&, const typename Types::layout&, Sink> here{
                r.source, r.layout, run, std::move(sink), detail::opaque_zero()};
            at.launch([&](auto& thread) { detail::take_single_tile<bytes>(thread, here); }, 1, 1);
            if constexpr (requires { at.note_call(); })
                if (!is_short) at.note_call();
            return;
        }
    }
    problem<acc, source, op, typename Types::layout, Sink> asked{r.source, r.layout, detail::as_run(r.op),
                                                                 std::move(sink), detail::opaque_zero()};
    detail::run_planned<Types>(how, at, std::move(asked));
}

/// The sink of a request's value; an initial value that cannot be copied is moved into it.
template <class Types, class Request, class Out>
auto sink_of(const Request& r, Out out) {
    using given = std::remove_const_t<decltype(r.init)>;
    using passed = std::conditional_t<std::is_copy_constructible_v<given>, const given&, given&&>;
    return value_sink<typename Types::init, Out>{initial<given>::template hold<typename Types::accumulator>(
                                                     static_cast<passed>(const_cast<given&>(r.init))),
                                                 std::move(out)};
}

/// Whether a place can return a value before its launches end.
template <class Place, class Result>
concept posts_values = std::is_copy_constructible_v<Result> && std::is_copy_assignable_v<Result> &&
    requires(runtime<Place>& at, void (&run)(result_target<Result>)) {
    at.template posted_value<Result>(run);
};

/// Runs a request at the policy's place and writes its results through `out`. On a GPU it returns at once.
template <class Policy, class Request, class Out>
void evaluate_into(const Policy& how, const Request& r, Out out) {
    using types = request_types<Request>;
    using result = typename types::result;
    using place = typename Policy::place_type;
    if constexpr (place_of_several<place>) {
        shared_call<place>::evaluate_into(how, r, std::move(out));
    } else {
        runtime<place> at(how.place, how.memory);
        const auto run = [&](auto to) {
            detail::run_into<types>(how, at, r, detail::sink_of<types>(r, std::move(to)));
        };
        if constexpr (std::is_same_v<Out, result*> && std::is_same_v<typename types::layout, whole_input> &&
                      posts_values<place, result>)
            run(result_target<result>{nullptr, out});
        else
            run(std::move(out));
    }
}

/// Runs a request at the policy's place, waits, and returns the result, or on the host the results of a
/// layout.
template <class Policy, class Request>
auto evaluate(const Policy& how, const Request& r) {
    using types = request_types<Request>;
    using result = typename types::result;
    using layout = typename types::layout;
    using place = typename Policy::place_type;
    if constexpr (place_of_several<place>) {
        return shared_call<place>::evaluate(how, r);
    } else if constexpr (layout::has_many && !std::is_same_v<place, host_place>) {
        return refusal<layout_stays_on_device>{};
    } else if constexpr (layout::has_many && !std::is_default_constructible_v<result>) {
        return refusal<results_have_no_default>{};
    } else {
        runtime<place> at(how.place, how.memory);
        const auto run = [&](auto out) {
            detail::run_into<types>(how, at, r, detail::sink_of<types>(r, out));
        };
        // Other blocks may still read a count in memory, or use the caller's memory.
        if constexpr (std::is_same_v<layout, whole_input> &&
                      std::is_same_v<typename Policy::memory_type, own_memory> &&
                      posts_values<place, result>) {
            return at.template posted_value<result>(run);
        } else if constexpr (!layout::has_many) {
            return at.template value<result>(run);
        } else {
            using kept = std::conditional_t<std::is_same_v<result, bool>, unsigned char, result>;
            // Runs are counted first, so that the results get no more memory than they need.
            const auto space = [&] {
                if constexpr (is_key_runs<layout>)
                    return detail::count_runs(how, r.layout);
                else
                    return r.layout.max_results();
            };
            std::vector<kept> all(static_cast<std::size_t>(space()));
            if constexpr (is_key_runs<layout>) {
                index_t runs = 0;
                const auto counted = detail::with_layout(r, r.layout.into(r.layout.keys_out, &runs));
                using counted_types = request_types<std::remove_const_t<decltype(counted)>>;
                detail::run_into<counted_types>(how, at, counted, detail::sink_of<types>(r, all.data()));
                r.layout.write_count(runs);
            } else {
                run(all.data());
            }
            return all;
        }
    }
}

}  // namespace impulse::detail
