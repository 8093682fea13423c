// SPDX-License-Identifier: Apache-2.0
/// \file
/// Makers of the layouts of a call, from the inputs of their ranges (detail/frontend/stored_layout.hpp).
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(layouts.hpp)

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/frontend/input.hpp>
#include <impulse/detail/frontend/make_source.hpp>
#include <impulse/detail/frontend/systems.hpp>
#include <impulse/detail/frontend/where_iterator.hpp>
#include <impulse/detail/layout/array_segments.hpp>
#include <impulse/detail/layout/key_runs.hpp>
#include <impulse/detail/layout/segments.hpp>
#include <impulse/detail/layout/whole_input.hpp>
#include <impulse/detail/op/masked.hpp>
#include <impulse/detail/op/type_id.hpp>
#include <impulse/error.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {
namespace detail {

struct equal {
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED bool operator()(const auto& a, const auto& b) const { return a == b; }
    IMPULSE_DEVICE_CHECK(equal, static_cast<bool>(a == b))
};

template <class It>
auto make_batches(It first, index_t count, index_t length) {
    uniform_segments<1> layout{{}, length};
    layout.groups.add({count, length});
    return input<It, uniform_segments<1>>{std::move(first), layout};
}
template <class It, class Count>
auto make_counted(It first, Count count, index_t most) {
    auto at = detail::unwrap(count);
    using layout = counted_items<decltype(at)>;
    return input<It, layout>{std::move(first), layout{{{most, std::move(at)}}}};
}

IMPULSE_REFUSAL(
    keys_do_not_compare,
    "impulse: the predicate of by_key must be callable, through a const reference, with two keys");
IMPULSE_REFUSAL(predicate_is_not_copied,
                "impulse: the predicate of by_key must be copyable: each call makes a copy of it");

struct batches_of {
    index_t length;
    template <class It>
    auto operator()(const input<It>& all) const {
        if (length < 1) detail::bad_argument({"length is ", length, "; it must be 1 or more"});
        if (all.count() % length != 0)
            detail::bad_argument({"range has ",
                                  {all.count(), "item"},
                                  ", which is not a multiple of the batches' length, ",
                                  length});
        return detail::make_batches(all.first, all.count() / length, length);
    }
};
struct segments_of {
    template <class It, class Offsets>
    auto operator()(const input<It>& all, const input<Offsets>& offsets) const {
        if (offsets.count() < 1)
            detail::bad_argument({"offsets is empty; it must have one offset more than there are segments"});
        const auto first = detail::unwrap(offsets.first);
        return segments_of::between(all, first, first + 1, offsets.count() - 1);
    }
    template <class It, class Begins, class Ends>
    auto operator()(const input<It>& all, const input<Begins>& begins, const input<Ends>& ends) const {
        if (begins.count() != ends.count())
            detail::bad_argument(
                {"ends has ", {ends.count(), "offset"}, ", but begins has ", begins.count()});
        return segments_of::between(all, detail::unwrap(begins.first), detail::unwrap(ends.first),
                                    begins.count());
    }

    template <class It, class Begins, class Ends>
    static auto between(const input<It>& all, Begins begins, Ends ends, index_t count) {
        static_assert(
            std::is_integral_v<std::iter_value_t<Begins>> && std::is_integral_v<std::iter_value_t<Ends>>,
            "impulse: the offsets of segments must be integers");
        using layout = bounded_segments<Begins, Ends>;
        return input<It, layout>{all.first, {std::move(begins), std::move(ends), count, all.count()}};
    }
};
/// `count` segments of `items` values, given by iterators.
template <class It, class Offsets>
auto make_segments_between(It values, Offsets offsets, index_t count, index_t items) {
    const auto first = detail::unwrap(offsets);
    return segments_of::between(input<It>{std::move(values), {{items}}}, first, first + 1, count);
}
IMPULSE_REFUSAL(segments_lack_their_items,
                "impulse: a call on a GPU does not wait for offsets[k]; give the number of values too: "
                "segments(values, offsets, k, n)");

/// Segments given only by iterators: the last offset, which the host reads in the call, is the number of
/// values.
template <class It, class Offsets>
struct segments_to_last_offset {
    static constexpr bool has_many = true;

    It values;
    Offsets offsets;
    index_t count;

    template <class Policy>
    auto input_for(const Policy&) const {
        if constexpr (detail::is_placed_on_device<Policy, It>()) {
            return refusal<segments_lack_their_items>{};
        } else {
            // fault: last-offset
            const index_t end = count > 0 ? static_cast<index_t>(offsets[last()]) : 0;
            return detail::make_segments_between(values, offsets, count, end > 0 ? end : 0);
        }
    }

  private:
    std::iter_difference_t<Offsets> last() const {
        if constexpr (std::is_pointer_v<Offsets>)
            if (offsets == nullptr)
                detail::bad_argument({"offsets is a null pointer; need a pointer to ", {count + 1, "item"}});
        return static_cast<std::iter_difference_t<Offsets>>(count);
    }
};

template <class Count>
struct counted_of {
    Count count;
    index_t most;
    template <class It>
    auto operator()(const input<It>& all) const {
        if (most > all.count())
            detail::bad_argument({"most is ", most, ", but the input has ", {all.count(), "value"}});
        return detail::make_counted(all.first, count, most);
    }
};
template <class Count>
struct all_counted_of {
    Count count;
    template <class It>
    auto operator()(const input<It>& all) const {
        return detail::make_counted(all.first, count, all.count());
    }
};
template <class Equal>
struct key_runs_of {
    Equal equal;
    template <class Keys, class It>
    auto operator()(const input<Keys>& keys, const input<It>& all) const {
        using key = std::iter_value_t<Keys>;
        if (keys.count() != all.count())
            detail::bad_argument(
                {"keys has ", {keys.count(), "key"}, ", but the input has ", {all.count(), "value"}});
        if constexpr (is_under_mask<Keys>) {
            return refusal<mask_has_no_use>{};
        } else if constexpr (!std::is_copy_constructible_v<Equal>) {
            return refusal<predicate_is_not_copied>{};
        } else if constexpr (std::is_invocable_v<const Equal&, const key&, const key&>) {
            auto source = detail::make_source(keys);
            using layout = key_runs<decltype(source), Equal>;
            return input<It, layout>{all.first, layout{std::move(source), equal, all.count()}};
        } else {
            return refusal<keys_do_not_compare>{};
        }
    }
};

}  // namespace detail

IMPULSE_NAMED(detail::equal, "equal");

}  // namespace impulse
