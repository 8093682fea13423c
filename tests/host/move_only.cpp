// SPDX-License-Identifier: Apache-2.0
// Accumulators that a transform makes: they may be move-only, and the library moves those that can be copied.
#include <suite.hpp>

#include <impulse/algorithms.hpp>

namespace {

using owner = std::unique_ptr<std::string>;
owner own(int i) { return std::make_unique<std::string>(1, static_cast<char>('a' + i % 26)); }
owner append(owner a, owner b) {
    *a += *b;
    return a;
}

/// Move-only; its moves copy bytes.
struct moved {
    int value;
    explicit moved(int of) : value(of) {}
    moved(moved&&) = default;
    moved& operator=(moved&&) = default;
};

/// Counts its copies.
struct copied {
    static inline int copies = 0;
    int value;
    copied(int of = 0) : value(of) {}
    copied(const copied& other) : value(other.value) { ++copies; }
    copied(copied&&) noexcept = default;
    copied& operator=(const copied& other) {
        value = other.value;
        ++copies;
        return *this;
    }
    copied& operator=(copied&&) noexcept = default;
};

}  // namespace

TEST_CASE("move-only: what a transform makes is moved into the tree") {
    for (const std::size_t n :
         {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{1000}}) {
        std::vector<int> x(n);
        std::string expected = ">";
        for (std::size_t i = 0; i < n; ++i) {
            x[i] = static_cast<int>(i);
            expected += *own(x[i]);
        }
        CHECK(*impulse::transform_reduce(x, std::make_unique<std::string>(">"), append, own) == expected);
        CHECK(*impulse::transform_reduce(impulse::two_pass.on(impulse::host), x,
                                         std::make_unique<std::string>(">"), append, own) == expected);
        const moved sum = impulse::transform_reduce(
            x, moved(1), [](moved a, moved b) { return moved(a.value + b.value); },
            [](int) { return moved(2); });
        CHECK(sum.value == 1 + 2 * static_cast<int>(n));
    }
    owner out;
    impulse::transform_reduce_into(std::vector{0, 1, 2}, &out, std::make_unique<std::string>(), append, own);
    CHECK(*out == "abc");
}

TEST_CASE("an accumulator of 1000 items is copied at most 10 times") {
    const std::vector<int> x(1000, 1);
    const auto by_value = [](copied a, copied b) { return copied(a.value + b.value); };
    const auto in_place = [](copied a, const copied& b) {
        a.value += b.value;
        return a;
    };
    const auto make = [](int i) { return copied(i); };
    copied::copies = 0;
    CHECK(impulse::transform_reduce(x, copied(0), by_value, make).value == 1000);
    CHECK(copied::copies <= 10);
    copied::copies = 0;
    CHECK(impulse::transform_reduce(x, copied(0), in_place, make).value == 1000);
    CHECK(copied::copies <= 10);
    copied::copies = 0;
    CHECK(impulse::transform_reduce(impulse::batches(x, 500), copied(0), by_value, make)[1].value == 500);
    CHECK(copied::copies <= 10);
}

TEST_CASE("move-only: functions by reference") {
    const auto one = std::make_unique<int>(1);
    const auto more = [one = std::make_unique<int>(1)](int v) { return v + *one; };
    CHECK(impulse::transform_reduce(std::vector{1, 2}, 0, impulse::plus{}, std::ref(more)) == 5);
}
