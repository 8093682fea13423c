// SPDX-License-Identifier: Apache-2.0
// case not_callable: static.assert.*impulse: the predicate of by_key must be callable
// case not_copied, 1 error: static.assert.*impulse: the predicate of by_key must be copyable
// case not_copied_into, 1 error: static.assert.*impulse: the predicate of by_key must be copyable
// case not_copied_of_a_temporary, 1 error: static.assert.*impulse: the predicate of by_key must be copyable
#include <impulse/by_key.hpp>

#include <memory>
#include <vector>

struct opaque {};
struct same_within {
    std::unique_ptr<int> tolerance;
    bool operator()(int a, int b) const { return b - a <= *tolerance; }
};

int main() {
    const std::vector<opaque> of_no_kind;
    const std::vector<int> keys, values;
    (void)of_no_kind, (void)keys, (void)values;
#if defined(CASE_not_callable)
    impulse::reduce(impulse::by_key(of_no_kind, values, [](int, int) { return true; }), 0);
#elif defined(CASE_not_copied)
    auto results = impulse::reduce(impulse::by_key(keys, values, same_within{}), 0);
    return results[0];
#elif defined(CASE_not_copied_into)
    int key = 0, out = 0, count = 0;
    impulse::reduce_by_key_into(impulse::by_key(keys, values, same_within{}), &key, &out, &count, 0);
#elif defined(CASE_not_copied_of_a_temporary)
    impulse::reduce(impulse::by_key(std::vector{1, 2}, values, same_within{}), 0);
#endif
}
