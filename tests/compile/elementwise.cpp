// SPDX-License-Identifier: Apache-2.0
// Element-wise calls that are refused.
#include <impulse/algorithms.hpp>
#include <impulse/global.hpp>
#include <impulse/ranks.hpp>

#include <cstddef>
#include <string>
#include <vector>

struct alone {
    struct group {};
    explicit alone(group) {}
    int rank() const { return 0; }
    int size() const { return 1; }
    void all_gather(const void*, void*, std::size_t) const {}
    template <class Join>
    void reduce(void*, std::size_t, int, const Join&) const {}
    void broadcast(void*, std::size_t, int) const {}
};
const auto policy = impulse::automatic.on(impulse::ranks_of<alone>{});
const std::vector<float> x(6);

#if CASE_elementwise_at_home  // case, 1 error: static.assert.*impulse: elementwise.x. joins the arrays of several ranks
int main() { static_cast<void>(impulse::sum(impulse::elementwise(x))); }
#elif CASE_elementwise_computed  // case, 1 error: static.assert.*impulse: elementwise needs trivially copyable items in memory
int main() {
    std::vector<bool> flags(6);
    std::vector<int> out(6);
    impulse::reduce_into(policy, impulse::elementwise(flags), out.data(), 0);
}
#elif CASE_elementwise_of_texts  // case: static.assert.*impulse: elementwise needs trivially copyable items in memory
void call(const std::vector<std::string>& texts) {
    static_cast<void>(impulse::reduce(policy, impulse::elementwise(texts), std::string()));
}
#elif CASE_elementwise_out_of_another_type  // case, 1 error: static.assert.*impulse: 'out' of elementwise.* must be a pointer
int main() {
    std::vector<double> out(6);
    impulse::sum_into(policy, impulse::elementwise(x), out.data());
}
#elif CASE_elementwise_of_a_number  // case, 1 error: static.assert.*impulse: the arguments are elementwise.range. or
int main() { static_cast<void>(impulse::sum(policy, impulse::elementwise(6))); }
#elif CASE_global_at_home  // case, 1 error: static.assert.*impulse: columns.global.rows.. joins the rows of several ranks
int main() {
    static_cast<void>(impulse::sum(impulse::columns(impulse::global(impulse::matrix_view{x.data(), 2, 3}))));
}
#elif CASE_global_positions  // case, 1 error: static.assert.*impulse: columns.global.rows.. takes no positions
int main() {
    const impulse::matrix_view own{x.data(), 2, 3};
    static_cast<void>(impulse::min_element(policy, impulse::columns(impulse::global(own))));
}
#elif CASE_global_second_axis  // case, 1 error: static.assert.*impulse: global.array. is reduced only along its first axis
int main() { static_cast<void>(impulse::axes<1>(impulse::global(impulse::matrix_view{x.data(), 2, 3}))); }

#elif CASE_global_without_all_to_all  // case, 1 error: static.assert.*impulse: columns.global.rows.. and .* need a transport
int main() {
    const impulse::matrix_view own{x.data(), 2, 3};
    static_cast<void>(impulse::sum(policy, impulse::columns(impulse::global(own))));
}
#elif CASE_global_runs_at_home  // case, 1 error: static.assert.*impulse: columns.global.rows.. joins the rows of several ranks
int main() { static_cast<void>(impulse::sum(impulse::by_key(impulse::global(x), impulse::global(x)))); }
#elif CASE_global_runs_on_gpu     // case, 1 error: static.assert.*by_key.global.* their runs, in host memory
int main() {
    static_cast<void>(impulse::sum(impulse::automatic.on(impulse::ranks_of<alone>{}.on(impulse::device)),
                                   impulse::by_key(impulse::global(x), impulse::global(x))));
}
#elif CASE_global_columns_on_gpu  // case, 1 error: static.assert.*columns.global.* in host memory
int main() {
    const impulse::matrix_view own{x.data(), 2, 3};
    static_cast<void>(impulse::sum(impulse::automatic.on(impulse::ranks_of<alone>{}.on(impulse::device)),
                                   impulse::columns(impulse::global(own))));
}

#elif CASE_global_runs_at_root  // case, 1 error: static.assert.*impulse: by_key.global.* gives each rank
int main() {
    static_cast<void>(impulse::sum(impulse::automatic.on(impulse::ranks_of<alone>{}.root(0)),
                                   impulse::by_key(impulse::global(x), impulse::global(x))));
}
#elif CASE_global_keys_alone  // case, 1 error: static.assert.*impulse: the arguments are by_key.*both of them global
int main() { static_cast<void>(impulse::sum(policy, impulse::by_key(impulse::global(x), x))); }
#elif CASE_global_items_alone  // case, 1 error: static.assert.*impulse: the arguments are by_key.*both of them global
int main() { static_cast<void>(impulse::sum(policy, impulse::by_key(x, impulse::global(x)))); }
#elif CASE_global_columns_of_a_range  // case, 1 error: static.assert.*impulse: expected an array
int main() { static_cast<void>(impulse::sum(policy, impulse::axes<0>(impulse::global(x)))); }
#elif CASE_global_runs_of_text  // case, 1 error: static.assert.*impulse: the keys of by_key.global.* must be trivially
int main() {
    const std::vector<std::string> keys(6);
    static_cast<void>(impulse::sum(policy, impulse::by_key(impulse::global(keys), impulse::global(x))));
}
#elif CASE_shards_of_one_result  // case, 1 error: static.assert.*impulse: .scattered.. gives each rank a shard
int main() {
    return static_cast<int>(impulse::sum(impulse::automatic.on(impulse::ranks_of<alone>{}.scattered()), x));
}
#else
int main() {
    std::vector<float> out(6);
    impulse::sum_into(policy, impulse::elementwise(x), out.begin());
    return static_cast<int>(impulse::sum(policy, impulse::elementwise(x))[0]);
}
#endif
