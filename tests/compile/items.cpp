// SPDX-License-Identifier: Apache-2.0
// Items that the algorithm cannot take: they are no range, not arithmetic, or have no length or no address.
#include <impulse/explain.hpp>
#include <impulse/layouts.hpp>
#include <impulse/nan.hpp>
#include <impulse/norm.hpp>
#include <impulse/reduce.hpp>
#include <impulse/statistics.hpp>
#include <impulse/sums.hpp>

#include <complex>
#include <list>
#include <ranges>
#include <string>
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
#elif CASE_view_of_a_filter  // case: static.assert.*impulse: this range is not random-access: copy it into a std::vector; instead of a filter, give all items to transform_reduce
int main() {
    const auto odd = [](int x) { return x % 2 == 1; };
    return impulse::reduce(impulse::last_block, std::views::iota(1, 10) | std::views::filter(odd), 0);
}
#elif CASE_view_transformed_without_end  // case: static.assert.*impulse: this range has no end; limit it: range . std::views::take.n.
int main() {
    return impulse::reduce(impulse::two_pass,
                           std::views::iota(1) | std::views::transform([](int x) { return -x; }), 0);
}
#elif CASE_view_without_end  // case: static.assert.*impulse: this range has no end; limit it: range . std::views::take.n.
int main() { return impulse::reduce(std::views::iota(1), 0); }
#elif CASE_volatile_items  // case: static.assert.*impulse: volatile items cannot be reduced
int main() {
    volatile int x[4] = {};
    return impulse::reduce(x, 0);
}
#endif
