// SPDX-License-Identifier: Apache-2.0
// What callers do with the result of a refused call must not cause more errors. A case repeats the same call,
// so that its message appears once.
#include <impulse/extrema.hpp>
#include <impulse/reduce.hpp>

#include <iostream>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

struct m2 {
    double a, b, c, d;
    friend bool operator==(const m2&, const m2&) = default;
    friend m2 operator*(const m2& x, const m2&) { return x; }
};
struct number {
    number(double);
    friend bool operator<(const number&, const number&);
};
void take(double) {}
template <class Any>
void take_any(const Any&) {}

#define TEST_REFUSED impulse::reduce(x, impulse::plus{}, 0)  // the operator before the initial value

int main() {
    const std::vector<int> x{1, 2};
    const m2 identity{1, 0, 0, 1};
    (void)identity, (void)x;
#if CASE_numbers  // case, 1 error: impulse: the arguments are reduce
    int i = TEST_REFUSED;
    double d{TEST_REFUSED};
    i = TEST_REFUSED;
    d += TEST_REFUSED;
    d = 2 * TEST_REFUSED + 1 - d / TEST_REFUSED;
    d = static_cast<float>(-TEST_REFUSED);
    return TEST_REFUSED ? i : TEST_REFUSED;
#elif CASE_objects                     // case, 1 error: impulse: the arguments are reduce
    m2 p = TEST_REFUSED;
    m2 q(TEST_REFUSED);
    const m2& r = TEST_REFUSED;
    p = TEST_REFUSED;
    q = identity * TEST_REFUSED;
    number n = TEST_REFUSED;
    std::string text = TEST_REFUSED;
    std::optional<double> maybe = TEST_REFUSED;
    std::vector<float> results = TEST_REFUSED;
#elif CASE_comparisons                 // case, 1 error: impulse: the arguments are reduce
    bool is = TEST_REFUSED == 3 || 3 != TEST_REFUSED;
    is = TEST_REFUSED < 3 || 3.0 <= TEST_REFUSED || TEST_REFUSED <=> 3 == 0;
    is = TEST_REFUSED == identity || identity != TEST_REFUSED;
    is = number(1) < TEST_REFUSED || x == TEST_REFUSED || TEST_REFUSED == nullptr;
    return !TEST_REFUSED || TEST_REFUSED == TEST_REFUSED;
#elif CASE_ranges                      // case, 1 error: impulse: the arguments are reduce
    for (auto value : TEST_REFUSED) take(value);
    for (const m2& value : TEST_REFUSED) take(value.a);
    for (const auto& [key, value] : TEST_REFUSED) take(value == key);
    take(TEST_REFUSED[1]);
    take(*TEST_REFUSED);
#elif CASE_arguments                   // case, 1 error: impulse: the arguments are reduce
    take(TEST_REFUSED);
    take_any(TEST_REFUSED);
    std::cout << TEST_REFUSED << "\n" << std::endl;
    take(*impulse::max_element(TEST_REFUSED));
#elif CASE_bindings                    // case, 1 error: impulse: the arguments are reduce
    auto [a, b] = TEST_REFUSED;
    return a == 1 && b < 2.0;
#elif CASE_bindings_of_three           // case, 1 error: impulse: this call has no initial value
    auto longest = [](const std::string& s, const std::string& t) { return s.size() < t.size() ? t : s; };
    const std::vector<std::string> words;
    auto [a, b, c] = impulse::reduce(words, impulse::together(longest, longest, longest));
    return a == b && b == c;
#elif CASE_bindings_of_initial_values  // case, 1 error: impulse: the operator must be callable
    auto [a, b, c] = impulse::reduce(x, std::tuple{0, 1, 2}, impulse::plus{});
    return a == b && b == c;
#endif
}
