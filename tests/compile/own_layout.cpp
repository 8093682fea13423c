// SPDX-License-Identifier: Apache-2.0
#include <impulse/layout.hpp>
#include <impulse/reduce.hpp>

#include <vector>

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
