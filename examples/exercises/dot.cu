// SPDX-License-Identifier: Apache-2.0
//
// An exercise: the dot product, by a loop; by blocks that each use a cache and a tree, with the last step on
// the CPU or on the GPU; by the library's blocks; and by one call of the library. Without a GPU only the
// host's versions run, on fewer items.
#include "table.hpp"

#include <impulse/host.hpp>
#include <impulse/sums.hpp>

#include <numeric>

#if IMPULSE_HAS_CUDA
#include "classic_dot.cuh"
#include "kernels.cuh"
#endif

namespace exercises {
namespace {

using vector = std::vector<float>;

float loop(const vector& x, const vector& y) {
    float sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
    return sum;
}

#if IMPULSE_HAS_CUDA
constexpr int blocks = 1056;
constexpr cudaStream_t stream = nullptr;

float add_up(const vector& of_blocks) { return std::accumulate(of_blocks.begin(), of_blocks.end(), 0.f); }

/// `kernels(a, b, of_blocks, sum)` launches the kernels. `last_step(of_blocks, sum)` is the host's part: it
/// computes the result from what the kernels wrote.
template <class Kernels, class LastStep>
void on_gpu(table& rows, const char* way, const vector& x, const vector& y, float expected,
            const Kernels& kernels, const LastStep& last_step) {
    const auto whole = [&] {
        const gpu_array<float> a(x), b(y), of_blocks(blocks), sum(1);
        kernels(a, b, of_blocks, sum);
        return last_step(of_blocks, sum);
    };
    const gpu_array<float> a(x), b(y), of_blocks(blocks), sum(1);
    rows.on_gpu(
        way, stream, [&] { kernels(a, b, of_blocks, sum); }, whole, expected);
}

void on_gpu(table& rows, const vector& x, const vector& y, float expected) {
    using array = gpu_array<float>;
    const int n = static_cast<int>(x.size());
    const auto by_cpu = [](const array& of_blocks, const array&) { return add_up(of_blocks.fetch()); };
    const auto by_gpu = [](const array&, const array& sum) { return sum.fetch()[0]; };
    on_gpu(
        rows, "cache and tree, last step on the CPU", x, y, expected,
        [n](const array& a, const array& b, const array& of_blocks, const array&) {
            dot_of_blocks<<<blocks, dot_block, 0, stream>>>(a.data(), b.data(), n, of_blocks.data());
        },
        by_cpu);
    on_gpu(
        rows, "cache and tree, last step on the GPU", x, y, expected,
        [n](const array& a, const array& b, const array& of_blocks, const array& sum) {
            dot_of_blocks<<<blocks, dot_block, 0, stream>>>(a.data(), b.data(), n, of_blocks.data());
            add_up_blocks<<<1, dot_block, 0, stream>>>(of_blocks.data(), blocks, sum.data());
        },
        by_gpu);
    on_gpu(
        rows, "the library's blocks, last step on the CPU", x, y, expected,
        [n](const array& a, const array& b, const array& of_blocks, const array&) {
            dot_kernel<<<blocks, 256, 0, stream>>>(a.data(), b.data(), n, of_blocks.data());
        },
        by_cpu);
    on_gpu(
        rows, "impulse::dot_into", x, y, expected,
        [](const array& a, const array& b, const array&, const array& sum) {
            impulse::dot_into(impulse::automatic.on(stream), a, b, sum.data());
        },
        by_gpu);
}
#endif

}  // namespace
}  // namespace exercises

int main() try {
    using namespace exercises;
    std::size_t n = std::size_t{1} << 20;
#if IMPULSE_HAS_CUDA
    if (has_gpu()) n = std::size_t{1} << 26;
#endif
    const auto x = small_integers(n, 1), y = small_integers(n, 2);
    table rows("dot product", 8. * static_cast<double>(n));
    const float expected = rows.on_cpu("a loop", [&] { return loop(x, y); });
    rows.on_cpu(
        "impulse::dot", [&] { return impulse::dot(x, y); }, expected);
#if IMPULSE_HAS_CUDA
    if (has_gpu()) on_gpu(rows, x, y, expected);
#endif
    return rows.finish();
} catch (const std::exception& failure) {
    std::fprintf(stderr, "dot: %s\n", failure.what());
    return 1;
}
