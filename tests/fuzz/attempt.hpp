// SPDX-License-Identifier: Apache-2.0
// One trial: it makes a call and reports what is wrong with the results.
//
// A place of a program knows where items and results are, and where a policy runs:
// - put(items, offset): a copy that begins `offset` items after a 16-byte boundary and ends where its memory
// ends; it has `data()`;
// - results<R>(n): memory for n results; `begin()` to write to; `take(m)`: the first m results, after a check
// that nothing else was written;
// - call<samples>(form, policy, write): write(then) makes the call by then(algorithm, arguments...), in any
// form that writes; if it `samples`, in the form `into` at a place that small inputs fill;
// - where(): the argument of `policy.on(...)`, for calls that return their value; where<true>(): that place;
// - `every`: the program contains one of this many combinations; `has_axes(kind)`: whether axes of that kind
// may be among them; `plants_policies`: whether it has the faulty policy.
#pragma once

#include "material.hpp"

#include <own_policy.hpp>

namespace fuzz {

/// A policy that forgets the subtrees of the first result: a planted fault, so its trials must fail.
struct forgetful_schedule : own::backwards_schedule {
    template <class Block, class Work>
    IMPULSE_SHARED static void run(Block& block, const Work& work, int launch) {
        if (launch == 1) return work.join_all(block, block.grid_rank() + 1, block.grid_size());
        own::backwards_schedule::run(block, work, launch);
    }
};

template <class Kind, class... Kinds>
inline constexpr bool is_one_of = (std::is_same_v<Kind, Kinds> || ...);
/// Whether equal groups can be taken by tiles, if they are adjacent and not too long; of segments a sample
/// tells.
template <class Kind, int Layout>
inline constexpr bool has_tiles = is_one_of<Kind, words, floats, mix, matrices> &&
                                  (Layout == batches || Layout == rows || Layout == segments);
template <class Kind, int Layout>
inline constexpr bool has_samples = has_tiles<Kind, Layout>&& Layout == segments;

inline constexpr std::tuple policies{impulse::single_block, impulse::two_pass, impulse::last_block,
                                     impulse::work_queue, impulse::policy<forgetful_schedule>{}};

/// One trial by one policy; `Layout` is the trial's.
template <class Kind, int Layout, class Place, class Policy>
struct attempt {
    using item = typename Kind::item;
    using result = result_of<Kind>;

    const trial& t;
    const material<Kind>& of;
    Place& at;
    const Policy& policy;

    complaint made() const {
        const auto x = at.put(of.x, t.offset);
        const auto y = at.put(of.y, t.seed % 5);
        if constexpr (Layout == parts)
            return in_parts(x.data());
        else
            return with_layout(first_of(x.data(), y.data()), [&](const auto& layout, std::size_t room) {
                const auto second = second_of(y.data());
                if constexpr ((Layout == one || Layout == counted) && Kind::returns) {
                    if (t.form == value)
                        return of.compare(
                            {Kind::ask(layout, second, [&](const auto& algorithm, const auto&... args) {
                                return algorithm(policy.on(at.where()), args...);
                            })});
                }
                auto out = at.template results<result>(room);
                at.template call<has_samples<Kind, Layout>>(t.form, policy, [&](const auto& then) {
                    return Kind::write(layout, second, out.begin(), then);
                });
                return of.compare(out.take(of.expected.size()));
            });
    }

    /// Whether warps take equal results by tiles, or as a sample says, by the plan.
    bool goes_by_tiles() const {
        bool tiles = false;
        if constexpr (has_tiles<Kind, Layout>)
            with_layout(of.x.data(), [&](const auto& layout, std::size_t) {
                result* const out = nullptr;
                Kind::write(layout, nullptr, out, [&](const auto& algorithm, const auto&... args) {
                    const auto how = policy.on(at.template where<has_samples<Kind, Layout>>());
                    const auto plan = algorithm.plan(how, args...);
                    if constexpr (Layout == segments)
                        tiles = t.form == into && plan.segments.samples_tiles;
                    else
                        tiles = plan.segments->tiles;
                });
                return complaint();
            });
        return tiles;
    }

  private:
    using second_item = typename Kind::second_item;

    /// An iterator to the items, or a range of them; and the second input.
    static auto first_of(const item* x, [[maybe_unused]] const second_item* y) {
        if constexpr (Kind::is_beside == beside::mask)
            return impulse::where(x, y);
        else
            return x;
    }
    auto range_of(const item* first) const { return std::span(first, of.x.size()); }
    template <class Masked>
    auto range_of(const Masked& first) const {
        return impulse::where(range_of(first.items()), std::span(first.mask(), of.x.size()));
    }
    auto second_of(const second_item* y) const {
        const arrangement& a = of.groups;
        const impulse::matrix_view matrix(y, a.extents[2], a.extents[3], of.pitch_beside(t));
        if constexpr (Kind::is_beside != beside::array)
            return y;
        else if constexpr (Layout == rows)
            return impulse::rows(matrix);
        else
            return impulse::columns(matrix);
    }

    /// Calls call(layout, number of results to make room for).
    template <class First, class Call>
    complaint with_layout(const First& first, const Call& call) const {
        const arrangement& a = of.groups;
        const auto x = range_of(first);
        const std::size_t all = of.expected.size();
        if constexpr (Layout == one) {
            return call(x, all);
        } else if constexpr (Layout == counted) {
            const auto count = at.put(a.ends, 0);
            return call(impulse::counted(x, count.data()), all);
        } else if constexpr (Layout == batches) {
            return call(impulse::batches(x, a.extents[3]), all);
        } else if constexpr (Layout == rows || Layout == columns) {
            const impulse::matrix_view matrix(first, a.extents[2], a.extents[3], a.strides[2]);
            if constexpr (Layout == rows)
                return call(impulse::rows(matrix), all);
            else
                return call(impulse::columns(matrix), all);
        } else if constexpr (Layout == axes) {
            return call(impulse::axes<1, 3>(support::array_view<const item, 4>{first, a.extents, a.strides}),
                        all);
        } else if constexpr (Layout == segments || Layout == scattered) {
            const auto begins = at.put(a.begins, 1);
            const auto ends = at.put(a.ends, 2);
            return call(impulse::segments(x, std::span(begins.data(), all), std::span(ends.data(), all)),
                        all);
        } else {
            const auto keys = at.put(a.keys, t.gap);
            auto first_keys = at.template results<offset>(of.x.size());
            auto count = at.template results<index_t>(1);
            const auto runs = impulse::by_key(std::span(keys.data(), of.x.size()), x);
            complaint wrong = call(runs.into(first_keys.begin(), count.begin()), of.x.size());
            if (wrong.empty()) wrong = compared(count.take(1), {static_cast<index_t>(all)});
            if (wrong.empty()) wrong = compared(first_keys.take(all), a.first_keys());
            return wrong;
        }
    }

    complaint in_parts(const item* first) const {
        std::vector<typename material<Kind>::part> forests;
        const auto cuts = of.cuts(t);
        for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
            forests.push_back(impulse::reduce_part<typename material<Kind>::acc>(
                policy.on(at.where()), first + cuts[i], first + cuts[i + 1], cuts[i], Kind::op()));
        return of.compare({of.joined(t, std::move(forests))});
    }
};

// ---- from numbers to types --------------------------------------------------------------------------------

/// Whether a kind has a second input for a layout.
template <class Kind, int Layout>
consteval bool goes_with() {
    constexpr bool is_matrix = Layout == rows || Layout == columns, is_array = is_matrix || Layout == axes;
    switch (Kind::is_beside) {
        case beside::vector:
            return is_array;
        case beside::array:
            return is_matrix;
        case beside::mask:
            return Layout != axes;  // an array_view of this file has no masked items
        default:
            return !is_array || !Kind::takes_two;
    }
}

/// The combinations that a program contains: some of them, because each takes compile time.
template <class Place, int KindNumber, int Layout, int Policy>
constexpr bool is_built() {
    using kind = std::tuple_element_t<KindNumber, kinds>;
    if (Layout == parts && !kind::joins) return false;
    if (!goes_with<kind, Layout>()) return false;
    if (Policy == forgetful) return Place::plants_policies && KindNumber == 0 && Layout == one;
    if (std::is_same_v<kind, unproved>) return Policy == 0 && Layout == one;
#if defined(IMPULSE_TEST_FEW_TYPES)
    constexpr int every = (std::min)(2 * Place::every, 32);  // more would leave most kinds without any
#else
    constexpr int every = Place::every;
#endif
    // A kind with few possible layouts has more of the policies.
    constexpr bool is_of_arrays = kind::is_beside == beside::vector || kind::is_beside == beside::array;
    constexpr int part = KindNumber == 0 ? every / 4 : is_of_arrays ? 4 : every;
    const auto has_share = [](int layout) { return (7 * KindNumber + 3 * layout + 5 * Policy) % part == 0; };
    // Tiles are tried at each place, by some policy.
    if (has_tiles<kind, Layout> && Policy == (KindNumber + Layout) % 4) return true;
    // A kind without parts takes the whole input instead, and one without axes rows. Otherwise some kinds
    // would have no combination.
    constexpr bool has_axes = Place::has_axes(KindNumber);
    return (has_share(Layout) && (Layout != axes || has_axes)) ||
           (Layout == one && !kind::joins && has_share(parts)) ||
           (Layout == rows && !has_axes && has_share(axes));
}

template <class Place, int Kind, int... I>
verdict attempted(const trial& t, Place& at, std::integer_sequence<int, I...>) {
    using kind = std::tuple_element_t<static_cast<std::size_t>(Kind), kinds>;
    static_assert((is_built<Place, Kind, I / policy_count, I % policy_count>() || ...),
                  "each kind is tried at each place");
    verdict found;
    const auto attempt_by = [&]<int Combination>(std::integral_constant<int, Combination>) {
        constexpr int layout = Combination / policy_count;
        constexpr int policy_number = Combination % policy_count;
        if constexpr (is_built<Place, Kind, layout, policy_number>()) {
            if (t.layout != layout || t.policy != policy_number) return;
            const material<kind> of(t);
            const auto policy = std::get<static_cast<std::size_t>(policy_number)>(policies).tune(
                {.blocks = t.blocks, .threads = static_cast<int>(t.threads), .items = t.items});
            const attempt<kind, layout, Place, decltype(policy)> one_of{t, of, at, policy};
            found = {true, one_of.made(), one_of.goes_by_tiles()};
        }
    };
    (attempt_by(std::integral_constant<int, I>{}), ...);
    return found;
}

/// A trial of a kind in [First, Last).
template <int First, int Last, class Place>
verdict attempted(const trial& t, Place& at) {
    if constexpr (First < Last) {
        if (t.kind == First)
            return attempted<Place, First>(t, at, std::make_integer_sequence<int, layouts * policy_count>{});
        return attempted<First + 1, Last>(t, at);
    } else {
        return {};
    }
}

}  // namespace fuzz
