// SPDX-License-Identifier: Apache-2.0
// Segments, batches, axes, matrices and strides of arguments that cannot have them.
#include <impulse/iterators.hpp>
#include <impulse/layouts.hpp>
#include <impulse/parts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/sums.hpp>
#include <impulse/where.hpp>

#include <initializer_list>
#include <list>
#include <vector>

#if CASE_array_with_second_input  // case: static.assert.*impulse: groups of an array can only be the second input of groups of another array
void call(const std::vector<int>& x) {
    static_cast<void>(impulse::dot(x, impulse::columns(impulse::matrix_view{x.data(), 2, 3})));
}
#elif CASE_axes_none               // case: static.assert.*impulse: name the axes that are reduced
void call(const std::vector<int>& x) {
    static_cast<void>(impulse::axes<>(impulse::matrix_view{x.data(), 2, 3}));
}
#elif CASE_axes_out_of_range       // case: static.assert.*impulse: an axis is a number below the array.s rank
void call(const std::vector<int>& x) {
    static_cast<void>(impulse::axes<2>(impulse::matrix_view{x.data(), 2, 3}));
}
#elif CASE_axes_twice              // case: static.assert.*impulse: an axis is named twice
void call(const std::vector<int>& x) {
    static_cast<void>(impulse::axes<1, 1>(impulse::matrix_view{x.data(), 2, 3}));
}
#elif CASE_batches_without_length  // case: static.assert.*impulse: the arguments are batches.range, length. or
void call(const std::vector<float>& x) { impulse::reduce(impulse::last_block, impulse::batches(x), 0.f); }
#elif CASE_counted_by_a_number     // case: static.assert.*impulse: the arguments are counted.values, count
float call(const std::vector<float>& x) { return impulse::sum(impulse::counted(x, 3)); }
#elif CASE_counted_of_a_list  // case: static.assert.*impulse: the arguments are counted.*a list in braces needs a name
int call(const int* count) { return impulse::sum(impulse::counted({1, 2, 3}, count)); }
#elif CASE_matrix_of_a_vector  // case: static.assert.*impulse: the arguments are matrix_view.first, rows, columns
void call(const std::vector<float>& x) {
    const impulse::matrix_view m{x, 2, 3};
    static_cast<void>(impulse::reduce(impulse::rows(m), 0.f));
}
#elif CASE_rows_of_no_matrix  // case: static.assert.*impulse: expected an array: a matrix_view, or anything with mdspan's extents
void call(const std::vector<int>& x) { static_cast<void>(impulse::rows(x)); }
#elif CASE_segments_of_a_list  // case: static.assert.*impulse: the arguments are segments.*a list in braces needs a name
void call(const std::vector<float>& x, float* out) {
    impulse::sum_into(impulse::segments(x, {0, 3, 10}), out);
}
#elif CASE_segments_of_a_number  // case: static.assert.*impulse: the arguments are segments.values, offsets. or
void call(const std::vector<float>& x) { impulse::reduce(impulse::segments(x, 3), 0.f); }
#elif CASE_segments_without_offsets  // case: static.assert.*impulse: the arguments are segments.values, offsets. or
void call(const std::vector<float>& x) { impulse::reduce(impulse::segments(x), 0.f); }
#elif CASE_strided_of_a_list  // case: static.assert.*impulse: strided takes a random-access range of known length, or a random-access iterator
int main() {
    const std::list<int> x{1, 2};
    impulse::strided(x, 2);
}
#elif CASE_of_batches  // case: static.assert.*impulse: the arguments are batches.*a list in braces needs a name
int main() { return impulse::sum(impulse::batches(std::initializer_list<int>{1, 2, 3, 4}, 2))[0]; }
#elif CASE_of_segments  // case: static.assert.*impulse: the arguments are segments.*a list in braces needs a name
int call(const std::vector<int>& x) {
    return impulse::sum(impulse::segments(x, std::initializer_list<int>{0, 1, 4}))[0];
}
#elif CASE_where_without_mask  // case, 1 error: static.assert.*impulse: the arguments are where.range, mask. or where.first, mask
int call(const std::vector<int>& x) { return impulse::sum(impulse::where(x)); }
#elif CASE_where_of_a_second_input  // case, 1 error: static.assert.*impulse: where.x, mask. is the first input of a reduction
int call(const std::vector<int>& x) { return impulse::dot(x, impulse::where(x, x)); }
#elif CASE_where_of_a_part  // case, 1 error: static.assert.*impulse: where.x, mask. is the first input of a reduction
void call(const std::vector<int>& x) { impulse::reduce_part(impulse::where(x, x), 0); }
#elif CASE_where_of_where  // case, 1 error: static.assert.*impulse: where.x, mask. is the first input of a reduction
int call(const std::vector<int>& x) { return impulse::sum(impulse::where(impulse::where(x, x), x)); }
#elif CASE_where_of_keys  // case, 1 error: static.assert.*impulse: where.x, mask. is the first input of a reduction
void call(const std::vector<int>& x) { impulse::sum(impulse::by_key(impulse::where(x, x), x)); }
#elif CASE_where_of_tree_fold  // case, 1 error: static.assert.*impulse: where.x, mask. is the first input of a reduction
int call(const std::vector<int>& x) { return impulse::tree_fold(impulse::where(x, x), 0); }
#elif CASE_where_by_key_without_identity  // case, 1 error: static.assert.*impulse: this call has no initial value and its operator has no known identity
void call(const std::vector<int>& x) {
    impulse::reduce(impulse::by_key(x, impulse::where(x, x)), [](int a, int b) { return a > b ? a : b; });
}
#endif
