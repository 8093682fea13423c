// SPDX-License-Identifier: Apache-2.0
// Layouts and parts on emulated blocks give the bits of the tree: batches, forests joined in any order of
// arrival, and counts that the blocks read from memory.
#include "layouts.hpp"

#include <segments.hpp>

#include <impulse/layouts.hpp>

#include <span>
#include <type_traits>

using namespace layout_tests;

namespace {

template <int Width>
void check_batches(turns order, index_t length, index_t count) {
    const auto items = hashes(length * count);
    std::vector<index_t> lengths(static_cast<std::size_t>(count), length);
    check_groups<Width>(order, "length " + std::to_string(length), impulse::batches(items, length),
                        support::trees(items, support::offsets_of(lengths), init, mix{}), mix{},
                        support::for_each_shape);
}

template <int Width, class Layout>
void check_segments(turns order, const std::string& kind, const std::vector<std::uint64_t>& items,
                    const support::offsets& begins, const support::offsets& ends, const Layout& layout) {
    check_groups<Width>(order, kind, layout, support::trees(items, begins, ends, init, mix{}), mix{},
                        for_policies_and_shapes);
}

}  // namespace

TEST_SUITE_BEGIN("emulated layouts" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE("batches of any length: each result is the tree's over its own items") {
    for (const index_t length :
         {1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 511, 700}) {
        check_batches<4>(turns::by_chance, length, length < 100 ? 23 : 3);
        check_batches<8>(turns::newest, length, length < 20 ? 150 : 2);
    }
    // Leaves of four items: the average of 8.25 leaves is rounded down, to what a lane takes.
    for (const index_t length : {32, 33, 35, 40}) {
        const auto items = hashes(length * 9);
        check_groups<4>(turns::by_chance, "leaves", impulse::batches(items, length),
                        support::trees(items, support::offsets_of(std::vector<index_t>(9, length)), init,
                                       counted_leaves{}),
                        counted_leaves{}, support::for_each_shape);
    }
    check_batches<4>(turns::oldest, 3, 0);
    check_batches<4>(turns::oldest, 20, 1);
}

TEST_CASE("segments: each result is the tree's over its own items") {
    const index_t most = support::under_address_sanitizer ? 1030 : 2500;
    const auto items = hashes(most + 500);
    support::for_each_kind_of_offsets(most, [&](const std::string& kind, const support::offsets& at) {
        const support::offsets begins(at.begin(), at.end() - 1);
        const support::offsets ends(at.begin() + 1, at.end());
        check_segments<4>(turns::by_chance, kind, items, begins, ends, impulse::segments(items, at));
        check_segments<8>(turns::newest, kind, items, begins, ends, impulse::segments(items, at));
    });
}

constexpr std::uint32_t small_init = 5;
std::vector<std::uint32_t> small_items(index_t n) {
    std::vector<std::uint32_t> items;
    for (const std::uint64_t x : hashes(n)) items.push_back(static_cast<std::uint32_t>(x >> 7));
    return items;
}
/// Neither commutative nor associative.
struct small_mix {
    IMPULSE_SHARED std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const {
        return static_cast<std::uint32_t>(mix{}(a, b) >> 9);
    }
};

/// Items of which equal groups are taken by tiles: of a fragment, the most of a lane; fragments of a tile.
struct small_ones {
    static constexpr int fragment = 16, of_lane = 8, room = 39;
    static constexpr auto begin = small_init;
    static constexpr small_mix op{};
    static auto items(index_t n) { return small_items(n); }
};
struct middle_ones {
    static constexpr int fragment = 8, of_lane = 8, room = 52;
    static constexpr auto begin = init;
    static constexpr mix op{};
    static auto items(index_t n) { return hashes(n); }
};
struct wide_ones {
    static constexpr int fragment = 8, of_lane = 4, room = 40;
    static constexpr support::units<2> begin{{3, 5}};
    static constexpr support::mix_units op{};
    static auto items(index_t n) {
        return support::make_items(n, support::make_units<support::units<2>>{support::seed()});
    }
};
/// Whether tiles take results of one length, if a warp has `width` lanes.
template <class Ones>
bool are_tiled(index_t length, int width) {
    const int most = Ones::fragment == 8 || length % 4 == 0 ? 64 : 8;
    return Ones::of_lane < length && length <= Ones::fragment * std::min(width * Ones::room / 32, most);
}

TEST_CASE_TEMPLATE("batches of items of 4, 8 and 16 bytes: tiles of equal ones, wherever they begin", Ones,
                   small_ones, middle_ones, wide_ones) {
    const auto check = [](auto width, index_t length, index_t before, index_t count) {
        constexpr int Width = decltype(width)::value;
        const auto items = Ones::items(before + length * count);
        const std::vector behind(items.begin() + before, items.end());
        const auto layout =
            impulse::batches(std::span(items).subspan(static_cast<std::size_t>(before)), length);
        auto expected = support::trees(
            behind, support::offsets_of(std::vector<index_t>(static_cast<std::size_t>(count), length)),
            Ones::begin, Ones::op);
        check_groups<Width>(turns::by_chance, "length " + std::to_string(length), layout, expected, Ones::op,
                            for_policies_and_shapes, Ones::begin);
        emulated::fibers machine(turns::oldest);
        gpu<Width> on(machine, {2, 2, 1, 2});
        const auto plan = impulse::reduce_into.plan(impulse::last_block.on(on.place()), layout,
                                                    expected.begin(), Ones::begin, Ones::op);
        CHECK(plan.segments->tiles == are_tiled<Ones>(length, Width));
    };
    for (const index_t before : {0, 1, 2, 3})
        for (const index_t length : {4, 5, 8, 9, 10, 15, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65})
            check(std::integral_constant<int, 4>{}, length, before, 23);
    for (const index_t length : {20, 40, 63, 100, 127, 128, 129, 200})
        check(std::integral_constant<int, 8>{}, length, 5, length == 20 ? 150 : 13);
    for (const index_t length : {48, 129, 132, 200, 256, 257, 320, 321, 416, 417, 512, 516, 624, 628})
        for (const index_t before : {0, 1}) check(std::integral_constant<int, 32>{}, length, before, 9);
    check(std::integral_constant<int, 4>{}, 16, 3, 1);
}

TEST_CASE_TEMPLATE(
    "segments of one length that the bounds tell, and others among them: by tiles, if a sample agrees", Ones,
    small_ones, middle_ones, wide_ones) {
    const auto items = Ones::items(12'000);
    for (const int length : {1, 2, 3, 4, 9, 17, 20, 31, Ones::room / 8 * Ones::fragment})
        for (const int kind : {0, 1, 2, 3}) {
            CAPTURE(length);
            CAPTURE(kind);
            std::vector<index_t> lengths(static_cast<std::size_t>(11'000 / length), length);
            if (kind == 1) lengths.back() = std::min(length - 1, 3);
            if (kind == 2)  // on average the same
                for (std::size_t r = 5; r + 2 < lengths.size(); r += 50) {
                    lengths[r] -= (length + 1) / 2;
                    lengths[r + 1] += (length + 1) / 2;
                }
            if (kind == 3)  // a sample sees it
                for (std::size_t r = 0; r + 1 < lengths.size(); r += 2) {
                    --lengths[r];
                    ++lengths[r + 1];
                }
            const support::offsets at = support::offsets_of(lengths);
            const std::vector<int> bounds(at.begin(), at.end());
            const auto used = std::span(items).first(static_cast<std::size_t>(at.back()));
            const auto layout = impulse::segments(used, bounds);
            const auto expected = support::trees(items, at, Ones::begin, Ones::op);
            emulated::fibers machine(turns::by_chance);
            gpu<4> on(machine, {2, 2, 1, 2});
            const auto how = impulse::last_block.on(on.place());
            std::vector<emulated::result_cell<std::remove_cvref_t<decltype(Ones::begin)>>> results(
                expected.size());
            const auto plan = impulse::reduce_into.plan(how, layout, results.begin(), Ones::begin, Ones::op);
            CHECK(plan.segments.samples_tiles ==
                  (Ones::fragment == 16 || (Ones::of_lane == 8 ? length < 10 : length < 2 || length > 16)));
            impulse::reduce_into(how, layout, results.begin(), Ones::begin, Ones::op);
            check_written_once(results, expected);
            CHECK(on.counters_are_zero());
        }
}

TEST_CASE("segments of items of four bytes, and of one or two items with bounds of four bytes") {
    const auto items = small_items(1500);
    support::for_each_kind_of_offsets(1030, [&](const std::string& kind, const support::offsets& at) {
        const std::vector<int> bounds(at.begin(), at.end());
        check_groups<4>(turns::by_chance, kind, impulse::segments(items, bounds),
                        support::trees(items, at, small_init, small_mix{}), small_mix{},
                        for_policies_and_shapes);
    });
    auto random = support::random_source(903);
    // On average of one or two items; and longer ones between them.
    for (const int longest : {1, 2, 3, 9, 70}) {
        CAPTURE(longest);
        std::vector<index_t> lengths;
        for (int r = 0; r < 300; ++r)
            lengths.push_back(longest <= 3             ? support::random_between(random, 0, longest)
                              : r % (2 * longest) == 3 ? longest
                                                       : r % 2);
        const support::offsets at = support::offsets_of(lengths);
        const std::vector<int> bounds(at.begin(), at.end());
        const auto layout =
            impulse::segments(std::span(items).first(static_cast<std::size_t>(at.back())), bounds);
        check_groups<4>(turns::newest, "tiny", layout, support::trees(items, at, small_init, small_mix{}),
                        small_mix{}, for_policies_and_shapes);
    }
}

TEST_CASE("segments in any order, with gaps and items in common, more than the list has room for") {
    const auto items = hashes(300);
    for (const index_t longest : {5, 40, 300}) {
        const auto [begins, ends] = support::scattered_segments(300, 150, longest, 902);
        const auto layout = impulse::segments(items, begins, ends);
        check_segments<4>(turns::by_chance, "scattered", items, begins, ends, layout);
        check_segments<1>(turns::oldest, "scattered", items, begins, ends, layout);
        check_segments<32>(turns::oldest, "scattered", items, begins, ends, layout);
    }
}

TEST_CASE(
    "segments of middling length: the launches see whether most are long or a few, and one of two takes "
    "them") {
    const auto items = hashes(4000);
    for (const bool few : {true, false}) {
        std::vector<index_t> lengths;
        for (int r = 0; r < 300; ++r) lengths.push_back(!few ? 12 : r % 8 == 3 ? 70 : 2);
        const support::offsets at = support::offsets_of(lengths);
        const auto layout = impulse::segments(items, at);
        const auto expected = support::trees(items, at, init, mix{});
        emulated::fibers machine(turns::by_chance);
        gpu<8> on(machine, {2, 2, 1, 2});
        support::for_each_policy([&](auto, const auto& policy) {
            std::vector<emulated::result_cell<std::uint64_t>> results(expected.size());
            CHECK(impulse::reduce_into.plan(policy.on(on.place()), layout, results.begin(), init, mix{})
                      .segments.probes_lengths);
            impulse::reduce_into(policy.on(on.place()), layout, results.begin(), init, mix{});
            check_written_once(results, expected);
            CHECK(on.counters_are_zero());
        });
    }
}

TEST_CASE("segments: a function sees the items of segments alone, not what lies between them") {
    std::vector<int> items;
    support::offsets begins;
    support::offsets ends;
    for (int again = 0; again < 20; ++again) {
        for (const auto& [size, warp_smem] : {std::pair{10, 20}, {0, 0}, {10, 10}, {0, 7}, {30, 31}}) {
            begins.push_back(static_cast<index_t>(items.size()));
            ends.push_back(begins.back() + size);
            for (int i = 0; i < warp_smem; ++i) items.push_back(i < size ? 1 : -1);
        }
    }
    emulated::fibers machine(turns::by_chance);
    gpu<8> on(machine, {1, 1, 1, 1});
    int strangers = 0;
    std::vector<int> sums(begins.size());
    impulse::transform_reduce_into(impulse::last_block.on(on.place()), impulse::segments(items, begins, ends),
                                   sums.begin(), 0, impulse::plus{}, [&strangers](int item) {
                                       strangers += item < 0 ? 1 : 0;
                                       return item;
                                   });
    CHECK(strangers == 0);
    for (std::size_t r = 0; r < sums.size(); ++r) CHECK(sums[r] == ends[r] - begins[r]);
}

TEST_CASE("an aggregate with leaves of several items") {
    auto random = support::random_source(22);
    emulated::fibers machine(turns::by_chance);
    for (const index_t n : {0, 1, 3, 4, 5, 15, 16, 17, 63, 64, 65, 127, 128, 129, 255, 257, 1000, 1003}) {
        const auto items = hashes(n);
        const auto expected = impulse::tree_fold(items, init, counted_leaves{});
        support::for_each_shape([&](const std::string& name, const auto& policy) {
            gpu<4> on(machine, some_size(random));
            CAPTURE(name);
            CAPTURE(n);
            CHECK(impulse::reduce(policy.on(on.place()), items, init, counted_leaves{}) == expected);
        });
    }
}

TEST_CASE("a count that is read when the work is done") {
    auto random = support::random_source(23);
    emulated::fibers machine(turns::by_chance);
    for (const index_t most : {0, 1, 40, 1000}) {
        const auto items = hashes(most);
        for (const index_t there :
             {index_t{-3}, index_t{0}, index_t{1}, most / 3, most - 1, most, most + 7}) {
            const index_t n = std::clamp<index_t>(there, 0, most);
            const auto expected =
                impulse::tree_fold(std::vector<std::uint64_t>(items.begin(), items.begin() + n), init, mix{});
            support::for_each_shape([&](const std::string& name, const auto& policy) {
                gpu<4> on(machine, some_size(random));
                emulated::result_cell<std::uint64_t> result;
                impulse::reduce_into(policy.on(on.place()), impulse::counted(items, &there), &result, init,
                                     mix{});
                CAPTURE(name);
                CAPTURE(most);
                CAPTURE(there);
                CHECK(result.writes == 1);
                CHECK(*result.value == expected);
                CHECK(on.counters_are_zero());
            });
        }
    }
}

TEST_SUITE_END();
