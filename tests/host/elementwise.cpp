// SPDX-License-Identifier: Apache-2.0
// Element-wise calls over ranks that are threads.
#include <elementwise_suite.hpp>
#include <emulated/ranks.hpp>

namespace {

/// A transport without all_to_all: every rank gathers everything.
struct gathering_transport {
    using group = emulated::transport::group;
    explicit gathering_transport(const group& of) : by(of) {}
    int rank() const { return by.rank(); }
    int size() const { return by.size(); }
    void all_gather(const void* mine, void* all, std::size_t bytes) const { by.all_gather(mine, all, bytes); }
    void broadcast(void* memory, std::size_t bytes, int root) const { by.broadcast(memory, bytes, root); }
    template <class Join>
    void reduce(void* message, std::size_t bytes, int root, const Join& join) const {
        by.reduce(message, bytes, root, join);
    }
    emulated::transport by;
};

template <class Transport>
void check_suite(int size, const std::vector<impulse::index_t>& lengths) {
    CAPTURE(size);
    CHECK(emulated::wrong_on_ranks<impulse::ranks_of<Transport>>(size, [&](const auto& place, int rank) {
              return support::elementwise_suite(place, rank, size).run(lengths);
          }) == "");
}

}  // namespace

TEST_CASE("elementwise: to all, to one and in shards, of every type, gathered and in shards") {
    for (const int size : {1, 2, 5, 8}) check_suite<emulated::transport>(size, {0, 1, 7, 900, 9001});
    for (const int size : {3, 4, 6, 7}) check_suite<emulated::transport>(size, {3, 5000});
}

TEST_CASE("elementwise: arrays of several steps") { check_suite<emulated::transport>(3, {1, 200'001}); }

TEST_CASE("elementwise: a transport without all_to_all") {
    check_suite<gathering_transport>(3, {0, 5, 70'001});
}

TEST_CASE("elementwise: a plan is that of the longest step, and needs no other rank") {
    emulated::shared_group two(2);
    const std::vector<float> x(1000, 1.f);
    const auto policy = impulse::automatic.on(emulated::ranks{{&two, 1}});
    CHECK(impulse::reduce.plan(policy, impulse::elementwise(x), 0.f).tiles.results == 1000);
}

TEST_CASE("elementwise: slices of the steps are all items, each once") {
    using impulse::detail::elementwise_split;
    for (const impulse::index_t members : {1, 2, 3, 7})
        for (const impulse::index_t items : {1, 63, 64, 1000, 4097})
            for (const elementwise_split& split : {elementwise_split{items, members, 256, false},
                                                   elementwise_split{items, members, 128, false, 64}}) {
                std::vector<int> taken(static_cast<std::size_t>(items));
                CAPTURE(members);
                CAPTURE(items);
                for (impulse::index_t step = 0; step < split.steps(); ++step)
                    for (impulse::index_t r = 0; r < members; ++r) {
                        const impulse::interval its = split.slice(r, step);
                        CHECK(its.size() <= split.longest_slice());
                        if (split.unit > 1 && its) CHECK(its.begin % split.unit == 0);
                        for (impulse::index_t i = its.begin; i < its.end; ++i)
                            ++taken[static_cast<std::size_t>(i)];
                    }
                CHECK(taken == std::vector<int>(taken.size(), 1));
            }
}
