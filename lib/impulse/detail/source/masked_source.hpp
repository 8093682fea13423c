// SPDX-License-Identifier: Apache-2.0
/// \file
/// `under_mask`: a source with a mask under its functions, which are called only with the items that take
/// part.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/op/masked.hpp>
#include <impulse/detail/source/iterator_source.hpp>
#include <impulse/detail/source/paired_source.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/source/strided.hpp>
#include <impulse/detail/source/transform_source.hpp>

#include <cstddef>
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

}  // namespace impulse::detail
