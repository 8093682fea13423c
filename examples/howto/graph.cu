// SPDX-License-Identifier: Apache-2.0
// # Allocate nothing, and capture a call in a CUDA graph
// `workspace_bytes` takes the arguments of a call and says how many bytes of GPU memory it needs. With such a
// `workspace` an `_into` form allocates nothing and waits for nothing, so a graph can capture it.
//
// Prints: 0.5, then 1.5
#include <impulse/reduce.hpp>

#include <thrust/device_vector.h>
#include <thrust/fill.h>

#include <iostream>

int main() {
    thrust::device_vector<float> x(1000, 0.0005f), out(1);
    const float* const first = thrust::raw_pointer_cast(x.data());
    float* const result = thrust::raw_pointer_cast(out.data());
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    const auto policy = impulse::automatic.on(stream);
    impulse::workspace space(impulse::workspace_bytes(policy, first, first + 1000, result, 0.f));

    cudaGraph_t graph;
    cudaGraphExec_t call;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    impulse::reduce_into(policy.with(space), first, first + 1000, result, 0.f);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&call, graph, 0);
    for (const float value : {0.0005f, 0.0015f}) {
        thrust::fill(x.begin(), x.end(), value);
        cudaGraphLaunch(call, stream);
        cudaStreamSynchronize(stream);
        std::cout << out[0] << (value < 0.001f ? ", then " : "\n");
    }
}
