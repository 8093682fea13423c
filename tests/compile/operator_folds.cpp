// SPDX-License-Identifier: Apache-2.0
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
