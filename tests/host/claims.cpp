// SPDX-License-Identifier: Apache-2.0
// What the type of an operator shows: which operators fold (tests/compile checks the message), which join two
// accumulators, and how a caller states that a fold is intended.
#include <doctest/doctest.h>

#include <impulse/algorithms.hpp>
#include <impulse/host.hpp>

#include <complex>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using impulse::assume_associative;
using impulse::ordered;
using impulse::together;
using impulse::unordered;
using impulse::values;

template <class Acc, class Op>
constexpr bool folds(const Op&) {
    return impulse::detail::folds<Op, Acc>;
}
template <class Acc, class Op>
constexpr bool is_false(const Op&) {
    return impulse::detail::claims_falsely<Op, Acc>;
}

// A call operator of every form.
#define CALLS(name, first, second, ...)                             \
    struct name {                                                   \
        first operator()(first a, second) __VA_ARGS__ { return a; } \
    }
CALLS(plain, double, int);
CALLS(constant, double, int, const);
CALLS(volatile_too, double, int, const volatile);
CALLS(lvalue, double, const int&, &);
CALLS(constant_lvalue, double, float, const& noexcept);
CALLS(rvalue, double, int&&, && noexcept);
CALLS(constant_rvalue, double, int, const&&);
CALLS(two_signs, int, unsigned, const);
CALLS(flags, unsigned char, bool, const);
CALLS(pointers, const char*, const char* const&, const);
CALLS(two_names, std::int64_t, long long, const noexcept);
CALLS(of_text, std::string, std::string_view, const);
CALLS(of_letters, std::string, char, const);
#undef CALLS

double add_square(double sum, int x) { return sum + x * x; }
double add_quietly(double sum, float x) noexcept { return sum + static_cast<double>(x); }
int add_more(int a, long b) { return a + static_cast<int>(b); }
double add(double a, const double& b) noexcept { return a + b; }
std::string append(std::string text, std::string_view more) { return text.append(more); }

struct overloaded {
    double operator()(double a, int) const { return a; }
    double operator()(double a, double b) const { return a + b; }
};
struct generic {
    template <class T>
    double operator()(double a, const T& b) const {
        return a + static_cast<double>(b);
    }
};
/// Its call takes an item, but the library never calls it: it combines accumulators.
struct combines {
    double operator()(double a, int x) const { return a + x; }
    double lift(int x) const { return x; }
    void combine(double& a, const double& b) const { a += b; }
};
struct number {
    double value;
    double plus_int(int x) const noexcept { return value + x; }
    number plus(const number& other) const { return {value + other.value}; }
};

}  // namespace

TEST_CASE("claims: operators that fold") {
    static_assert(folds<double>(plain{}) && folds<double>(constant{}) && folds<double>(volatile_too{}));
    static_assert(folds<double>(lvalue{}) && folds<double>(constant_lvalue{}));
    static_assert(folds<double>(rvalue{}) && folds<double>(constant_rvalue{}));
    static_assert(folds<int>(two_signs{}) && folds<unsigned char>(flags{}) &&
                  folds<std::string>(of_letters{}));
    CHECK(folds<double>(&add_square));
    CHECK(folds<double>(add_square));
    CHECK(folds<double>(&add_quietly));
    CHECK(folds<double>(std::function<double(double, int)>(add_square)));
    CHECK(folds<double>(&number::plus_int));
    CHECK(folds<double>(impulse::with_identity(add_square, 0)));
    static_assert(folds<values<int, double>>(together(impulse::plus{}, constant{})));
}

TEST_CASE("claims: operators that join") {
    static_assert(!folds<const char*>(pointers{}) && !folds<std::int64_t>(two_names{}));
    static_assert(!folds<std::string>(of_text{}) && !folds<double>(overloaded{}) &&
                  !folds<double>(generic{}));
    static_assert(!folds<double>(impulse::plus{}) && !folds<double>(std::plus<>{}));
    static_assert(!folds<double>(std::plus<double>{}) && !folds<double>(combines{}));
    static_assert(!folds<values<int, int>>(together(impulse::plus{}, impulse::minimum{})));
    const std::vector<double> x{1, 2, 3};
    CHECK(impulse::reduce(x, 0.0, &add) == 6);
    CHECK(impulse::reduce(x, 0.0, std::function<double(double, double)>(add)) == 6);
    CHECK(impulse::reduce(x, 0.0, std::bind(add, std::placeholders::_2, std::placeholders::_1)) == 6);
    CHECK(impulse::reduce(x, 0.0, overloaded{}) == 6);
    CHECK(impulse::reduce(x, 0.0, generic{}) == 6);
    CHECK(impulse::reduce(std::vector<int>{1, 2}, 0.0, combines{}) == 3);
    CHECK(impulse::reduce(std::vector<std::int64_t>{5, 6}, std::int64_t{7}, two_names{}) == 7);
    CHECK(impulse::reduce(std::vector<number>{{1}, {2}}, number{3}, &number::plus).value == 6);
    const std::vector<std::string> words{"a", "b", "c"};
    CHECK(impulse::reduce(words, std::string(">"), append) == ">abc");
}

TEST_CASE("claims: a conversion that is meant") {
    const auto join = [](int a, long b) { return a + static_cast<int>(b); };
    const std::vector<int> x{1, 2, 3};
    static_assert(folds<int>(join) && !folds<int>(ordered(join)));
    CHECK(impulse::reduce(x, 0, ordered(join)) == 6);
    CHECK(impulse::reduce(x, 0, unordered(join)) == 6);
    CHECK(impulse::reduce(x, 0, assume_associative(join)) == 6);
    CHECK(impulse::reduce(x, impulse::with_identity(ordered(join), 0)) == 6);
    CHECK(impulse::reduce(x, 0, ordered(&add_more)) == 6);
    CHECK(impulse::reduce(impulse::batches(x, 3), 0, ordered(join)) == std::vector<int>{6});
    const auto both =
        impulse::reduce(x, impulse::make_values(0, 0), together(ordered(join), impulse::plus{}));
    CHECK(both == impulse::make_values(6, 6));
}

TEST_CASE("claims: what is known to be false") {
    using impulse::plus;
    static_assert(is_false<float>(assume_associative(plus{})) && !is_false<int>(assume_associative(plus{})));
    static_assert(is_false<double>(assume_associative(std::plus<>{})));
    static_assert(is_false<long double>(assume_associative(std::multiplies<long double>{})));
    static_assert(is_false<std::complex<float>>(assume_associative(plus{})));
    static_assert(is_false<float>(impulse::with_identity(assume_associative(plus{}), 0.f)));
    static_assert(is_false<float>(assume_associative(impulse::with_identity(plus{}, 0.f))));
    static_assert(is_false<values<int, float>>(together(plus{}, assume_associative(plus{}))));
    static_assert(is_false<values<int, float>>(assume_associative(together(plus{}, plus{}))));
    static_assert(!is_false<values<int, int>>(assume_associative(together(plus{}, plus{}))));
    static_assert(!is_false<float>(assume_associative(impulse::minimum{})));
    static_assert(!is_false<float>(unordered(plus{})) && !is_false<float>(ordered(plus{})));
    static_assert(!is_false<std::string>(assume_associative(plus{})));
    static_assert(!is_false<float>(assume_associative(add)));  // nothing is known about it
}
