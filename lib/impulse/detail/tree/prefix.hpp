// SPDX-License-Identifier: Apache-2.0
/// \file
/// `prefix`: the part of the tree over the first items; more can be appended.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(running.hpp)

#include <impulse/detail/tree/forest.hpp>
#include <impulse/detail/tree/nodes.hpp>

#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace impulse::inline IMPULSE_ABI::detail {

/// The nodes of the leaves [0, size()): a binary counter with a node for each binary digit of the size that
/// is 1, the largest first.
template <class Acc>
class prefix {
  public:
    static constexpr bool can_copy = std::is_copy_constructible_v<Acc>;

    prefix() = default;
    /// Makes a prefix from existing nodes.
    prefix(index_t size, std::vector<Acc> nodes) : size_(size), nodes_(std::move(nodes)) {}

    index_t size() const { return size_; }
    const std::vector<Acc>& nodes() const { return nodes_; }

    /// Appends adjacent parts of whole leaves. If a join throws, the prefix does not change if accumulators
    /// can be copied; otherwise it is lost.
    template <class Join, class... Parts>
    void append(const Join& join, Parts&&... parts) {
        growth grown{*this, size_, nodes_.size(), {}};
        (grown.take(join, parts), ...);
        nodes_.reserve(grown.kept + grown.fresh.size());
        while (nodes_.size() > grown.kept) nodes_.pop_back();
        for (auto&& node : grown.fresh) nodes_.push_back(std::move(node));  // no references of a vector<bool>
        size_ = grown.end;
    }

    /// Returns T(0, n), where `last` is an optional further leaf; nothing if there is no node. The nodes of
    /// an rvalue `Prefix` are moved.
    template <class Prefix, class Join>
    static std::optional<Acc> root(Prefix&& of, std::optional<Acc> last, const Join& join) {
        for (std::size_t i = of.nodes_.size(); i-- > 0;) {
            Acc node = std::is_lvalue_reference_v<Prefix> ? copy(of.nodes_[i]) : std::move(of.nodes_[i]);
            if (last)
                last.emplace(join(std::move(node), Acc(std::move(*last))));
            else
                last.emplace(std::move(node));
        }
        return last;
    }

  private:
    static Acc copy(const Acc& node) {
        if constexpr (can_copy)
            return node;
        else
            return std::move(const_cast<Acc&>(node));
    }

    /// The new state of a prefix before it replaces the old one: its first `kept` nodes, and new nodes.
    struct growth {
        prefix& from;
        index_t end;
        std::size_t kept;
        std::vector<Acc> fresh;

        void take(const auto& join, forest<Acc>& part) {
            const index_t last = divide_up(part.end, part.leaf);
            for (int i = 0; end < last; ++i) {
                const index_t next = first_node(end, last).end;
                Acc node = std::move(*part.nodes[i]);
                // While this binary digit is 1, the node on the left is the sibling.
                // fault: prefix-siblings
                for (index_t size = next - end; (end & size) != 0; end -= size, size *= 2)
                    // fault: prefix-join
                    node = join(sibling(), std::move(node));
                fresh.push_back(std::move(node));
                end = next;
            }
        }
        Acc sibling() {
            // fault: prefix-copy
            if (fresh.empty()) return copy(from.nodes_[--kept]);
            Acc node = std::move(fresh.back());
            fresh.pop_back();
            return node;
        }
    };

    index_t size_ = 0;
    std::vector<Acc> nodes_;
};

}  // namespace impulse::detail
