// SPDX-License-Identifier: Apache-2.0
// case size_and_int: static.assert.*impulse: the operator takes an accumulator and an item.*transform_reduce.x, init, op, f.*ordered.op.
// case double_and_int: static.assert.*impulse: the operator takes an accumulator and an item
// case double_and_float: static.assert.*impulse: the operator takes an accumulator and an item
// case function_pointer: static.assert.*impulse: the operator takes an accumulator and an item
// case std_function: static.assert.*impulse: the operator takes an accumulator and an item
// case reference_qualified: static.assert.*impulse: the operator takes an accumulator and an item
// case with_identity_alone: static.assert.*impulse: the operator takes an accumulator and an item
// case transformed: static.assert.*impulse: the operator takes an accumulator and an item
// case written: static.assert.*impulse: the operator takes an accumulator and an item
// case of_a_layout: static.assert.*impulse: the operator takes an accumulator and an item
// case beside_another: static.assert.*impulse: the operator takes an accumulator and an item
// case running: static.assert.*impulse: the operator takes an accumulator and an item
// case by_definition: static.assert.*impulse: the operator takes an accumulator and an item
// case default_argument: static.assert.*impulse: the operator takes an accumulator and an item
// case by_reference: static.assert.*impulse: the operator takes an accumulator and an item
// case value_of_a_part: static.assert.*impulse: the operator takes an accumulator and an item
#include <impulse/layouts.hpp>
#include <impulse/parts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/running.hpp>
#include <impulse/tree.hpp>

#include <functional>
#include <vector>

std::size_t count_even(std::size_t n, int x) { return n + (x % 2 == 0); }
double add_square(double sum, int x) noexcept { return sum + x * x; }
struct add_float {
    double operator()(double sum, float x) const& noexcept { return sum + x; }
};

int main() {
    std::vector<int> x;
    std::vector<float> floats;
#if defined(CASE_size_and_int)
    (void)impulse::reduce(x, std::size_t{}, [](std::size_t n, int i) { return n + (i % 2 == 0); });
#elif defined(CASE_double_and_int)
    (void)impulse::reduce(x, 0.0, [](double sum, const int& i) { return sum + i * i; });
#elif defined(CASE_double_and_float)
    (void)impulse::reduce(floats, 0.0, [](double sum, float i) mutable noexcept { return sum + i; });
#elif defined(CASE_function_pointer)
    (void)impulse::reduce(x, 0.0, add_square);
#elif defined(CASE_std_function)
    (void)impulse::reduce(x, std::size_t{}, std::function<std::size_t(std::size_t, int)>(count_even));
#elif defined(CASE_reference_qualified)
    (void)impulse::reduce(floats, 0.0, add_float{});
#elif defined(CASE_with_identity_alone)
    (void)impulse::reduce(x, impulse::with_identity(count_even, 0));
#elif defined(CASE_transformed)
    (void)impulse::transform_reduce(x, std::size_t{}, &count_even, [](int i) { return i + 1; });
#elif defined(CASE_written)
    double out = 0;
    impulse::reduce_into(floats, &out, 0.0, add_float{});
#elif defined(CASE_of_a_layout)
    (void)impulse::reduce(impulse::batches(x, 4), 0.0, add_square);
#elif defined(CASE_beside_another)
    (void)impulse::reduce(x, impulse::make_values(0, 0.0), impulse::together(impulse::plus{}, add_square));
#elif defined(CASE_running)
    (void)impulse::running_reduction<int>(0.0, add_square);
#elif defined(CASE_default_argument)
    (void)impulse::reduce(floats, 0.0, [](double sum, float i, int times = 1) { return sum + times * i; });
#elif defined(CASE_by_reference)
    const add_float add;
    (void)impulse::reduce(floats, 0.0, std::ref(add));
#elif defined(CASE_value_of_a_part)
    (void)impulse::reduce_part<double>(floats, 0).value(0.0, add_square);
#elif defined(CASE_by_definition)
    (void)impulse::tree_fold(x, 0.0, add_square);
#endif
}
