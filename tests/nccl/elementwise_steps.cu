// SPDX-License-Identifier: Apache-2.0
// Element-wise calls over ranks of NCCL: several steps, captures, workspaces, and items of 16 bits.
#include "world.cuh"

#include "../device/scratch.cuh"

#include <impulse/algorithms.hpp>
#include <impulse/device.cuh>
#include <impulse/host.hpp>
#include <impulse/nccl.hpp>

#include <cuda_bf16.h>
#include <message_of.hpp>

using support::message_of;

namespace {

/// The rows of all ranks, and what `columns` makes of them on the host.
struct rows {
    rows(int size, index_t m, index_t seed)
        : all(support::make_items(size * m, gpu::make_uneven<float>{static_cast<int>(seed)})),
          sums(impulse::reduce(impulse::columns(impulse::matrix_view{all.data(), size, m}), 0.5f)) {}
    std::vector<float> of(int rank, index_t m) const {
        return {all.begin() + rank * m, all.begin() + (rank + 1) * m};
    }
    std::vector<float> all;
    std::vector<float> sums;
};

bool same(const std::vector<float>& a, const std::vector<float>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

__global__ void count_others(const float* found, index_t count, const float* period, index_t length,
                             unsigned* others) {
    const index_t threads = index_t{gridDim.x} * blockDim.x;
    for (index_t i = index_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += threads)
        if (__float_as_uint(found[i]) != __float_as_uint(period[i % length])) atomicAdd(others, 1u);
}

/// More than one step, in place and apart; a workspace serves other calls too. Items and results repeat,
/// because there are many.
void check_steps(nccl::member& its) {
    const index_t m = 140'000'003 * index_t{its.size}, period = 262'147;
    const rows whole(its.size, period, 5);
    const gpu::buffer<float> items(whole.of(its.rank, period)), sums(whole.sums), x(m), out(m);
    for (index_t at = 0; at < m; at += period)
        gpu::must(cudaMemcpy(x.data() + at, items.data(),
                             static_cast<std::size_t>((std::min)(period, m - at)) * sizeof(float),
                             cudaMemcpyDefault));
    gpu::must(cudaDeviceSynchronize());
    const auto repeats = [&](const gpu::buffer<float>& of) {
        const gpu::buffer<unsigned> others(std::vector<unsigned>(1));
        count_others<<<1024, 256, 0, its.stream>>>(of.data(), m, sums.data(), period, others.data());
        gpu::must(cudaStreamSynchronize(its.stream));
        return gpu::download(others)[0] == 0;
    };
    const auto clear = [&](float* to) {
        gpu::must(cudaMemsetAsync(to, 0, static_cast<std::size_t>(m) * sizeof(float), its.stream));
    };
    const auto place = impulse::ranks(its.comm, its.stream);
    const auto policy = impulse::automatic.on(place);
    const auto arrays = impulse::elementwise(x.data(), m);
    // A workspace that another call has used first is left zeroed.
    for (const bool first : {true, false}) {
        impulse::workspace space(impulse::workspace_bytes(policy, arrays, out.data(), 0.5f), {its.stream});
        const gpu::buffer<float> sum(1);
        const auto local = impulse::automatic.on(impulse::device_place{its.stream});
        const bool fits =
            space.bytes() >= impulse::workspace_bytes(local, x.data(), x.data() + m, sum.data(), 0.f);
        const float expected = impulse::reduce(local, x.data(), x.data() + m, 0.f);
        for (int again = 0; again < 2; ++again) {
            if (fits && (again > 0 || !first)) {
                impulse::reduce_into(local.with(space), x.data(), x.data() + m, sum.data(), 0.f);
                gpu::must(cudaStreamSynchronize(its.stream));
                its.check("a sum in a workspace of arrays", same(gpu::download(sum), {expected}));
            }
            clear(out.data());
            impulse::reduce_into(policy.with(space), arrays, out.data(), 0.5f);
            its.check("several steps in a workspace", repeats(out));
        }
        if (fits && !first) {
            const gpu::buffer<float> nothing(std::vector<float>(1));
            const auto words = static_cast<index_t>(space.bytes() / sizeof(float));
            const gpu::buffer<unsigned> others(std::vector<unsigned>(1));
            count_others<<<1024, 256, 0, its.stream>>>(static_cast<const float*>(space.data()), words,
                                                       nothing.data(), 1, others.data());
            gpu::must(cudaStreamSynchronize(its.stream));
            its.check("the workspace is zero", gpu::download(others)[0] == 0);
        }
    }
    clear(out.data());
    const auto at_root = impulse::automatic.on(place.root(its.size - 1));
    impulse::reduce_into(at_root, arrays, its.rank == its.size - 1 ? out.data() : nullptr, 0.5f);
    impulse::reduce_into(policy, arrays, x.data(), 0.5f);
    its.check("several steps in place", repeats(x));
    if (its.rank == its.size - 1) its.check("several steps at the root", repeats(out));
}

/// A call in a graph, with gathered items and with several steps; it is replayed while the items change.
void check_captured(nccl::member& its) {
    for (const index_t m : {index_t{1000}, 4'000'001 * index_t{its.size}}) {
        const gpu::buffer<float> x(m), out(m);
        const auto policy = impulse::automatic.on(impulse::ranks(its.comm, its.stream));
        const auto arrays = impulse::elementwise(x.data(), m);
        impulse::workspace space(impulse::workspace_bytes(policy, arrays, out.data(), 0.5f), {its.stream});
        const auto call = [&] { impulse::reduce_into(policy.with(space), arrays, out.data(), 0.5f); };
        call();  // NCCL's first use allocates
        its.says(
            "a capture that compares", message_of([&] {
                (void)gpu::captured(
                    its.stream,
                    [&] { impulse::reduce_into(policy.with(space).checked(), arrays, out.data(), 0.5f); },
                    cudaStreamCaptureModeThreadLocal);
            }),
            "policy has a stream that is being captured");
        // A sum between them, which needs the zeros that the arrays have overwritten.
        const gpu::buffer<float> sum(1);
        const auto local = impulse::automatic.on(impulse::device_place{its.stream});
        const bool fits =
            space.bytes() >= impulse::workspace_bytes(local, x.data(), x.data() + m, sum.data(), 0.f);
        const auto add = [&] {
            if (fits) impulse::reduce_into(local.with(space), x.data(), x.data() + m, sum.data(), 0.f);
        };
        const gpu::graph replay(gpu::captured(
            its.stream, [&] { call(), add(), call(); }, cudaStreamCaptureModeThreadLocal));
        for (int again = 0; again < 2; ++again) {
            const rows whole(its.size, m, again);
            gpu::must(cudaMemcpy(x.data(), whole.of(its.rank, m).data(),
                                 static_cast<std::size_t>(m) * sizeof(float), cudaMemcpyDefault));
            replay.launch(its.stream);
            gpu::must(cudaStreamSynchronize(its.stream));
            its.check("captured, of " + std::to_string(m), same(gpu::download(out), whole.sums));
            if (fits)
                its.check("a sum captured, of " + std::to_string(m),
                          same(gpu::download(sum), {impulse::reduce(local, x.data(), x.data() + m, 0.f)}));
        }
    }
}

/// Small chunks: several steps with few items. The chunks determine the scratch memory, also if results are
/// wider than items.
void check_chunks(nccl::member& its) {
    const index_t m = 300'007, chunk = 65'536, slices = its.size;
    const auto items = support::make_items(its.size * m, gpu::make_uneven<float>{3});
    std::vector<std::int8_t> all;
    for (const float each : items)
        all.push_back(static_cast<std::int8_t>(static_cast<int>(each * 7.f) % 100));
    const auto sums = impulse::reduce(impulse::columns(impulse::matrix_view{all.data(), its.size, m}), 0.5);
    const gpu::buffer<std::int8_t> x(
        std::vector<std::int8_t>(all.begin() + its.rank * m, all.begin() + (its.rank + 1) * m));
    const gpu::buffer<double> out(m);
    const auto place = impulse::ranks(its.comm, its.stream).chunk_bytes(chunk);
    const auto arrays = impulse::elementwise(x.data(), m);
    const auto check = [&](const std::string& what, const auto& policy, bool receives) {
        gpu::must(
            cudaMemsetAsync(out.data(), 0xff, static_cast<std::size_t>(m) * sizeof(double), its.stream));
        const auto bytes = static_cast<index_t>(impulse::workspace_bytes(policy, arrays, out.data(), 0.5));
        its.check(what + ": scratch memory of " + std::to_string(bytes),
                  its.size == 1 || bytes <= (slices - 1) * chunk / 8 + chunk);
        impulse::workspace space(static_cast<std::size_t>(bytes), {its.stream});
        impulse::reduce_into(policy.with(space), arrays, receives ? out.data() : nullptr, 0.5);
        gpu::must(cudaStreamSynchronize(its.stream));
        const auto found = gpu::download(out);
        its.check(what + ": results",
                  !receives || std::memcmp(found.data(), sums.data(), sums.size() * sizeof(double)) == 0);
    };
    check("to all", impulse::automatic.on(place), true);
    check("to one", impulse::automatic.on(place.root(0)), its.rank == 0);
    const index_t many = index_t{8} << 30;  // nothing is read
    const auto large = impulse::elementwise(x.data(), many);
    const auto at_root = impulse::automatic.on(impulse::ranks(its.comm, its.stream).root(0));
    its.check("chunks of 512 MiB, by the larger of items and results",
              its.size == 1 || its.size > 16 ||
                  static_cast<index_t>(impulse::workspace_bytes(at_root, large, out.data(), 0.5)) <=
                      (index_t{512} << 20) * (slices + 7) / 8);
    its.says("no chunk", message_of([&] { (void)place.chunk_bytes(0); }),
             "chunk_bytes is 0; it must be 1 or more");
    if (its.size == 1) return;
    const std::string last = std::to_string(its.size - 1);
    its.says("chunks that differ", message_of([&] {
                 const auto its_own = place.chunk_bytes(its.rank == its.size - 1 ? 2 * chunk : chunk);
                 impulse::reduce_into(impulse::automatic.on(its_own).checked(), arrays, out.data(), 0.5);
             }),
             "in chunks of 131072 bytes, but rank 0 reduces ");
}

struct float_of {
    IMPULSE_SHARED float operator()(__nv_bfloat16 v) const { return __bfloat162float(v); }
};

/// Items of 16 bits, summed in float.
void check_bfloat16(nccl::member& its) {
    const index_t m = 300'001;
    const rows floats(its.size, m, 9);
    std::vector<__nv_bfloat16> all;
    std::vector<float> rounded;
    for (const float each : floats.all) {
        all.push_back(__float2bfloat16(each));
        rounded.push_back(__bfloat162float(all.back()));
    }
    const auto sums =
        impulse::reduce(impulse::columns(impulse::matrix_view{rounded.data(), its.size, m}), 0.5f);
    const gpu::buffer<__nv_bfloat16> x(
        std::vector<__nv_bfloat16>(all.begin() + its.rank * m, all.begin() + (its.rank + 1) * m));
    const gpu::buffer<float> out(m);
    impulse::transform_reduce_into(impulse::automatic.on(impulse::ranks(its.comm, its.stream)),
                                   impulse::elementwise(x.data(), m), out.data(), 0.5f, impulse::plus{},
                                   float_of{});
    gpu::must(cudaStreamSynchronize(its.stream));
    its.check("bfloat16 in float", same(gpu::download(out), sums));
}

}  // namespace

TEST_CASE("nccl: elementwise of several steps") { nccl::run(check_steps); }
TEST_CASE("nccl: elementwise in small chunks") { nccl::run(check_chunks); }
TEST_CASE("nccl: elementwise in a graph") { nccl::run(check_captured); }
TEST_CASE("nccl: elementwise of bfloat16") { nccl::run(check_bfloat16); }
