// SPDX-License-Identifier: Apache-2.0
/// \file
/// `key_runs`: groups of adjacent items with equal keys. The launches of detail/kernel/keyed_pass.hpp and
/// detail/kernel/listed_runs.hpp find them.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(layouts.hpp)

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/layout/layout.hpp>
#include <impulse/detail/op/invoke.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// An output that is not written.
struct nowhere {};

IMPULSE_REFUSAL(keys_out_takes_no_keys,
                "impulse: keys_out must be a pointer or a random-access iterator to which copies of keys "
                "can be written: keys_out[r] = key");
IMPULSE_REFUSAL(count_out_takes_no_number,
                "impulse: count_out must be a pointer or an iterator to which a number can be written: "
                "*count_out = runs");

template <class Out, class Key>
concept takes_keys = requires(Out out, const Key& key, std::iter_difference_t<Out> i) {
    out[i] = key;
    out + i;
};

/// `keys` is a source; key i is the key of item i. A call writes the first key of each run to `keys_out` and
/// the number of runs to `*count_out`; both may be `nowhere`.
template <class Keys, class Equal, class KeysOut = nowhere, class CountOut = nowhere>
struct key_runs {
    using key_type = typename Keys::item_type;
    static constexpr bool has_many = true;
    static constexpr bool writes_keys = !std::is_same_v<KeysOut, nowhere>;

    Keys keys;
    Equal equal;
    index_t count;  ///< of items
    KeysOut keys_out{};
    CountOut count_out{};

    /// The same layout with outputs.
    template <class ToKeys, class ToCount>
    auto into(ToKeys to_keys, ToCount to_count) const {
        if constexpr (!std::is_same_v<ToKeys, nowhere> && !takes_keys<ToKeys, key_type>)
            return refusal<keys_out_takes_no_keys>{};
        else if constexpr (!requires(index_t runs) { *to_count = runs; })
            return refusal<count_out_takes_no_number>{};
        else
            return key_runs<Keys, Equal, ToKeys, ToCount>{keys, equal, count, std::move(to_keys),
                                                          std::move(to_count)};
    }

    constexpr index_t max_results() const { return count; }
    constexpr index_t max_items() const { return count; }
    constexpr index_t longest() const { return count; }

    void memory(const auto& visit) const {
        if (count > 0)
            keys.memory("keys", [&](const void* at, index_t n, const char* name) { visit(at, n, name); });
        if constexpr (std::is_pointer_v<KeysOut>)
            visit(static_cast<const void*>(keys_out), count, "keys_out");
        if constexpr (std::is_pointer_v<CountOut>)
            visit(static_cast<const void*>(count_out), index_t{1}, "count_out");
    }

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE bool parts(const key_type& left, const key_type& right) const {
        return !static_cast<bool>(detail::invoke(equal, left, right));
    }
    /// Whether position i ends a run, 0 < i < count.
    IMPULSE_INLINE bool ends_at(index_t i) const { return parts(keys.at(0, i - 1), keys.at(0, i)); }
    /// What is known without a look at the items: the first key, or that there is no run.
    IMPULSE_INLINE void begin() const {
        if (count == 0) return write_count(0);
        // fault: first-key-of-all
        if constexpr (writes_keys) write_key(0, keys.at(0, 0));
    }
    /// Writes the first key of run r.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE void write_key(index_t r, const key_type& first) const {
        write_key(keys_from(0), r, first);
    }
    /// The same for several runs: `to` is keys_from(the first run), and r counts from that run.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE void write_key(KeysOut to, auto r, const key_type& first) const {
        to[static_cast<std::iter_difference_t<KeysOut>>(r)] = first;
    }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE KeysOut keys_from(index_t r) const {
        if constexpr (writes_keys)
            return keys_out + static_cast<std::iter_difference_t<KeysOut>>(r);
        else
            return {};
    }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE void write_count(index_t runs) const {
        if constexpr (!std::is_same_v<CountOut, nowhere>) {
            CountOut to = count_out;
            using number = std::remove_cvref_t<decltype(*to)>;
            if constexpr (std::is_integral_v<number>)
                *to = static_cast<number>(runs);
            else
                *to = runs;
        }
    }
    /// Never run. Here nvcc checks that a GPU can make the calls.
    IMPULSE_DEVICE void check_device_callable(const auto* any) const {
        const auto& key = *reinterpret_cast<const key_type*>(any);
        static_cast<void>(detail::check_device_invoke(equal, key, key));
        keys.check_device_callable(any);
    }
};

template <class Layout>
inline constexpr bool is_key_runs = is_a<Layout, key_runs>;

}  // namespace impulse::detail
