// SPDX-License-Identifier: Apache-2.0
// Segments, batches, axes, matrices and strides of what has none.
#include <impulse/iterators.hpp>
#include <impulse/layouts.hpp>
#include <impulse/parts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/sums.hpp>
#include <impulse/where.hpp>

#include <initializer_list>
#include <list>
#include <vector>

// case array_with_second_input: static.assert.*impulse: groups of an array can only be the second input of groups of another array
#ifdef CASE_array_with_second_input
int main() {
    const std::vector<int> x(6, 1);
    static_cast<void>(impulse::dot(x, impulse::columns(impulse::matrix_view{x.data(), 2, 3})));
}
#endif

// case axes_none: static.assert.*impulse: name the axes that are reduced
#ifdef CASE_axes_none
int main() {
    const std::vector<int> x(6, 1);
    static_cast<void>(impulse::axes<>(impulse::matrix_view{x.data(), 2, 3}));
}
#endif

// case axes_out_of_range: static.assert.*impulse: an axis is a number below the array.s rank
#ifdef CASE_axes_out_of_range
int main() {
    const std::vector<int> x(6, 1);
    static_cast<void>(impulse::axes<2>(impulse::matrix_view{x.data(), 2, 3}));
}
#endif

// case axes_twice: static.assert.*impulse: an axis is named twice
#ifdef CASE_axes_twice
int main() {
    const std::vector<int> x(6, 1);
    static_cast<void>(impulse::axes<1, 1>(impulse::matrix_view{x.data(), 2, 3}));
}
#endif

// case batches_without_length: static.assert.*impulse: the arguments are batches.range, length. or
#ifdef CASE_batches_without_length
void call(const std::vector<float>& x) { impulse::reduce(impulse::last_block, impulse::batches(x), 0.f); }
#endif

// case counted_by_a_number: static.assert.*impulse: the arguments are counted.values, count
#ifdef CASE_counted_by_a_number
float call(const std::vector<float>& x) { return impulse::sum(impulse::counted(x, 3)); }
#endif

// case counted_of_a_list: static.assert.*impulse: the arguments are counted.*a list in braces needs a name
#ifdef CASE_counted_of_a_list
int call(const int* count) { return impulse::sum(impulse::counted({1, 2, 3}, count)); }
#endif

// case matrix_of_a_vector: static.assert.*impulse: the arguments are matrix_view.first, rows, columns
#ifdef CASE_matrix_of_a_vector
int main() {
    const std::vector<float> x(6);
    const impulse::matrix_view m{x, 2, 3};
    static_cast<void>(impulse::reduce(impulse::rows(m), 0.f));
}
#endif

// case rows_of_no_matrix: static.assert.*impulse: expected an array: a matrix_view, or anything with mdspan's extents
#ifdef CASE_rows_of_no_matrix
int main() {
    const std::vector<int> x(6, 1);
    static_cast<void>(impulse::rows(x));
}
#endif

// case segments_of_a_list: static.assert.*impulse: the arguments are segments.*a list in braces needs a name
#ifdef CASE_segments_of_a_list
void call(const std::vector<float>& x, float* out) {
    impulse::sum_into(impulse::segments(x, {0, 3, 10}), out);
}
#endif

// case segments_of_a_number: static.assert.*impulse: the arguments are segments.values, offsets. or
#ifdef CASE_segments_of_a_number
void call(const std::vector<float>& x) { impulse::reduce(impulse::segments(x, 3), 0.f); }
#endif

// case segments_without_offsets: static.assert.*impulse: the arguments are segments.values, offsets. or
#ifdef CASE_segments_without_offsets
void call(const std::vector<float>& x) { impulse::reduce(impulse::segments(x), 0.f); }
#endif

// case strided_of_a_list: static.assert.*impulse: strided takes a random-access range of known length, or a random-access iterator
#ifdef CASE_strided_of_a_list
int main() {
    const std::list<int> x{1, 2};
    impulse::strided(x, 2);
}
#endif

// case of_batches: static.assert.*impulse: the arguments are batches.*a list in braces needs a name
#ifdef CASE_of_batches
int main() { return impulse::sum(impulse::batches(std::initializer_list<int>{1, 2, 3, 4}, 2))[0]; }
#endif

// case of_segments: static.assert.*impulse: the arguments are segments.*a list in braces needs a name
#ifdef CASE_of_segments
int main() {
    const std::vector<int> x{1, 2, 3, 4};
    return impulse::sum(impulse::segments(x, std::initializer_list<int>{0, 1, 4}))[0];
}
#endif

// case where_without_mask, 1 error: static.assert.*impulse: the arguments are where.range, mask. or where.first, mask
#ifdef CASE_where_without_mask
int call(const std::vector<int>& x) { return impulse::sum(impulse::where(x)); }
#endif

// case where_of_a_second_input, 1 error: static.assert.*impulse: where.x, mask. is the first input of a reduction
#ifdef CASE_where_of_a_second_input
int call(const std::vector<int>& x) { return impulse::dot(x, impulse::where(x, x)); }
#endif

// case where_of_a_part, 1 error: static.assert.*impulse: where.x, mask. is the first input of a reduction
#ifdef CASE_where_of_a_part
void call(const std::vector<int>& x) { impulse::reduce_part(impulse::where(x, x), 0); }
#endif

// case where_of_where, 1 error: static.assert.*impulse: where.x, mask. is the first input of a reduction
#ifdef CASE_where_of_where
int call(const std::vector<int>& x) { return impulse::sum(impulse::where(impulse::where(x, x), x)); }
#endif

// case where_of_keys, 1 error: static.assert.*impulse: where.x, mask. is the first input of a reduction
#ifdef CASE_where_of_keys
void call(const std::vector<int>& x) { impulse::sum(impulse::by_key(impulse::where(x, x), x)); }
#endif

// case where_of_tree_fold, 1 error: static.assert.*impulse: where.x, mask. is the first input of a reduction
#ifdef CASE_where_of_tree_fold
int call(const std::vector<int>& x) { return impulse::tree_fold(impulse::where(x, x), 0); }
#endif

// case where_by_key_without_identity, 1 error: static.assert.*impulse: this call has no initial value and its operator has no known identity
#ifdef CASE_where_by_key_without_identity
void call(const std::vector<int>& x) {
    impulse::reduce(impulse::by_key(x, impulse::where(x, x)), [](int a, int b) { return a > b ? a : b; });
}
#endif
