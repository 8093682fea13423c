// SPDX-License-Identifier: Apache-2.0
// A rank that has no memory left: it fails on all ranks, and no rank waits for it. (faults.cpp counts
// allocations; ctest's time limit ends ranks that wait forever.)
#include <suite.hpp>

#include <emulated/ranks.hpp>
#include <failing.hpp>

#include <impulse/by_key.hpp>
#include <impulse/elementwise.hpp>
#include <impulse/global.hpp>
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/sums.hpp>

#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <utility>

namespace {

/// While it exists, this thread has memory for so many allocations.
class memory_for {
  public:
    explicit memory_for(long allocations) : before_(std::exchange(support::allocations_left, allocations)) {}
    ~memory_for() { support::allocations_left = before_; }
    memory_for(const memory_for&) = delete;
    memory_for& operator=(const memory_for&) = delete;

  private:
    long before_;
};

/// Ranks that are threads, with a transport that has memory of its own. When a call begins, a rank has memory
/// for the headers of all ranks and for `left` more allocations.
struct transport_with_memory {
    struct group {
        emulated::shared_group* all;
        int rank;
        long left;
    };
    explicit transport_with_memory(const group& of) : by({of.all, of.rank}) {
        if (of.left >= 0) support::allocations_left = 1 + of.left;
    }
    int rank() const { return by.rank(); }
    int size() const { return by.size(); }
    void all_gather(const void* mine, void* all, std::size_t bytes) const {
        const memory_for enough(-1);
        by.all_gather(mine, all, bytes);
    }
    void broadcast(void* memory, std::size_t bytes, int root) const {
        const memory_for enough(-1);
        by.broadcast(memory, bytes, root);
    }
    void all_to_all(const impulse::detail::sent_bytes* to,
                    const impulse::detail::received_bytes* from) const {
        const memory_for enough(-1);
        by.all_to_all(to, from);
    }
    template <class Join>
    void reduce(void* message, std::size_t bytes, int root, const Join& join) const {
        const long left = support::allocations_left;
        const memory_for enough(-1);
        by.reduce(message, bytes, root, [&](const void* a, void* b) {
            const memory_for as_before(left);
            join(a, b);
        });
    }
    emulated::transport by;
};

/// Has a text that is longer than what a string holds within itself.
struct no_memory : std::exception {
    const char* what() const noexcept override { return "no memory is left for the operator"; }
};
struct plus_on_the_heap {
    int operator()(int a, int b) const {
        try {
            return *std::make_unique<int>(a + b);
        } catch (const std::bad_alloc&) {
            throw no_memory{};
        }
    }
};

/// Calls call(policy, rank) on three ranks. Rank `who` has memory for `left` allocations. Returns what is
/// wrong: all ranks must return `expected`, or all must throw. `thrown` becomes true if they throw.
template <class Value, class Call>
std::string wrong_without_memory(int who, long left, const Value& expected, const Call& call, bool& thrown) {
    constexpr int ranks = 3;
    emulated::shared_group all(ranks);
    std::string words[ranks];
    bool throws[ranks] = {};
    {
        std::vector<std::jthread> threads;
        for (int r = 0; r < ranks; ++r)
            threads.emplace_back([&, r] {
                const impulse::ranks_of<transport_with_memory> place{{&all, r, r == who ? left : -1}};
                try {
                    const memory_for enough(-1);
                    const bool right = call(impulse::automatic.on(place), r) == expected(r);
                    if (!right) words[r] = "another value";
                } catch (const impulse::rank_error& error) {
                    throws[r] = true;
                    if (error.rank() != who) words[r] = error.what();
                } catch (const std::bad_alloc&) {  // of the rank's own exception
                    throws[r] = true;
                    if (r != who) words[r] = "std::bad_alloc";
                }
            });
    }
    thrown = throws[who];
    for (int r = 0; r < ranks; ++r) {
        if (throws[r] != thrown) words[r] += " a rank alone has thrown";
        if (!words[r].empty()) return std::to_string(r) + ": " + words[r];
    }
    return {};
}
/// Leaves a rank memory for no allocation, for one, for two, … until it needs no more.
template <class Value, class Call>
void leave_less_memory(const Value& expected, const Call& call) {
    for (const int who : {0, 1, 2}) {
        bool thrown = true;
        for (long left = 0; thrown; ++left) {
            CAPTURE(who);
            CAPTURE(left);
            REQUIRE(wrong_without_memory(who, left, expected, call, thrown) == "");
            if (left == 0) REQUIRE(thrown);  // each of these calls needs memory
        }
    }
}

}  // namespace

TEST_CASE("faults: a rank without memory fails on all ranks, and none waits for it") {
    using impulse::elementwise, impulse::global, impulse::reduce;
    const plus_on_the_heap plus{};
    const auto x = support::make_items(6, [](index_t i) { return static_cast<int>(i); });
    const std::vector<int> ones(10, 1), many(200'000, 1), keys(6, 7);
    // Layouts are made before the call, and may need memory.
    const auto threes = impulse::batches(x, 3);
    const auto few = elementwise(ones), in_shards = elementwise(many);
    const auto columns = impulse::columns(global(impulse::matrix_view{x.data(), 2, 3}));
    const auto runs = impulse::by_key(global(keys), global(x));
    const auto six = [&](int r) { return r == 1 ? std::optional(46) : std::nullopt; };
    leave_less_memory([](int) { return 46; },
                      [&](const auto& policy, int) { return reduce(policy, x, 1, plus); });
    leave_less_memory(
        six, [&](const auto& policy, int) { return reduce(policy.on(policy.place.root(1)), x, 1, plus); });
    leave_less_memory(
        [](int) {
            return std::vector{4, 13};
        },
        [&](const auto& policy, int) { return reduce(policy, threes, 1, plus); });
    leave_less_memory([](int) { return std::vector<int>(10, 4); },
                      [&](const auto& policy, int) { return reduce(policy, few, 1, plus); });
    leave_less_memory([&](int) { return std::vector<int>(many.size(), 3); },  // in shards, of several steps
                      [&](const auto& policy, int) { return impulse::sum(policy, in_shards); });
    leave_less_memory(
        [](int) {
            return std::vector{10, 16, 22};
        },
        [&](const auto& policy, int) { return reduce(policy, columns, 1, plus); });
    leave_less_memory([](int r) { return r == 0 ? std::vector{46} : std::vector<int>{}; },
                      [&](const auto& policy, int) { return reduce(policy, runs, 1, plus); });
    // If ranks do not agree, each throws, also without memory for the message.
    for (long left = 0; left < 20; ++left) {
        bool thrown = false;
        const auto differ = [&](const auto& policy, int r) {
            try {
                return reduce(policy, x, r) < 0;
            } catch (const std::exception&) {
                return true;
            }
        };
        const auto yes = [](int) { return true; };
        CAPTURE(left);
        CHECK(wrong_without_memory(1, left, yes, differ, thrown) == "");
    }
}
