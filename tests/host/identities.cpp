// SPDX-License-Identifier: Apache-2.0
// Identities obey their law, none is claimed where there is none, and the result of no items does not depend
// on the identity.
#include <suite.hpp>

#include <identities.hpp>
#include <policies.hpp>

#include <impulse/by_key.hpp>
#include <impulse/extrema.hpp>
#include <impulse/layouts.hpp>
#include <impulse/parts.hpp>
#include <impulse/running.hpp>
#include <impulse/statistics.hpp>
#include <impulse/sums.hpp>
#include <impulse/tree.hpp>

using impulse::has_identity;

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("identity: its law holds for every operator and type of which one is known") {
    constexpr int many = 100'000;
    support::check_identities<bool>("bool", 12, 2);
    support::check_identities<std::int8_t>("int8", 9, 1000);
    support::check_identities<std::uint16_t>("uint16", 9, many);
    support::check_identities<std::int32_t, std::plus<>, std::multiplies<int>>("int32", 9, many);
    support::check_identities<std::uint64_t>("uint64", 9, many);
    support::check_identities<impulse::detail::wide_integer>("int128", 9, many);
    support::check_identities<impulse::detail::wide_unsigned>("uint128", 9, many);
    support::check_identities<float, std::plus<>>("float", 6, many);
    support::check_identities<double, std::plus<double>>("double", 6, many);
    support::check_identities<long double>("long double", 6, many);
    support::check_identities<std::complex<float>>("complex of float", 1, many);
    support::check_identities<std::complex<double>>("complex of double", 1, many);
#if defined(__FLT16_MAX__)
    support::check_identities<_Float16>("_Float16", 6, many);
#endif
}

namespace {

/// Has the members of a complex number, and its own +.
template <class T>
struct complex {
    using value_type = T;
    T length, angle;
    T real() const { return length * std::cos(angle); }
    T imag() const { return length * std::sin(angle); }
    friend complex operator+(const complex& a, const complex& b) { return {a.length + b.length, 0}; }
};

}  // namespace

TEST_CASE("identity: none is claimed of what only looks like a complex number") {
    static_assert(!impulse::detail::complex_number<complex<float>>);
    static_assert(!impulse::has_identity<impulse::plus, complex<float>>);
    static_assert(!impulse::has_identity<impulse::multiplies, complex<float>>);
    static_assert(!impulse::has_type_id<complex<float>>);
    static_assert(impulse::detail::complex_number<std::complex<long double>>);
}

/// A caller's number type that has NaN.
struct own_float {
    float value;
    friend bool operator<(own_float a, own_float b) { return a.value < b.value; }
};
template <>
struct std::numeric_limits<own_float> : std::numeric_limits<float> {};

TEST_CASE("identity: none is claimed where there is none") {
    using namespace impulse;
    static_assert(!has_identity<minimum, own_float> && !has_identity<maximum_number, own_float>);
    static_assert(!has_identity<multiplies, std::complex<float>>);  // (1 + 0i) * (inf + 0i) has a NaN
    static_assert(!has_identity<std::multiplies<>, std::complex<double>>);
    static_assert(!has_identity<logical_and, int>);  // 5 && true is 1
    static_assert(!has_identity<logical_or, float>);
    static_assert(!has_identity<logical_xor, char>);
    static_assert(has_identity<logical_and, bool> && has_identity<logical_xor, bool>);
    static_assert(has_identity<plus, std::complex<float>>);
    static_assert(has_identity<bit_xor, detail::wide_unsigned> &&
                  has_identity<minimum, detail::wide_integer>);
    // For bool, the logical and of numbers has an identity.
    CHECK(reduce(std::vector<int>{5, 7}, logical_and{}) == true);
    CHECK(reduce(std::vector<int>(), logical_and{}) == true);
    const std::vector<std::complex<double>> x{{inf, 0}, {2, 0}};
    CHECK(product(std::vector<std::complex<double>>()) == 1.0);
    CHECK(same_bits(product(x), tree_fold(x, std::complex<double>(1), multiplies{})));
}

TEST_CASE("without init: of items the tree's value itself, of none the empty value") {
    const std::vector<double> zeros{-0.0, -0.0}, nans{missing, missing}, none;
    using namespace impulse;
    support::for_each_shape([&](auto, const auto& policy) {
        CHECK(same_bits(reduce(policy, zeros), -0.0));
        CHECK(same_bits(sum(policy, zeros), -0.0));
        CHECK(same_bits(sum(policy, std::vector<float>{-0.f}, wide), -0.0));
        CHECK(same_bits(reduce(policy, zeros, 0.0), 0.0));  // an initial value takes part
        CHECK(same_bits(reduce(policy, zeros, std::plus<>{}), -0.0));
        CHECK(same_bits(reduce(policy, zeros, unordered(plus{})), -0.0));
        CHECK(same_bits(dot(policy, zeros, std::vector{1.0, 2.0}), -0.0));
        CHECK(same_bits(mean(policy, zeros), -0.0));
        CHECK(same_bits(weighted_mean(policy, zeros, std::vector{1.0, 1.0}), -0.0));
        CHECK(same_bits(reduce(policy, std::vector<std::complex<float>>{{-0.f, -0.f}}),
                        std::complex(-0.f, -0.f)));
        for (const auto& empty :
             {reduce(policy, none), sum(policy, none), dot(policy, none, none),
              reduce(policy, none, unordered(plus{})), reduce(policy, none, std::plus<>{})})
            CHECK(same_bits(empty, 0.0));
        CHECK(same_bits(reduce(policy, std::vector<std::complex<float>>()), std::complex(0.f, 0.f)));
        CHECK(same_bits(reduce(policy, nans, minimum_number{}), missing));
        CHECK(same_bits(reduce(policy, nans, maximum_number{}), missing));
        CHECK(same_bits(reduce(policy, std::vector{missing, inf, missing}, minimum_number{}), inf));
        CHECK(same_bits(reduce(policy, none, minimum_number{}), missing));
        CHECK(reduce(policy, std::vector<int>(), minimum_number{}) == std::numeric_limits<int>::max());
        CHECK(min_value(policy, none) == inf);
        CHECK(max_value(policy, none) == -inf);
        CHECK(same_bits(mean(policy, none), missing));
    });
}

TEST_CASE("without init: no zero is made up, whatever the size") {
    using namespace impulse;
    for (const std::size_t n : {1u, 2u, 33u, 1000u, 5000u, 70'000u}) {
        CAPTURE(n);
        const std::vector<float> zeros(n, -0.0f);
        const std::vector<double> wide_zeros(n, -0.0), nans(n, missing);
        support::for_some_policies([&](auto, const auto& policy) {
            CHECK(same_bits(sum(policy, zeros), -0.0f));
            CHECK(same_bits(sum(policy, wide_zeros), -0.0));
            CHECK(same_bits(sum(policy, zeros, wide), -0.0));
            CHECK(same_bits(reduce(policy, zeros, unordered(plus{})), -0.0f));
            CHECK(same_bits(dot(policy, zeros, std::vector<float>(n, 1.0f)), -0.0f));
            CHECK(same_bits(mean(policy, zeros), -0.0));
            CHECK(same_bits(reduce(policy, nans, minimum_number{}), missing));
            CHECK(same_bits(sum(policy, columns(matrix_view(wide_zeros.data(), static_cast<index_t>(n), 1))),
                            std::vector{-0.0}));
        });
    }
}

TEST_CASE("without init: an identity that is given is for no items alone") {
    const auto last_or = impulse::with_identity([](int, int b) { return b; }, 17);
    const auto added = impulse::with_identity([](int a, int b) { return a + b; }, 100);
    CHECK(impulse::reduce(std::vector{1, 2}, last_or) == 2);
    CHECK(impulse::reduce(std::vector<int>(), last_or) == 17);
    CHECK(impulse::reduce(std::vector{1, 2}, added) == 3);
    CHECK(impulse::reduce(std::vector<int>(), impulse::unordered(added)) == 100);
    CHECK(impulse::tree_fold(std::vector{1, 2}, added) == 3);
    CHECK(impulse::tree_fold(std::vector<int>(), added) == 100);
}

TEST_CASE("without init: layouts, keys, counts, several results, streams and parts") {
    using namespace impulse;
    const std::vector<double> x{-0.0, -0.0, missing, missing, -0.0, 5.0};
    const std::vector<int> offsets{0, 2, 2, 4, 6};  // the second segment is empty
    CHECK(same_bits(sum(segments(x, offsets)), std::vector{-0.0, 0.0, missing, 5.0}));
    CHECK(same_bits(reduce(segments(x, offsets)), std::vector{-0.0, 0.0, missing, 5.0}));
    CHECK(
        same_bits(reduce(segments(x, offsets), minimum_number{}), std::vector{-0.0, missing, missing, -0.0}));
    CHECK(same_bits(reduce(segments(x, offsets), minimum{}), std::vector{-0.0, inf, missing, -0.0}));
    const std::vector<int> keys{1, 1, 2, 2, 3, 3};
    CHECK(same_bits(sum(by_key(keys, x)), std::vector{-0.0, missing, 5.0}));
    CHECK(same_bits(reduce(by_key(keys, x), minimum_number{}), std::vector{-0.0, missing, -0.0}));
    index_t found = 0;
    CHECK(same_bits(sum(counted(x, &found)), 0.0));
    CHECK(same_bits(reduce(counted(x, &found), maximum_number{}), missing));
    found = 2;
    CHECK(same_bits(sum(counted(x, &found)), -0.0));

    const auto both = together(plus{}, minimum_number{}, maximum{});
    const auto [total, least, most] = reduce(x.begin(), x.begin() + 2, both);
    CHECK(same_bits(std::vector{total, least, most}, std::vector{-0.0, -0.0, -0.0}));
    const auto [no_total, no_least, no_most] = reduce(x.begin(), x.begin(), both);
    CHECK(same_bits(std::vector{no_total, no_least, no_most}, std::vector{0.0, missing, -inf}));

    auto stream = running_reduction<double>();
    CHECK(same_bits(stream.value(), 0.0));
    stream.push(x.begin(), x.begin() + 1);
    stream.push(x.begin() + 1, x.begin() + 2);
    CHECK(same_bits(stream.value(), -0.0));
    auto extreme = running_reduction<double>(last_block, minimum_number{});
    CHECK(same_bits(extreme.value(), missing));
    extreme.push(x.begin() + 2, x.begin() + 4);
    CHECK(same_bits(extreme.value(), missing));

    const auto part = reduce_part(x.begin(), x.begin() + 2, 0);
    CHECK(same_bits(part.value(), -0.0));
    CHECK(same_bits(part.value(0.0, plus{}), 0.0));
    CHECK(same_bits(forest<double>{}.value(), 0.0));
    CHECK(same_bits(forest<double>{}.value(minimum_number{}), missing));

    CHECK(same_bits(tree_fold(x), missing));
    CHECK(same_bits(tree_fold(std::vector{-0.0}), -0.0));
    CHECK(same_bits(tree_fold(std::vector<double>()), 0.0));
    CHECK(same_bits(tree_fold(std::vector<double>(), maximum{}), -inf));
}
