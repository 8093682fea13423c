// SPDX-License-Identifier: Apache-2.0
// Segments, batches, axes, matrices, keys and strides of arguments that cannot have them.
#include <impulse/algorithms.hpp>
#include <impulse/by_key.hpp>
#include <impulse/iterators.hpp>
#include <impulse/layout.hpp>
#include <impulse/layouts.hpp>
#include <impulse/parts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/sums.hpp>
#include <impulse/where.hpp>

#include <initializer_list>
#include <iterator>
#include <list>
#include <memory>
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

// Reductions by key.
#if CASE_by_key_without_values  // case: static.assert.*impulse: the arguments are by_key.keys, values
void call(const std::vector<int>& keys, int* out) {
    impulse::reduce_by_key_into(impulse::by_key(keys), out, out, out);
}
#elif CASE_keys_not_copyable  // case: static.assert.*impulse: keys_out must be .* copies of keys can be written
using key = std::unique_ptr<int>;

void call(const std::vector<key>& keys, const std::vector<float>& x, key* keys_out, float* out, int* count) {
    impulse::reduce_by_key_into(impulse::by_key(keys, x), keys_out, out, count);
}
#elif CASE_keys_out_inserts  // case: static.assert.*impulse: keys_out must be a pointer or a random-access iterator
void call(const std::vector<int>& keys, const std::vector<float>& x, float* out, int* count) {
    std::vector<int> first_keys;
    impulse::reduce_by_key_into(impulse::by_key(keys, x), std::back_inserter(first_keys), out, count);
}
#elif CASE_keys_out_of_bits  // case: static.assert.*impulse: keys_out is a std::vector<bool>
int main() {
    const std::vector<bool> keys(6);
    const std::vector<int> x(6);
    std::vector<bool> first(6);
    std::vector<int> sums(6);
    int runs = 0;
    impulse::reduce_by_key_into(impulse::by_key(keys, x), first.begin(), sums.data(), &runs, 0);
}
#elif CASE_keys_owned_into  // case: static.assert.*impulse: this layout owns a container, so that it can be moved but not copied
void call(int* keys_out, int* count_out) {
    const auto runs = impulse::by_key(std::vector<int>{1, 1}, std::vector<int>{2, 3});
    static_cast<void>(runs.into(keys_out, count_out));
}
#elif CASE_reduce_by_key_without_count  // case: static.assert.*impulse: the arguments are reduce_by_key_into..policy,. by_key.keys, values., keys_out
int main() {
    std::vector<int> keys{1, 1}, values{1, 2}, sums(2);
    impulse::reduce_by_key_into(impulse::by_key(keys, values), keys.data(), sums.data());
}
#elif CASE_reduce_by_no_key  // case: static.assert.*impulse: the arguments are reduce_by_key_into
void call(const std::vector<int>& values, int* out) { impulse::reduce_by_key_into(values, out, out, out); }
#endif

namespace predicates {

struct opaque {};
struct same_within {
    std::unique_ptr<int> tolerance;
    bool operator()(int a, int b) const { return b - a <= *tolerance; }
};

int refused() {
    const std::vector<opaque> of_no_kind;
    const std::vector<int> keys, values;
    (void)of_no_kind, (void)keys, (void)values;
#if CASE_not_callable  // case: static.assert.*impulse: the predicate of by_key must be callable
    impulse::reduce(impulse::by_key(of_no_kind, values, [](int, int) { return true; }), 0);
#elif CASE_not_copied       // case, 1 error: static.assert.*impulse: the predicate of by_key must be copyable
    auto results = impulse::reduce(impulse::by_key(keys, values, same_within{}), 0);
    return results[0];
#elif CASE_not_copied_into  // case, 1 error: static.assert.*impulse: the predicate of by_key must be copyable
    int key = 0, out = 0, count = 0;
    impulse::reduce_by_key_into(impulse::by_key(keys, values, same_within{}), &key, &out, &count, 0);
#elif CASE_not_copied_of_a_temporary  // case, 1 error: static.assert.*impulse: the predicate of by_key must be copyable
    impulse::reduce(impulse::by_key(std::vector{1, 2}, values, same_within{}), 0);
#endif
    return 0;
}

}  // namespace predicates

namespace own_layout {

struct without_items {
    static constexpr bool has_many = true;
    impulse::index_t results() const { return 1; }
    impulse::index_t max_results() const { return 1; }
    impulse::index_t max_items() const { return 1; }
    impulse::index_t longest() const { return 1; }
};
struct one_item : without_items {
    impulse::interval items(impulse::index_t) const { return {0, 1}; }
};

void call(const std::vector<float>& x) {
#if CASE_no_layout  // case: static.assert.*impulse: the arguments are with_layout.range, layout.
    impulse::reduce(impulse::with_layout(x, without_items{}), 0.f);
#elif CASE_list  // case: static.assert.*impulse: the arguments are with_layout.range, layout.
    impulse::reduce(impulse::with_layout({1.f, 2.f}, one_item{}), 0.f);
#else
    impulse::reduce(impulse::with_layout(x, one_item{}), 0.f);
#endif
}

}  // namespace own_layout
