// SPDX-License-Identifier: Apache-2.0
/// \file
/// Examples of docs/reference that need a GPU.

TEST_CASE("reference: workspace, workspace_bytes, device_place") {
    const thrust::device_vector<float> x(1'000'000, 0.5f);
    thrust::device_vector<float> out(1);
    cudaStream_t stream = nullptr;
    const auto policy = impulse::last_block.on(stream);

    impulse::workspace space(impulse::workspace_bytes(policy, x, out.begin(), 0.f),
                             impulse::device_place{stream});
    impulse::reduce_into(policy.with(space), x, out.begin(),
                         0.f);  // allocates nothing, so a graph can capture it
    CHECK(out[0] == 500'000.f);
    CHECK(space.bytes() > 0);
    CHECK(space.data() != nullptr);
}

// [
struct counting_resource {
    int allocations = 0;
    void* allocate(std::size_t bytes, cudaStream_t stream) {
        void* memory = nullptr;
        if (cudaMallocAsync(&memory, bytes, stream) != cudaSuccess) throw std::bad_alloc();
        ++allocations;
        return memory;
    }
    void deallocate(void* memory, std::size_t, cudaStream_t stream) { cudaFreeAsync(memory, stream); }
};
static_assert(impulse::memory_resource<counting_resource>);
// ]

TEST_CASE("reference: memory_resource") {
    const thrust::device_vector<int> x(1'000'000, 1);
    counting_resource resource;
    thrust::device_vector<int> out(1);
    impulse::reduce_into(impulse::two_pass.on(impulse::device).with(resource), x, out.begin(), 0);
    CHECK(out[0] == 1'000'000);
    CHECK(resource.allocations == 1);
}

TEST_CASE("reference: device") {
    const thrust::device_vector<int> x(1000, 1);
    // Its iterators show that it is on the GPU; with pointers, the policy must say so.
    CHECK(impulse::sum(x) == 1000);
    const int* const first = thrust::raw_pointer_cast(x.data());
    CHECK(impulse::sum(impulse::automatic.on(impulse::device), first, first + 1000) == 1000);
}

TEST_CASE("reference: cuda_error") {
    try {
        impulse::workspace space(std::size_t{1} << 60);
        CHECK(false);
    } catch (const impulse::cuda_error& error) {
        CHECK(error.code() == cudaErrorMemoryAllocation);
    }
}

// [
__global__ void warp_maxima(const int* x, int* of_warp, int* of_eights, int* of_five) {
    const int i = static_cast<int>(threadIdx.x);
    const int all = impulse::group_reduce(impulse::warp{}, x[i], impulse::maximum{});
    const int eight = impulse::group_reduce(impulse::sub_warp<8>{}, x[i], impulse::maximum{});
    if (i == 0) *of_warp = all;
    if (i % 8 == 0) of_eights[i / 8] = eight;
    if (i >= 5) return;
    const int five = impulse::group_reduce(impulse::partial_warp(5), x[i], impulse::maximum{});
    if (i == 0) *of_five = five;
}
// ]

TEST_CASE("reference: warp, sub_warp, partial_warp") {
    thrust::device_vector<int> x(32), found(6);
    thrust::sequence(x.begin(), x.end());
    int* const out = thrust::raw_pointer_cast(found.data());
    warp_maxima<<<1, 32>>>(thrust::raw_pointer_cast(x.data()), out, out + 1, out + 5);
    CHECK(found == thrust::device_vector<int>(std::vector{31, 7, 15, 23, 31, 4}));
}

// [
__global__ void block_sums(const int* x, int n, int* sums) {
    __shared__ impulse::block_storage<int> storage;
    impulse::block block(storage);
    const int each = n / static_cast<int>(block.grid_size());
    const int* const mine = x + block.grid_rank() * each;
    const int sum = impulse::joint_reduce(block, mine, mine + each, 0, impulse::plus{});
    if (block.rank() == 0) sums[block.grid_rank()] = sum;
}
// ]

TEST_CASE("reference: block, block_storage") {
    const thrust::device_vector<int> x(1000, 1);
    thrust::device_vector<int> sums(2);
    block_sums<<<2, 100>>>(thrust::raw_pointer_cast(x.data()), 1000, thrust::raw_pointer_cast(sums.data()));
    CHECK(sums == thrust::device_vector<int>(2, 500));
}

// [
// The largest value of a cluster's threads, for all of them.
__global__ void __cluster_dims__(2, 1, 1) cluster_maximum(int* x) {
    __shared__ impulse::cluster_storage<int> storage;
    impulse::cluster cluster(storage);
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = impulse::group_all_reduce(cluster, x[i], impulse::maximum{});
}
// ]

TEST_CASE("reference: cluster, cluster_storage" * doctest::skip(!gpu::has_clusters())) {
    thrust::device_vector<int> x(64);
    thrust::sequence(x.begin(), x.end());
    cluster_maximum<<<2, 32>>>(thrust::raw_pointer_cast(x.data()));
    CHECK(x == thrust::device_vector<int>(64, 63));
}

// [
__global__ void tile_sums(const int* x, int* sums) {
    const auto tile = cooperative_groups::tiled_partition<16>(cooperative_groups::this_thread_block());
    const int sum = impulse::group_reduce(impulse::as_group(tile), x[threadIdx.x], impulse::plus{});
    if (tile.thread_rank() == 0) sums[threadIdx.x / 16] = sum;
}
// ]

TEST_CASE("reference: as_group") {
    const thrust::device_vector<int> x(64, 1);
    thrust::device_vector<int> sums(4);
    tile_sums<<<1, 64>>>(thrust::raw_pointer_cast(x.data()), thrust::raw_pointer_cast(sums.data()));
    CHECK(sums == thrust::device_vector<int>(4, 16));
}

TEST_CASE("reference: devices, distributed") {
    // Host input is split across all GPUs; here both shares go to the first one.
    const std::vector<float> x(1000, 0.5f);
    CHECK(impulse::sum(impulse::automatic.on(impulse::devices(0, 0)), x) == 500.f);
    const std::vector<int> gpus(2, 0);  // a list: only the running program knows how many GPUs there are
    CHECK(impulse::sum(impulse::automatic.on(impulse::devices(gpus)), x) == 500.f);

    // Parts that are in the memory of devices already, in this order. The host can be one of the devices.
    const thrust::device_vector<float> first(600, 1.f);
    const std::vector<float> second(400, 2.f);
    const auto where = impulse::devices(0, impulse::host);
    const impulse::distributed<float> parts{{0, first.data(), 600}, {impulse::host, second.data(), 400}};
    CHECK(impulse::sum(impulse::automatic.on(where), parts) == 1400.f);
    CHECK(impulse::max_element(impulse::automatic.on(where), parts) == 600);  // the index in the whole input
}

TEST_CASE("reference: copies") {
    // Joins the arrays of GPUs item by item, and writes the results to each GPU. Here one GPU is two members.
    thrust::device_vector<float> first(3, 1.f), second(3, 10.f), sums(3);
    const impulse::distributed<float> arrays{{0, first.data(), 3}, {0, second.data(), 3}};
    const impulse::copies<float> out{
        thrust::raw_pointer_cast(sums.data()),
        thrust::raw_pointer_cast(second.data())};  // the second in place of its items
    impulse::sum_into(impulse::automatic.on(impulse::devices(0, 0)), impulse::elementwise(arrays), out);
    CHECK(sums == thrust::device_vector<float>(3, 11.f));
    CHECK(second == sums);
}
