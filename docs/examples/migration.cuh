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
    const cudaStream_t stream = nullptr;

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
    CHECK(thrust::reduce(thrust::cuda::par.on(stream), first, last) ==
          impulse::reduce(impulse::automatic.on(stream), first, last));
    //<
    thrust::reduce_by_key(keys.begin(), keys.end(), first, keys_out.begin(), out.begin());
    const thrust::device_vector<int> theirs = out;
    //>
    impulse::reduce_by_key_into(impulse::by_key(keys, x), keys_out.begin(), out.begin(), count_out.begin());
    CHECK((count_out[0] == 2 && out == theirs));
}

TEST_CASE("migration: CUB") {
    const thrust::device_vector<float> x(std::vector{3.f, 1.f, 2.f, 4.f});
    const thrust::device_vector<int> keys(std::vector{0, 0, 1, 1}), offsets(std::vector{0, 1, 4});
    const thrust::device_vector<int> begins(std::vector{0, 2}), ends(std::vector{2, 4});
    thrust::device_vector<int> keys_out(4), count_out(1);
    thrust::device_vector<float> sums(4), theirs;
    thrust::device_vector<impulse::index_t> at_out(1);
    const float* const in = thrust::raw_pointer_cast(x.data());
    float* const out = thrust::raw_pointer_cast(sums.data());
    impulse::index_t* const at = thrust::raw_pointer_cast(at_out.data());
    const int* const of = thrust::raw_pointer_cast(keys.data());
    const int* const from = thrust::raw_pointer_cast(offsets.data());
    int* const unique = thrust::raw_pointer_cast(keys_out.data());
    int* const runs = thrust::raw_pointer_cast(count_out.data());
    const auto op = impulse::plus{};
    const auto square = [] __host__ __device__(float v) { return v * v; };
    const float init = 0;
    const int n = 4;
    const cudaStream_t stream = nullptr;
    const auto policy = impulse::automatic.on(stream);

    thrust::device_vector<char> scratch(1 << 20);
    void* temp = nullptr;
    std::size_t bytes = 0;
    //< with `temp == nullptr`
    cub::DeviceReduce::Reduce(temp, bytes, in, out, n, op, init, stream);
    //>
    bytes = impulse::workspace_bytes(policy, in, in + n, out, init, op);
    impulse::workspace space(bytes);
    temp = thrust::raw_pointer_cast(scratch.data());
    bytes = scratch.size();
    //<
    cub::DeviceReduce::Reduce(temp, bytes, in, out, n, op, init, stream);
    theirs = sums;
    //>
    impulse::reduce_into(policy.with(space), in, in + n, out, init, op);
    CHECK(sums == theirs);
    //<
    cub::DeviceReduce::Sum(temp, bytes, in, out, n, stream);
    theirs = sums;
    //>
    impulse::sum_into(policy.with(space), in, in + n, out);
    CHECK(sums == theirs);
    //<
    cub::DeviceReduce::Max(temp, bytes, in, out, n, stream);
    theirs = sums;
    //>
    impulse::reduce_into(policy.with(space), in, in + n, out, impulse::maximum{});
    CHECK(sums == theirs);
    //<
    cub::DeviceReduce::Min(temp, bytes, in, out, n, stream);
    theirs = sums;
    //>
    impulse::reduce_into(policy.with(space), in, in + n, out, impulse::minimum{});
    CHECK(sums == theirs);
    //<
    cub::DeviceReduce::ArgMin(temp, bytes, in, out, at, n, stream);
    theirs = sums;
    const impulse::index_t their_position = at_out[0];
    //>
    impulse::argmin_into(policy, in, in + n, out, at);
    CHECK((sums == theirs && at_out[0] == their_position));
    //<
    cub::DeviceReduce::TransformReduce(temp, bytes, in, out, n, op, square, init, stream);
    theirs = sums;
    //>
    impulse::transform_reduce_into(policy.with(space), in, in + n, out, init, op, square);
    CHECK(sums == theirs);
    //<
    cub::DeviceReduce::ReduceByKey(temp, bytes, of, unique, in, out, runs, op, n, stream);
    theirs = sums;
    //>
    impulse::reduce_by_key_into(policy, impulse::by_key(std::span(of, n), std::span(in, n)), unique, out,
                                runs, op);
    CHECK((sums == theirs && count_out[0] == 2));
    //<
    cub::DeviceSegmentedReduce::Sum(temp, bytes, in, out, 2, offsets.begin(), offsets.begin() + 1, stream);
    theirs = sums;
    //>
    impulse::sum_into(policy, impulse::segments(x, offsets), out);
    CHECK(sums == theirs);
    //<
    cub::DeviceSegmentedReduce::Sum(temp, bytes, in, out, 2, from, from + 1, stream);
    theirs = sums;
    //>
    impulse::sum_into(policy, impulse::segments(in, from, 2, n), out);
    CHECK(sums == theirs);
    //<
    cub::DeviceSegmentedReduce::Reduce(temp, bytes, in, out, 2, begins.begin(), ends.begin(), op, init,
                                       stream);
    theirs = sums;
    //>
    impulse::reduce_into(policy, impulse::segments(x, begins, ends), out, init, op);
    CHECK(sums == theirs);
    //| `cub::DeviceSegmentedReduce::Sum(temp, bytes, in, out, 2, size, stream)` from CCCL 3.1 on
    impulse::sum_into(policy, impulse::batches(in, 2, 2), out);
    CHECK(sums[1] == 6.f);
}

__global__ void migrated(const int* x, int* sums) {
    __shared__ impulse::block_storage<int> storage;
    __shared__ cub::WarpReduce<int>::TempStorage warp_temp;
    __shared__ cub::BlockReduce<int, 32>::TempStorage block_temp;
    impulse::block block(storage);
    const impulse::warp warp;
    const auto op = impulse::maximum{};
    const int value = x[threadIdx.x];
    //<
    sums[0] = cub::WarpReduce<int>(warp_temp).Sum(value);
    //>
    sums[1] = impulse::group_reduce(warp, value, impulse::plus{});
    //<
    sums[2] = cub::BlockReduce<int, 32>(block_temp).Reduce(value, op);
    //>
    sums[3] = impulse::group_reduce(block, value, op);
}
