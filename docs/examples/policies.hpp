// SPDX-License-Identifier: Apache-2.0
/// \file
/// Examples of docs/reference: policies, places, errors.

TEST_CASE("reference: single_block, two_pass, last_block, work_queue, automatic") {
    std::vector<float> x;
    for (int i = 1; i < 2000; ++i) x.push_back(1.f / static_cast<float>(i));
    const float sum = impulse::reduce(impulse::automatic, x, 0.f);
    CHECK(impulse::reduce(impulse::single_block, x, 0.f) == sum);
    CHECK(impulse::reduce(impulse::two_pass, x, 0.f) == sum);
    CHECK(impulse::reduce(impulse::last_block, x, 0.f) == sum);
    CHECK(impulse::reduce(impulse::work_queue, x, 0.f) == sum);
}

TEST_CASE("reference: policy, shape, host, host_place") {
    const std::vector<int> x{1, 2, 3};
    const impulse::shape small{.blocks = 2, .threads = 32, .items = 64};
    const auto policy = impulse::two_pass.on(impulse::host).tune(small).checked();
    CHECK(impulse::sum(policy, x) == 6);
    CHECK(impulse::sum(impulse::two_pass.on(impulse::host_place{}), x) == 6);
    static_assert(decltype(policy)::is_checked);
}

// [
template <impulse::execution_policy Policy>
double norm(const Policy& policy, const std::vector<double>& x) {
    return std::sqrt(impulse::dot(policy, x, x));
}
// ]

TEST_CASE("reference: execution_policy") {
    CHECK(norm(impulse::last_block, {3, 4}) == 5);
    static_assert(!impulse::execution_policy<std::vector<int>>);
}

// [
// Blocks take their iterations from the last to the first, and a second launch joins the partials of each
// result.
struct backwards {
    static constexpr bool cuts = true;
    static constexpr bool fetches = false;
    static constexpr int launches(const impulse::tile_plan& p) { return p.partials > 0 ? 2 : 1; }
    static constexpr impulse::index_t blocks(const impulse::tile_plan& p, int launch) {
        return launch == 0 ? p.blocks : 1;
    }

    template <class Block, class Work>
    IMPULSE_SHARED static void run(Block& block, const Work& work, int launch) {
        if (launch == 1) return work.join_all(block, block.grid_rank(), block.grid_size());
        for (impulse::index_t iteration = work.iterations() - 1 - block.grid_rank(); iteration >= 0;
             iteration -= block.grid_size())
            if (const auto subtree = work.locate(iteration); subtree.is_present()) work.take(block, subtree);
    }
};
static_assert(impulse::schedule<backwards>);
// ]

TEST_CASE("reference: schedule, tile_plan") {
    const std::vector<float> x(10'000, 0.1f);
    CHECK(impulse::reduce(impulse::policy<backwards>{}, x, 0.f) == impulse::reduce(x, 0.f));
}

// [
struct one_thread {};  // a place: the thread that calls
template <>
struct impulse::runtime<one_thread> {
    runtime(one_thread, own_memory) {}

    template <class Acc, class Result>
    static consteval void type_checks() {}
    impulse::capacity capacity() const {
        const impulse::tuning_row row{.bytes = 0, .warp_bytes = 4096, .warps = 1};
        return {.tuned = impulse::tuning{.rows = 1, .row = {row}}};
    }
    auto visitor() const {
        return [](const auto&...) {};  // it can access all memory
    }
    template <class Acc>
    on_host::scratch_memory<Acc> scratch(const scratch_plan& p) {
        return on_host::scratch_memory<Acc>(p);
    }
    void launch(const auto& body, index_t blocks, int) const {
        for (index_t rank = 0; rank < blocks; ++rank) {
            on_host::block block(rank, blocks);
            body(block);
        }
    }
    template <class Result>
    Result value(const auto& run) const {
        Result result{};
        run(&result);
        return result;
    }
};
// ]

TEST_CASE("reference: runtime, execution_place, place_with_queues, capacity, scratch_plan") {
    static_assert(impulse::execution_place<one_thread> && !impulse::place_with_queues<one_thread>);
    const std::vector<float> x(10'000, 0.1f);
    CHECK(impulse::reduce(impulse::last_block.on(one_thread{}), x, 0.f) == impulse::reduce(x, 0.f));
}

TEST_CASE("reference: tuning, tuning_row") {
    const impulse::capacity here = impulse::runtime<one_thread>(one_thread{}, {}).capacity();
    const impulse::tuning_row& row = here.tuned.of(1 << 20);  // for an input of 1 MiB
    const impulse::tuning one_row{.rows = 1, .row = {row}};
    CHECK(one_row.of(0).warp_bytes == 4096);
    CHECK(row.warps == 1);
}

// [
// A body that a place's launch calls on every thread of a block. Here the warps of a block exchange one float
// each.
struct body_of_floats {
    using accumulator = float;
    template <int Width>
    static constexpr int exchanged = 1;
    void operator()(auto& block) const {
        static_cast<void>(block.template exchange<impulse::uninitialized<float>, 1>());
    }
};
// ]

TEST_CASE("reference: block_needs") {
    using needs = impulse::block_needs<body_of_floats, 32>;
    static_assert(needs::exchanged == 1 && needs::warp_smem_bytes == 0 && !needs::needs_255_registers);
}

// [
// Two results: of the first half of the items, and of all.
struct first_half_and_all {
    static constexpr bool has_many = true;
    impulse::index_t n;
    impulse::index_t results() const { return 2; }
    impulse::interval items(impulse::index_t r) const { return {0, r == 0 ? n / 2 : n}; }
    impulse::index_t max_results() const { return 2; }
    impulse::index_t max_items() const { return n / 2 + n; }
    impulse::index_t longest() const { return n; }
};
// ]

TEST_CASE("reference: item_layout, with_layout, interval, plan_for") {
    static_assert(impulse::item_layout<first_half_and_all>);
    static_assert(std::is_same_v<impulse::plan_for<first_half_and_all>, impulse::segments_plan>);
    const std::vector<float> x(10, 0.5f);
    CHECK(impulse::sum(impulse::with_layout(x, first_half_and_all{10})) == std::vector<float>{2.5f, 5.f});
    const impulse::interval items = first_half_and_all{10}.items(0);
    CHECK(items.size() == 5);
    CHECK(!impulse::interval{3, 3});  // empty
}

TEST_CASE("reference: device_count") {
    CHECK(impulse::device_count() == 0);  // 0 in a file that nvcc does not compile
}

// [
struct degrees {
    int value;
    degrees(int v) : value(v) {}
    IMPULSE_SHARED degrees(const degrees& other) : value(other.value) {}  // copies only the bytes
    degrees& operator=(const degrees&) = default;
};
template <>
struct impulse::copies_as_bytes<degrees> : std::true_type {};
// ]

TEST_CASE("reference: copies_as_bytes, copies_as_bytes_v") {
    static_assert(impulse::copies_as_bytes_v<degrees> && !impulse::copies_as_bytes<std::string>::value);
    static_assert(impulse::copies_as_bytes_v<int>);
}

TEST_CASE("reference: index_t, IMPULSE_VERSION_MAJOR, IMPULSE_VERSION_MINOR, IMPULSE_VERSION_PATCH") {
    const std::vector<int> x(5);
    const impulse::index_t n = impulse::count(x, 0);  // 64 bits, signed, on every machine
    CHECK(n == 5);
    static_assert(IMPULSE_VERSION_MAJOR >= 0 && IMPULSE_VERSION_MINOR >= 0 && IMPULSE_VERSION_PATCH >= 0);
}
