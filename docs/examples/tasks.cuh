// SPDX-License-Identifier: Apache-2.0
/// \file
/// The rows of the table of docs/reference by task that need a GPU.

TEST_CASE("tasks: on a GPU") {
    const thrust::device_vector<float> x(1000, 0.5f);
    const thrust::device_vector<int> offsets(std::vector{0, 10, 1000});
    thrust::device_vector<float> out(2);
    const float* const first = thrust::raw_pointer_cast(x.data());
    const float* const last = first + 1000;
    const cudaStream_t stream = nullptr;
    const auto policy = impulse::automatic.on(stream);
    impulse::workspace space(impulse::workspace_bytes(policy, x, out.begin(), 0.f));

    //| reduce items that are on a GPU (in a `thrust::device_vector`)
    CHECK(500.f == impulse::sum(x));
    //| reduce items behind pointers, in the order of a stream
    CHECK(500.f == impulse::sum(impulse::automatic.on(stream), first, last));
    //| leave the result on the GPU, without waiting for it
    impulse::reduce_into(policy, first, last, out.begin(), 0.f);
    //| allocate nothing, so that a CUDA graph can capture the call
    impulse::reduce_into(policy.with(space), first, last, out.begin(), 0.f);
    CHECK(out[0] == 500.f);
    //| check offsets that are on the GPU before the call uses them
    impulse::sum_into(policy.checked(), impulse::segments(x, offsets), out.begin());
    CHECK(out[1] == 495.f);
    //| share the work among several GPUs (here: twice the same GPU), or with the host
    CHECK(500.f ==
          impulse::sum(impulse::automatic.on(impulse::devices(0, 0)), std::vector<float>(1000, 0.5f)));
    //| choose the size of the grid
    CHECK(500.f == impulse::sum(policy.tune({.blocks = 64, .threads = 256}), x));
}
