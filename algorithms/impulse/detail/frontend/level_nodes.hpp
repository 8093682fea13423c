// SPDX-License-Identifier: Apache-2.0
/// \file
/// The nodes of one level of the tree, in memory of the place that computes them; their source, sink and
/// operator; and whether two values are the same to the bit.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(find_nonassociative.hpp)

#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/bytes.hpp>
#include <impulse/detail/base/computed_iterator.hpp>
#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/layout/sink.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/op/together.hpp>
#include <impulse/error.hpp>
#include <impulse/place.hpp>

#if IMPULSE_HAS_CUDA
#include <impulse/detail/backend/cuda/pool.cuh>
#include <impulse/detail/backend/cuda/stream.cuh>
#endif

#include <concepts>
#include <cstddef>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace impulse::inline IMPULSE_ABI::detail {

template <class Type>
concept has_equality = requires(const Type& a, const Type& b) {
    { a == b } -> std::convertible_to<bool>;
};

/// Types whose bytes determine the value: integers, and classes of integers without padding.
template <class Type>
concept unique_bytes = copies_as_bytes_v<Type> && std::has_unique_object_representations_v<Type>;

/// Whether `same_value` can compare values of this type.
template <class Type>
inline constexpr bool compares_values =
    floating<Type> || complex_like<Type> || copies_as_bytes_v<Type> || has_equality<Type>;
template <class... Ts>
inline constexpr bool compares_values<values<Ts...>> = (compares_values<Ts> && ...);

/// A loop, because a GPU has no memcmp.
template <class Type>
IMPULSE_SHARED bool same_bytes(const Type& a, const Type& b) {
    const auto* const of_a = reinterpret_cast<const unsigned char*>(__builtin_addressof(a));
    const auto* const of_b = reinterpret_cast<const unsigned char*>(__builtin_addressof(b));
    bool same = true;
    for (std::size_t i = 0; i < sizeof(Type); ++i) same = same && of_a[i] == of_b[i];
    return same;
}

/// Whether two values are the same. Numbers are compared by their bits, complex numbers and `values` part by
/// part; all NaNs are the same value. Values of other types are the same if their bytes are equal, or if
/// neither equals itself (they contain NaN), or if their bytes are not unique (padding) and a == b.
IMPULSE_NO_EXEC_CHECK
template <class Type>
IMPULSE_SHARED bool same_value(const Type& a, const Type& b) {
    if constexpr (floating<Type>) {
        if (detail::is_nan(a) || detail::is_nan(b)) return detail::is_nan(a) && detail::is_nan(b);
        return a == b && (a != Type(0) || detail::is_negative(a) == detail::is_negative(b));
    } else if constexpr (complex_like<Type>) {
        using component = typename Type::value_type;
        return detail::same_value(static_cast<component>(a.real()), static_cast<component>(b.real())) &&
               detail::same_value(static_cast<component>(a.imag()), static_cast<component>(b.imag()));
    } else {
        if constexpr (copies_as_bytes_v<Type>) {
            if (detail::same_bytes(a, b)) return true;
        }
        if constexpr (has_equality<Type> && std::is_class_v<Type>) {
            if (!static_cast<bool>(a == a) && !static_cast<bool>(b == b)) return true;
        }
        if constexpr (has_equality<Type> && !unique_bytes<Type>)
            return static_cast<bool>(a == b);
        else
            return false;
    }
}
IMPULSE_NO_EXEC_CHECK
template <class First, class... Rest>
IMPULSE_SHARED bool same_value(const values<First, Rest...>& a, const values<First, Rest...>& b) {
    if constexpr (sizeof...(Rest) == 0)
        return detail::same_value(a.first, b.first);
    else
        return detail::same_value(a.first, b.first) && detail::same_value(a.rest, b.rest);
}

/// Memory for nodes at a place whose memory is the host's.
template <class Acc, class Place>
class level_nodes {
  public:
    level_nodes(const Place&, index_t count) : nodes_(static_cast<std::size_t>(count)) {}
    uninitialized<Acc>* data() { return nodes_.data(); }

  private:
    std::vector<uninitialized<Acc>> nodes_;
};

#if IMPULSE_HAS_CUDA
/// The same on a GPU: from the library's pool, in stream order.
template <class Acc>
class level_nodes<Acc, device_place> {
  public:
    level_nodes(device_place where, index_t count) : scope_(where.stream) {
        if (scope_.captured())
            detail::bad_argument(
                {"policy has a stream that is being captured, but this call waits for its result"});
        if (count > 0)
            memory_.emplace(static_cast<std::size_t>(count) * sizeof(uninitialized<Acc>), where.stream);
    }
    uninitialized<Acc>* data() {
        return memory_ ? reinterpret_cast<uninitialized<Acc>*>(memory_->data()) : nullptr;
    }

  private:
    on_device::device_scope scope_;
    std::optional<on_device::pooled_memory> memory_;
};
#endif

/// Nodes as items.
template <class Acc>
struct node_at {
    const uninitialized<Acc>* first;
    IMPULSE_SHARED const Acc& operator()(index_t i) const { return *first[i]; }
};
template <class Acc>
using node_iterator = computed_iterator<Acc, node_at<Acc>>;

/// Groups of `length` consecutive items; the last group may have fewer: the items of leaves, or the halves of
/// nodes.
struct node_runs {
    static constexpr bool has_many = true;

    index_t count;
    index_t length;

    IMPULSE_SHARED index_t results() const { return detail::divide_up(count, length); }
    IMPULSE_SHARED interval items(index_t r) const {
        const index_t begin = r * length;
        return {begin, count - begin < length ? count : begin + length};
    }
    constexpr index_t max_results() const { return detail::divide_up(count, length); }
    constexpr index_t max_items() const { return count; }
    constexpr index_t longest() const { return count < length ? count : length; }
};

/// Joins nodes; it never sees items.
template <class Acc, class Op>
struct node_join : no_contraction {
    Op op;
    std::uint32_t zero;  ///< opaque_zero()

    node_join(Op with, std::uint32_t bits) : op(std::move(with)), zero(bits) {}

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED Acc operator()(const Acc& left, const Acc& right) const {
        if constexpr (combines<Op, Acc> || joins_rvalues<const Op, Acc> || joins_lvalues<const Op, Acc>) {
            return op_adaptor<Acc, const Op>(op, zero)(Acc(left), Acc(right));
        } else {
            Op mine(op);
            return op_adaptor<Acc, Op>(mine, zero)(Acc(left), Acc(right));
        }
    }
};

/// Tests pairs of triples of nodes. Item u is the first of 2 u and 2 u + 1 at which three adjacent nodes are
/// not associative; the two triples share a join.
template <class Acc, class Op>
struct triple_at {
    static constexpr index_t nowhere = (std::numeric_limits<index_t>::max)();

    const uninitialized<Acc>* nodes;
    index_t count;
    node_join<Acc, Op> join;

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED index_t operator()(index_t u) const {
        const index_t at = 2 * u;
        if (count - at < 3) return nowhere;
        const Acc& b = *nodes[at + 1];
        const Acc& c = *nodes[at + 2];
        const Acc middle = join(b, c);
        if (!associate(*nodes[at], b, c, middle)) return at;
        if (count - at == 3) return nowhere;
        const Acc& d = *nodes[at + 3];
        return detail::same_value(join(middle, d), join(b, join(c, d))) ? nowhere : at + 1;
    }
    /// Here nvcc checks that a GPU can compare; the requests that compute the nodes check that it can join.
    IMPULSE_DEVICE void check_device_callable() const {
        if constexpr (!floating<Acc> && !complex_like<Acc> && has_equality<Acc>)
            static_cast<void>(**nodes == **nodes);
    }

  private:
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED bool associate(const Acc& a, const Acc& b, const Acc& c, const Acc& bc) const {
        return detail::same_value(join(join(a, b), c), join(a, bc));
    }
};
template <class Acc, class Op>
using triple_iterator = computed_iterator<index_t, triple_at<Acc, Op>>;

}  // namespace impulse::detail
