// SPDX-License-Identifier: Apache-2.0
// Aggregates: lift, accumulate, leaves, finalize, together, mean and variance give the bits of the tree.
#include "aggregates.cuh"

#include <impulse/statistics.hpp>

namespace {

struct same_byte {
    IMPULSE_SHARED std::uint8_t operator()(std::uint8_t item) const { return item; }
};

/// The mix over lifted items, in leaves of four. `accumulate` differs from lift followed by the mix.
struct mix_of_bytes : gpu::mix {
    static constexpr int leaf = 4;
    IMPULSE_SHARED std::uint64_t lift(std::uint8_t item) const { return 7 + item; }
    IMPULSE_SHARED void accumulate(std::uint64_t& acc, std::uint8_t item) const {
        acc = acc * 0x9e3779b97f4a7c15u + item;
    }
    IMPULSE_SHARED std::uint32_t finalize(std::uint64_t acc, index_t n) const {
        return static_cast<std::uint32_t>(acc >> 32) + static_cast<std::uint32_t>(n);
    }
};

/// The same with leaves of 64, which packed_bytes lifts at once and stepped_bytes takes step by step.
struct stepped_bytes : mix_of_bytes {
    static constexpr int leaf = 64;
};
struct packed_bytes : stepped_bytes {
    using stepped_bytes::lift;
    IMPULSE_SHARED std::uint64_t lift(const impulse::pack<std::uint8_t, 64>& items) const {
        std::uint64_t acc = lift(items[0]);
        IMPULSE_UNROLL
        for (int i = 1; i < leaf; ++i) accumulate(acc, items[i]);
        return acc;
    }
};

/// The number whose digits in a large base are the items, modulo 2^64. To combine two values, the operator
/// needs the length of the right one.
struct digits {
    std::uint64_t value;
    std::uint64_t scale;
};
struct read_digits {
    IMPULSE_SHARED digits lift(std::uint8_t digit) const { return {digit, 1'000'003}; }
    IMPULSE_SHARED digits accumulate(const digits& a, std::uint8_t digit) const {
        return {a.value * 1'000'003 + digit, a.scale * 1'000'003};
    }
    IMPULSE_SHARED digits operator()(const digits& a, const digits& b) const {
        return {a.value * b.scale + b.value, a.scale * b.scale};
    }
    IMPULSE_SHARED std::uint64_t finalize(const digits& all) const { return all.value; }
};

struct kilometres {
    float value;
};
struct metres {
    double value;
    metres() = default;
    IMPULSE_SHARED explicit(false) metres(double value) : value(value) {}
    IMPULSE_SHARED explicit(false) metres(kilometres stage)
        : value(1000.0 * static_cast<double>(stage.value)) {}
};
struct add_metres {
    IMPULSE_SHARED metres operator()(const metres& a, const metres& b) const { return {a.value + b.value}; }
};
struct make_stage {
    IMPULSE_SHARED kilometres operator()(index_t i) const { return {gpu::make_uneven<float>{}(i)}; }
};

}  // namespace

TEST_CASE("aggregates: leaves of 16 items, by every policy") {
    gpu::check_sizes<true>(gpu::make_uneven<float>{}, 0.1f, gpu::sum_by_16{}, gpu::bits);
}

TEST_CASE("aggregates: lift, accumulate by leaves, and finalize with the number of items") {
    gpu::check_sizes<false>(gpu::make_byte{}, gpu::mix_init, mix_of_bytes{}, gpu::bits);
}

TEST_CASE(
    "aggregates: whole leaves at once, wherever they begin, by functions of items and several at once") {
    for (const index_t n : {index_t{63}, index_t{64}, index_t{65}, index_t{8191}, index_t{1'000'003}}) {
        const auto items = support::make_items(n, gpu::make_byte{});
        const gpu::buffer<std::uint8_t> x(items);
        const auto how = impulse::last_block.on(impulse::device);
        for (const index_t skip : {0, 1, 7, 16}) {
            const std::vector<std::uint8_t> rest(items.begin() + skip, items.end());
            const auto expected = impulse::tree_fold(rest, gpu::mix_init, stepped_bytes{});
            const auto* const first = x.data() + skip;
            const auto* const last = x.data() + n;
            gpu::check_equal("from " + std::to_string(skip), n,
                             impulse::reduce(how, first, last, gpu::mix_init, packed_bytes{}) == expected);
            gpu::check_equal("ordered", n,
                             impulse::reduce(how, first, last, gpu::mix_init,
                                             impulse::ordered(packed_bytes{})) == expected);
            gpu::check_equal("of a function", n,
                             impulse::transform_reduce(how, first, last, gpu::mix_init, packed_bytes{},
                                                       same_byte{}) == expected);
            const auto both =
                impulse::reduce(how, first, last, impulse::make_values(gpu::mix_init, gpu::mix_init),
                                impulse::together(packed_bytes{}, stepped_bytes{}));
            gpu::check_equal("together", n, both.get<0>() == expected && both.get<1>() == expected);
        }
    }
}

TEST_CASE("aggregates: exact ones, in leaves of the library's choice, in order") {
    gpu::check_sizes<false>(gpu::make_byte{}, digits{5, 7}, impulse::assume_associative(read_digits{}),
                            gpu::bits);
}

TEST_CASE("aggregates: several at once, each with the bits that it has alone") {
    const auto all =
        impulse::together(impulse::plus{}, impulse::minimum{}, impulse::maximum{}, gpu::sum_by_16{});
    const auto init = impulse::make_values(0.1f, 5.0f, -5.0f, 0.3f);
    const auto same = [](const auto& a, const auto& b) { return a == b; };  // no value is NaN or a zero
    gpu::check_sizes<false>(gpu::make_uneven<float>{}, init, all, same);
    const auto items = support::make_items(70'001, gpu::make_uneven<float>{});
    const gpu::buffer<float> x(items);
    const auto [sum, least, most, by_16] =
        impulse::reduce(impulse::last_block.on(impulse::device), x, init, all);
    CHECK(gpu::same_bits(sum, impulse::tree_fold(items, 0.1f)));
    CHECK(gpu::same_bits(least, impulse::tree_fold(items, 5.0f, impulse::minimum{})));
    CHECK(gpu::same_bits(most, impulse::tree_fold(items, -5.0f, impulse::maximum{})));
    CHECK(gpu::same_bits(by_16, impulse::tree_fold(items, 0.3f, gpu::sum_by_16{})));
}

TEST_CASE("aggregates: mean and variance") {
    for (const index_t n : gpu::sizes_of_aggregates) {
        const auto items = support::make_items(n, gpu::make_uneven<float>{});
        const gpu::buffer<float> x(items);
        const auto how = impulse::work_queue.on(impulse::device);
        const double sum = impulse::tree_fold(items, 0.0, impulse::detail::mean_of{});
        gpu::check_equal("mean", n, gpu::same_bits(impulse::mean(how, x), sum));
        for (const index_t ddof : {0, 1}) {
            impulse::detail::variance_of op{};
            op.ddof = ddof;
            gpu::check_equal("variance", n,
                             gpu::same_bits(impulse::variance(how, x, ddof),
                                            impulse::tree_fold(items, op.identity(), op)));
        }
    }
}

TEST_CASE("aggregates: items of another type, which convert") {
    gpu::check_sizes<false>(make_stage{}, metres(1), add_metres{}, gpu::bits);
}

TEST_CASE("aggregates: the accumulator is wide enough where init is") {
    const gpu::buffer<std::int8_t> x(std::vector<std::int8_t>(100'000, 100));
    const auto how = impulse::automatic.on(impulse::device);
    static_assert(std::is_same_v<decltype(impulse::reduce(how, x, std::int8_t{0})), int>);
    CHECK(impulse::reduce(how, x, std::int8_t{0}) == 10'000'000);
    CHECK(impulse::reduce(how, x, 0.5) == 10'000'000.5);
}
