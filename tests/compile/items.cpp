// SPDX-License-Identifier: Apache-2.0
// Items that the algorithm cannot take: no range, no arithmetic, no length, no address.
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

// case count_of_strings: static.assert.*impulse: count compares each item with the value, item == value, which these types do not allow
#ifdef CASE_count_of_strings
int main() { return static_cast<int>(impulse::count(std::vector<int>{1, 2}, std::string("1"))); }
#endif

// case dot_of_strings: static.assert.*impulse: sum needs x . y for its items, product x . y, and dot x . y for both inputs
#ifdef CASE_dot_of_strings
int main() {
    const std::vector<std::string> x{"a", "b"};
    impulse::dot(x, x);
}
#endif

// case dot_without_second_input: static.assert.*impulse: the arguments are dot..policy,. x, y.
#ifdef CASE_dot_without_second_input
int main() { return impulse::dot(std::vector<int>{1, 2}); }
#endif

// case explain_of_a_list: static.assert.*impulse: this range is not random-access
#ifdef CASE_explain_of_a_list
int main() {
    const std::list<int> x{1};
    const std::string words = impulse::explain(impulse::automatic, x, 0);
    return static_cast<int>(words.size());
}
#endif

// case item_does_not_convert: static.assert.*impulse: the .transformed. items do not convert to the accumulator
#ifdef CASE_item_does_not_convert
struct item {};

struct joins_anything {
    template <class A, class B>
    int operator()(A, B) const {
        return 0;
    }
};

int main() { return impulse::reduce(std::vector<item>{}, 0, joins_anything{}); }
#endif

// case iterators_without_difference: static.assert.*impulse: the two iterators of a range must have a difference .last - first.; a pointer and a length are .p, p . n.
#ifdef CASE_iterators_without_difference
int main() {
    const std::vector<int> x{1, 2};
    return impulse::reduce(x.begin(), impulse::plus{}, 0);
}
#endif

// case list_is_no_input: static.assert.*impulse: this range is not random-access
#ifdef CASE_list_is_no_input
int main() { return impulse::reduce(impulse::last_block, std::list<int>{1, 2}, 0); }
#endif

// case nanmean_of_complex: static.assert.*impulse: means and variances need numbers that static_cast converts to double
#ifdef CASE_nanmean_of_complex
int main() { return impulse::nanmean(std::vector<std::complex<float>>{{1, 2}}) > 0; }
#endif

// case norm_of_no_number: static.assert.*impulse: norm needs real numbers; for other items use transform_reduce with their squares
#ifdef CASE_norm_of_no_number
int main() { return impulse::norm(std::vector<std::complex<double>>{{3, 4}}) > 0; }
#endif

// case offsets_are_no_integers: impulse: the offsets of segments must be integers
#ifdef CASE_offsets_are_no_integers
int main() {
    const std::vector<float> x(10, 1.f);
    const std::vector<double> offsets{0, 5, 10};
    impulse::reduce(impulse::segments(x, offsets), 0.f);
}
#endif

// case product_of_strings: static.assert.*impulse: product starts from T.1., which this item type does not have; use reduce.range, init, impulse::multiplies
#ifdef CASE_product_of_strings
int main() { impulse::product(std::vector<std::string>{"a", "b"}); }
#endif

// case second_input_is_none: static.assert.*impulse: the second input must be a random-access range or a random-access iterator
#ifdef CASE_second_input_is_none
int main() { return impulse::transform_reduce(std::vector<int>{1, 2}, std::list<int>{1, 2}, 0); }
#endif

// case sum_of_records: static.assert.*impulse: sum needs x . y for its items, product x . y, and dot x . y for both inputs
#ifdef CASE_sum_of_records
struct record {
    int key;
};

int main() { return impulse::sum(std::vector<record>{{1}, {2}}).key; }
#endif

// case sum_of_what_has_no_zero: static.assert.*impulse: sum of no items is T.., which this item type does not have; use reduce.range, init.
#ifdef CASE_sum_of_what_has_no_zero
struct metres {
    explicit metres(int v) : value(v) {}
    int value;
    friend metres operator+(metres a, metres b) { return metres(a.value + b.value); }
};

int main() { return impulse::sum(std::vector<metres>{}).value; }
#endif

// case sum_wide_of_no_number: static.assert.*impulse: impulse::wide is for integers and floating-point numbers
#ifdef CASE_sum_wide_of_no_number
int main() { return static_cast<int>(impulse::sum(std::vector<std::string>{"a"}, impulse::wide)); }
#endif

// case variance_of_records: static.assert.*impulse: means and variances need numbers that static_cast converts to double
#ifdef CASE_variance_of_records
struct record {
    int key;
};

int main() { return impulse::variance(std::vector<record>{{1}, {2}}) > 0; }
#endif

// case view_of_a_filter: static.assert.*impulse: this range is not random-access: copy it into a std::vector; instead of a filter, give all items to transform_reduce
#ifdef CASE_view_of_a_filter
int main() {
    const auto odd = [](int x) { return x % 2 == 1; };
    return impulse::reduce(impulse::last_block, std::views::iota(1, 10) | std::views::filter(odd), 0);
}
#endif

// case view_transformed_without_end: static.assert.*impulse: this range has no end; limit it: range . std::views::take.n.
#ifdef CASE_view_transformed_without_end
int main() {
    return impulse::reduce(impulse::two_pass,
                           std::views::iota(1) | std::views::transform([](int x) { return -x; }), 0);
}
#endif

// case view_without_end: static.assert.*impulse: this range has no end; limit it: range . std::views::take.n.
#ifdef CASE_view_without_end
int main() { return impulse::reduce(std::views::iota(1), 0); }
#endif

// case volatile_items: static.assert.*impulse: volatile items cannot be reduced
#ifdef CASE_volatile_items
int main() {
    volatile int x[4] = {};
    return impulse::reduce(x, 0);
}
#endif
