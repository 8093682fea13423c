// SPDX-License-Identifier: Apache-2.0
// A call after a pause wakes no threads for a short input; its value has the same bits.
#include <suite.hpp>

#include <check.hpp>
#include <numbers.hpp>

#include <impulse/algorithms.hpp>

#include <chrono>
#include <thread>

using support::make_numbers;

namespace {

using host = impulse::runtime<impulse::host_place>;

void let_sleep() { std::this_thread::sleep_for(std::chrono::milliseconds(2)); }

template <class Op>
bool is_little(const Op&) {
    using source = impulse::contiguous_source<float>;
    using request = impulse::detail::request<source, impulse::detail::whole_input, float, Op>;
    return impulse::detail::costs_little<impulse::detail::request_types<request>>();
}

}  // namespace

TEST_CASE("sleeping threads: short inputs wake none, until calls come in a row") {
    impulse::reduce(make_numbers(1 << 20), impulse::plus{});  // more than a thread takes alone
    let_sleep();
#if defined(IMPULSE_HOST_TBB)
    CHECK(host::lets_sleep(index_t{2} << 20));
    CHECK(!host::lets_sleep((index_t{2} << 20) + 1));
    const auto x = make_numbers(1 << 16);
    bool are_awake = false;  // another program may hold up this one for longer than they stay awake
    for (int i = 0; i < 1000 && !are_awake; ++i) {
        let_sleep();
        impulse::sum(x);
        are_awake = !host::lets_sleep(1);
    }
    CHECK(are_awake);
#else
    CHECK(!host::lets_sleep(1));  // there are none, or each call starts its own
#endif
}

TEST_CASE("sleeping threads: a caller's function may take long, and a value must not depend on the time") {
    const auto plus = [](float a, float b) { return a + b; };
    CHECK(is_little(impulse::plus{}));
    CHECK(is_little(impulse::maximum{}));
    CHECK(is_little(impulse::together(impulse::plus{}, impulse::maximum{})));
    CHECK(!is_little(plus));
    CHECK(!is_little(impulse::unordered(plus)));
    CHECK(!is_little(impulse::unordered(impulse::plus{})));
    CHECK(!is_little(impulse::together(impulse::unordered(impulse::plus{}), impulse::maximum{})));
}

TEST_CASE("sleeping threads: the same bits after a pause and in a row") {
    for (const index_t n : {16'385, 40'000, 262'144, 262'145}) {
        CAPTURE(n);
        const auto x = make_numbers(n);
        let_sleep();
        const double alone = impulse::sum(x);
        for (int i = 0; i < 3; ++i) CHECK(same_bits(impulse::sum(x), alone));
        let_sleep();
        const auto moments = impulse::reduce(x, impulse::moments{});
        for (int i = 0; i < 3; ++i) CHECK(impulse::reduce(x, impulse::moments{}) == moments);
    }
}
