// SPDX-License-Identifier: Apache-2.0
/// \file
/// `make_layout`: makes a layout over ranges, and stores ranges whose iterators would dangle after the call
/// that makes it.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(layouts.hpp)

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/stored.hpp>
#include <impulse/detail/frontend/input.hpp>
#include <impulse/detail/frontend/systems.hpp>

#include <tuple>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

IMPULSE_REFUSAL(
    layout_keeps_its_items,
    "impulse: this layout holds a temporary container, or a view whose iterators refer to it, which may "
    "be gone when the GPU reads it; give the container a name, or use a std::span or iterators");
IMPULSE_REFUSAL(layout_is_not_copied,
                "impulse: this layout owns a container, so that it can be moved but not copied: "
                "std::move(layout).into(keys_out, count_out), or give the container a name");

/// Makes the same layout of runs of equal keys, with outputs.
template <class Make, class Keys, class Count>
struct make_with_outputs {
    Make make;
    Keys keys_out;
    Count count_out;
    template <class... Inputs>
    auto operator()(const Inputs&... inputs) const {
        return make(inputs...).into(keys_out, count_out);
    }
};

/// A layout together with its ranges. Each call makes the layout from them by `make(inputs...)`. The ranges
/// move with it, and their iterators are valid during a call.
template <class Make, class... Params>
class stored_layout {
    using ranges = std::tuple<stored<Params>...>;
    using made =
        std::invoke_result_t<const Make&,
                             decltype(detail::to_input(std::declval<const stored<Params>&>().get()))...>;

  public:
    /// Whether calls have many results.
    static constexpr bool has_many = decltype(std::declval<made&>().layout)::has_many;

    stored_layout(Make make, ranges kept) : make_(std::move(make)), ranges_(std::move(kept)) {}

    /// The input for a call at the place of a policy.
    template <class Policy>
    auto input_for(const Policy&) const {
        if constexpr (detail::runs_on_gpu<Policy, typename made::iterator>() &&
                      !(outlives_call<Params> && ...))
            return refusal<layout_keeps_its_items>{};
        else
            return made_now();
    }

    /// For runs of equal keys: see `input::into`.
    template <class Keys, class Count>
    auto into(Keys keys_out, Count count_out) const& requires requires(const made& all) {
        all.into(keys_out, count_out);
    }
    {
        if constexpr (std::is_copy_constructible_v<ranges>)
            return stored_layout(*this).into_outputs(std::move(keys_out), std::move(count_out));
        else
            return refusal<layout_is_not_copied>::say<stored_layout, Keys, Count>();
    }
    template <class Keys, class Count>
        auto into(Keys keys_out, Count count_out) && requires requires(const made& all) {
        all.into(keys_out, count_out);
    }
    { return into_outputs(std::move(keys_out), std::move(count_out)); }

  private:
    made made_now() const {
        return std::apply([&](const auto&... each) { return make_(detail::to_input(each.get())...); },
                          ranges_);
    }
    template <class Keys, class Count>
    auto into_outputs(Keys keys_out, Count count_out) {
        using with = decltype(std::declval<const made&>().into(keys_out, count_out));
        if constexpr (is_refusal<with>)
            return with{};
        else
            return stored_layout<make_with_outputs<Make, Keys, Count>, Params...>(
                {std::move(make_), std::move(keys_out), std::move(count_out)}, std::move(ranges_));
    }

    Make make_;
    ranges ranges_;
};

/// A range from which a layout may be made. A list in braces is not one, because it ends with the call and
/// cannot be moved.
template <class Param>
concept layout_range = input_range<std::remove_reference_t<Param>> && !is_list_in_braces<Param>;

/// The layout that `make` makes from the inputs for some ranges; it stores the ranges if iterators alone
/// would dangle. Errors in the ranges throw at once.
template <class Make, class... Params>
auto make_layout(Make make, Params&&... ranges) {
    using made = decltype(make(detail::to_input(ranges)...));
    if constexpr ((outlives_call<Params&&> && ...) || is_refusal<made>) {
        return make(detail::to_input(ranges)...);
    } else {
        static_cast<void>(make(detail::to_input(ranges)...));
        return stored_layout<Make, Params&&...>(
            std::move(make),
            std::tuple<stored<Params&&>...>(stored<Params&&>(std::forward<Params>(ranges))...));
    }
}

}  // namespace impulse::detail
