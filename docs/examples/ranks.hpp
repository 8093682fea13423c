// SPDX-License-Identifier: Apache-2.0
/// \file
/// Examples of docs/reference: ranks over your own transport.

// [
// A transport between threads of one process.
struct team {
    explicit team(int ranks) : size(ranks), meet(ranks), given(static_cast<std::size_t>(ranks)) {}
    int size;
    std::barrier<> meet;
    std::vector<const void*> given;
};
class thread_transport {
  public:
    struct group {
        team* all;
        int rank;
    };
    explicit thread_transport(const group& of) : of_(of) {}
    int rank() const { return of_.rank; }
    int size() const { return of_.all->size; }

    void all_gather(const void* mine, void* all, std::size_t bytes) const {
        give(mine);
        for (int r = 0; r < size(); ++r)
            std::memcpy(static_cast<char*>(all) + static_cast<std::size_t>(r) * bytes, given(r), bytes);
        of_.all->meet.arrive_and_wait();
    }
    void reduce(void* message, std::size_t bytes, int root, const auto& join) const {
        give(message);
        if (rank() == root) {
            std::vector<char> left(bytes), right(bytes);
            std::memcpy(left.data(), given(0), bytes);
            for (int r = 1; r < size(); ++r, left.swap(right)) {
                std::memcpy(right.data(), given(r), bytes);
                join(left.data(), right.data());
            }
            std::memcpy(message, left.data(), bytes);
        }
        of_.all->meet.arrive_and_wait();
    }
    void broadcast(void* memory, std::size_t bytes, int root) const {
        give(memory);
        if (rank() != root) std::memcpy(memory, given(root), bytes);
        of_.all->meet.arrive_and_wait();
    }
    // Optional: to[r] goes to rank r.
    void all_to_all(const auto* to, const auto* from) const {
        give(to);
        for (int r = 0; r < size(); ++r)
            if (from[r].bytes > 0)
                std::memcpy(from[r].data, static_cast<decltype(to)>(given(r))[rank()].data, from[r].bytes);
        of_.all->meet.arrive_and_wait();
    }

  private:
    const void* given(int rank) const { return of_.all->given[static_cast<std::size_t>(rank)]; }
    void give(const void* memory) const {
        of_.all->given[static_cast<std::size_t>(rank())] = memory;
        of_.all->meet.arrive_and_wait();
    }
    group of_;
};
static_assert(impulse::place_of_ranks<impulse::ranks_of<thread_transport>>);
// ]

TEST_CASE("reference: ranks_of, transport, place_of_ranks") {
    static_assert(impulse::transport<thread_transport>);
    const std::vector<float> x(10'000, 0.1f);
    const auto cut = x.begin() + 1234;
    team two(2);
    float sums[2] = {};
    {
        const impulse::ranks_of<thread_transport> first{{&two, 0}}, second{{&two, 1}};
        std::jthread one(
            [&] { sums[0] = impulse::reduce(impulse::automatic.on(first), x.begin(), cut, 0.f); });
        std::jthread other(
            [&] { sums[1] = impulse::reduce(impulse::automatic.on(second), cut, x.end(), 0.f); });
    }
    CHECK(sums[0] == impulse::reduce(x, 0.f));
    CHECK(sums[1] == sums[0]);
}

TEST_CASE("reference: rank_error") {
    team two(2);
    int failed[2] = {-1, -1};
    const auto call = [&](int rank) {
        const auto everywhere = impulse::automatic.on(impulse::ranks_of<thread_transport>{{&two, rank}});
        const auto weight = [=](int v) {
            if (rank == 1) throw std::runtime_error("no weight");
            return v;
        };
        try {
            impulse::transform_reduce(everywhere, std::vector{1, 2}, 0, impulse::plus{}, weight);
        } catch (const impulse::rank_error& error) {  // "impulse: rank 1 failed: no weight"
            failed[rank] = error.rank();
        }
    };
    std::jthread other(call, 1);
    call(0);
    other.join();
    CHECK(failed[0] == 1);
    CHECK(failed[1] == 1);
}

TEST_CASE("reference: elementwise") {
    team two(2);
    const std::vector<float> of_first{0.1f, 0.2f, 0.3f}, of_second{1, 2, 3};
    std::vector<float> sums(3), largest(3);
    const auto call = [&](int rank, const std::vector<float>& mine) {
        const impulse::ranks_of<thread_transport> all{{&two, rank}};
        std::vector<float> out(3);
        impulse::sum_into(impulse::automatic.on(all), impulse::elementwise(mine), out.begin());
        const auto at_root =
            impulse::max_value(impulse::automatic.on(all.root(0)), impulse::elementwise(mine));
        const auto shard = impulse::sum(impulse::automatic.on(all.scattered()), impulse::elementwise(mine));
        CHECK(shard.size() == (rank == 0 ? 1 : 2));  // the items [0, 1) and [1, 3)
        CHECK(shard.back() == out[rank == 0 ? 0 : 2]);
        CHECK(at_root.has_value() == (rank == 0));
        if (rank == 0) sums = out, largest = *at_root;
    };
    std::jthread other([&] { call(1, of_second); });
    call(0, of_first);
    other.join();
    CHECK(sums == std::vector{0.1f + 1, 0.2f + 2, 0.3f + 3});
    CHECK(largest == of_second);
}

TEST_CASE("reference: global") {
    team two(2);
    const std::vector<float> x{0.1f, 1, 0.2f, 2, 0.3f, 3};  // three rows of two columns, of two ranks
    const auto sums = impulse::sum(impulse::columns(impulse::matrix_view{x.data(), 3, 2}));
    const auto variances = impulse::variance(impulse::columns(impulse::matrix_view{x.data(), 3, 2}));
    std::vector<float> found[2];
    const auto call = [&](int rank, const float* first, int rows) {
        const impulse::ranks_of<thread_transport> all{{&two, rank}};
        const impulse::matrix_view own{first, rows, 2};
        found[rank] = impulse::sum(impulse::automatic.on(all), impulse::columns(impulse::global(own)));
        CHECK(impulse::variance(impulse::automatic.on(all), impulse::axes<0>(impulse::global(own))) ==
              variances);
    };
    std::jthread other([&] { call(1, &x[2], 2); });
    call(0, &x[0], 1);
    other.join();
    CHECK(found[0] == sums);
    CHECK(found[1] == sums);
}

TEST_CASE("reference: global, by_key") {
    team two(2);
    const std::vector<int> keys{1, 1, 2, 2, 2, 3};
    const std::vector<float> x{0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f};
    std::vector<float> found[2];
    const auto call = [&](int rank, std::size_t first, std::size_t count) {
        const impulse::ranks_of<thread_transport> all{{&two, rank}};
        found[rank] = impulse::sum(impulse::automatic.on(all),
                                   impulse::by_key(impulse::global(std::span(keys).subspan(first, count)),
                                                   impulse::global(std::span(x).subspan(first, count))));
    };
    std::jthread other([&] { call(1, 3, 3); });
    call(0, 0, 3);  // the run of 2 begins here
    other.join();
    const std::vector<float> sums = impulse::sum(impulse::by_key(keys, x));
    CHECK(found[0] == std::vector{sums[0], sums[1]});
    CHECK(found[1] == std::vector{sums[2]});
}
