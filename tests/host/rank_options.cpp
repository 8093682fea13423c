// SPDX-License-Identifier: Apache-2.0
// Options of ranks that a transport's group has: the limit of a wait.
#include <impulse/ranks.hpp>

#include <message_of.hpp>
#include <suite.hpp>

#include <chrono>

using namespace std::chrono_literals;

namespace {

/// A transport that only keeps its group.
template <class Group>
struct idle {
    using group = Group;
    explicit idle(const group&) {}
    int rank() const { return 0; }
    int size() const { return 1; }
    void all_gather(const void*, void*, std::size_t) const {}
    void reduce(void*, std::size_t, int, const auto&) const {}
    void broadcast(void*, std::size_t, int) const {}
};
struct limited {
    std::chrono::nanoseconds timeout = std::chrono::nanoseconds::max();
};
struct unlimited {};

template <class Place>
constexpr bool has_timeout = requires(const Place& place) {
    place.timeout(1s);
};
static_assert(has_timeout<impulse::ranks_of<idle<limited>>>);
static_assert(!has_timeout<impulse::ranks_of<idle<unlimited>>>);

}  // namespace

TEST_CASE("ranks: the limit of a wait is kept by the place's other members, and is positive") {
    const impulse::ranks_of<idle<limited>> all{{}};
    CHECK(all.group.timeout == std::chrono::nanoseconds::max());
    CHECK(all.timeout(2s).group.timeout == 2s);
    CHECK(all.timeout(3ms).root(0).group.timeout == 3ms);
    CHECK(all.root(0).timeout(3ms).value_at == 0);
    for (const auto& longer : {std::chrono::seconds::max(), std::chrono::seconds(10'000'000'000)})
        CHECK(all.timeout(longer).group.timeout == std::chrono::nanoseconds::max());
    CHECK(all.timeout(std::chrono::nanoseconds::max()).group.timeout == std::chrono::nanoseconds::max());
    CHECK(all.timeout(3ms).scattered().on(impulse::host).group.timeout == 3ms);
    for (const auto& none : {0s, -1s})
        CHECK(support::message_of([&] { (void)all.timeout(none); }) ==
              "impulse: timeout is not positive; it must be more than 0 s");
}
