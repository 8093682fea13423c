// SPDX-License-Identifier: Apache-2.0
/// \file
/// The table of docs/reference from other libraries' calls on a GPU; those of Thrust are called too.

TEST_CASE("migration: Thrust") {
    const thrust::device_vector<int> x(std::vector{3, 1, 2, 4});
    const thrust::device_vector<int> y(4, 2);
    const thrust::device_vector<int> keys(std::vector{0, 0, 1, 1});
    thrust::device_vector<int> keys_out(4), out(4), count_out(1);
    const auto first = x.begin(), last = x.end();
    const auto square = [] __host__ __device__(int v) { return v * v; };
    const auto is_odd = [] __host__ __device__(int v) { return v % 2 != 0; };
    const int init = 1;

    CHECK(thrust::reduce(first, last, init) == impulse::reduce(first, last, init));
    CHECK(thrust::reduce(first, last, init, thrust::maximum<>{}) ==
          impulse::reduce(first, last, init, thrust::maximum<>{}));
    CHECK(thrust::transform_reduce(first, last, square, init, thrust::plus<>{}) ==
          impulse::transform_reduce(first, last, init, thrust::plus<>{}, square));
    CHECK(thrust::inner_product(first, last, y.begin(), 0) == impulse::dot(first, last, y.begin()));
    CHECK(thrust::count_if(first, last, is_odd) == impulse::count_if(first, last, is_odd));
    CHECK(thrust::all_of(first, last, is_odd) == impulse::all_of(first, last, is_odd));
    CHECK(thrust::min_element(first, last) == impulse::min_element(first, last));
    CHECK(thrust::max_element(first, last) == impulse::max_element(first, last));
    //| `thrust::reduce(thrust::cuda::par.on(stream), first, last)`
    CHECK(10 == impulse::reduce(impulse::automatic.on(cudaStream_t{}), first, last));
    //| `thrust::reduce_by_key(keys.begin(), keys.end(), first, keys_out.begin(), out.begin())`
    impulse::reduce_by_key_into(impulse::by_key(keys, x), keys_out.begin(), out.begin(), count_out.begin());
    CHECK(count_out[0] == 2);
}

TEST_CASE("migration: CUB") {
    const thrust::device_vector<float> x(std::vector{3.f, 1.f, 2.f, 4.f});
    const thrust::device_vector<int> keys(std::vector{0, 0, 1, 1}), offsets(std::vector{0, 1, 4});
    const thrust::device_vector<int> begins(std::vector{0, 2}), ends(std::vector{2, 4});
    thrust::device_vector<int> keys_out(4), count_out(1);
    thrust::device_vector<float> sums(4);
    thrust::device_vector<impulse::index_t> at_out(1);
    const float* const in = thrust::raw_pointer_cast(x.data());
    float* const out = thrust::raw_pointer_cast(sums.data());
    impulse::index_t* const at = thrust::raw_pointer_cast(at_out.data());
    const int* const of = thrust::raw_pointer_cast(keys.data());
    int* const unique = thrust::raw_pointer_cast(keys_out.data());
    int* const runs = thrust::raw_pointer_cast(count_out.data());
    const auto op = impulse::plus{};
    const auto square = [] __host__ __device__(float v) { return v * v; };
    const float init = 0;
    const int n = 4;
    const cudaStream_t stream = nullptr;
    const auto policy = impulse::automatic.on(stream);

    //| `DeviceReduce::Reduce(temp, bytes, in, out, n, op, init, stream)` with `temp == nullptr`: gives `bytes`
    CHECK(0 == impulse::workspace_bytes(policy, in, in + n, out, init, op));
    impulse::workspace temp(impulse::workspace_bytes(policy, in, in + n, out, init, op));
    //| `DeviceReduce::Reduce(temp, bytes, in, out, n, op, init, stream)`
    impulse::reduce_into(policy.with(temp), in, in + n, out, init, op);
    //| `DeviceReduce::Sum(temp, bytes, in, out, n, stream)`
    impulse::sum_into(policy.with(temp), in, in + n, out);
    //| `DeviceReduce::Max(temp, bytes, in, out, n, stream)`
    impulse::reduce_into(policy.with(temp), in, in + n, out, impulse::maximum{});
    //| `DeviceReduce::Min(temp, bytes, in, out, n, stream)`
    impulse::reduce_into(policy.with(temp), in, in + n, out, impulse::minimum{});
    //| `DeviceReduce::ArgMin(temp, bytes, in, value, at, n, stream)`
    impulse::argmin_into(policy, in, in + n, out, at);
    //| `DeviceReduce::TransformReduce(temp, bytes, in, out, n, op, square, init, stream)`
    impulse::transform_reduce_into(policy.with(temp), in, in + n, out, init, op, square);
    //| `DeviceReduce::ReduceByKey(temp, bytes, keys, unique, in, out, runs, op, n, stream)`
    impulse::reduce_by_key_into(policy, impulse::by_key(std::span(of, n), std::span(in, n)), unique, out,
                                runs, op);
    //| `DeviceSegmentedReduce::Sum(temp, bytes, in, out, segments, offsets, offsets + 1, stream)`
    impulse::sum_into(policy, impulse::segments(x, offsets), out);
    CHECK(sums[0] == 3.f);
    //| the same with pointers and n values
    impulse::sum_into(policy, impulse::segments(x.data(), offsets.data(), 2, 4), out);
    //| `DeviceSegmentedReduce::Reduce(temp, bytes, in, out, segments, begins, ends, op, init, stream)`
    impulse::reduce_into(policy, impulse::segments(x, begins, ends), out, init, op);
    //| `DeviceSegmentedReduce::Sum(temp, bytes, in, out, segments, size, stream)`
    impulse::sum_into(policy, impulse::batches(in, 2, 2), out);
    CHECK(sums[1] == 6.f);
}

__global__ void migrated(const int* x, int* sums) {
    __shared__ impulse::block_storage<int> storage;
    impulse::block block(storage);
    const impulse::warp warp;
    const int value = x[threadIdx.x];
    //| `WarpReduce(temp).Sum(value)` in a kernel
    sums[0] = impulse::group_reduce(warp, value, impulse::plus{});
    //| `BlockReduce(temp).Reduce(value, op)` in a kernel
    sums[1] = impulse::group_reduce(block, value, impulse::maximum{});
}
