// SPDX-License-Identifier: Apache-2.0
// Items that the algorithm cannot take: they are no range, not arithmetic, or have no length or no address.
// Outputs that cannot take the results.
#include <impulse/algorithms.hpp>
#include <impulse/by_key.hpp>
#include <impulse/explain.hpp>
#include <impulse/extrema.hpp>
#include <impulse/layouts.hpp>
#include <impulse/nan.hpp>
#include <impulse/norm.hpp>
#include <impulse/reduce.hpp>
#include <impulse/statistics.hpp>
#include <impulse/sums.hpp>

#include <complex>
#include <iterator>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#if CASE_count_of_strings  // case: static.assert.*impulse: count compares each item with the value, item == value, which these types do not allow
int main() { return static_cast<int>(impulse::count(std::vector<int>{1, 2}, std::string("1"))); }
#elif CASE_dot_of_strings  // case: static.assert.*impulse: sum needs x . y for its items, product x . y, and dot x . y for both inputs
void call(const std::vector<std::string>& x) { impulse::dot(x, x); }
#elif CASE_dot_without_second_input  // case: static.assert.*impulse: the arguments are dot..policy,. x, y.
int main() { return impulse::dot(std::vector<int>{1, 2}); }
#elif CASE_explain_of_a_list         // case: static.assert.*impulse: this range is not random-access
int main() {
    const std::list<int> x{1};
    const std::string words = impulse::explain(impulse::automatic, x, 0);
    return static_cast<int>(words.size());
}
#elif CASE_item_does_not_convert  // case: static.assert.*impulse: the .transformed. items do not convert to the accumulator
struct item {};

struct joins_anything {
    template <class A, class B>
    int operator()(A, B) const {
        return 0;
    }
};

int main() { return impulse::reduce(std::vector<item>{}, 0, joins_anything{}); }
#elif CASE_iterators_without_difference  // case: static.assert.*impulse: the two iterators of a range must have a difference .last - first.; a pointer and a length are .p, p . n.
int call(const std::vector<int>& x) { return impulse::reduce(x.begin(), impulse::plus{}, 0); }
#elif CASE_list_is_no_input              // case: static.assert.*impulse: this range is not random-access
int main() { return impulse::reduce(impulse::last_block, std::list<int>{1, 2}, 0); }
#elif CASE_nanmean_of_complex  // case: static.assert.*impulse: means and variances need numbers that static_cast converts to double
int main() { return impulse::nanmean(std::vector<std::complex<float>>{{1, 2}}) > 0; }
#elif CASE_norm_of_no_number  // case: static.assert.*impulse: norm needs real numbers; for other items use transform_reduce with their squares
int main() { return impulse::norm(std::vector<std::complex<double>>{{3, 4}}) > 0; }
#elif CASE_offsets_are_no_integers  // case: impulse: the offsets of segments must be integers
int main() {
    const std::vector<float> x(10, 1.f);
    const std::vector<double> offsets{0, 5, 10};
    impulse::reduce(impulse::segments(x, offsets), 0.f);
}
#elif CASE_product_of_strings  // case: static.assert.*impulse: product starts from T.1., which this item type does not have; use reduce.range, init, impulse::multiplies
int main() { impulse::product(std::vector<std::string>{"a", "b"}); }
#elif CASE_second_input_is_none  // case: static.assert.*impulse: the second input must be a random-access range or a random-access iterator
int main() { return impulse::transform_reduce(std::vector<int>{1, 2}, std::list<int>{1, 2}, 0); }
#elif CASE_sum_of_records  // case: static.assert.*impulse: sum needs x . y for its items, product x . y, and dot x . y for both inputs
struct record {
    int key;
};

int main() { return impulse::sum(std::vector<record>{{1}, {2}}).key; }
#elif CASE_sum_of_what_has_no_zero  // case: static.assert.*impulse: sum of no items is T.., which this item type does not have; use reduce.range, init.
struct metres {
    explicit metres(int v) : value(v) {}
    int value;
    friend metres operator+(metres a, metres b) { return metres(a.value + b.value); }
};

int main() { return impulse::sum(std::vector<metres>{}).value; }
#elif CASE_sum_wide_of_no_number  // case: static.assert.*impulse: impulse::wide is for integers and floating-point numbers
int main() { return static_cast<int>(impulse::sum(std::vector<std::string>{"a"}, impulse::wide)); }
#elif CASE_variance_of_records  // case: static.assert.*impulse: means and variances need numbers that static_cast converts to double
struct record {
    int key;
};

int main() { return impulse::variance(std::vector<record>{{1}, {2}}) > 0; }
#elif CASE_volatile_items  // case: static.assert.*impulse: volatile items cannot be reduced
int main() {
    volatile int x[4] = {};
    return impulse::reduce(x, 0);
}
#endif

// Outputs that cannot take the results.
#if CASE_count_out_is_a_number  // case: static.assert.*impulse: count_out must be a pointer or an iterator
void call(const std::vector<int>& keys, const std::vector<float>& x, int* keys_out, float* out, int count) {
    impulse::reduce_by_key_into(impulse::by_key(keys, x), keys_out, out, count, 0.f);
}
#elif CASE_into_without_out  // case: static.assert.*impulse: an _into form writes its result to 'out', which comes after the inputs
int main() { impulse::sum_into(std::vector<int>{1, 2}); }
#elif CASE_keys_out_is_a_range  // case: static.assert.*impulse: keys_out must be a pointer or a random-access iterator
int main() {
    std::vector<int> keys(6), first_keys(6);
    std::vector<float> x(6), sums(6);
    int count = 0;
    impulse::reduce_by_key_into(impulse::last_block, impulse::by_key(keys, x), first_keys, sums.data(),
                                &count, 0.f);
}
#elif CASE_layout_out_of_bits  // case: static.assert.*impulse: many threads cannot write to a std::vector<bool>
int main() {
    const std::vector<int> x(6);
    std::vector<bool> out(3);
    impulse::any_of_into(impulse::batches(x, 2), out.begin(), [](int v) { return v > 0; });
}
#elif CASE_out_is_a_pair_of_vectors  // case: static.assert.*impulse: 'out' must be a pointer or an iterator through which the result can be written
int main() {
    std::vector<double> low(1), high(1);
    impulse::minmax_value_into(std::vector<double>{1, 2}, std::tuple(low, high));
}
#elif CASE_out_is_a_range  // case: static.assert.*impulse: 'out' must be a pointer or an iterator to which results are written: out.data\(\)
int main() {
    std::vector<float> x(6), sums(3);
    impulse::reduce_into(impulse::batches(x, 2), sums, 0.f);
}
#elif CASE_out_is_an_optional  // case: static.assert.*impulse: 'out' must be a pointer or an iterator through which the result can be written
int main() {
    std::optional<double> out(0);  // the call would write to a copy
    impulse::sum_into(std::vector<double>{1, 2}, out);
}
#elif CASE_out_is_unique  // case: static.assert.*impulse: 'out' must be a pointer or an iterator through which the result can be written
int main() {
    const auto out = std::make_unique<double>();
    impulse::sum_into(std::vector<double>{1, 2}, out);
}
#elif CASE_records_into_a_number  // case: static.assert.*impulse: the .transformed. items do not convert to the accumulator .*: use transform_reduce.x, init, op, f.
struct record {
    double value;
};

// The form of std::accumulate, whose accumulator is not an item.
int main() {
    const double total = impulse::reduce(std::vector<record>{}, 0.0,
                                         [](double sum, const record& r) { return sum + r.value; });
    return total > 0;
}
#elif CASE_results_inserted  // case: static.assert.*impulse: a layout.s results are written to out.0., out.1.,
void call(const std::vector<float>& x, const std::vector<int>& offsets) {
    std::vector<float> sums;
    impulse::reduce_into(impulse::segments(x, offsets), std::back_inserter(sums), 0.f);
}
#elif CASE_results_without_default  // case: static.assert.*impulse: a std::vector of results needs their default constructor
struct total {
    explicit total(float of) : sum(of) {}
    float sum;
};
struct add {
    static float lift(float x) { return x; }
    float operator()(float a, float b) const { return a + b; }
    static total finalize(float sum) { return total(sum); }
};

void call(const std::vector<float>& x) { impulse::reduce(impulse::batches(x, 2), 0.f, add{}); }
#elif CASE_runs_without_default  // case: static.assert.*impulse: a std::vector of results needs their default constructor
struct total {
    explicit total(float of) : sum(of) {}
    float sum;
};
struct add {
    total operator()(const total& a, const total& b) const { return total(a.sum + b.sum); }
};

void call(const std::vector<int>& keys, const std::vector<total>& x) {
    impulse::reduce(impulse::by_key(keys, x), total(0), add{});
}
#elif CASE_volatile_out                 // case: static.assert.*impulse: volatile items cannot be reduced
void call(const std::vector<int>& x) {
    volatile int out = 0;
    impulse::reduce_into(x, &out, 0);
}
#elif CASE_volatile_out_of_two          // case: static.assert.*impulse: volatile items cannot be reduced
int main() {
    const std::vector<int> x{1};
    volatile int value = 0;
    impulse::index_t index = 0;
    impulse::argmin_into(x, &value, &index);
}
#elif CASE_workspace_bytes_without_out  // case: static.assert.*impulse: an _into form writes its result to .out.
int call(const std::vector<int>& x) { return static_cast<int>(impulse::reduce_into.workspace_bytes(x)); }
#elif CASE_init_from_a_value  // case, 1 error: static.assert.*impulse: the argument is init_from.pointer.
int call(const std::vector<int>& x) { return impulse::reduce(x, impulse::init_from(3)); }
#elif CASE_init_from_void     // case, 1 error: static.assert.*impulse: the argument is init_from.pointer.
int call(const std::vector<int>& x, void* p) { return impulse::reduce(x, impulse::init_from(p)); }
#elif CASE_accumulates_nowhere  // case, 1 error: static.assert.*impulse: accumulate_into.x, out, op. reads and writes .out.
void call(const std::vector<int>& x) { impulse::accumulate_into(x, 3); }
#elif CASE_accumulates_strings  // case, 1 error: static.assert.*impulse: the operator must be callable as
void call(const std::vector<int>& x, std::string* out) { impulse::accumulate_into(x, out); }
#endif
