// SPDX-License-Identifier: Apache-2.0
// Arrays with any strides and the members of mdspan that layouts need; their groups, computed by loops; and
// kinds of arrays.
#pragma once

#include <seed.hpp>

#include <impulse/config.hpp>
#include <impulse/tree.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>

namespace support {

template <class T>
struct default_accessor {
    using element_type = T;
    using data_handle_type = T*;
    using reference = T&;
    using offset_policy = default_accessor;
    reference access(T* at, std::size_t i) const { return at[i]; }
};

/// An accessor that returns another value than the stored one.
template <class T>
struct scaled_accessor {
    using element_type = const T;
    using data_handle_type = const T*;
    using reference = T;
    using offset_policy = scaled_accessor;
    T factor;
    reference access(const T* at, std::size_t i) const { return factor * at[i]; }
};

template <class T, std::size_t Rank, class Accessor = default_accessor<T>>
struct array_view {
    using element_type = typename Accessor::element_type;
    using accessor_type = Accessor;
    using rank_type = std::size_t;

    struct mapping_type {
        bool has_strides = true;
        impulse::index_t first = 0;  ///< the offset of the first item
        bool is_strided() const { return has_strides; }
        template <class... I>
        impulse::index_t operator()(I...) const {
            return first;
        }
    };

    typename Accessor::data_handle_type first;
    std::array<impulse::index_t, Rank> extents;
    std::array<impulse::index_t, Rank> strides;
    Accessor how = {};
    mapping_type map = {};

    static constexpr std::size_t rank() { return Rank; }
    impulse::index_t extent(std::size_t i) const { return extents[i]; }
    impulse::index_t stride(std::size_t i) const { return strides[i]; }
    mapping_type mapping() const { return map; }
    Accessor accessor() const { return how; }
    typename Accessor::data_handle_type data_handle() const { return first; }

    /// The number of items from the first to the last one in memory.
    impulse::index_t span() const {
        impulse::index_t last = 0;
        for (std::size_t i = 0; i < Rank; ++i) {
            if (extents[i] == 0) return 0;
            last += (extents[i] - 1) * strides[i];
        }
        return last + 1;
    }
};

/// The items of each group along the axes set in `mask`, one group after another.
template <class View>
std::vector<std::vector<std::remove_cv_t<typename View::element_type>>> groups_of(const View& view,
                                                                                  unsigned mask) {
    using impulse::index_t;
    using item = std::remove_cv_t<typename View::element_type>;
    constexpr std::size_t rank = View::rank();
    std::array<index_t, rank> at{};
    // Every position of the axes in the mask (or not in it), the last axis fastest.
    const auto for_each = [&](bool in_mask, const auto& give) {
        std::size_t all = 1;
        for (std::size_t i = 0; i < rank; ++i)
            if ((mask >> i & 1) == in_mask) all *= static_cast<std::size_t>(view.extents[i]);
        for (std::size_t n = 0; n < all; ++n) {
            auto rest = static_cast<index_t>(n);
            for (std::size_t i = rank; i-- > 0;)
                if ((mask >> i & 1) == in_mask) {
                    at[i] = rest % view.extents[i];
                    rest /= view.extents[i];
                }
            give();
        }
    };
    std::vector<std::vector<item>> groups;
    for_each(false, [&] {
        std::vector<item> group;
        for_each(true, [&] {
            index_t offset = 0;
            for (std::size_t i = 0; i < rank; ++i) offset += at[i] * view.strides[i];
            group.push_back(view.how.access(view.first, static_cast<std::size_t>(offset)));
        });
        groups.push_back(std::move(group));
    });
    return groups;
}

/// The results of the groups: the tree over the items of each.
template <class View, class T, class Op>
std::vector<T> trees_of(const View& view, unsigned mask, T init, Op op) {
    std::vector<T> all;
    for (const auto& group : support::groups_of(view, mask))
        all.push_back(impulse::tree_fold(group, init, op));
    return all;
}

/// Random extents and strides of some kind: the axes in any order in memory, with gaps, or repeated.
template <std::size_t Rank>
struct array_shape {
    std::array<impulse::index_t, Rank> extents;
    std::array<impulse::index_t, Rank> strides;
};

template <std::size_t Rank, class Random>
array_shape<Rank> some_shape(Random& random, impulse::index_t max_items) {
    array_shape<Rank> shape;
    impulse::index_t left = max_items;
    for (std::size_t i = 0; i < Rank; ++i) {
        const bool last = i + 1 == Rank;
        shape.extents[i] = last ? left : random_between(random, 1, std::max<impulse::index_t>(1, left / 2));
        if (random_between(random, 0, 3) == 0) shape.extents[i] = random_between(random, 1, 4);
        if (random_between(random, 0, 50) == 0) shape.extents[i] = 0;
        shape.extents[i] = std::min(shape.extents[i], left);
        left /= std::max<impulse::index_t>(1, shape.extents[i]);
    }
    std::shuffle(shape.extents.begin(), shape.extents.end(), random);
    // The order of the axes in memory: as named, reversed, or random.
    std::array<std::size_t, Rank> order;
    for (std::size_t i = 0; i < Rank; ++i) order[i] = i;
    const auto kind = random_between(random, 0, 3);
    if (kind == 1) std::reverse(order.begin(), order.end());
    if (kind >= 2) std::shuffle(order.begin(), order.end(), random);
    impulse::index_t stride = kind == 3 ? random_between(random, 1, 3) : 1;
    for (std::size_t i = Rank; i-- > 0;) {
        const std::size_t axis = order[i];
        shape.strides[axis] = kind == 3 && random_between(random, 0, 5) == 0 ? 0 : stride;
        stride *= std::max<impulse::index_t>(1, shape.extents[axis]);
        if (kind == 3 && random_between(random, 0, 2) == 0) stride += random_between(random, 1, 5);
    }
    return shape;
}

}  // namespace support
