// SPDX-License-Identifier: Apache-2.0
// Calls without an initial value: they return the tree's value, or the empty value if there are no items.
//
// An invented zero would show.
#include "scratch.cuh"
#include "tree.cuh"

#include <same_bits.hpp>

#include <impulse/by_key.hpp>
#include <impulse/extrema.hpp>
#include <impulse/host.hpp>
#include <impulse/layouts.hpp>
#include <impulse/running.hpp>
#include <impulse/statistics.hpp>
#include <impulse/sums.hpp>

#include <limits>

using support::same_bits;

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("without init: of one result, of every size and policy") {
    using namespace impulse;
    const auto how = work_queue.on(device);
    for (const index_t n : {1, 2, 33, 1000, 5000, 70'000, 1'000'003}) {
        CAPTURE(n);
        const gpu::buffer<double> zeros(std::vector<double>(static_cast<std::size_t>(n), -0.0));
        const gpu::buffer<double> nans(std::vector<double>(static_cast<std::size_t>(n), missing));
        gpu::for_each_policy([&](const std::string&, const auto& policy) {
            CHECK(same_bits(reduce(policy.on(device), zeros), -0.0));
        });
        CHECK(same_bits(sum(how, zeros), -0.0));
        CHECK(same_bits(dot(how, zeros, zeros), 0.0));
        CHECK(same_bits(mean(how, zeros), -0.0));
        CHECK(same_bits(reduce(how, zeros, 0.0), 0.0));
        CHECK(same_bits(reduce(how, zeros, unordered(plus{})), -0.0));
        CHECK(same_bits(reduce(how, nans, minimum_number{}), missing));
        CHECK(same_bits(reduce(how, nans, maximum_number{}), missing));
        const auto [total, least] = reduce(how, zeros, together(plus{}, minimum_number{}));
        CHECK(same_bits(total, -0.0));
        CHECK(same_bits(least, -0.0));
    }
    const gpu::buffer<double> none(index_t{0});
    CHECK(same_bits(reduce(how, none), 0.0));
    CHECK(same_bits(sum(how, none), 0.0));
    CHECK(same_bits(reduce(how, none, minimum_number{}), missing));
    CHECK(same_bits(min_value(how, none), inf));
    CHECK(same_bits(mean(how, none), missing));
    const auto [total, least] = reduce(how, none, together(plus{}, minimum_number{}));
    CHECK(same_bits(total, 0.0));
    CHECK(same_bits(least, missing));
}

TEST_CASE("without init: an identity that is given takes no part, where the card reduces a warp") {
    using namespace impulse;
    const auto how = last_block.on(device);
    for (const index_t n : {1, 2, 31, 33, 1000, 70'000}) {
        CAPTURE(n);
        const gpu::buffer<int> x(std::vector<int>(static_cast<std::size_t>(n), -3));
        const gpu::buffer<unsigned> bits(std::vector<unsigned>(static_cast<std::size_t>(n), 6u));
        CHECK(reduce(how, x, with_identity(maximum{}, 0)) == -3);
        CHECK(reduce(how, x, with_identity(minimum{}, -9)) == -3);
        CHECK(reduce(how, x, with_identity(plus{}, 100)) == -3 * n);
        CHECK(reduce(how, x, unordered(with_identity(plus{}, 100))) == -3 * n);
        CHECK(reduce(how, bits, with_identity(bit_or{}, 1u)) == 6u);
        CHECK(reduce(how, bits, with_identity(bit_and{}, 2u)) == 6u);
    }
    const gpu::buffer<int> few(std::vector<int>{-3, -5, -4});
    const gpu::buffer<int> offsets(std::vector<int>{0, 2, 2, 3});
    const gpu::buffer<int> out(3);
    reduce_into(how, segments(few, offsets), out.data(), with_identity(maximum{}, 0));
    CHECK(gpu::download(out) == std::vector{-3, 0, -4});
}

TEST_CASE("without init: layouts, keys, counts and streams") {
    using namespace impulse;
    const gpu::stream s;
    const auto how = last_block.on(s);
    const std::vector<double> items{-0.0, -0.0, missing, missing, -0.0, 5.0};
    const gpu::buffer<double> x(items);
    const gpu::buffer<int> offsets(std::vector<int>{0, 2, 2, 4, 6});
    const gpu::buffer<double> out(4);
    sum_into(how, segments(x, offsets), out.data());
    s.wait();
    CHECK(same_bits(gpu::download(out), std::vector{-0.0, 0.0, missing, 5.0}));
    reduce_into(how, segments(x, offsets), out.data(), minimum_number{});
    s.wait();
    CHECK(same_bits(gpu::download(out), std::vector{-0.0, missing, missing, -0.0}));

    const gpu::buffer<int> keys(std::vector<int>{1, 1, 2, 2, 3, 3});
    const gpu::buffer<int> first(3);
    const gpu::buffer<double> by_run(3);
    const gpu::buffer<index_t> count(1);
    reduce_by_key_into(how, by_key(keys, x), first.data(), by_run.data(), count.data(), plus{});
    s.wait();
    CHECK(same_bits(gpu::download(by_run), std::vector{-0.0, missing, 5.0}));

    for (const index_t n : {0, 2}) {
        const gpu::buffer<index_t> there(std::vector<index_t>{n});
        sum_into(how, counted(x, there.data()), out.data());
        CHECK(same_bits(gpu::fetch(out.data(), s), n == 0 ? 0.0 : -0.0));
        reduce_into(how, counted(x, there.data()), out.data(), maximum_number{});
        CHECK(same_bits(gpu::fetch(out.data(), s), n == 0 ? missing : -0.0));
    }

    auto running = running_reduction<double>(how);
    CHECK(same_bits(running.value(), 0.0));
    running.push(x.data(), x.data() + 1);
    running.push(items.data() + 1, items.data() + 2);
    CHECK(same_bits(running.value(), -0.0));
    auto extreme = running_reduction<double>(how, minimum_number{});
    extreme.push(x.data() + 2, x.data() + 4);
    CHECK(same_bits(extreme.value(), missing));
}

namespace {

/// It has no identity and is not associative, so the result depends on the tree.
struct apart {
    __host__ __device__ unsigned operator()(unsigned a, unsigned b) const { return 3 * a - b; }
};

}  // namespace

TEST_CASE("without init: reduce_first, by one result, by segments and by key") {
    using namespace impulse;
    const gpu::stream s;
    const auto how = last_block.on(s);
    std::vector<unsigned> items(100'000);
    for (std::size_t i = 0; i < items.size(); ++i) items[i] = static_cast<unsigned>(i * 37 % 101);
    const gpu::buffer<unsigned> x(items);
    CHECK(reduce_first(how, x, apart{}) == reduce_first(items, apart{}));
    CHECK(!reduce_first(how, x.data(), x.data(), apart{}));

    const std::vector<int> at{0, 2, 2, 1000, 1001, 100'000};
    const gpu::buffer<int> offsets(at);
    const gpu::buffer<unsigned> out(5);
    reduce_first_into(how, segments(x, offsets), out.data(), apart{}, 9u);
    s.wait();
    std::vector<unsigned> right(5);
    reduce_first_into(segments(items, at), right.data(), apart{}, 9u);
    CHECK(gpu::download(out) == right);
    CHECK(right[1] == 9);

    std::vector<int> parts(items.size());
    for (std::size_t i = 0; i < parts.size(); ++i) parts[i] = static_cast<int>(i / 33);
    const gpu::buffer<int> keys(parts);
    const gpu::buffer<unsigned> by_run(items.size());
    const gpu::buffer<index_t> count(1);
    const gpu::buffer<int> first(items.size());
    reduce_by_key_into(how, by_key(keys, x), first.data(), by_run.data(), count.data(), apart{});
    s.wait();
    auto found = gpu::download(by_run);
    found.resize(static_cast<std::size_t>(gpu::fetch(count.data(), s)));
    CHECK(found == reduce(by_key(parts, items), apart{}));
}
