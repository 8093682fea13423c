// SPDX-License-Identifier: Apache-2.0
/// \file
/// A request at ranks whose GPUs gather and join their forests in the order of a stream. (Those that wait for each other:
/// call/on_ranks.hpp.)
#pragma once

#include <impulse/call/evaluate.hpp>
#include <impulse/call/on_ranks.hpp>
#include <impulse/call/own_part.hpp>
#include <impulse/config.hpp>
#include <impulse/error.hpp>
#include <impulse/layout/one.hpp>
#include <impulse/layout/sink.hpp>
#include <impulse/parts/join_parts.hpp>
#include <impulse/place/device/pool.cuh>
#include <impulse/place/device/runtime.cuh>
#include <impulse/place/device/workspace.cuh>
#include <impulse/place/ranks/exchange.hpp>
#include <impulse/tree/forest.hpp>

#include <cuda_runtime_api.h>

#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// Where the parts of a call meet: memory of the policy's, or else of the pool. Of a workspace it is the end, for what its beginning
/// is for is told by the plan of the part; like that it is left zeroed.
template <class Memory>
class gathered_memory {
  public:
    gathered_memory(const Memory& from, std::size_t bytes, std::size_t beside, cudaStream_t stream)
        : from_(from), bytes_(bytes), stream_(stream) {
        if constexpr (std::is_same_v<Memory, given_memory<workspace>>) {
            const workspace& space = *from.memory;
            if (space.bytes() < beside + bytes)
                detail::bad_argument("workspace", "of " + std::to_string(space.bytes()) + " bytes",
                                     std::to_string(beside + bytes) + " bytes (see workspace_bytes)");
            data_ = static_cast<char*>(space.data()) + beside;
        } else {
            if (on_device::is_captured(stream))
                detail::bad_argument(
                    "policy", "without a workspace while its stream is being captured",
                    "one made by .with(workspace), of " + std::to_string(beside + bytes) + " bytes at least");
            data_ = resource().allocate(bytes, stream);
        }
    }
    ~gathered_memory() {
        if constexpr (std::is_same_v<Memory, given_memory<workspace>>) {
            if (to_clear_ > 0) detail::ignore(cudaMemsetAsync(data_, 0, to_clear_, stream_));
        } else {
            resource().deallocate(data_, bytes_, stream_);
        }
    }
    gathered_memory(const gathered_memory&) = delete;
    gathered_memory& operator=(const gathered_memory&) = delete;

    void* data() const { return data_; }

    /// The bytes that whoever asks leaves zeroed.
    std::size_t to_clear() { return std::exchange(to_clear_, 0); }

  private:
    auto& resource() const {
        if constexpr (std::is_same_v<Memory, own_memory>)
            return on_device::pool_resource::instance();
        else
            return *from_.memory;
    }
    Memory from_;
    std::size_t bytes_;
    std::size_t to_clear_ = std::is_same_v<Memory, given_memory<workspace>> ? bytes_ : 0;
    cudaStream_t stream_;
    void* data_ = nullptr;
};

/// The whole, and then a part for each rank, of which only so much is there as a forest of so many leaves has.
template <class Acc>
struct gathered_parts {
    static constexpr std::size_t aligned(std::size_t bytes) {
        return (bytes + scratch_alignment - 1) / scratch_alignment * scratch_alignment;
    }
    static constexpr std::size_t bytes_of(index_t leaves) { return aligned(forest_bytes<Acc>(leaves)); }
    static constexpr std::size_t most(int ranks) {
        return aligned(sizeof(forest<Acc>)) * (static_cast<std::size_t>(ranks) + 1);
    }

    char* data;
    std::size_t stride;

    forest<Acc>* whole() const { return reinterpret_cast<forest<Acc>*>(data); }
    char* parts() const { return data + aligned(sizeof(forest<Acc>)); }
    forest<Acc>* part(int rank) const {
        return reinterpret_cast<forest<Acc>*>(parts() + stride * static_cast<std::size_t>(rank));
    }
};

}  // namespace detail

template <class Wire, bool AtRoot>
requires(Wire::joins_in_order) struct joined_in_order<ranks_of<Wire, device_place, AtRoot>> {
    using place = ranks_of<Wire, device_place, AtRoot>;

    template <class Policy, class Request>
    static auto evaluate(const Policy& how, const Request& r) {
        using types = detail::request_types<Request>;
        using result = typename types::result;
        struct outcome {
            detail::parts_gap gap;
            result value;
        };
        const auto own = detail::own_policy(how);
        runtime<device_place> at(own.place, own.memory);
        auto all = at.template value<outcome>([&](outcome* out) {
            run<types>(how, at, r, true,
                       detail::unless_gap{detail::sink_of<types>(r, &out->value), &out->gap});
        });
        require_whole(all.gap);
        if constexpr (AtRoot)
            return how.place.exchange->is_rank(how.place.value_at)
                       ? std::optional<result>(std::move(all.value))
                       : std::nullopt;
        else
            return std::move(all.value);
    }

    template <class Policy, class Request, class Out>
    static void evaluate_into(const Policy& how, const Request& r, Out out) {
        using types = detail::request_types<Request>;
        const auto own = detail::own_policy(how);
        runtime<device_place> at(own.place, own.memory);
        const bool wanted = !AtRoot || how.place.exchange->is_rank(how.place.value_at);
        auto sink = detail::sink_of<types>(r, std::move(out));
        if (wanted) detail::require_results(sink, 1, at.visitor());
        run<types>(how, at, r, wanted, detail::unless_gap{std::move(sink), nullptr});
    }

    /// Of this rank's part: of the first where nobody has said which it is.
    template <class Policy, class Request>
    static plan plan_of(const Policy& how, const Request& r) {
        using types = detail::request_types<Request>;
        plan its = plan_of_part<types>(detail::own_policy(how), part_of<types>(r, said(how.place, r)));
        its.workspace_bytes = beside(its) + parts<types>::most(Wire(how.place.group).size());
        return its;
    }

  private:
    template <class Types>
    using parts = detail::gathered_parts<typename Types::accumulator>;

    static std::size_t beside(const plan& p) {
        return detail::gathered_parts<char>::aligned(p.workspace_bytes);
    }
    template <class Request>
    static interval said(const place& where, const Request& r) {
        const index_t begin = where.says_where() ? where.first : 0;
        return {begin, begin + r.layout.items(0).size()};
    }
    template <class Types, class Request>
    static auto part_of(const Request& r, interval mine) {
        static_assert(
            std::is_same_v<typename Types::layout, detail::one>,
            "impulse: over ranks a count that lies in memory is the host's: say how many items there are");
        return detail::own_part<Types>(r.source, r.op, mine);
    }

    // A part that is one node is a reduction like any: one launch, planned as such.
    template <class Types, class Part>
    static auto node_of(const Part& r) {
        return detail::request_in_whole<typename Types::accumulator>(
            r.source, r.layout.first.most, detail::one{{r.layout.count.most}}, r.op);
    }
    static bool is_node(const detail::part& its) {
        const interval leaves = its.leaves();
        return detail::count_nodes(leaves.begin, leaves.end) == 1;
    }
    template <class Types, class Policy, class Part>
    static plan plan_of_part(const Policy& own, const Part& r) {
        return is_node(r.layout) ? detail::plan_of(own, node_of<Types>(r)) : detail::plan_of(own, r);
    }
    template <class Types, class Policy, class Part>
    static void run_part(const Policy& own, runtime<device_place>& at, const Part& r,
                         forest<typename Types::accumulator>* out) {
        using node = decltype(node_of<Types>(r));
        using sink = detail::forest_sink<typename Types::accumulator>;
        if (is_node(r.layout))
            detail::run_into<detail::request_types<node>>(own, at, node_of<Types>(r), sink{out, r.layout});
        else
            detail::run_part_into<Types>(own, at, r, out);
    }

    template <class Types, class Policy, class Request, class Sink>
    static void run(const Policy& how, runtime<device_place>& at, const Request& r, bool joins, Sink sink) {
        using acc = typename Types::accumulator;
        constexpr index_t leaf =
            detail::leaf_of<std::remove_const_t<decltype(r.op)>, typename Types::item>::value;
        auto& exchange = *how.place.exchange;
        const Wire& ranks = exchange.wire();
        const auto own = detail::own_policy(how);
        interval mine = said(how.place, r);
        // Before the ranks agree: who fails later is waited for.
        const plan its = plan_of_part<Types>(own, part_of<Types>(r, mine));
        detail::gathered_memory memory(own.memory, parts<Types>::most(ranks.size()), beside(its),
                                       own.place.stream);
        parts<Types> all{static_cast<char*>(memory.data()), parts<Types>::bytes_of(index_t{1} << 62)};
        if (!how.place.says_where()) {
            mine = exchange.agree(
                detail::own_offer<Types>(how.place, r, mine.size()), detail::words_of_types<Types>(),
                [&](index_t leaves) { return all.stride = parts<Types>::bytes_of(leaves); });
            exchange.leave();
        }
        const auto join = [&](forest<acc>* whole, int count, std::size_t cleared, auto to) {
            const auto op = detail::as_run(r.op);
            const detail::join_parts<acc, std::remove_const_t<decltype(op)>, decltype(to)> body{
                whole, leaf,          all.parts(),           all.stride, count,
                op,    std::move(to), detail::opaque_zero(), cleared};
            at.launch(body, 1, body.threads());
        };
        forest<acc>* const part = all.part(ranks.rank());
        try {
            require_leaf(mine, leaf);
            if (mine.size() > 0)
                run_part<Types>(own, at, part_of<Types>(r, mine), part);
            else
                join(part, 0, 0, detail::to_be_continued{});
        } catch (...) {
            // The others wait for this rank's part. One that begins at -1 tells them.
            detail::ignore(
                cudaMemsetAsync(part, 0xff, sizeof part->begin + sizeof part->end, own.place.stream));
            ranks.gather_in_order(all.parts(), all.stride);
            throw;
        }
        ranks.gather_in_order(all.parts(), all.stride);
        if (joins) join(all.whole(), ranks.size(), memory.to_clear(), std::move(sink));
    }

    static void require_leaf(interval mine, index_t leaf) {
        if (mine.size() > 0 && mine.begin % leaf != 0)
            detail::bad_argument("first_index", std::to_string(mine.begin),
                                 "a multiple of the operator's leaf, " + std::to_string(leaf));
    }
    static void require_whole(const detail::parts_gap& gap) {
        if (gap.part < 0) return;
        if (gap.begin < 0) throw rank_error(gap.part, "it has not made its part, and alone knows why");
        detail::bad_argument(
            "the part of rank " + std::to_string(gap.part),
            "one that begins at item " + std::to_string(gap.begin),
            "one that begins where the parts before it end, at item " + std::to_string(gap.expected));
    }
};

}  // namespace IMPULSE_ABI
}  // namespace impulse
