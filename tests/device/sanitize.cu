// SPDX-License-Identifier: Apache-2.0
/// \file
/// What runs under compute-sanitizer: every policy, in order and with the order dropped, unaligned, through the
/// queue and the last block; small, since its tools are slow. Each input is all of its allocation.
#include "alignment.cuh"

#include <impulse/extrema.hpp>

using gpu::index_t;

namespace {

const std::vector<index_t> some_sizes{0, 1, 33, 4097, 40'001};

/// Several blocks and several fetches however small the input is, and the default shape.
const std::vector<impulse::shape> some_shapes{
    {}, {.blocks = 5, .threads = 64, .items = 1}, {.threads = 1024}};

template <class Make, class Init, class Op>
void check_small(const Make& make, const Init& init, const Op& op) {
    const auto items = support::make_items(some_sizes.back(), make);
    const auto expected = gpu::serial_folds(items, some_sizes, init, op);
    const gpu::stream s;
    const gpu::buffer<Init> out(1);
    for (std::size_t i = 0; i < some_sizes.size(); ++i) {
        const index_t n = some_sizes[i];
        const gpu::buffer<gpu::made_by<Make>> x(std::vector(items.begin(), items.begin() + n));
        gpu::for_each_policy([&](const std::string& name, const auto& policy) {
            for (const impulse::shape& shape : some_shapes) {
                const auto how = policy.on(s).tune(shape);
                gpu::check_equal(name, n, impulse::reduce(how, x, init, op) == expected[i]);
                impulse::workspace space(impulse::workspace_bytes(how, x, out.data(), init, op), {s});
                for (int call = 0; call < 2; ++call)  // the second finds the counters as the first left them
                    impulse::reduce_into(how.with(space), x, out.data(), init, op);
                gpu::check_equal(name, n, gpu::fetch(out.data(), s) == expected[i]);
                impulse::reduce_into(how, x, out.data(), init, op);
                gpu::check_equal(name, n, gpu::fetch(out.data(), s) == expected[i]);
            }
        });
    }
}

/// Items that begin `offset` bytes after a boundary, and end where their memory ends.
template <class T, class Op>
void check_unaligned(const Op& op) {
    const support::make_value<T> make{support::seed()};
    const auto items = support::make_items(3001, make);
    const auto expected = gpu::serial_folds(items, {3001}, make(-1), op);
    for (std::size_t offset = alignof(T); offset < 16; offset += 5 * alignof(T)) {
        const std::size_t bytes = items.size() * sizeof(T);
        const gpu::memory exact(offset + bytes);
        exact.upload(offset, items.data(), bytes);
        const T* const first = reinterpret_cast<const T*>(exact.at(offset));
        gpu::for_each_small_grid([&](const std::string& name, const auto& policy) {
            const T got = impulse::reduce(policy.on(impulse::device), first, first + 3001, make(-1), op);
            gpu::check_equal(name, 3001, got == expected[0]);
        });
    }
}

}  // namespace

TEST_CASE("[sanitize] in order: the free monoid") {
    check_small(support::make_stretch{}, support::stretch{-1, 0}, support::join_stretches{});
}

TEST_CASE("[sanitize] in order: items of 3 bytes") {
    const support::make_value<support::permutation<3>> make{support::seed()};
    check_small(make, make(-1), support::compose{});
}

TEST_CASE("[sanitize] order dropped: integers, joined in hardware") {
    check_small([](index_t i) { return static_cast<int>(i % 1000); }, 7, impulse::plus{});
}

TEST_CASE("[sanitize] order dropped: structs of 64 bytes") {
    const support::make_value<support::bytes<64, 4>> make{support::seed()};
    check_small(make, make(-1), impulse::commutative(support::add_bytes{}));
}

TEST_CASE("[sanitize] unaligned") {
    check_unaligned<support::permutation<3>>(support::compose{});
    check_unaligned<support::permutation<16, 4>>(support::compose{});
    check_unaligned<support::bytes<1>>(impulse::commutative(support::add_bytes{}));
    check_unaligned<support::bytes<4, 2>>(impulse::commutative(support::add_bytes{}));
    check_unaligned<support::bytes<12, 4>>(impulse::commutative(support::add_bytes{}));
}

TEST_CASE("[sanitize] positions") {
    const gpu::buffer<index_t> x(support::make_items(20'001, [](index_t i) { return (i * 7919) % 10'007; }));
    gpu::for_each_small_grid([&](const std::string& name, const auto& policy) {
        CAPTURE(name);
        CHECK(impulse::min_element(policy.on(impulse::device), x) == x.begin());
        const auto both = impulse::minmax_element(policy.on(impulse::device), x);
        CHECK(both.first == x.begin());
        CHECK(gpu::fetch(both.second) == 10'006);
    });
}

TEST_CASE("[sanitize] streams side by side, without a workspace") {
    const auto x = gpu::made(20'000, support::make_stretch{});
    const gpu::buffer<support::stretch> out(8);
    const gpu::stream streams[4];
    gpu::for_each_policy([&](const std::string& name, const auto& policy) {
        const auto how = policy.tune({.blocks = 7, .threads = 64, .items = 300});
        for (int i = 0; i < 8; ++i)
            impulse::reduce_into(how.on(streams[i % 4]), x, out.data() + i, support::stretch{-1, 0},
                                 support::join_stretches{});
        for (int i = 0; i < 8; ++i)
            gpu::check_equal(name, i,
                             gpu::fetch(out.data() + i, streams[i % 4]) == support::stretch{-1, 20'000});
    });
}
