// SPDX-License-Identifier: Apache-2.0
// Tests for compute-sanitizer: every policy, in tree order and with the order dropped, unaligned items,
// batches and parts, by the queue and the last block.
//
// They are small, because its tools are slow. Each input fills its allocation.
#include "alignment.cuh"

#include <impulse/extrema.hpp>
#include <impulse/layouts.hpp>
#include <impulse/parts.hpp>

namespace {

const std::vector<index_t> some_sizes{0, 1, 33, 4097, 40'001};

/// Shapes with several blocks and several fetches even for small inputs. The default shape would use
/// clusters, with which racecheck does not end.
const std::vector<impulse::shape> some_shapes{
    {.threads = 256}, {.blocks = 5, .threads = 64, .items = 1}, {.threads = 1024}};

template <class Make, class Init, class Op>
void check_small(const Make& make, const Init& init, const Op& op,
                 const std::vector<impulse::shape>& shapes = some_shapes) {
    const gpu::stream s;
    const gpu::buffer<Init> out(1);
    for (const index_t n : some_sizes) {
        const auto items = support::make_items(n, make);
        const Init expected = impulse::tree_fold(items, init, op);
        const gpu::buffer<gpu::made_by<Make>> x(items);
        gpu::for_each_policy([&](const std::string& name, const auto& policy) {
            for (const impulse::shape& shape : shapes) {
                const auto how = policy.on(s).tune(shape);
                gpu::check_equal(name, n, gpu::same_bits(impulse::reduce(how, x, init, op), expected));
                impulse::workspace space(impulse::workspace_bytes(how, x, out.data(), init, op), {s});
                for (int call = 0; call < 2; ++call)  // the second one finds the counters of the first
                    impulse::reduce_into(how.with(space), x, out.data(), init, op);
                gpu::check_equal(name, n, gpu::same_bits(gpu::fetch(out.data(), s), expected));
                impulse::reduce_into(how, x, out.data(), init, op);
                gpu::check_equal(name, n, gpu::same_bits(gpu::fetch(out.data(), s), expected));
            }
        });
    }
}

/// Items that begin `offset` bytes after an aligned address and end where their memory ends.
template <int Size, class Unit>
void check_unaligned(const std::vector<impulse::shape>& shapes = {
                         {.threads = 32, .items = 1}, {.blocks = 3, .threads = 64}, {.threads = 256}}) {
    using block = gpu::block_of<Size, Unit>;
    const gpu::make_block<block> make;
    const auto items = support::make_items(3001, make);
    const block expected = impulse::tree_fold(items, make(-1), gpu::mix_blocks{});
    for (std::size_t offset = alignof(block); offset < 16; offset += 5 * alignof(block)) {
        const std::size_t bytes = items.size() * sizeof(block);
        const gpu::memory exact(offset + bytes);
        exact.upload(offset, items.data(), bytes);
        const block* const first = reinterpret_cast<const block*>(exact.at(offset));
        for (const impulse::shape& shape : shapes) {
            const auto how = impulse::work_queue.on(impulse::device).tune(shape);
            const block got = impulse::reduce(how, first, first + 3001, make(-1), gpu::mix_blocks{});
            gpu::check_equal(gpu::describe("work_queue", shape), 3001, gpu::same_bits(got, expected));
        }
    }
}

}  // namespace

TEST_CASE("[sanitize] by the tree: the mix") { check_small(gpu::make_hash{}, gpu::mix_init, gpu::mix{}); }

TEST_CASE("[sanitize] order dropped: integers, joined in hardware") {
    check_small([](index_t i) { return static_cast<int>(i % 1000); }, 7, impulse::plus{});
}

TEST_CASE("[sanitize, but for races] the default shape") {
    check_small(gpu::make_hash{}, gpu::mix_init, gpu::mix{}, {{}});
}

TEST_CASE("[sanitize, but for races] clusters") {
    const auto items = support::make_items(6001, gpu::make_hash{});
    const auto numbers = support::make_items(40'001, [](index_t i) { return static_cast<int>(i % 1000); });
    const auto how = impulse::automatic.on(impulse::device);
    const auto is_cluster = [](const auto& p) { return p.tiles.single_tile && p.tiles.blocks > 1; };
    const gpu::buffer<std::uint64_t> x(items);
    const gpu::buffer<int> y(numbers);
    CHECK(is_cluster(impulse::reduce.plan(how, x, gpu::mix_init, gpu::mix{})) == gpu::has_clusters());
    CHECK(is_cluster(impulse::reduce.plan(how, y, 7)) == gpu::has_clusters());
    CHECK(impulse::reduce(how, x, gpu::mix_init, gpu::mix{}) ==
          impulse::tree_fold(items, gpu::mix_init, gpu::mix{}));
    CHECK(impulse::reduce(how, y, 7) == impulse::tree_fold(numbers, 7));
    check_unaligned<16, std::uint32_t>({{}});
}

TEST_CASE("[sanitize] unaligned") {
    check_unaligned<3, std::uint8_t>();
    check_unaligned<16, std::uint32_t>();
    check_unaligned<64, std::uint32_t>();
    check_unaligned<72, std::uint64_t>();
}

TEST_CASE("[sanitize] positions") {
    const gpu::buffer<index_t> x(support::make_items(20'001, [](index_t i) { return (i * 7919) % 10'007; }));
    for (const impulse::shape& shape : some_shapes) {
        const auto how = impulse::last_block.on(impulse::device).tune(shape);
        CHECK(impulse::min_element(how, x) == x.begin());
        const auto both = impulse::minmax_element(how, x);
        CHECK(both.first == x.begin());
        CHECK(gpu::fetch(both.second) == 10'006);
    }
}

TEST_CASE("[sanitize] batches and parts") {
    const auto items = support::make_items(30'000, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    for (const impulse::shape& shape : some_shapes) {
        const auto how = impulse::last_block.on(impulse::device).tune(shape);
        for (const index_t length : {1, 30, 10'000}) {
            const gpu::buffer<std::uint64_t> out(30'000 / length);
            impulse::reduce_into(how, impulse::batches(x, length), out.data(), gpu::mix_init, gpu::mix{});
            CHECK(gpu::download(out).back() ==
                  impulse::tree_fold(std::vector(items.end() - length, items.end()), gpu::mix_init,
                                     gpu::mix{}));
        }
        const auto left = impulse::reduce_part(how, x.begin(), x.begin() + 12'345, 0, gpu::mix{});
        const auto right = impulse::reduce_part(how, x.begin() + 12'345, x.end(), 12'345, gpu::mix{});
        CHECK(impulse::join(left, right, gpu::mix{}).value(gpu::mix_init, gpu::mix{}) ==
              impulse::tree_fold(items, gpu::mix_init, gpu::mix{}));
    }
}

namespace {

/// Results of one length, in several tiles for each warp.
template <class Make, class T, class Op>
void check_tiles(const Make& make, const T& init, const Op& op, std::initializer_list<index_t> lengths) {
    for (const index_t length : lengths) {
        const index_t groups = 4 * 8 * 32 + 5;
        const auto items = support::make_items(groups * length + 1, make);
        const gpu::buffer<T> x(items);
        const auto how = impulse::last_block.on(impulse::device).tune({.blocks = 1});
        for (const index_t start : {0, 1}) {
            const gpu::buffer<T> out(groups);
            impulse::reduce_into(how, impulse::batches(x.begin() + start, groups, length), out.data(), init,
                                 op);
            const auto found = gpu::download(out);
            for (const index_t r : {index_t{0}, groups / 2, groups - 1}) {
                const auto first = items.begin() + start + r * length;
                CHECK(found[static_cast<std::size_t>(r)] ==
                      impulse::tree_fold(std::vector(first, first + length), init, op));
            }
        }
    }
}
/// Words of 16 bytes that are read at once.
struct alignas(16) aligned_pair {
    support::units<2> pair;
    bool operator==(const aligned_pair&) const = default;
};
struct make_aligned_pair {
    aligned_pair operator()(index_t i) const { return {support::make_units<support::units<2>>{}(i)}; }
};
struct mix_aligned_pairs {
    IMPULSE_SHARED aligned_pair operator()(const aligned_pair& a, const aligned_pair& b) const {
        return {support::mix_units{}(a.pair, b.pair)};
    }
};

}  // namespace

TEST_CASE("[sanitize] tiles of equal results, several for each warp") {
    using pair = support::units<2>;
    using four = support::units<4, std::uint32_t>;
    check_tiles(gpu::make_uneven<float>{}, 0.5f, impulse::plus{}, {9, 31, 48, 128, 132, 256});
    check_tiles(gpu::make_uneven<double>{}, 0.5, impulse::plus{}, {9, 33, 129});
    check_tiles(make_aligned_pair{}, aligned_pair{{{3, 5}}}, mix_aligned_pairs{}, {5, 17, 100, 256});
    check_tiles(support::make_units<pair>{}, pair{{3, 5}}, support::mix_units{}, {20, 33});
    check_tiles(support::make_units<four>{}, four{{3, 5, 7, 9}}, support::mix_units{}, {20, 33});
}

TEST_CASE("[sanitize] streams side by side, without a workspace") {
    const index_t n = 20'000;
    const auto items = support::make_items(n, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    const auto expected = impulse::tree_fold(items, gpu::mix_init, gpu::mix{});
    const gpu::buffer<std::uint64_t> out(8);
    const gpu::stream streams[4];
    gpu::for_each_policy([&](const std::string& name, const auto& policy) {
        const auto how = policy.tune({.blocks = 7, .threads = 64, .items = 300});
        for (int i = 0; i < 8; ++i)
            impulse::reduce_into(how.on(streams[i % 4]), x, out.data() + i, gpu::mix_init, gpu::mix{});
        for (int i = 0; i < 8; ++i)
            gpu::check_equal(name, n, gpu::fetch(out.data() + i, streams[i % 4]) == expected);
    });
}
