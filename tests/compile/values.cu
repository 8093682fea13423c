// SPDX-License-Identifier: Apache-2.0
// Items, results and temporaries that a GPU cannot access.
#include <impulse/by_key.hpp>
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/sums.hpp>

#include <ranges>
#include <span>
#include <vector>

#if CASE_keys_of_a_temporary_on_device  // case: static assertion failed with .*impulse: this layout holds a temporary container
void call(cudaStream_t stream, int* keys_out, std::span<float> x, float* out, int* count) {
    impulse::reduce_by_key_into(impulse::last_block.on(stream), impulse::by_key(std::vector<int>(4), x),
                                keys_out, out, count);
}
#elif CASE_layout_of_a_temporary_on_device  // case: static assertion failed with .*impulse: this layout holds a temporary container
void call(cudaStream_t stream, float* out) {
    impulse::sum_into(impulse::last_block.on(stream), impulse::batches(std::vector<float>(4), 2), out);
}
#elif CASE_list_on_device  // case: static assertion failed with .*impulse: a list of items is in host memory, which a GPU cannot reach
int main() { return impulse::reduce(impulse::last_block.on(impulse::device), {1, 2, 3}, 0); }
#elif CASE_no_host  // case: static assertion failed with .*impulse: pointers and iterators mean the host unless the policy says where; for GPU memory write .on.stream.
// Files compiled by nvcc have the device only, unless they also include the host.
int main() { return impulse::reduce(std::vector<int>{1, 2}, 0); }
#elif CASE_not_trivially_copyable  // case: static assertion failed with .*on a GPU the accumulator and the result must be trivially copyable
struct item {
    int value;
    __host__ __device__ item(int v) : value(v) {}
    __host__ __device__ item(const item& other) : value(other.value) {}
    item& operator=(const item&) = default;
};

struct add {
    __host__ __device__ item operator()(const item& a, const item& b) const {
        return item(a.value + b.value);
    }
};

int main() {
    const item* const x = nullptr;
    return impulse::reduce(impulse::last_block.on(impulse::device), x, x, item(0), add{}).value;
}
#elif CASE_temporary_on_device  // case: static assertion failed with .*impulse: this temporary range would end before the GPU reads it
void call(cudaStream_t stream, float* out) {
    impulse::sum_into(impulse::last_block.on(stream), std::vector<float>(4), out);
}
#elif CASE_temporary_second_input_on_device  // case: static assertion failed with .*impulse: this temporary range would end before the GPU reads it
void call(cudaStream_t stream, std::span<float> x, float* out) {
    impulse::dot_into(impulse::last_block.on(stream), x, std::vector<float>(x.size()), out);
}
#elif CASE_value_too_large  // case: static assertion failed with .*on a GPU the accumulator and the result may have at most 256 bytes
struct item {
    char bytes[257];
};

struct last {
    __host__ __device__ item operator()(const item&, const item& b) const { return b; }
};

int main() {
    const item* const x = nullptr;
    return impulse::reduce(impulse::two_pass.on(impulse::device), x, x, item{}, last{}).bytes[0];
}
#elif CASE_view_unmeasured_on_device  // case: static assertion failed with .*impulse: this range does not know its length, and the host cannot count items on a GPU
int main() {
    const int* const x = nullptr;
    const auto small = [](int item) { return item < 10; };
    return impulse::reduce(impulse::last_block.on(impulse::device),
                           std::span(x, 10) | std::views::take_while(small), 0);
}
#endif
