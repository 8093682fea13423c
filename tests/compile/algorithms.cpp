// SPDX-License-Identifier: Apache-2.0
// Arguments that no form of an algorithm takes: the sentence lists the forms.
#include <impulse/extrema.hpp>
#include <impulse/nan.hpp>
#include <impulse/reduce.hpp>
#include <impulse/statistics.hpp>
#include <impulse/sums.hpp>

#include <complex>
#include <functional>
#include <vector>

// case call_any_of: static.assert.*impulse: the arguments are any_of..policy,. range, predicate.
#ifdef CASE_call_any_of
int main() {
    return impulse::any_of(std::vector<int>{1, 2}, true, [](int x) { return x > 1; });
}
#endif

// case call_count: static.assert.*impulse: the arguments are count..policy,. range, value.
#ifdef CASE_call_count
int main() { return static_cast<int>(impulse::count(std::vector<int>{1, 2})); }
#endif

// case call_count_if: static.assert.*impulse: the arguments are count_if..policy,. range, predicate.
#ifdef CASE_call_count_if
int main() { return static_cast<int>(impulse::count_if(std::vector<int>{1, 2})); }
#endif

// case call_dot: static.assert.*impulse: the arguments are dot..policy,. x, y., impulse::wide..; with an initial value it is transform_reduce.x, y, init.
#ifdef CASE_call_dot
int main() {
    const std::vector<int> x{1, 2};
    return impulse::dot(x, x, 5);
}
#endif

// case call_max_element: static.assert.*impulse: the arguments are max_element..policy,. range., compare.
#ifdef CASE_call_max_element
int main() {
    const std::vector<int> x{1, 2};
    return *impulse::max_element(x, 0, 1);
}
#endif

// case call_min_value: static.assert.*impulse: the arguments are min_value..policy,. range., f..; with an initial value it is reduce.range, init, impulse::minimum..., and with an order of your own .min_element.range, compare.
#ifdef CASE_call_min_value
int main() { return impulse::min_value(std::vector<int>{1, 2}, std::greater<>{}); }
#endif

// case call_nansum: static.assert.*impulse: the arguments are nansum..policy,. range., impulse::wide.
#ifdef CASE_call_nansum
int main() { return impulse::nansum(std::vector<float>{1, 2}, 0.f) > 0; }
#endif

// case call_product: static.assert.*impulse: the arguments are product..policy,. range., impulse::wide.., f..; with an initial value it is reduce.range, init, impulse::multiplies..
#ifdef CASE_call_product
int main() { return impulse::product(std::vector<int>{1, 2}, 5); }
#endif

// case call_reduce: static.assert.*impulse: the arguments are reduce..policy,. range., init.., op.
// The operator before the initial value.
#ifdef CASE_call_reduce
int main() { return impulse::reduce(std::vector<int>{1, 2}, impulse::plus{}, 0); }
#endif

// case call_sum: static.assert.*impulse: the arguments are sum..policy,. range., impulse::wide.., f..; with an initial value it is reduce.range, init.
#ifdef CASE_call_sum
int main() { return impulse::sum(std::vector<int>{1, 2}, 5); }
#endif

// case call_transform_reduce: static.assert.*impulse: the arguments are transform_reduce..policy,. x, init, op, f.
// No transform.
#ifdef CASE_call_transform_reduce
int main() { return impulse::transform_reduce(std::vector<int>{1, 2}, 0); }
#endif

// case call_variance: static.assert.*impulse: the arguments are variance..policy,. range., ddof.., f.., with ddof an integer
#ifdef CASE_call_variance
int main() { return impulse::variance(std::vector<int>{1, 2}, 1.9) > 0; }
#endif

// case call_variance_bool: static.assert.*impulse: the arguments are variance..policy,. range., ddof.., f.., with ddof an integer
#ifdef CASE_call_variance_bool
int main() { return impulse::variance(std::vector<int>{1, 2}, true) > 0; }
#endif

// case call_weighted_mean: static.assert.*impulse: the arguments are weighted_mean..policy,. range, weights.
#ifdef CASE_call_weighted_mean
int main() {
    const std::vector<int> x{1, 2};
    return impulse::weighted_mean(x, x, 0) > 0;
}
#endif

// case no_place: static.assert.*impulse: .on.\.\.\.. takes impulse::host, impulse::device, a CUDA stream, or a place
#ifdef CASE_no_place
struct nowhere {};

int main() { return impulse::reduce(impulse::last_block.on(nowhere{}), std::vector<int>{1, 2}, 0); }
#endif

// case number_as_place, 1 error: static.assert.*impulse: .on.\.\.\.. takes .*; a GPU by its number is impulse::devices.0.
#ifdef CASE_number_as_place
int main() { return impulse::reduce(impulse::automatic.on(0), std::vector<int>{1, 2}, 0); }
#endif

// case communicator_as_place, 1 error: static.assert.*impulse: .on.\.\.\.. takes .*a communicator of MPI impulse::ranks.MPI_COMM_WORLD
#ifdef CASE_communicator_as_place
struct ompi_communicator_t;
extern ompi_communicator_t* world;  // as MPI_COMM_WORLD is in one MPI; in another it is a number

int main() { return impulse::reduce(impulse::automatic.on(world), std::vector<int>{1, 2}, 0); }
#endif

// case pointer_and_length, 1 error: static.assert.*impulse: the two iterators of a range must have a difference.*a length are .p, p . n
#ifdef CASE_pointer_and_length
int main() {
    const std::vector<int> x{1, 2};
    const int* p = x.data();
    return impulse::reduce(p, 2, 0);
}
#endif

// case extreme_of_complex, 1 error: static.assert.*impulse: a minimum or maximum needs items with an operator <, and complex numbers
#ifdef CASE_extreme_of_complex
int main() {
    const std::vector<std::complex<float>> x{1, 2};
    return impulse::max_value(x) == x[0];
}
#endif

// case policy_alone: static.assert.*impulse: expected an execution policy of impulse .*, a random-access range of known length
#ifdef CASE_policy_alone
int main() { return impulse::reduce(impulse::last_block); }
#endif

// case policy_of_the_standard: static.assert.*impulse: expected an execution policy of impulse \(single_block, two_pass,
// As std::execution::par is: neither a policy of impulse nor a range nor an iterator.
#ifdef CASE_policy_of_the_standard
struct parallel_policy {};

int main() { return impulse::reduce(parallel_policy{}, std::vector<int>{1, 2}, 0); }
#endif
