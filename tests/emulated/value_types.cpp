// SPDX-License-Identifier: Apache-2.0
// Policies on grids of emulated blocks: values of 1 to 256 bytes, in tree order and with the order dropped.
#include <suite.hpp>

#include <copied_by_hand.hpp>
#include <emulated/check.hpp>
#include <values.hpp>

#include <impulse/extrema.hpp>
#include <impulse/layouts.hpp>
#include <impulse/policies/last_block.hpp>
#include <impulse/tree.hpp>

using emulated::check_everywhere;
using emulated::turns;

namespace {

/// One policy type: these tests are about how values are exchanged.
constexpr auto cut_and_whole = [](auto f) {
    f("last_block", impulse::last_block);
    f("last_block, 10 items", impulse::last_block.tune({.items = 10}));
    f("last_block, 2 blocks", impulse::last_block.tune({.blocks = 2}));
};

}  // namespace

template <int Words>
struct impulse::copies_as_bytes<support::copied_by_hand<Words>> : std::true_type {};

TEST_SUITE_BEGIN("emulated value types" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE_TEMPLATE("values of 1 to 256 bytes, in order", T, support::value_of_size<1>,
                   support::value_of_size<2>, support::value_of_size<3>, support::value_of_size<4>,
                   support::value_of_size<8>, support::value_of_size<12, 4>, support::value_of_size<16, 4>,
                   support::value_of_size<32>, support::value_of_size<64>, support::value_of_size<48, 4>,
                   support::value_of_size<72, 8>, support::value_of_size<100, 4>,
                   support::value_of_size<256, 16>) {
    const support::make_value<T> make{support::seed()};
    check_everywhere<4>(cut_and_whole, make, make(-1), support::compose{}, turns::by_chance);
}

TEST_CASE_TEMPLATE("values of 1 to 256 bytes, order dropped", T, support::bytes<1>, support::bytes<2>,
                   support::bytes<3>, support::bytes<4>, support::bytes<8>, support::bytes<12, 4>,
                   support::bytes<16, 4>, support::bytes<32>, support::bytes<64>, support::bytes<40, 8>,
                   support::bytes<72, 8>, support::bytes<100, 4>, support::bytes<256, 16>) {
    const support::make_value<T> make{support::seed()};
    check_everywhere<4>(cut_and_whole, make, make(-1), impulse::unordered(support::add_bytes{}),
                        turns::by_chance);
}

namespace {

/// Items at several offsets from a 16-byte boundary, in blocks that stage tiles in the shared memory of a
/// warp.
template <class Make, class Init, class Op>
void check_wherever_they_begin(const Make& make, const Init& init, const Op& op, int max_before) {
    emulated::fibers machine(turns::by_chance);
    for (const impulse::index_t n : {0, 1, 31, 63, 64, 65, 300, 1023, 1500})
        for (int before = 0; before <= max_before; ++before) {
            const auto items = support::make_items(before + n, make);
            const std::span some(items.begin() + before, items.end());
            const auto expected = impulse::tree_fold(some, init, op);
            cut_and_whole([&](const char* name, const auto& policy) {
                emulated::gpu<emulated::fibers, 8> on(machine, {8, 3, 2, 7});
                emulated::result_cell<std::remove_const_t<decltype(expected)>> result;
                impulse::reduce_into(policy.on(on.place()), some, &result, init, op);
                CAPTURE(name);
                CAPTURE(n);
                CAPTURE(before);
                CHECK(result.writes == 1);
                CHECK(*result.value == expected);
                CHECK(on.counters_are_zero());
            });
        }
}

/// Items of 32 bits, accumulators of 64 bits.
struct mix_widened {
    template <int Count>
    support::units<Count> lift(const support::units<Count, std::uint32_t>& item) const {
        support::units<Count> wide{};
        for (int k = 0; k < Count; ++k) wide.part[k] = support::scatter(item.part[k]);
        return wide;
    }
    template <int Count>
    support::units<Count> operator()(const support::units<Count>& a, const support::units<Count>& b) const {
        return support::mix_units{}(a, b);
    }
};

}  // namespace

TEST_CASE_TEMPLATE("wide values, wherever they begin: the tree's bits", T, support::units<5>,
                   support::units<9>, support::units<12, std::uint32_t>, support::units<25, std::uint32_t>,
                   support::units<16>) {
    const support::make_units<T> make{support::seed()};
    check_wherever_they_begin(make, make(-1), support::mix_units{}, 1);
}

TEST_CASE_TEMPLATE("narrow values of wide accumulators, wherever they begin: the tree's bits", T,
                   support::units<3, std::uint32_t>, support::units<4, std::uint32_t>) {
    const support::make_units<T> make{support::seed()};
    check_wherever_they_begin(make, mix_widened{}.lift(make(-1)), mix_widened{}, 3);
}

TEST_CASE_TEMPLATE("values whose copies are written by hand", T, support::copied_by_hand<1>,
                   support::copied_by_hand<3>, support::copied_by_hand<12>) {
    static_assert(!std::is_trivially_copyable_v<T> && impulse::copies_as_bytes_v<T>);
    const T init(5);
    emulated::fibers machine(turns::by_chance);
    for (const impulse::index_t n : {0, 1, 31, 64, 300, 1500}) {
        CAPTURE(n);
        std::vector<T> items;
        for (impulse::index_t i = 0; i < n; ++i) items.emplace_back(static_cast<std::uint32_t>(i) * 77'777u);
        const T expected = impulse::tree_fold(items, init, support::mix_by_hand{});
        cut_and_whole([&](const char* name, const auto& policy) {
            emulated::gpu<emulated::fibers, 8> on(machine, {8, 3, 2, 7});
            CAPTURE(name);
            T out(0);
            impulse::reduce_into(policy.on(on.place()), items, &out, init, support::mix_by_hand{});
            CHECK(out == expected);
            if (n == 0) return;
            std::vector<T> of_each(items.size(), T(0));
            impulse::reduce_into(policy.on(on.place()), impulse::batches(items, 1), of_each.data(), init,
                                 support::mix_by_hand{});
            CHECK(of_each.back() == support::mix_by_hand{}(init, items.back()));
            impulse::index_t at = -1;
            impulse::argmax_into(policy.on(on.place()), items, &at);
            CHECK(at == impulse::argmax(items));
        });
    }
}

TEST_SUITE_END();
