// SPDX-License-Identifier: Apache-2.0
// Arguments that match no form of an algorithm: the message lists the forms.
#include <impulse/extrema.hpp>
#include <impulse/nan.hpp>
#include <impulse/reduce.hpp>
#include <impulse/statistics.hpp>
#include <impulse/sums.hpp>

#include <complex>
#include <functional>
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
