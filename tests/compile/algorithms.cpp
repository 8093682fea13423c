// SPDX-License-Identifier: Apache-2.0
// Arguments that match no form of an algorithm: the message lists the forms. Running reductions, parts and
// positions.
#include <impulse/devices.hpp>
#include <impulse/extrema.hpp>
#include <impulse/layouts.hpp>
#include <impulse/nan.hpp>
#include <impulse/parts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/running.hpp>
#include <impulse/statistics.hpp>
#include <impulse/sums.hpp>
#include <impulse/where.hpp>

#include <complex>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#if CASE_call_any_of  // case: static.assert.*impulse: the arguments are any_of..policy,. range, predicate.
int main() {
    return impulse::any_of(std::vector<int>{1, 2}, true, [](int x) { return x > 1; });
}
#elif CASE_call_count     // case: static.assert.*impulse: the arguments are count..policy,. range, value.
int main() { return static_cast<int>(impulse::count(std::vector<int>{1, 2})); }
#elif CASE_call_count_if  // case: static.assert.*impulse: the arguments are count_if..policy,. range, predicate.
int main() { return static_cast<int>(impulse::count_if(std::vector<int>{1, 2})); }
#elif CASE_call_dot  // case: static.assert.*impulse: the arguments are dot..policy,. x, y., impulse::wide..; with an initial value it is transform_reduce.x, y, init.
int call(const std::vector<int>& x) { return impulse::dot(x, x, 5); }
#elif CASE_call_max_element  // case: static.assert.*impulse: the arguments are max_element..policy,. range., compare.
int call(const std::vector<int>& x) { return *impulse::max_element(x, 0, 1); }
#elif CASE_call_min_value  // case: static.assert.*impulse: the arguments are min_value..policy,. range., f..; with an initial value it is reduce.range, init, impulse::minimum..., and with an order of your own .min_element.range, compare.
int main() { return impulse::min_value(std::vector<int>{1, 2}, std::greater<>{}); }
#elif CASE_call_nansum  // case: static.assert.*impulse: the arguments are nansum..policy,. range., impulse::wide.
int main() { return impulse::nansum(std::vector<float>{1, 2}, 0.f) > 0; }
#elif CASE_call_product  // case: static.assert.*impulse: the arguments are product..policy,. range., impulse::wide.., f..; with an initial value it is reduce.range, init, impulse::multiplies..
int main() { return impulse::product(std::vector<int>{1, 2}, 5); }
#elif CASE_call_reduce  // case: static.assert.*impulse: the arguments are reduce..policy,. range., init.., op.
// The operator before the initial value.
int main() { return impulse::reduce(std::vector<int>{1, 2}, impulse::plus{}, 0); }
#elif CASE_call_sum  // case: static.assert.*impulse: the arguments are sum..policy,. range., impulse::wide.., f..; with an initial value it is reduce.range, init.
int main() { return impulse::sum(std::vector<int>{1, 2}, 5); }
#elif CASE_call_transform_reduce  // case: static.assert.*impulse: the arguments are transform_reduce..policy,. x, init, op, f.
// No transform.
int main() { return impulse::transform_reduce(std::vector<int>{1, 2}, 0); }
#elif CASE_call_variance  // case: static.assert.*impulse: the arguments are variance..policy,. range., ddof.., f.., with ddof an integer
int main() { return impulse::variance(std::vector<int>{1, 2}, 1.9) > 0; }
#elif CASE_call_variance_bool  // case: static.assert.*impulse: the arguments are variance..policy,. range., ddof.., f.., with ddof an integer
int main() { return impulse::variance(std::vector<int>{1, 2}, true) > 0; }
#elif CASE_call_weighted_mean  // case: static.assert.*impulse: the arguments are weighted_mean..policy,. range, weights.
int call(const std::vector<int>& x) { return impulse::weighted_mean(x, x, 0) > 0; }
#elif CASE_no_place  // case: static.assert.*impulse: .on.\.\.\.. takes impulse::host, impulse::device, a CUDA stream, or a place
struct nowhere {};

int main() { return impulse::reduce(impulse::last_block.on(nowhere{}), std::vector<int>{1, 2}, 0); }
#elif CASE_number_as_place  // case, 1 error: static.assert.*impulse: .on.\.\.\.. takes .*; a GPU by its number is impulse::devices.0.
int main() { return impulse::reduce(impulse::automatic.on(0), std::vector<int>{1, 2}, 0); }
#elif CASE_communicator_as_place  // case, 1 error: static.assert.*impulse: .on.\.\.\.. takes .*a communicator of MPI impulse::ranks.MPI_COMM_WORLD
struct ompi_communicator_t;
extern ompi_communicator_t* world;  // as MPI_COMM_WORLD in one MPI; another MPI has a number

int main() { return impulse::reduce(impulse::automatic.on(world), std::vector<int>{1, 2}, 0); }
#elif CASE_pointer_and_length  // case, 1 error: static.assert.*impulse: the two iterators of a range must have a difference.*a length are .p, p . n
int call(const std::vector<int>& x) {
    const int* p = x.data();
    return impulse::reduce(p, 2, 0);
}
#elif CASE_extreme_of_complex  // case, 1 error: static.assert.*impulse: a minimum or maximum needs items with an operator <, and complex numbers
int call(const std::vector<std::complex<float>>& x) { return impulse::max_value(x) == x[0]; }
#elif CASE_policy_alone  // case: static.assert.*impulse: expected an execution policy of impulse .*, a random-access range of known length
int main() { return impulse::reduce(impulse::last_block); }
#elif CASE_policy_of_the_standard  // case: static.assert.*impulse: expected an execution policy of impulse \(single_block, two_pass,
// Like std::execution::par: neither a policy of impulse nor a range nor an iterator.
struct parallel_policy {};

int main() { return impulse::reduce(parallel_policy{}, std::vector<int>{1, 2}, 0); }
#endif

// Running reductions, parts, and their saved states.
#if CASE_part_into_another_forest  // case: static.assert.*impulse: 'out' must be a pointer to an impulse::forest<Acc>
int main() {
    impulse::forest<double> out;
    impulse::reduce_part_into(std::vector<float>{1, 2}, 0, &out);
}
#elif CASE_part_without_first_index  // case: static.assert.*impulse: the arguments are reduce_part..policy,. range, first_index
int main() { impulse::reduce_part(std::vector<int>{1, 2}); }
#elif CASE_push_of_a_layout  // case: static.assert.*impulse: push takes a range of items, not a layout
void call(const std::vector<float>& x) {
    auto sum = impulse::running_reduction<float>(0.f);
    sum.push(impulse::batches(x, 3));
}
#elif CASE_push_of_another_type  // case: static.assert.*impulse: push takes items of the type that running_reduction<Item> names
int main() {
    auto sum = impulse::running_reduction<float>(0.0);
    sum.push(std::vector<double>(3));
}
#elif CASE_running_load_without_tag  // case: static.assert.*impulse: this state needs a tag, because the type of its accumulators has no name.*impulse::type_id
struct point {
    float x, y;
    point operator+(const point& other) const { return {x + other.x, y + other.y}; }
};

int main() {
    auto sum = impulse::running_reduction<point>(point{0, 0});
    sum.load("points");
}
#elif CASE_running_over_devices      // case: static.assert.*impulse: a running reduction needs a single place
int main() {
    const auto two = impulse::devices(impulse::host, impulse::host);
    static_cast<void>(impulse::running_reduction<float>(impulse::automatic.on(two), 0.f));
}
#elif CASE_running_save_without_tag  // case: static.assert.*impulse: this state needs a tag, because its operator has no name.*impulse::type_id
int main() {
    auto squares = impulse::running_reduction<float>(0.f, [](float a, float b) { return a + b; });
    squares.save("squares");
}
#elif CASE_running_saved_as_bytes  // case: static.assert.*impulse: a running_reduction is saved as bytes
int main() {
    auto words = impulse::running_reduction<std::string>(std::string());
    words.save("words");
}
#elif CASE_running_value_not_copyable  // case: static.assert.*impulse: an accumulator that cannot be copied must be moved from
struct add {
    std::unique_ptr<int> lift(int x) const { return std::make_unique<int>(x); }
    void combine(std::unique_ptr<int>& a, const std::unique_ptr<int>& b) const { *a += *b; }
};

int main() {
    const auto sum = impulse::running_reduction<int>(std::make_unique<int>(0), add{});
    return *sum.value();
}
#elif CASE_push_of_where  // case, 1 error: static.assert.*impulse: where.x, mask. is the first input of a reduction
void call(const std::vector<float>& x, const std::vector<char>& mask) {
    auto sum = impulse::running_reduction<float>(0.f);
    sum.push(impulse::where(x, mask));
}
#endif

// Positions in temporaries, which are destroyed when the call returns.
#if CASE_position_in_a_list  // case: static.assert.*impulse: a position in a temporary range would dangle
int main() { return *impulse::max_element({1, 2, 3}); }
#elif CASE_position_in_a_temporary  // case: static.assert.*impulse: a position in a temporary range would dangle; give the range a name
int main() { return *impulse::max_element(std::vector<int>{1, 2}); }
#elif CASE_position_in_a_temporary_layout  // case: static.assert.*impulse: a position in a temporary range would dangle; give the range a name
int call(const int* count) { return *impulse::max_element(impulse::counted(std::vector<int>{1, 2}, count)); }
#elif CASE_position_of_records  // case: static.assert.*impulse: items are compared by a < b, or by the comparison that is given
struct record {
    int key;
};

int main() {
    const std::vector<record> x{{1}, {2}};
    return static_cast<int>(impulse::argmin(x));
}
#endif

// Operators that are said to be associative, and are not.
namespace claims_falsely {

void refused() {
    std::vector<float> x;
    using impulse::assume_associative;
    (void)impulse::reduce(std::vector<int>{}, 0, assume_associative(impulse::plus{}));  // true
#if CASE_plus_of_floats  // case: static.assert.*impulse: assume_associative.op. is false for . or . on floating-point numbers; use unordered.op.
    (void)impulse::reduce(x, 0.0f, assume_associative(impulse::plus{}));
#elif CASE_std_plus          // case: static.assert.*impulse: assume_associative.op. is false for . or .
    (void)impulse::reduce(x, assume_associative(std::plus<float>{}));
#elif CASE_products          // case: static.assert.*impulse: assume_associative.op. is false for . or .
    (void)impulse::transform_reduce(x, 1.0, assume_associative(std::multiplies<>{}), std::negate<>{});
#elif CASE_with_an_identity  // case: static.assert.*impulse: assume_associative.op. is false for . or .
    (void)impulse::reduce(x, impulse::with_identity(assume_associative(impulse::plus{}), -0.0f));
#elif CASE_complex_numbers   // case: static.assert.*impulse: assume_associative.op. is false for . or .
    (void)impulse::reduce(std::vector<std::complex<double>>{}, std::complex<double>{},
                          assume_associative(impulse::plus{}));
#elif CASE_beside_another    // case: static.assert.*impulse: assume_associative.op. is false for . or .
    (void)impulse::reduce(x, impulse::together(impulse::minimum{}, assume_associative(impulse::plus{})));
#elif CASE_around_both       // case: static.assert.*impulse: assume_associative.op. is false for . or .
    (void)impulse::reduce(x, assume_associative(impulse::together(impulse::minimum{}, impulse::plus{})));
#endif
}

}  // namespace claims_falsely
