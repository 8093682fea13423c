// SPDX-License-Identifier: Apache-2.0
// case schedule: static.assert.*impulse: policy<Schedule> takes a schedule
// case place: static.assert.*impulse: the impulse::runtime of this place lacks a member
// case transport: static.assert.*impulse: ranks_of<Transport> takes a transport
// case queues: static.assert.*impulse: transfer_queues<Place> lacks a member
//
// Each concept that user code may model is checked where the library first receives the type. (Layouts:
// layouts.cpp; blocks: devices.cpp.) Element-wise calls that are refused.
#include <impulse/accumulate.hpp>
#include <impulse/algorithms.hpp>
#include <impulse/global.hpp>
#include <impulse/group_reduce.hpp>
#include <impulse/host.hpp>
#include <impulse/ranks.hpp>
#include <impulse/reduce.hpp>
#include <impulse/running.hpp>

#include <cstddef>
#include <cstring>
#include <string>
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
    static auto visitor() { return [](const void*, const char*){}; }
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

void receive(const std::vector<float>& x) {
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

// Element-wise calls that are refused.
struct only_rank {
    struct group {};
    explicit only_rank(group) {}
    int rank() const { return 0; }
    int size() const { return 1; }
    void all_gather(const void*, void*, std::size_t) const {}
    template <class Join>
    void reduce(void*, std::size_t, int, const Join&) const {}
    void broadcast(void*, std::size_t, int) const {}
};
const auto policy = impulse::automatic.on(impulse::ranks_of<only_rank>{});
const std::vector<float> x(6);

#if CASE_elementwise_at_home  // case, 1 error: static.assert.*impulse: elementwise.x. joins the arrays of several ranks
int main() { static_cast<void>(impulse::sum(impulse::elementwise(x))); }
#elif CASE_elementwise_computed  // case, 1 error: static.assert.*impulse: elementwise needs trivially copyable items in memory
int main() {
    std::vector<bool> flags(6);
    std::vector<int> out(6);
    impulse::reduce_into(policy, impulse::elementwise(flags), out.data(), 0);
}
#elif CASE_elementwise_of_texts  // case: static.assert.*impulse: elementwise needs trivially copyable items in memory
void call(const std::vector<std::string>& texts) {
    static_cast<void>(impulse::reduce(policy, impulse::elementwise(texts), std::string()));
}
#elif CASE_elementwise_out_of_another_type  // case, 1 error: static.assert.*impulse: 'out' of elementwise.* must be a pointer
int main() {
    std::vector<double> out(6);
    impulse::sum_into(policy, impulse::elementwise(x), out.data());
}
#elif CASE_elementwise_of_a_number  // case, 1 error: static.assert.*impulse: the arguments are elementwise.range. or
int main() { static_cast<void>(impulse::sum(policy, impulse::elementwise(6))); }
#elif CASE_global_at_home  // case, 1 error: static.assert.*impulse: columns.global.rows.. joins the rows of several ranks
int main() {
    static_cast<void>(impulse::sum(impulse::columns(impulse::global(impulse::matrix_view{x.data(), 2, 3}))));
}
#elif CASE_global_positions  // case, 1 error: static.assert.*impulse: columns.global.rows.. takes no positions
int main() {
    const impulse::matrix_view own{x.data(), 2, 3};
    static_cast<void>(impulse::min_element(policy, impulse::columns(impulse::global(own))));
}
#elif CASE_global_second_axis  // case, 1 error: static.assert.*impulse: global.array. is reduced only along its first axis
int main() { static_cast<void>(impulse::axes<1>(impulse::global(impulse::matrix_view{x.data(), 2, 3}))); }

#elif CASE_global_without_all_to_all  // case, 1 error: static.assert.*impulse: columns.global.rows.. and .* need a transport
int main() {
    const impulse::matrix_view own{x.data(), 2, 3};
    static_cast<void>(impulse::sum(policy, impulse::columns(impulse::global(own))));
}
#elif CASE_global_runs_at_home  // case, 1 error: static.assert.*impulse: columns.global.rows.. joins the rows of several ranks
int main() { static_cast<void>(impulse::sum(impulse::by_key(impulse::global(x), impulse::global(x)))); }
#elif CASE_global_runs_on_gpu     // case, 1 error: static.assert.*by_key.global.* their runs, in host memory
int main() {
    static_cast<void>(impulse::sum(impulse::automatic.on(impulse::ranks_of<only_rank>{}.on(impulse::device)),
                                   impulse::by_key(impulse::global(x), impulse::global(x))));
}
#elif CASE_global_columns_on_gpu  // case, 1 error: static.assert.*columns.global.* in host memory
int main() {
    const impulse::matrix_view own{x.data(), 2, 3};
    static_cast<void>(impulse::sum(impulse::automatic.on(impulse::ranks_of<only_rank>{}.on(impulse::device)),
                                   impulse::columns(impulse::global(own))));
}

#elif CASE_global_runs_at_root  // case, 1 error: static.assert.*impulse: by_key.global.* gives each rank
int main() {
    static_cast<void>(impulse::sum(impulse::automatic.on(impulse::ranks_of<only_rank>{}.root(0)),
                                   impulse::by_key(impulse::global(x), impulse::global(x))));
}
#elif CASE_global_keys_alone  // case, 1 error: static.assert.*impulse: the arguments are by_key.*both of them global
int main() { static_cast<void>(impulse::sum(policy, impulse::by_key(impulse::global(x), x))); }
#elif CASE_global_items_alone  // case, 1 error: static.assert.*impulse: the arguments are by_key.*both of them global
int main() { static_cast<void>(impulse::sum(policy, impulse::by_key(x, impulse::global(x)))); }
#elif CASE_global_columns_of_a_range  // case, 1 error: static.assert.*impulse: expected an array
int main() { static_cast<void>(impulse::sum(policy, impulse::axes<0>(impulse::global(x)))); }
#elif CASE_global_runs_of_text  // case, 1 error: static.assert.*impulse: the keys of by_key.global.* must be trivially
int main() {
    const std::vector<std::string> keys(6);
    static_cast<void>(impulse::sum(policy, impulse::by_key(impulse::global(keys), impulse::global(x))));
}
#elif CASE_shards_of_one_result  // case, 1 error: static.assert.*impulse: .scattered.. gives each rank a shard
int main() {
    return static_cast<int>(
        impulse::sum(impulse::automatic.on(impulse::ranks_of<only_rank>{}.scattered()), x));
}
#else
int main() {
    std::vector<float> out(6);
    impulse::sum_into(policy, impulse::elementwise(x), out.begin());
    return static_cast<int>(impulse::sum(policy, impulse::elementwise(x))[0]);
}
#endif
