// SPDX-License-Identifier: Apache-2.0
/// \file
/// `where` in a call: the request that leaves out the items that the mask does, and its source, with the mask
/// under its functions, which are called only with the items that take part.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/dispatch/request.hpp>
#include <impulse/detail/frontend/input.hpp>
#include <impulse/detail/frontend/make_source.hpp>
#include <impulse/detail/frontend/projected.hpp>
#include <impulse/detail/op/masked.hpp>
#include <impulse/detail/op/together.hpp>
#include <impulse/detail/source/iterator_source.hpp>
#include <impulse/detail/source/paired_source.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/source/strided.hpp>
#include <impulse/detail/source/transform_source.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

template <>
inline constexpr const char* name_of_second<put_under_mask> = "mask";

/// The same functions over the items of a source under `mask`, a source of flags at the same indices. If
/// there are several sources, the mask is for the first. The primary template is for the source of the items
/// themselves.
template <class Source>
struct source_under_mask {
    template <class Mask>
    static auto of(const Source& items, const Mask& mask) {
        return zipped_source<put_under_mask, Source, Mask>{detail::make_values(items, mask),
                                                           {{}, detail::opaque_zero()}};
    }
};
template <class Source, class Mask>
auto under_mask(const Source& items, const Mask& mask) {
    return source_under_mask<Source>::of(items, mask);
}
template <class Function>
using under_mask_function = masked_function<transform<Function>>;

template <class Source, class Function, class... Index>
struct source_under_mask<transform_source<Source, Function, Index...>> {
    static auto of(const transform_source<Source, Function, Index...>& items, const auto& mask) {
        auto source = detail::under_mask(items.source, mask);
        return transform_source<decltype(source), under_mask_function<Function>, Index...>{
            std::move(source), {{items.f}, items.f.zero}};
    }
};
template <class Source, class Second, class Function>
struct source_under_mask<paired_source<Source, Second, Function>> {
    static auto of(const paired_source<Source, Second, Function>& items, const auto& mask) {
        auto source = detail::under_mask(items.source, mask);
        const auto& pair = items.f.f;
        const std::uint32_t zero = items.f.zero;
        using function = under_mask_function<Function>;
        return paired_source<decltype(source), Second, function>{
            {std::move(source), {{pair.second, function({pair.f, zero})}, zero}}};
    }
};
template <class Function, class First, class... Others>
struct source_under_mask<zipped_source<Function, First, Others...>> {
    static auto of(const zipped_source<Function, First, Others...>& items, const auto& mask) {
        return of(items, mask, std::index_sequence_for<Others...>{});
    }

  private:
    template <class Mask, std::size_t... Index>
    static auto of(const zipped_source<Function, First, Others...>& items, const Mask& mask,
                   std::index_sequence<Index...>) {
        auto first = detail::under_mask(items.sources.template get<0>(), mask);
        return zipped_source<under_mask_function<Function>, decltype(first), Others...>{
            detail::make_values(std::move(first), items.sources.template get<Index + 1>()...),
            {{items.f}, items.f.zero}};
    }
};
template <class Source, int Max>
struct source_under_mask<strided_source<Source, Max>> {
    static auto of(const strided_source<Source, Max>& items, const auto& mask) {
        return strided_source(detail::under_mask(items.source, mask), items.along);
    }
};

/// Whether `Op` is a functor of the library with a known identity, which is also the result for no items.
/// Then the identity can take empty places, and no flag for empty places is needed.
template <class Op, class Acc, class Init>
consteval bool identity_fills() {
    using functor = bare_op<Op>;
    if constexpr (library_functor<functor> && std::is_void_v<typename given_identity<Op>::type>) {
        constexpr bool has_signed_zero = floating<Acc> || complex_like<Acc>;
        return has_neutral<Acc, functor>() &&
               (initial<Init>::takes_part ||
                (std::is_same_v<Init, if_empty<Acc>> && !(std::is_same_v<functor, plus> && has_signed_zero)));
    } else {
        return false;
    }
}

IMPULSE_REFUSAL(mask_needs_identity,
                "impulse: accumulate_into(where(x, mask), out, op) needs an operator of the library whose "
                "identity is known, as plus{}; for others join the result of reduce_first_into to out");

/// An operator on the items that take part, with the initial value of the call.
template <class Item, class Acc, class Op, class Init>
auto op_under_mask(const Op& op, const Init& init) {
    return masked_operator<Op, Acc, Init, Item>(op, init, detail::opaque_zero());
}
template <class Item, class Acc, class... Ops, class Init, std::size_t... Index>
auto each_under_mask(const together_operator<Ops...>& all, const Init& inits, std::index_sequence<Index...>) {
    return impulse::together(detail::op_under_mask<Item, value_at<Index, Acc>>(
        all.ops.template get<Index>(), inits.template get<Index>())...);
}
template <class Item, class Acc, class... Ops, class... Inits>
auto op_under_mask(const together_operator<Ops...>& all, const values<Inits...>& inits) {
    return detail::each_under_mask<Item, Acc>(all, inits, std::index_sequence_for<Ops...>{});
}
template <class Item, class Acc, class... Ops, class... Inits>
auto op_under_mask(const together_operator<Ops...>& all, const if_empty<values<Inits...>>& none) {
    const auto each = [&]<std::size_t... Index>(std::index_sequence<Index...> indices) {
        return detail::each_under_mask<Item, Acc>(
            all, detail::make_values(if_empty<Inits>{none.value.template get<Index>()}...), indices);
    };
    return each(std::index_sequence_for<Ops...>{});
}

/// The request of a recipe for items under a mask; or its refusal.
template <class Request, class Mask>
auto request_under_mask(const Request& r, const Mask& mask) {
    if constexpr (is_refusal<Request>) {
        return r;
    } else {
        using types = request_types<Request>;
        using given = std::remove_const_t<decltype(r.init)>;
        using refused = decltype(types::refused());
        if constexpr (is_refusal<refused>) {
            return refused{};
        } else if constexpr (std::is_same_v<given, never_empty>) {
            return refusal<identity_is_not_known>{};  // all items of a run may be left out
        } else if constexpr (!std::is_copy_constructible_v<given>) {
            return refusal<init_is_not_copied>{};
        } else {
            using acc = typename types::accumulator;
            using item = typename types::item;
            using op_type = typename types::operator_type;
            auto source = detail::under_mask(r.source, mask);
            if constexpr (identity_fills<op_type, acc, given>()) {
                using filled = transform_source<decltype(source), value_or<acc>>;
                return request{
                    filled{std::move(source), {{{}, identity<op_type, acc>::of(detail::as_run(r.op))}, 0}},
                    r.layout, r.init, r.op};
            } else if constexpr (is_of_each_result<given>) {
                return refusal<mask_needs_identity>{};
            } else {
                auto init = initial<given>::template hold<acc>(r.init);
                auto op = detail::op_under_mask<item, acc>(detail::as_run(r.op), init);
                using all = item_accumulator<decltype(op), masked<item>>;
                return request{std::move(source), r.layout,
                               if_empty<all>{identity<decltype(op), all>::of(op)}, op};
            }
        }
    }
}

/// See algorithm.hpp.
template <class It, class Mask, class Layout>
auto without_mask(const input<where_iterator<It, Mask>, Layout>& in) {
    return input<It, Layout>{in.first.items(), in.layout};
}
template <class It, class Mask, class Layout, class Request>
auto with_mask(const input<where_iterator<It, Mask>, Layout>& in, Request&& r) {
    return detail::request_under_mask(r, make_source_of<whole_input>{{}, in.extent()}.of(in.first.mask()));
}

}  // namespace impulse::detail
