// SPDX-License-Identifier: Apache-2.0
// Reductions by key.
#include <impulse/algorithms.hpp>
#include <impulse/by_key.hpp>
#include <impulse/layouts.hpp>

#include <iterator>
#include <memory>
#include <vector>

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
