// SPDX-License-Identifier: Apache-2.0
/// \file
/// From a request (source, layout, initial value, operator) and a policy to a plan, and to results.
#pragma once

#include <impulse/call/checks.hpp>
#include <impulse/call/launches.hpp>
#include <impulse/config.hpp>
#include <impulse/layout/one.hpp>
#include <impulse/layout/sink.hpp>
#include <impulse/operators/together.hpp>
#include <impulse/parts/mailbox.hpp>
#include <impulse/parts/work.hpp>
#include <impulse/places.hpp>
#include <impulse/plan.hpp>
#include <impulse/planning/make_plan.hpp>
#include <impulse/policies/policy.hpp>
#include <impulse/policies/schedule.hpp>
#include <impulse/refusal.hpp>
#include <impulse/sources/source.hpp>

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// What an algorithm asks for: init ∘ x0 ∘ … ∘ xn-1 for each group of a layout. `Acc` may be given, else it is void and
/// follows from operator, initial value and items.
template <class Source, class Layout, class Init, class Op, class Acc = void>
struct request {
    Source source;
    Layout layout;
    Init init;
    Op op;
};

template <class Source, class Layout, class Init, class Op>
request(Source, Layout, Init, Op) -> request<Source, Layout, Init, Op>;

/// The same of another layout.
template <class Source, class Layout, class Init, class Op, class Acc, class Other>
request<Source, Other, Init, Op, Acc> with_layout(const request<Source, Layout, Init, Op, Acc>& r,
                                                  Other layout) {
    return {r.source, std::move(layout), r.init, r.op};
}

/// Where the number of runs is to go on the host.
template <class Keys, class Visit>
void check_count_out(const Keys& layout, const Visit& visit) {
    if constexpr (std::is_pointer_v<decltype(layout.count_out)>) {
        if (layout.count_out == nullptr)
            detail::bad_argument("count_out", "a null pointer", "a pointer to 1 item");
        visit(layout.count_out, "count_out");
    }
}

/// What the contract asks of a request; each fails where it is refused (refusal.hpp).
template <class... Call>
struct lambda_says_nothing {
    static_assert(sizeof...(Call) == 0,
                  "impulse: the host does not know what a __device__ lambda returns unless the lambda says "
                  "so: write [] __device__ (...) -> T { ... }");
};
template <class... Call>
struct operator_is_not_callable {
    static_assert(sizeof...(Call) == 0,
                  "impulse: the operator must be callable as op(init, item) with the types of the initial "
                  "value and of the (transformed) items, and return what they come to");
};
template <class... Call>
struct init_does_not_convert {
    static_assert(
        sizeof...(Call) == 0,
        "impulse: the initial value does not convert to the type in which the operator accumulates");
};
template <class... Call>
struct no_device_here {
    static_assert(sizeof...(Call) == 0,
                  "impulse: there is no device in a file that is not compiled by nvcc; compile it with nvcc, "
                  "or leave the policy on impulse::host");
};
template <class... Call>
struct no_host_here {
    static_assert(sizeof...(Call) == 0, "impulse: this file has no host; write #include <impulse/host.hpp>");
};
template <class... Call>
struct nowhere_known {
    static_assert(
        sizeof...(Call) == 0,
        "impulse: .on(...) takes impulse::host, impulse::device, a CUDA stream, or a place of which "
        "impulse::runtime is specialized");
};

template <class... Call>
struct layout_stays_on_device {
    static_assert(sizeof...(Call) == 0,
                  "impulse: a call that returns the results of a layout is the host's; on a GPU write them, "
                  "by the _into form");
};

template <class... Call>
struct results_have_no_default {
    static_assert(
        sizeof...(Call) == 0,
        "impulse: a std::vector of a layout's results needs a default constructor of them, T(); without one "
        "write them, by the _into form");
};

/// Whether a caller's function can be called with these, and what it returns made a `To`. Of a lambda that does not say what it
/// returns the host does not know.
template <class To, class F, class... Args>
consteval bool answers_by() {
    if constexpr (!detail::lambda_is_open<F>())
        return true;
    else if constexpr (std::is_invocable_v<F&, Args...>)
        return std::is_constructible_v<To, std::invoke_result_t<F&, Args...>>;
    else
        return false;
}

/// The types of a request, and why it cannot be carried out, if it cannot.
template <class Request>
struct request_types;
template <class Source, class Layout, class Init, class Op, class Given>
struct request_types<request<Source, Layout, Init, Op, Given>> {
    using item = typename Source::item_type;
    using left = std::conditional_t<std::is_same_v<Init, no_init>, item, Init>;
    using deduced = typename decltype(accumulator_of<Op, left, item>())::type;
    using accumulator = std::conditional_t<std::is_void_v<Given>, deduced, Given>;
    using init = std::conditional_t<std::is_same_v<Init, no_init>, no_init, accumulator>;
    using operator_type = decltype(as_run(std::declval<const Op&>()));
    using layout = Layout;
    using source = Source;
    using result = result_t<operator_type, accumulator>;

    static consteval auto refused() {
        if constexpr (!detail::lambda_is_open<typename bare<Op>::type>())
            return refusal<lambda_says_nothing>{};
        else if constexpr (std::is_void_v<Given> && !names_lift<Op> && !names_accumulate<Op> &&
                           !names_combine<Op> && !returns_value<Op, left, item>)
            return refusal<operator_is_not_callable>{};
        else if constexpr (!std::is_same_v<Init, no_init> && !std::is_convertible_v<Init, accumulator>)
            return refusal<init_does_not_convert>{};
        else
            return detail::refusal_of_operator<Op, accumulator, item>();
    }
};

/// Pointers to what a place keeps partial results in.
template <class Place, class Acc>
using cells_of =
    decltype(std::declval<runtime<Place>&>().template scratch<Acc>(std::declval<const plan&>()).cells());

template <class Schedule, class Types, class Place>
consteval work_kind kind_of() {
    using acc = typename Types::accumulator;
    using leaf = leaves<acc, const typename Types::source, const typename Types::operator_type,
                        in_flight_of_piece<acc, typename Types::source, typename Types::operator_type>>;
    constexpr lane_share share =
        lane_share_for(Types::source::item_bytes * leaf::length, static_cast<int>(sizeof(acc)));
    return {leaf::length,
            Types::source::item_bytes,
            static_cast<int>(sizeof(std::remove_pointer_t<cells_of<Place, acc>>)),
            leaf::shape.per_lane(),
            share,
            row_warps_for(share.sets, static_cast<int>(sizeof(cell<acc>))),
            Schedule::cuts ? most_log2_steps : most_log2_steps_uncut,
            are_mailboxes<cells_of<Place, acc>, acc>
                ? lane_keys<typename Types::layout, typename Types::source>()
                : 0,
            Schedule::cuts,
            Schedule::fetches,
            static_cast<int>(sizeof(acc)) > Types::source::item_bytes,
            2 * 32 * index_t{sizeof(cell<acc>)},
            room_bytes_of_leaves<leaf, 32>(),
            leaf::staged.items > 0,
            leaf::staged.is_wide};
}

/// Why a request cannot be carried out at a place, whose runtime must have been included.
template <class Place, class Types, class Result>
consteval auto refusal_at() {
    if constexpr (!known_place<Place> && std::is_same_v<Place, device_place>) {
        return refusal<no_device_here>{};
    } else if constexpr (!known_place<Place> && std::is_same_v<Place, host_place>) {
        return refusal<no_host_here>{};
    } else if constexpr (place_of_ranks<Place>) {
        return detail::refusal_at<typename Place::own_place, Types, Result>();
    } else if constexpr (place_of_several<Place>) {
        return shared_call<Place>::template refused<Types, Result>();
    } else if constexpr (!known_place<Place>) {
        return refusal<nowhere_known>{};
    } else if constexpr (is_refusal<decltype(Types::refused())>) {
        return Types::refused();
    } else {
        return runtime<Place>::template type_checks<typename Types::accumulator, Result>();
    }
}

/// Why a placed policy cannot carry out what a recipe made, either of which may be the refusal.
template <class Policy, class Request>
consteval auto refusal_of() {
    if constexpr (is_refusal<Policy>) {
        return Policy{};
    } else if constexpr (is_refusal<Request>) {
        return Request{};
    } else {
        using types = request_types<Request>;
        return detail::refusal_at<typename Policy::place_type, types, typename types::result>();
    }
}

template <class Types, class Schedule, class Place, class Memory, bool Checked, class Request>
plan plan_for(const policy<Schedule, Place, Memory, Checked>& how, const runtime<Place>& at,
              const Request& r) {
    detail::check_shape(how.by_hand);
    return detail::make_plan(r.layout, kind_of<Schedule, Types, Place>(), at.capacity(), how.by_hand);
}

/// The plan of a request at the policy's place.
template <class Schedule, class Place, class Memory, bool Checked, class Request>
plan plan_of(const policy<Schedule, Place, Memory, Checked>& how, const Request& r) {
    return detail::plan_for<request_types<Request>>(how, runtime<Place>(how.place, own_memory{}), r);
}

template <class Schedule, class Place, class Memory, bool Checked, class Request>
auto evaluate(const policy<Schedule, Place, Memory, Checked>& how, const Request& r);

/// Looks at what only memory tells of a layout, where a call does so.
template <class Schedule, class Place, class Memory, bool Checked, class Layout>
void check_layout(const policy<Schedule, Place, Memory, Checked>& how, const Layout& layout) {
    if constexpr ((Checked || std::is_same_v<Place, host_place>)&&checkable<Layout>) {
        const index_t n = layout.looks();
        const request look{iterator_source<fault_iterator<Layout>>{{layout}}, one{{n}}, fault{},
                           first_fault{}};
        const fault first = detail::evaluate(policy<Schedule, Place>{how.place}, look);
        if (first.at < n) layout.complain(first);
    }
}

/// visit(memory, argument) for memory of items, or of what is named, unless there is none in it; throws where it is nowhere.
template <class Visit>
auto reach_by(const Visit& visit, const char* named = nullptr) {
    return [&visit, named](const void* memory, index_t count, const char* argument) {
        if (count == 0) return;
        if (memory == nullptr && named)
            detail::bad_argument(argument, "a null pointer", detail::words{"a pointer to ", named});
        if (memory == nullptr)
            detail::bad_argument(argument, "a null pointer",
                                 detail::words{"a pointer to ", count, count == 1 ? " item" : " items"});
        visit(memory, argument);
    };
}

/// Throws unless a place reaches where a sink writes.
template <class Sink, class Visit>
void require_results(const Sink& sink, index_t results, const Visit& visit) {
    sink.memory(detail::reach_by(visit, "the result"), results);
}

/// Runs a request into a sink: its launches, in order.
template <class Types, class Schedule, class Place, class Memory, bool Checked, class Request, class Sink>
void run_into(const policy<Schedule, Place, Memory, Checked>& how, runtime<Place>& at, const Request& r,
              Sink sink) {
    using acc = typename Types::accumulator;
    const auto visit = at.visitor();
    const auto reach_items = detail::reach_by(visit);
    if (r.layout.most_items() > 0) r.source.memory("input", reach_items);
    if constexpr (requires { r.layout.memory(reach_items); }) r.layout.memory(reach_items);
    detail::require_results(sink, r.layout.most_results(), visit);
    detail::check_layout(how, r.layout);
    const plan p = detail::plan_for<Types>(how, at, r);
    if (p.results == 0 && p.search.blocks == 0) return;
    auto scratch = at.template scratch<acc>(p);
    launches<Schedule, runtime<Place>, decltype(scratch)>{at, p, scratch}.take(
        problem<acc, typename Types::source, typename Types::operator_type, typename Types::layout, Sink>{
            r.source, r.layout, detail::as_run(r.op), std::move(sink), detail::opaque_zero()});
}

/// The value sink of a request, which gives its initial value up where that cannot be copied.
template <class Types, class Request, class Out>
auto sink_of(const Request& r, Out out) {
    using given = std::remove_const_t<decltype(r.init)>;
    using init = typename Types::init;
    if constexpr (std::is_copy_constructible_v<given>)
        return value_sink<init, Out>{static_cast<init>(r.init), std::move(out)};
    else
        return value_sink<init, Out>{static_cast<init>(std::move(const_cast<given&>(r.init))),
                                     std::move(out)};
}

template <class... Call>
struct out_takes_no_result {
    static_assert(sizeof...(Call) == 0,
                  "impulse: 'out' must be a pointer or an iterator through which the result can be written, "
                  "*out = result");
};

/// Whether a result can be assigned to what an iterator refers to, or several each to its own (layout/sink.hpp).
template <class To, class Result>
inline constexpr bool assigns = [] {
    using std::get;
    return requires(To & to, Result && result) { to = std::move(result); }
    || (values_in<Result> > 0 && requires(To & to) { get<0>(to); });
}();
template <class Result>
inline constexpr bool assigns<void, Result> = false;
/// What an iterator refers to; nothing where it is none. Never defined.
template <class Out>
auto target_of(Out& to, int) -> decltype(to[std::iter_difference_t<std::remove_const_t<Out>>{}]);
template <class Out>
auto target_of(Out& to, long) -> decltype(*to);
template <class Out>
void target_of(Out& to, ...);
/// Whether it takes results of this type. Of what owns them, a std::optional say, a copy would be written: it is known by what is
/// const with it.
template <class Out, class Result>
inline constexpr bool takes_result = [] {
    using of_const = decltype(detail::target_of(std::declval<const Out&>(), 0));
    if constexpr (std::is_void_v<of_const>)
        return assigns<decltype(detail::target_of(std::declval<Out&>(), 0)), Result>;
    else
        return assigns<of_const, Result>;
}();
template <class... Outs, class... Ts>
inline constexpr bool takes_result<zipped_out<Outs...>, values<Ts...>> = (takes_result<Outs, Ts> && ...);

template <class... Call>
struct outputs_differ {
    static_assert(
        sizeof...(Call) == 0,
        "impulse: several outputs, std::tuple{a, b}, take several results, as together(f, g) gives them: "
        "as many of the one as of the other");
};

template <class... Call>
struct out_is_of_bits {
    static_assert(
        sizeof...(Call) == 0,
        "impulse: the results of a layout go to a std::vector<bool>, whose neighbours share words, and many "
        "threads write: take unsigned char");
};

template <class... Call>
struct out_has_no_items {
    static_assert(
        sizeof...(Call) == 0,
        "impulse: a layout's results are written to out[0], out[1], ...: 'out' must be a pointer or a "
        "random-access iterator");
};

template <class... Call>
struct init_is_not_copied {
    static_assert(sizeof...(Call) == 0,
                  "impulse: the initial value takes part in every result of a layout: it must be copyable");
};

/// Why results cannot be written through `Out`, if they cannot: there is one, or one for each of several results.
template <class Out, class Types>
consteval auto refusal_of_output() {
    constexpr bool has_many = Types::layout::has_many;
    if constexpr (has_many && !requires(Out to) { to[std::iter_difference_t<Out>{}]; })
        return refusal<out_has_no_items>{};
    else if constexpr (has_many && !std::is_same_v<typename Types::init, no_init> &&
                       !std::is_copy_constructible_v<typename Types::init>)
        return refusal<init_is_not_copied>{};
    else if constexpr (outputs_of<Out> != 0 && outputs_of<Out> != values_in<typename Types::result>)
        return refusal<outputs_differ>{};
    else if constexpr (!takes_result<Out, typename Types::result>)
        return refusal<out_takes_no_result>{};
    else if constexpr (has_many && is_of_bits<Out>)
        return refusal<out_is_of_bits>{};
    else
        return no_refusal{};
}

/// A place that gives a value before all that was launched for it is over.
template <class Place, class Result>
concept posts_values = std::is_copy_constructible_v<Result> && std::is_copy_assignable_v<Result> &&
    requires(runtime<Place>& at, void (&run)(letter_box<Result>)) {
    at.template posted_value<Result>(run);
};

/// Runs a request at the policy's place and writes its results through `out`. On a GPU it returns at once.
template <class Schedule, class Place, class Memory, bool Checked, class Request, class Out>
void evaluate_into(const policy<Schedule, Place, Memory, Checked>& how, const Request& r, Out out) {
    using types = request_types<Request>;
    using result = typename types::result;
    runtime<Place> at(how.place, how.memory);
    const auto run = [&](auto to) {
        detail::run_into<types>(how, at, r, detail::sink_of<types>(r, std::move(to)));
    };
    if constexpr (std::is_same_v<Out, result*> && std::is_same_v<typename types::layout, one> &&
                  posts_values<Place, result>)
        run(letter_box<result>{nullptr, out});
    else
        run(std::move(out));
}

/// Runs a request at the policy's place and returns its result, or on the host the results of a layout; blocks until they
/// are there.
template <class Schedule, class Place, class Memory, bool Checked, class Request>
auto evaluate(const policy<Schedule, Place, Memory, Checked>& how, const Request& r) {
    using types = request_types<Request>;
    using result = typename types::result;
    runtime<Place> at(how.place, how.memory);
    if constexpr (types::layout::has_many && !std::is_same_v<Place, host_place>) {
        return refusal<layout_stays_on_device>{};
    } else if constexpr (types::layout::has_many && !std::is_default_constructible_v<result>) {
        return refusal<results_have_no_default>{};
    } else if constexpr (types::layout::has_many) {
        std::vector<std::conditional_t<std::is_same_v<result, bool>, unsigned char, result>> all(
            static_cast<std::size_t>(r.layout.most_results()));
        if constexpr (is_key_runs<typename types::layout>) {
            index_t runs = 0;
            detail::check_count_out(r.layout, at.visitor());
            const auto counted = detail::with_layout(r, r.layout.into(r.layout.keys_out, &runs));
            using counted_types = request_types<std::remove_const_t<decltype(counted)>>;
            detail::run_into<counted_types>(how, at, counted, detail::sink_of<types>(r, all.data()));
            r.layout.write_count(runs);
            all.resize(static_cast<std::size_t>(runs));
        } else {
            detail::run_into<types>(how, at, r, detail::sink_of<types>(r, all.data()));
        }
        return all;
    } else {
        const auto run = [&](auto out) {
            detail::run_into<types>(how, at, r, detail::sink_of<types>(r, out));
        };
        // Other blocks may still read a count that lies in memory, or use memory that the caller gave.
        constexpr bool is_known = std::is_same_v<typename types::layout, one>;
        if constexpr (is_known && std::is_same_v<Memory, own_memory> && posts_values<Place, result>)
            return at.template posted_value<result>(run);
        else
            return at.template value<result>(run);
    }
}

// The same at a place of several members.
template <class Schedule, class Place, class Memory, bool Checked, class Request>
requires place_of_several<Place> plan plan_of(const policy<Schedule, Place, Memory, Checked>& how,
                                              const Request& r) {
    return shared_call<Place>::plan_of(how, r);
}
template <class Schedule, class Place, class Memory, bool Checked, class Request, class Out>
requires place_of_several<Place>
void evaluate_into(const policy<Schedule, Place, Memory, Checked>& how, const Request& r, Out out) {
    shared_call<Place>::evaluate_into(how, r, std::move(out));
}
template <class Schedule, class Place, class Memory, bool Checked, class Request>
requires place_of_several<Place>
auto evaluate(const policy<Schedule, Place, Memory, Checked>& how, const Request& r) {
    return shared_call<Place>::evaluate(how, r);
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
