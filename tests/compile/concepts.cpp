// SPDX-License-Identifier: Apache-2.0
// case schedule: static.assert.*impulse: policy<Schedule> takes a schedule
// case place: static.assert.*impulse: the impulse::runtime of this place lacks a member
// case transport: static.assert.*impulse: ranks_of<Transport> takes a transport
// case queues: static.assert.*impulse: transfer_queues<Place> lacks a member
//
// Each concept that user code may model is checked where the library first receives the type. (Layouts:
// own_layout.cpp; blocks: own_block_without_cuda.cpp.)
#include <impulse/accumulate.hpp>
#include <impulse/group_reduce.hpp>
#include <impulse/host.hpp>
#include <impulse/ranks.hpp>
#include <impulse/reduce.hpp>
#include <impulse/running.hpp>

#include <cstring>
#include <vector>

struct in_turn {
    static constexpr bool cuts = false;
    static constexpr bool fetches = false;
    static constexpr int launches(const impulse::tile_plan&) { return 1; }
    static constexpr impulse::index_t blocks(const impulse::tile_plan& p, int) { return p.blocks; }
#if !defined(CASE_schedule)
    template <class Block, class Work>
    IMPULSE_SHARED static void run(Block& block, const Work& work, int) {
        for (impulse::index_t turn = block.grid_rank(); turn < work.iterations(); turn += block.grid_size())
            work.take(block, work.locate(turn));
    }
#endif
};
inline constexpr impulse::policy<in_turn> one_by_one{};

struct here {};
template <>
struct impulse::runtime<here> {
    runtime(here, own_memory) {}
    template <class Acc, class Result>
    static consteval void type_checks() {}
    static impulse::capacity capacity() { return {}; }
#if !defined(CASE_place)
    static auto visitor() {
        return [](const void*, const char*) {};
    }
#endif
    template <class Acc>
    static on_host::scratch_memory<Acc> scratch(const scratch_plan& p) {
        return on_host::scratch_memory<Acc>(p);
    }
    template <class Body>
    static void launch(const Body& body, index_t blocks, int) {
        for (index_t rank = 0; rank < blocks; ++rank) {
            on_host::block self(rank, blocks);
            body(self);
        }
    }
    template <class Result, class Run>
    static Result value(const Run& run) {
        Result result{};
        run(&result);
        return result;
    }
};

struct alone {  // a transport without other ranks
    struct group {};
    explicit alone(group) {}
    int rank() const { return 0; }
    int size() const { return 1; }
    void all_gather(const void* mine, void* all, std::size_t bytes) const { std::memcpy(all, mine, bytes); }
#if !defined(CASE_transport)
    template <class Join>
    void reduce(void*, std::size_t, int, const Join&) const {}
#endif
    void broadcast(void*, std::size_t, int) const {}
};

#if defined(CASE_queues)
template <>
struct impulse::transfer_queues<here> {
    explicit transfer_queues(here) {}
    static constexpr std::size_t chunk_bytes = 64;
};
#endif

struct no_source {
    using item_type = float;
};

void call(const std::vector<float>& x) {
#if !defined(CASE_schedule)
    impulse::reduce(one_by_one.on(here{}), x, 0.f);
#endif
    static_cast<void>(impulse::ranks_of<alone>{});
#if CASE_ranks_init_from  // case: static.assert.*impulse: init_from and accumulate_into need a single place, not ranks
    impulse::reduce(impulse::automatic.on(impulse::ranks_of<alone>{}), x, impulse::init_from(x.data()));
#endif
#if CASE_ranks_accumulate_into  // case: static.assert.*impulse: init_from and accumulate_into need a single place, not ranks
    float out = 0;
    impulse::accumulate_into(impulse::automatic.on(impulse::ranks_of<alone>{}), x, &out);
#endif
    impulse::on_host::block self(0, 1);
#if CASE_source  // case: static.assert.*impulse: the arguments are joint_reduce.group, source, items, init, op.
    impulse::joint_reduce(self, no_source{}, {0, 1}, 0.f, impulse::plus{});
#endif
#if defined(CASE_queues)
    impulse::running_reduction<float>(impulse::last_block.on(here{}), 0.f).push(x);
#endif
}
