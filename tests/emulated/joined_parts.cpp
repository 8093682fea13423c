// SPDX-License-Identifier: Apache-2.0
// The launch that joins forests, on an emulated block: the result has the bits of the whole input, gaps are
// reported, and memory is cleared.
#include <suite.hpp>

#include <emulated/check.hpp>

#define IMPULSE_INTERNAL 1
#include <impulse/detail/kernel/join_parts.hpp>
#undef IMPULSE_INTERNAL
#include <impulse/parts.hpp>

#include <tree_suite.hpp>

#include <cstring>
#include <memory>
#include <numeric>
#include <optional>

namespace {

namespace detail = impulse::detail;
using number = std::uint64_t;

/// Writes the result, and the number of its items.
struct write_result {
    std::optional<number>* to;
    index_t* items;

    template <class Total, class Join>
    void finish(index_t, index_t n, Total& total, const Join& join) const {
        *items = n;
        *to = n > 0 ? join(number{5}, number(*total)) : number{5};
    }
};

/// Parts of the items, one after another, in memory as a GPU would have it.
template <class Op>
struct parts_in_memory {
    using forest = decltype(impulse::reduce_part(std::declval<std::vector<number>&>(), index_t{0}, Op{}));
    static constexpr std::size_t stride = (sizeof(forest) + 15) / 16 * 16 + 16;
    struct alignas(16) line {
        unsigned char bytes[16];
    };

    parts_in_memory(const std::vector<number>& x, const std::vector<index_t>& cuts)
        : count(static_cast<int>(cuts.size()) - 1),
          memory(new line[stride / 16 * static_cast<std::size_t>(count) + 1]) {
        for (int i = 0; i < count; ++i) {
            const auto k = static_cast<std::size_t>(i);
            ::new (at(i))
                forest(impulse::reduce_part(x.data() + cuts[k], x.data() + cuts[k + 1], cuts[k], Op{}));
        }
    }
    forest* at(int i) const {
        return reinterpret_cast<forest*>(memory[stride / 16 * static_cast<std::size_t>(i)].bytes);
    }
    std::size_t bytes() const { return stride * static_cast<std::size_t>(count); }

    int count;
    std::unique_ptr<line[]> memory;
};

template <class Sink, class Op>
void launch(const parts_in_memory<Op>& parts, int first, typename parts_in_memory<Op>::forest* whole,
            const Sink& sink, int warps, std::size_t cleared) {
    using body = detail::join_parts<number, Op, Sink>;
    const body joins{whole,
                     whole == nullptr ? index_t{detail::leaf_of<Op, number>::value} : 0,
                     parts.at(first),
                     parts_in_memory<Op>::stride,
                     parts.count - first,
                     Op{},
                     sink,
                     0,
                     cleared};
    emulated::fibers machine(emulated::turns::by_chance);
    emulated::gpu<emulated::fibers, 8> on(machine, {2, 1, 3});
    impulse::runtime<emulated::machine_place<emulated::fibers, 8>>(on.place(), impulse::own_memory{})
        .launch(joins, 1, 8 * warps);
}

template <class Op>
void check_joined(const std::vector<number>& x, const std::vector<index_t>& cuts, int warps, bool clears) {
    CAPTURE(x.size());
    CAPTURE(cuts.size());
    CAPTURE(warps);
    const number expected = impulse::tree_fold(x, number{5}, Op{});
    {
        const parts_in_memory<Op> parts(x, cuts);
        std::optional<number> result;
        index_t items = -1;
        detail::parts_gap gap{7, 7, 7};
        launch(parts, 0, nullptr, detail::unless_gap<write_result>{{&result, &items}, &gap}, warps,
               clears ? parts.bytes() : 0);
        CHECK(result == expected);
        CHECK(items == static_cast<index_t>(x.size()));
        CHECK(gap.part == -1);
        const std::vector<unsigned char> zero(parts.bytes());
        CHECK((std::memcmp(parts.at(0), zero.data(), zero.size()) == 0) == clears);
    }
    {  // the others are appended to the first one
        const parts_in_memory<Op> parts(x, cuts);
        launch(parts, 1, parts.at(0), detail::to_be_continued{}, warps, 0);
        CHECK(parts.at(0)->end == static_cast<index_t>(x.size()));
        CHECK(parts.at(0)->value(number{5}, Op{}) == expected);
    }
}

std::vector<index_t> some_cuts(index_t n, int parts, index_t leaf) {
    std::vector<index_t> cuts{0};
    for (int i = 1; i < parts; ++i) cuts.push_back(n * i * i / (parts * parts) / leaf * leaf);
    cuts.push_back(n);
    return cuts;
}

}  // namespace

TEST_CASE("emulated: parts are joined by a block" * doctest::skip(support::under_thread_sanitizer)) {
    auto random = support::random_source(46);
    for (const index_t n : {1, 2, 7, 100, 1021})
        for (const int parts : {1, 2, 3, 6, 9})
            for (const int warps : {2, 3, 5}) {
                std::vector<number> x;
                for (index_t i = 0; i < n; ++i) x.push_back(random() | 1);
                check_joined<support::mix>(x, some_cuts(n, parts, 1), warps, warps % 2 == 0);
                check_joined<support::mix_of_sixteen>(
                    x, some_cuts(n, parts, detail::leaf_of<support::mix_of_sixteen, number>::value), warps,
                    warps % 2 == 1);
            }
}

TEST_CASE("emulated: a gap between parts is told" * doctest::skip(support::under_thread_sanitizer)) {
    std::vector<number> x(100);
    std::iota(x.begin(), x.end(), number{1});
    for (const int warps : {2, 5}) {
        parts_in_memory<support::mix> parts(x, {0, 10, 40, 40, 100});
        parts.at(3)->begin = 41;
        std::optional<number> result;
        index_t items = -1;
        detail::parts_gap gap;
        launch(parts, 0, nullptr, detail::unless_gap<write_result>{{&result, &items}, &gap}, warps, 0);
        CHECK(!result);
        CHECK(gap.part == 3);
        CHECK(gap.begin == 41);
        CHECK(gap.expected == 40);
    }
}
