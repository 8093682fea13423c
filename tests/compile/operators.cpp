// SPDX-License-Identifier: Apache-2.0
// Operators, predicates, transforms and initial values that do not fit the items; operators that combine an
// accumulator and an item; names of types.
#include <impulse/extrema.hpp>
#include <impulse/layouts.hpp>
#include <impulse/operators.hpp>
#include <impulse/parts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/running.hpp>
#include <impulse/sums.hpp>
#include <impulse/tree.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#if CASE_comparison_of_one_item  // case: static.assert.*impulse: items are compared by a < b, or by the comparison that is given
int call(const std::vector<int>& x) {
    return *impulse::min_element(x, [](int a) { return a > 1; });
}
#elif CASE_identity_does_not_convert  // case: static.assert.*impulse: the identity e of with_identity.op, e. must convert to the accumulator
int call(const std::vector<int>& x) {
    return impulse::reduce(x, impulse::with_identity(impulse::plus{}, std::string("none")));
}
#elif CASE_initial_value_does_not_convert  // case: static.assert.*impulse: the initial value does not convert to the type in which the operator accumulates
struct total {
    long value;
};

struct op {
    total lift(int item) const { return {item}; }
    total operator()(total a, total b) const { return {a.value + b.value}; }
};

int main() { return static_cast<int>(impulse::reduce(std::vector<int>{1, 2}, 0L, op{}).value); }
#elif CASE_no_identity  // case: static.assert.*impulse: this call has no initial value and its operator has no known identity
int main() { return impulse::reduce(std::vector<int>{1, 2}, std::minus<>{}); }
#elif CASE_no_identity_of_strings  // case: static.assert.*impulse: this call has no initial value and its operator has no known identity
int main() { return static_cast<int>(impulse::reduce(std::vector<std::string>{"a"}).size()); }
#elif CASE_operator_does_not_join  // case: static.assert.*impulse: the operator must join two accumulators: op.acc, acc. must return a type that converts
struct item {};
struct total {
    total() = default;
    total(item) {}
};

// It adds an item to a total, but cannot combine two totals, so nothing can run in parallel.
struct takes_in_only {
    total operator()(total, item) const { return {}; }
};

int main() { (void)impulse::reduce(std::vector<item>{}, total{}, takes_in_only{}); }
#elif CASE_operator_not_callable  // case: static.assert.*impulse: the operator must be callable as op\(init, item\) with the types
struct nothing_in_common {};

int main() { return impulse::reduce(std::vector<std::string>{}, nothing_in_common{}, impulse::plus{}); }
#elif CASE_operator_returns_nothing  // case: static.assert.*impulse: the operator must be callable as op.init, item. .*, and return their join
int main() {
    impulse::reduce(std::vector<int>{1, 2}, 0, [](int, int) {});
}
#elif CASE_predicate_not_callable  // case: static.assert.*impulse: the predicate must be callable with an item, f.x., and return true or false
int main() { return static_cast<int>(impulse::count_if(std::vector<int>{1, 2}, 2)); }
#elif CASE_predicate_returns_nothing  // case: static.assert.*impulse: the predicate must be callable with an item, f.x., and return true or false
int main() {
    return impulse::any_of(std::vector<int>{1, 2}, [](int) {});
}
#elif CASE_running_operator_not_callable  // case: static.assert.*impulse: the operator must be callable as op.init, item.
struct of_words {
    int operator()(int, const char*) const;
};

int main() {
    auto sum = impulse::running_reduction<int>(impulse::automatic, 0, of_words{});
    sum.push(std::vector<int>{1, 2});
}
#elif CASE_together_of_none               // case: static.assert.*impulse: the arguments are together.op, more
void call(const std::vector<int>& x) { static_cast<void>(impulse::reduce(x, impulse::together())); }
#elif CASE_overloaded_function  // case, 1 error: static.assert.*impulse: an overloaded function, as std::max or std::fmax, is no operator
int call(const std::vector<float>& x) { return impulse::reduce(x, 0.f, std::fmax) > 0; }
#elif CASE_overloaded_function_after_iterators  // case, 1 error: static.assert.*impulse: an overloaded function.* use impulse::maximum
int call(const std::vector<float>& x) {
    const float most = impulse::reduce(impulse::automatic, x.begin(), x.end(), 0.f, std::max<float>);
    return most > 0;
}
#elif CASE_overloaded_function_without_init  // case, 1 error: static.assert.*impulse: an overloaded function.* or a lambda that calls it
int call(const std::vector<int>& x) { return impulse::reduce(x, std::max) > 0; }
#elif CASE_transform_not_callable  // case: static.assert.*impulse: the transform must be callable with an item of the input: f.x.
int main() {
    return impulse::transform_reduce(std::vector<int>{1, 2}, 0, impulse::plus{},
                                     [](const char* x) { return *x; });
}
#elif CASE_transform_of_two_not_callable  // case: static.assert.*impulse: the transform must be callable with an item of each input: f.x, y.
int call(const std::vector<int>& x) {
    return impulse::transform_reduce(x, x, 0, impulse::plus{}, [](int a) { return a; });
}
#elif CASE_operator_is_not_copied  // case, 1 error: static.assert.*impulse: functions and operators must be copyable
int call(const std::vector<int>& x) {
    return impulse::reduce(x, 0, [one = std::make_unique<int>(1)](int a, int b) { return a + b * *one; });
}
#elif CASE_transform_is_not_copied  // case, 1 error: static.assert.*impulse: functions and operators must be copyable
int call(const std::vector<int>& x) {
    return impulse::transform_reduce(x, 0, impulse::plus{},
                                     [one = std::make_unique<int>(1)](int v) { return v * *one; });
}
#endif

namespace operator_folds {

std::size_t count_even(std::size_t n, int x) { return n + (x % 2 == 0); }
double add_square(double sum, int x) noexcept { return sum + x * x; }
struct add_float {
    double operator()(double sum, float x) const& noexcept { return sum + x; }
};

void refused() {
    std::vector<int> x;
    std::vector<float> floats;
#if CASE_size_and_int  // case: static.assert.*impulse: the operator takes an accumulator and an item.*transform_reduce.x, init, op, f.*ordered.op.
    (void)impulse::reduce(x, std::size_t{}, [](std::size_t n, int i) { return n + (i % 2 == 0); });
#elif CASE_double_and_int       // case: static.assert.*impulse: the operator takes an accumulator and an item
    (void)impulse::reduce(x, 0.0, [](double sum, const int& i) { return sum + i * i; });
#elif CASE_double_and_float     // case: static.assert.*impulse: the operator takes an accumulator and an item
    (void)impulse::reduce(floats, 0.0, [](double sum, float i) mutable noexcept { return sum + i; });
#elif CASE_function_pointer     // case: static.assert.*impulse: the operator takes an accumulator and an item
    (void)impulse::reduce(x, 0.0, add_square);
#elif CASE_std_function         // case: static.assert.*impulse: the operator takes an accumulator and an item
    (void)impulse::reduce(x, std::size_t{}, std::function<std::size_t(std::size_t, int)>(count_even));
#elif CASE_reference_qualified  // case: static.assert.*impulse: the operator takes an accumulator and an item
    (void)impulse::reduce(floats, 0.0, add_float{});
#elif CASE_with_identity_alone  // case: static.assert.*impulse: the operator takes an accumulator and an item
    (void)impulse::reduce(x, impulse::with_identity(count_even, 0));
#elif CASE_transformed          // case: static.assert.*impulse: the operator takes an accumulator and an item
    (void)impulse::transform_reduce(x, std::size_t{}, &count_even, [](int i) { return i + 1; });
#elif CASE_written              // case: static.assert.*impulse: the operator takes an accumulator and an item
    double out = 0;
    impulse::reduce_into(floats, &out, 0.0, add_float{});
#elif CASE_of_a_layout          // case: static.assert.*impulse: the operator takes an accumulator and an item
    (void)impulse::reduce(impulse::batches(x, 4), 0.0, add_square);
#elif CASE_beside_another       // case: static.assert.*impulse: the operator takes an accumulator and an item
    (void)impulse::reduce(x, impulse::make_values(0, 0.0), impulse::together(impulse::plus{}, add_square));
#elif CASE_running              // case: static.assert.*impulse: the operator takes an accumulator and an item
    (void)impulse::running_reduction<int>(0.0, add_square);
#elif CASE_default_argument     // case: static.assert.*impulse: the operator takes an accumulator and an item
    (void)impulse::reduce(floats, 0.0, [](double sum, float i, int times = 1) { return sum + times * i; });
#elif CASE_by_reference         // case: static.assert.*impulse: the operator takes an accumulator and an item
    const add_float add;
    (void)impulse::reduce(floats, 0.0, std::ref(add));
#elif CASE_value_of_a_part      // case: static.assert.*impulse: the operator takes an accumulator and an item
    (void)impulse::reduce_part<double>(floats, 0).value(0.0, add_square);
#elif CASE_by_definition        // case: static.assert.*impulse: the operator takes an accumulator and an item
    (void)impulse::tree_fold(x, 0.0, add_square);
#endif
}

}  // namespace operator_folds

struct sum {
    float operator()(float a, float b) const { return a + b; }
};
template <>
struct impulse::type_id<sum> {
#if CASE_number  // case: static.assert.*impulse: the value of a type_id is a text that the compiler knows, not empty
    static constexpr int value = 5;
#elif CASE_empty  // case: static.assert.*impulse: the value of a type_id is a text that the compiler knows, not empty
    static constexpr const char* value = "";
#elif CASE_zero_within    // case: static.assert.*impulse: the value of a type_id is .* without a zero within
    static constexpr std::string_view value{"my\0sum", 6};
#elif CASE_zero_in_array  // case: static.assert.*impulse: the value of a type_id is .* without a zero within
    static constexpr char value[] = "my\0sum";
#elif CASE_too_long  // case: static.assert.*impulse: the value of a type_id is .* shorter than 2.20 bytes
    struct text {
        constexpr char operator[](std::size_t) const { return 'a'; }
        constexpr std::size_t size() const { return std::size_t{1} << 20; }
    };
    static constexpr text value{};
#else
    static constexpr std::string_view value = "sum";
#endif
};

std::size_t length() { return impulse::type_name<sum>("twice").size(); }
