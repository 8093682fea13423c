// SPDX-License-Identifier: Apache-2.0
// `.checked()`: the GPU validates a layout that only its memory holds, before anything is written.
#include "scratch.cuh"

#include <message_of.hpp>
#include <offenders.hpp>

#include <impulse/layouts.hpp>
#include <impulse/sums.hpp>

TEST_CASE("checked: the first of many offenders is named by every policy, and nothing is written") {
    constexpr index_t segments = 300'000;
    const gpu::stream s;
    const gpu::buffer<int> x(std::vector<int>(3 * segments, 1));
    const std::vector<int> untouched(segments, -7);
    const gpu::buffer<int> out(untouched);
    const auto call = [&](const auto& policy, const auto& offsets) {
        return support::message_of([&] {
            impulse::reduce_into(policy.on(s).checked(), impulse::segments(x, offsets), out.data(), 0);
        });
    };
    support::for_each_offender(segments, [&](const support::offsets& at, const std::string& complaint) {
        const gpu::buffer<index_t> on_gpu(at);
        gpu::for_each_policy([&](auto, const auto& policy) { CHECK(call(policy, on_gpu) == complaint); });
        CHECK(gpu::download(out) == untouched);
    });
    const gpu::buffer<index_t> right(support::offsets_of(std::vector<index_t>(segments, 3)));
    gpu::for_each_policy([&](auto, const auto& policy) {
        CHECK(call(policy, right) == "nothing was thrown");
        s.wait();
        CHECK(gpu::download(out) == std::vector<int>(segments, 3));
    });
}

TEST_CASE("checked: the first offender is named, nothing is written, and a capture is refused") {
    const gpu::stream s;
    const auto how = impulse::two_pass.on(s).checked();
    const gpu::buffer<int> x(std::vector<int>(1000, 1));
    const gpu::buffer<int> out(std::vector<int>(3, -7));
    const auto call = [&](std::vector<int> at) {
        const gpu::buffer<int> on_gpu(at);
        return support::message_of(
            [&] { impulse::reduce_into(how, impulse::segments(x, on_gpu), out.data(), 0); });
    };
    CHECK(call({0, 5, 1001, 3}) == "impulse: segment 1 has offsets [5, 1001), but the input has 1000 values");
    CHECK(call({0, 5, 3, -1}) == "impulse: segment 1 has offsets [5, 3), which decrease");
    CHECK(gpu::download(out) == std::vector<int>(3, -7));
    CHECK(call({0, 5, 5, 1000}) == "nothing was thrown");
    s.wait();
    CHECK(gpu::download(out) == std::vector<int>{5, 0, 995});

    const gpu::buffer<std::uint64_t> huge(std::vector<std::uint64_t>{0, 5, ~std::uint64_t{0}});
    CHECK(support::message_of([&] {
              impulse::reduce_into(how, impulse::segments(x, huge), out.data(), 0);
          }) == "impulse: segment 1 has offsets [5, 18446744073709551615), but the input has 1000 values");

    const gpu::buffer<int> count(std::vector<int>{1001});
    CHECK(support::message_of([&] {
              impulse::sum_into(how, impulse::counted(x, count.data()), out.data());
          }) == "impulse: count is 1001; it must be between 0 and 1000");

    const gpu::buffer<int> at(std::vector<int>{0, 5, 5, 1000});
    std::string refused;
    gpu::captured(s, [&] {
        refused =
            support::message_of([&] { impulse::reduce_into(how, impulse::segments(x, at), out.data(), 0); });
    });
    CHECK(refused ==
          "impulse: policy has a stream that is being captured, but this call would wait for its result; use "
          "an _into form, without .checked()");
}
