// SPDX-License-Identifier: Apache-2.0
/// \file
/// `running_reduction`: one reduction over input that arrives in parts and is never in memory as a whole.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/streaming/ingest.hpp>
#include <impulse/detail/tree/prefix.hpp>
#include <impulse/reduce.hpp>
#include <impulse/saved_state.hpp>
#include <impulse/tree.hpp>

#if IMPULSE_HAS_CUDA
#include <impulse/detail/backend/cuda/transfer_queues.cuh>
#endif

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace impulse::inline IMPULSE_ABI {

/// init ∘ x0 ∘ x1 ∘ … of all items that were pushed so far. The result has the bits of one `reduce(policy,
/// everything, init, op)`, for any lengths of the pushes (except for an `unordered` operator).
/// `running_reduction` makes it.
///
/// A push runs with the whole policy. On the host a running reduction can be copied with its state, if
/// accumulators can be copied.
///
/// On a GPU it can only be moved, and a push does not wait for its reduction. Items in GPU memory are reduced
/// in place, in the order of the policy's stream. Items in host memory are copied on a separate stream while
/// earlier items are reduced; when `push` returns, the caller may change them. After a cuda_error only
/// `clear()` and destruction are allowed.
///
/// Requires: items and an operator as for `reduce`; one thread at a time. On a GPU contiguous items; items in
/// GPU memory that stay unchanged until the stream has read them; a stream that is not being captured.
/// Complexity: a push of n items costs `reduce` of these items and fewer than 200 joins; for host memory
/// pushed on a GPU, fewer than 200 joins for each 8 MiB.
/// Memory: at most 62 accumulators (one for each binary digit of the number of leaves that is 1), and, if the
/// operator has leaves, the items of the last, incomplete leaf. On a GPU, if host memory is pushed, three
/// buffers of 8 MiB on the GPU, and three buffers of pinned memory if the items are not in pinned memory; and
/// as many forests as reductions were in flight at the same time.
/// Throws: see each member. On a GPU also cuda_error.
template <class Item, class Init, class Op, class Policy>
class basic_running_reduction {
    using types =
        detail::request_types<detail::request<contiguous_source<Item>, detail::whole_input, Init, Op>>;
    using tree = detail::running_tree<Item, typename types::accumulator, Op, Policy>;
    using feed = typename detail::ingest_of<Item, typename types::accumulator, tree,
                                            typename Policy::place_type>::type;
    using kind = detail::saved_kind<Item, typename types::accumulator, Op, tree::leaf>;

  public:
    using item_type = Item;
    using accumulator = typename types::accumulator;
    using result_type = typename types::result;
    /// The number of items of the operator's leaf.
    static constexpr index_t leaf = tree::leaf;

    basic_running_reduction(Policy how, Init init, Op op)
        : of_{std::move(how), std::move(op)}, init_(std::move(init)) {}

    /// push(range), push(first, last): adds the next items, any number of them, in the forms of `reduce`;
    /// they have the type Item. On the host it returns when they have been reduced. Throws what `reduce`
    /// throws; then the state is as before the push (if accumulators cannot be copied, it is as at the
    /// beginning, and `count()` is 0).
    template <class... Input>
    auto push(Input&&... input) {
        return detail::answer<basic_running_reduction, Input...>([&] {
            const auto call =
                detail::parse_input<detail::recipe_traits>(of_.how, std::forward<Input>(input)...);
            using parsed = std::remove_const_t<decltype(call)>;
            if constexpr (detail::is_refusal<parsed>) {
                return call;
            } else if constexpr (detail::is_under_mask<typename decltype(call.input)::iterator>) {
                return detail::refusal<detail::mask_has_no_use>{};
            } else {
                static_assert(call.rest == 0, "impulse: the arguments are push(range) or push(first, last)");
                using it = typename decltype(call.input)::iterator;
                static_assert(std::is_same_v<decltype(call.input), detail::input<it>>,
                              "impulse: push takes a range of items, not a layout");
                static_assert(std::is_same_v<std::iter_value_t<it>, Item>,
                              "impulse: push takes items of the type that running_reduction<Item> names");
                take(call.input.first, call.input.count());
            }
        });
    }

    /// The number of items pushed so far.
    index_t count() const { return of_.count; }

    /// The result of all pushes so far; without items it is `init`. It may be called any number of times. It
    /// takes at most 63 joins, and the cost of the last leaf if the operator has leaves. If accumulators
    /// cannot be copied, only `std::move(sum).value()` is possible, which ends the reduction. Throws what the
    /// operator throws.
    result_type value() const& {
        static_assert(
            std::is_copy_constructible_v<accumulator>,
            "impulse: an accumulator that cannot be copied must be moved from: std::move(sum).value()");
        return value_of(*this);
    }
    result_type value() && { return value_of(std::move(*this)); }

    /// Returns to the state before the first push.
    void clear() {
        feed_.clear();
        of_.nodes = {};
        of_.count = 0;
    }

    /// Writes the state for a later `load`, on this machine or another of the same byte order: at most 62
    /// accumulators and a leaf, a header, the tag and a checksum. Accumulators, and items if there are
    /// leaves, must be trivially copyable, and mean the same in another process (no pointers). The header has
    /// the names (`type_id`) of operator, accumulators and items. If one of them has no name, a tag is needed
    /// that identifies it. A tag can also record what names do not: what the input is, and which values the
    /// operator stores. If the operator throws, nothing is written. Throws std::runtime_error if the stream
    /// fails; a stream with `exceptions()` throws its own exception, also in `load`.
    void save(std::ostream& to) const {
        kind::check_named();
        save(to, {});
    }
    void save(std::ostream& to, std::string_view tag) const {
        kind::check_bytes();
        if constexpr (kind::is_bytes) {
            kind::check_tag(tag);
            feed_.settle(of_);  // if this throws, nothing was written
            const std::vector<Item> begun = feed_.rest(of_.begun());
            detail::state_writer out(to);
            detail::write_header(out, kind::header(tree_version, count()), kind::texts(tag));
            for (const accumulator& node : of_.nodes.nodes()) out.write(node);
            // fault: save-leaf
            for (const Item& item : begun) out.write(item);
            out.finish();
        }
    }
    /// The same to a file, which is replaced completely or not at all. Throws std::system_error if it cannot
    /// be written.
    void save(const std::filesystem::path& path) const {
        kind::check_named();
        save(path, {});
    }
    void save(const std::filesystem::path& path, std::string_view tag) const {
        std::ostringstream bytes;
        save(bytes, tag);
        impulse::replace_file(path, bytes.view());
    }

    /// Continues from a saved state and drops earlier pushes. Throws std::invalid_argument, and changes
    /// nothing, if the saved state has a different tag, different names or sizes of items, accumulators or
    /// operator, a different leaf, tree version, format or byte order, or if it is truncated or damaged.
    void load(std::istream& from) {
        kind::check_named();
        load(from, {});
    }
    void load(std::istream& from, std::string_view tag) { go_on(read_state(from, tag)); }
    /// The same from a file that contains nothing else. Throws std::system_error if it cannot be opened.
    void load(const std::filesystem::path& path) {
        kind::check_named();
        load(path, {});
    }
    void load(const std::filesystem::path& path, std::string_view tag) {
        std::ifstream file(path, std::ios::binary);
        if (!file)
            throw std::system_error(errno, std::generic_category(), "impulse: reading " + path.string());
        state all = read_state(file, tag);
        if (file.peek() != std::ifstream::traits_type::eof())
            detail::bad_argument({"file has more bytes behind its end"});
        go_on(std::move(all));
    }

  private:
    void take(auto first, index_t n) {
        constexpr index_t most = index_t{1} << 62;
        if (n > most - count())
            detail::bad_argument(
                {"range has ", {n, "item"}, " after ", count(), "; it must end at item 2^62 or before"});
        if constexpr (detail::prefix<accumulator>::can_copy) {
            feed_.take(of_, first, n);
        } else {
            try {
                feed_.take(of_, first, n);
            } catch (...) {
                clear();
                throw;
            }
        }
    }

    template <class Self>
    static result_type value_of(Self&& self) {
        self.feed_.settle(self.of_);
        auto last = self.feed_.template last<accumulator>(self.of_);
        const auto run = detail::as_run(self.of_.op);
        const detail::op_adaptor<accumulator, std::remove_reference_t<decltype(run)>> join(
            run, detail::opaque_zero());
        auto root =
            detail::prefix<accumulator>::root(std::forward<Self>(self).of_.nodes, std::move(last), join);
        return detail::result_of(
            detail::initial<Init>::template hold<accumulator>(std::forward<Self>(self).init_), self.count(),
            root, join);
    }

    /// The state so far.
    struct state {
        index_t count;
        detail::prefix<accumulator> nodes;
        std::vector<Item> begun;
    };
    static state read_state(std::istream& from, std::string_view tag) {
        kind::check_bytes();
        detail::state_reader in(from);
        const index_t items = detail::read_header(in, kind::header(tree_version, 0), kind::texts(tag)).items;
        const auto nodes = in.template read_bytes<accumulator>(detail::count_nodes(0, items / leaf));
        const auto begun = in.template read_bytes<Item>(items % leaf);
        in.finish();
        return {items, {items / leaf, detail::values_of(nodes)}, detail::values_of(begun)};
    }
    void go_on(state all) {
        feed_.begin_with(of_, std::move(all.begun));
        of_.nodes = std::move(all.nodes);
        of_.count = all.count;
    }

    // Work in flight is not part of the visible state: waiting for it changes nothing.
    mutable tree of_;
    mutable feed feed_;
    Init init_;
};

namespace detail {

template <class Item, class Policy, class Init, class Op>
auto make_running(const Policy& how, Init init, Op op) {
    using types = request_types<request<contiguous_source<Item>, whole_input, Init, Op>>;
    using refused =
        decltype(detail::refusal_at<typename Policy::place_type, types, typename types::result>());
    if constexpr (is_refusal<refused>)
        return refused{};
    else
        return basic_running_reduction<Item, Init, Op, Policy>(how, std::move(init), std::move(op));
}

template <class Item, class Policy, class... InitAndOp>
auto running_reduction_of(const Policy& how, InitAndOp... init_and_op) {
    static_assert(sizeof...(InitAndOp) <= 2,
                  "impulse: the arguments are running_reduction<Item>([policy,][init][, op])");
    using place = typename Policy::place_type;
    if constexpr (place_of_ranks<place> || place_of_several<place>) {
        return refusal<running_is_of_one_place>::say<Policy>();
    } else {
        auto made = detail::with_init_and_op<Item>(
            [&](auto init, auto op) {
                return detail::make_running<Item>(detail::placed<const Item*>(how), std::move(init),
                                                  std::move(op));
            },
            std::move(init_and_op)...);
        if constexpr (is_refusal<decltype(made)>)
            return decltype(made)::template say<Policy, Item, InitAndOp...>();
        else
            return made;
    }
}

}  // namespace detail

/// running_reduction<Item>([policy,][init][, op]): makes a `basic_running_reduction`: one reduction of items
/// of type Item that are pushed in parts and are never in memory as a whole. The default `op` is `plus`;
/// without `init` the results are those of `reduce` without `init`. docs/explanation/streams.md has details.
///
/// Requires: `init` and `op` as for `reduce`. A policy without a place means the host.
/// Complexity: constant. Nothing is reduced before the first push.
/// Memory: none before the first push.
/// Throws: what copying and moving the policy, `init` and `op` throws.
template <class Item, class... Args>
auto running_reduction(Args... args) {
    if constexpr (detail::begins_with_policy<Args...>)
        return detail::running_reduction_of<Item>(std::move(args)...);
    else
        return detail::running_reduction_of<Item>(automatic, std::move(args)...);
}

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
