// SPDX-License-Identifier: Apache-2.0
// A few rows anywhere in memory, joined column by column, on grids of emulated blocks: the host's bits.
#include <suite.hpp>

#include <emulated/check.hpp>

#define IMPULSE_INTERNAL 1
#include <impulse/detail/base/first_answer.hpp>
#include <impulse/detail/kernel/join_rows.hpp>
#undef IMPULSE_INTERNAL
#include <impulse/layouts.hpp>

#include <tree_suite.hpp>

#include <cstring>

namespace {

/// Four numbers, which need not be aligned to 16 bytes.
struct four {
    std::uint32_t x[4];
};
struct mix_four {
    four operator()(const four& a, const four& b) const {
        return {{a.x[0] * 3 + b.x[0], a.x[1] * 5 + b.x[1], a.x[2] * 7 + b.x[2], a.x[3] * 9 + b.x[3]}};
    }
};

/// Rows of one length, each in separate memory, `skew` items and `shift` bytes after a word; and copies of
/// the results.
template <class Item, class Result, class Op>
void check_rows(const char* what, int rows, index_t columns, index_t skew, const std::vector<Item>& items,
                const Result& init, const Op& op, bool clears, std::uintptr_t shift = 0) {
    namespace detail = impulse::detail;
    const auto expected =
        impulse::reduce(impulse::columns(impulse::matrix_view{items.data(), rows, columns}), init, op);
    const auto length = static_cast<std::size_t>(columns + skew + 16);
    const auto aligned = [&](auto& memory) {
        using type = typename std::remove_cvref_t<decltype(memory)>::value_type;
        const auto at = reinterpret_cast<std::uintptr_t>(memory.data());
        return reinterpret_cast<type*>((at + 15) / 16 * 16 + shift) + skew;
    };
    std::vector<std::vector<Item>> memory(static_cast<std::size_t>(rows), std::vector<Item>(length));
    std::vector<std::vector<Result>> out(2, std::vector<Result>(length));
    detail::rows_source<Item> source{};
    for (int r = 0; r < rows; ++r) {
        auto* const to = aligned(memory[static_cast<std::size_t>(r)]);
        std::memcpy(static_cast<void*>(to), items.data() + r * columns,
                    static_cast<std::size_t>(columns) * sizeof(Item));
        source.rows[r] = to;
    }
    detail::axis_list<1> along;
    along.add({rows, 1});
    const impulse::strided_source strided(source, along);
    detail::join_rows<Result, std::remove_const_t<decltype(strided)>, Op, Result, Result> body{
        strided, op, init, {{aligned(out[0]), aligned(out[1])}, 2}, columns, rows, 0, clears, 0};
    body.words = body.words_in();
    CHECK((body.words > 0) ==
          (body.each > 0 && shift == 0 && skew % std::max(1, body.each) == 0 && columns >= body.each));
    emulated::fibers machine(emulated::turns::by_chance);
    emulated::gpu<emulated::fibers, 8> on(machine, {2, 1, 3});
    impulse::runtime<emulated::machine_place<emulated::fibers, 8>>(on.place(), impulse::own_memory{})
        .launch(body, 3, 16);
    CAPTURE(what);
    CAPTURE(rows);
    CAPTURE(columns);
    CAPTURE(skew);
    for (auto& each : out) {
        const Result* const found = aligned(each);
        CHECK(support::same_bits(std::vector<Result>(found, found + columns), expected));
    }
    for (auto& each : memory) {
        const std::vector<Item> zero(static_cast<std::size_t>(columns));
        const bool is_zero = std::memcmp(aligned(each), zero.data(), zero.size() * sizeof(Item)) == 0;
        CHECK((is_zero == clears || columns == 0));
    }
}

}  // namespace

TEST_CASE("emulated: rows that lie anywhere" * doctest::skip(support::under_thread_sanitizer)) {
    auto random = support::random_source(45);
    for (const int rows : {1, 2, 3, 5, 8, 9, 16})
        for (const index_t columns : {0, 1, 3, 4, 64, 259})
            for (const index_t skew : {0, 1, 4}) {
                const index_t n = rows * columns;
                const auto floats = support::make_items(
                    n, [&](index_t) { return 1.f + static_cast<float>(random() % 1000) * 0.37f; });
                const bool clears = random() % 2 == 0;
                check_rows("floats", rows, columns, skew, floats, 0.5f, impulse::plus{}, clears);
                check_rows("wide", rows, columns, skew, floats, 0.25, impulse::plus{}, clears);
                std::vector<std::uint64_t> numbers;
                std::vector<std::int8_t> bytes;
                for (index_t i = 0; i < n; ++i) numbers.push_back(random() | 1);
                for (index_t i = 0; i < n; ++i) bytes.push_back(static_cast<std::int8_t>(random() % 100 + 1));
                check_rows("mix", rows, columns, skew, numbers, std::uint64_t{9}, support::mix{}, clears);
                check_rows("leaves", rows, columns, skew, numbers, std::uint64_t{2}, support::mix_of_leaves{},
                           clears);
                check_rows("bytes", rows, columns, skew, bytes, 3, impulse::plus{}, clears);
            }
}

TEST_CASE("emulated: rows of items of 16 bytes that do not begin at words" *
          doctest::skip(support::under_thread_sanitizer)) {
    for (const unsigned shift : {0u, 4u, 8u, 12u})
        for (const bool clears : {false, true}) {
            const int rows = 3;
            const index_t columns = 37;
            std::vector<four> items;
            for (std::uint32_t i = 1; i <= rows * columns; ++i) items.push_back({{i, i * 2, i * 3, i * 4}});
            check_rows("four", rows, columns, 1, items, four{{1, 2, 3, 4}}, mix_four{}, clears, shift);
        }
}

TEST_CASE("elementwise: the first call with a workspace says for all whether it is kept zeroed") {
    for (const bool first : {false, true}) {
        impulse::detail::first_answer kept;
        CHECK(kept.ask(first) == first);
        CHECK(kept.ask(!first) == first);
        CHECK(kept.ask(first) == first);
    }
}
