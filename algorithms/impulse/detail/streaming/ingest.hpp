// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ingest: converts the items that are pushed to a running reduction to parts of whole leaves, in order.
///
/// The class of a reduction, its `feed`, has `take(of, first, n)`; `settle(of)`, after which everything is in
/// `of.nodes`, except the last, incomplete leaf; `last(of)`, the accumulator of that leaf; `rest(n)` and
/// `begin_with(items)`, its items; and `clear()`.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(running.hpp)

#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/distributed/upload_pipeline.hpp>
#include <impulse/detail/frontend/input.hpp>
#include <impulse/detail/frontend/part_call.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/streaming/running_tree.hpp>
#include <impulse/detail/tree/forest.hpp>
#include <impulse/detail/tree/prefix.hpp>
#include <impulse/transfer_queues.hpp>

#include <algorithm>
#include <deque>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace impulse::inline IMPULSE_ABI::detail {

/// For places whose memory the host can read: a push returns after its items are reduced.
template <class Item, class Tree>
class sync_ingest {
    static constexpr index_t leaf = Tree::leaf;

  public:
    /// Adds whole leaves to the tree; the remaining items wait for the next push.
    template <class It>
    void take(Tree& of, It first, index_t n) {
        const auto at = [&](index_t i) { return first + static_cast<std::iter_difference_t<It>>(i); };
        if constexpr (leaf == 1) {
            of.append(of.part(first, at(n), of.count));
        } else {
            const index_t begun = of.begun();
            if (begun + n < leaf) {
                extend(begun_, first, n);
            } else {
                const index_t head = begun > 0 ? leaf - begun : 0;  // missing items of the incomplete leaf
                const index_t remaining = (begun + n) % leaf;       // items after the last whole leaf
                std::vector<Item> whole(begun_), next;
                // fault: leaf-completed
                if (begun > 0) extend(whole, first, head);
                extend(next, at(n - remaining), remaining);
                of.append(of.part(whole.begin(), whole.end(), of.count - begun),
                          of.part(at(head), at(n - remaining), of.count + head));
                begun_.swap(next);
            }
        }
        of.count += n;
    }
    void settle(Tree&) const {}
    template <class Acc>
    std::optional<Acc> last(const Tree& of) const {
        if (begun_.empty()) return {};
        return of.leaf_of_part(of.part(begun_.begin(), begun_.end(), of.count - of.begun()));
    }
    std::vector<Item> rest(index_t) const { return begun_; }
    void begin_with(const Tree&, std::vector<Item> items) { begun_ = std::move(items); }
    void clear() { begun_.clear(); }

  private:
    /// Adds n items, or none.
    static void extend(std::vector<Item>& to, auto first, index_t n) {
        const std::size_t before = to.size();
        try {
            for (; n > 0; --n, ++first) to.push_back(*first);
        } catch (...) {
            while (to.size() > before) to.pop_back();
            throw;
        }
    }

    std::vector<Item> begun_;  ///< of the incomplete leaf
};

/// For places with transfer queues. If items are in the place's memory, a push submits the work to the
/// place's queue and returns. Items in host memory are uploaded by a pipeline. Forests arrive in memory that
/// the host can read, and are joined as they arrive.
template <class Item, class Acc, class Tree, class Place>
class async_ingest {
    using way = transfer_queues<Place>;
    static constexpr index_t leaf = Tree::leaf;
    /// A forest in flight.
    struct arrival {
        explicit arrival(const way& on)
            : memory(on, sizeof(forest<Acc>)), done(on), nodes(new (memory.data()) forest<Acc>) {}
        typename way::shared_memory memory;
        typename way::event done;
        forest<Acc>* nodes;
    };
    struct all : uncopied {
        explicit all(Place where) : on(where), told(on), pipeline(on) {
            if constexpr (leaf > 1) begun.emplace(on, static_cast<std::size_t>(leaf) * sizeof(Item));
        }
        // fault: stream-ends
        ~all() { on.finish(); }

        way on;
        typename way::event told;
        std::optional<typename way::memory> begun;  ///< items of the incomplete leaf
        std::deque<std::unique_ptr<arrival>> flying;
        std::vector<std::unique_ptr<arrival>> free;
        upload_pipeline<Place, contiguous_source<Item>> pipeline;
    };

  public:
    void take(Tree& of, auto first, index_t n) {
        const auto items = detail::unwrap(first);
        static_assert(std::is_pointer_v<std::remove_const_t<decltype(items)>>,
                      "impulse: on a GPU push takes contiguous items: pointers, or contiguous ranges");
        if (n == 0) return;
        if (items == nullptr)
            detail::bad_argument({"input is a null pointer; need a pointer to ", {n, "item"}});
        all& a = here(of);
        if (a.on.where(items) == memory_location::in_place)
            reduce(of, items, n);
        else
            a.pipeline.carry(
                impulse::contiguous(items, n), n,
                [&](const auto& uploaded, index_t, index_t some) { reduce(of, uploaded.first, some); });
    }

    void settle(Tree& of) { arrive(of, true); }

    template <class>
    std::optional<Acc> last(Tree& of) {
        if (of.begun() == 0) return {};
        all& a = here(of);
        std::unique_ptr<arrival> only = send(of, begun(a), of.begun(), of.count - of.begun());
        or_finish([&] { a.on.wait(only->done); });
        const Acc node = of.leaf_of_part(forest<Acc>(*only->nodes));
        a.free.push_back(std::move(only));
        return node;
    }

    std::vector<Item> rest(index_t n) const {
        std::vector<Item> items;
        if (n > 0) {
            std::vector<trivial_uninitialized<Item>> partials(static_cast<std::size_t>(n));
            all_->on.move(partials.data(), begun(*all_), partials.size() * sizeof(Item));
            all_->on.worked(all_->told);
            all_->on.wait(all_->told);
            for (const auto& each : partials) items.push_back(*each);
        }
        return items;
    }
    /// Replaces the items; if this throws, they do not change.
    void begin_with(const Tree& of, const std::vector<Item>& items) {
        std::unique_ptr<all> next;
        if (!items.empty()) {
            const std::vector<trivial_uninitialized<Item>> partials(items.begin(), items.end());
            next = std::make_unique<all>(of.how.place);
            next->on.move(begun(*next), partials.data(), partials.size() * sizeof(Item));
            next->on.worked(next->told);
            next->on.wait(next->told);
        }
        all_.swap(next);
    }
    /// Waits for the work in flight.
    void clear() { all_.reset(); }

  private:
    all& here(const Tree& of) {
        if (!all_) all_ = std::make_unique<all>(of.how.place);
        return *all_;
    }
    static Item* begun(const all& a) { return static_cast<Item*>(a.begun->data()); }

    /// Submits the reduction of items in the place's memory to its queue.
    void reduce(Tree& of, const Item* items, index_t n) {
        all& a = *all_;
        if constexpr (leaf > 1) {
            const index_t before = of.begun(), head = (std::min)(n, (leaf - before) % leaf);
            if (before > 0 || n < leaf) {
                const index_t some = before > 0 ? head : n;
                keep(a, before, items, some);
                of.count += some, items += some, n -= some;
                if (before + some == leaf) fly(of, begun(a), leaf, of.count - leaf);
            }
            const index_t whole = n / leaf * leaf;
            if (whole > 0) fly(of, items, whole, of.count);
            if (n > whole) keep(a, 0, items + whole, n - whole);
        } else {
            fly(of, items, n, of.count);
        }
        of.count += n;
        arrive(of, false);
    }
    static void keep(all& a, index_t at, const Item* items, index_t n) {
        a.on.move(begun(a) + at, items, static_cast<std::size_t>(n) * sizeof(Item));
    }

    std::unique_ptr<arrival> send(const Tree& of, const Item* items, index_t n, index_t index) {
        all& a = *all_;
        std::unique_ptr<arrival> sent;
        if (a.free.empty()) {
            sent = std::make_unique<arrival>(a.on);
        } else {
            sent = std::move(a.free.back());
            a.free.pop_back();
        }
        or_finish([&] {
            a.on.work([how = of.how, op = of.op, items, n, index, to = sent->nodes] {
                detail::make_part_into<Acc>(how, items, items + n, index, to, op);
            });
            a.on.worked(sent->done);
        });
        return sent;
    }
    void fly(const Tree& of, const Item* items, index_t n, index_t index) {
        std::unique_ptr<arrival> sent = send(of, items, n, index);
        or_finish([&] { all_->flying.push_back(std::move(sent)); });
    }
    /// Calls f(). If it throws, waits for the work in flight, because its memory is then freed.
    void or_finish(const auto& f) {
        try {
            f();
        } catch (...) {
            all_->on.finish();
            throw;
        }
    }
    /// Joins the forests that have arrived; with `wait` it waits for all.
    void arrive(Tree& of, bool wait) {
        if (!all_) return;
        all& a = *all_;
        while (!a.flying.empty()) {
            arrival& next = *a.flying.front();
            // fault: forest-arrived
            if (wait)
                a.on.wait(next.done);
            else if (!a.on.is_done(next.done))
                return;
            a.free.reserve(a.free.size() + 1);  // if this throws, the forest was not joined
            of.append(forest<Acc>(*next.nodes));
            a.free.push_back(std::move(a.flying.front()));
            a.flying.pop_front();
        }
    }

    std::unique_ptr<all> all_;
};

template <class Item, class Acc, class Tree, class Place>
struct ingest_of {
    static_assert(place_with_queues<Place> || !has_transfer_queues<Place>,
                  "impulse: transfer_queues<Place> lacks a member, or has one that does not match; "
                  "<impulse/transfer_queues.hpp> "
                  "says what it has");
    using type = std::conditional_t<place_with_queues<Place>, async_ingest<Item, Acc, Tree, Place>,
                                    sync_ingest<Item, Tree>>;
};

}  // namespace impulse::detail
