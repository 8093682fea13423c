// SPDX-License-Identifier: Apache-2.0
// Group reductions in users' own kernels: every block size and every number of values give the tree over
// ranks and positions.
#include "groups.cuh"

TEST_CASE("group_reduce joins every number of values in blocks of every size") {
    findings wrong;
    for (unsigned threads = 1; threads <= 1024; ++threads)
        join_in_blocks<<<threads, threads>>>(folds(), wrong.data());
    CHECK(wrong.number() == 0);
}

TEST_CASE("blocks of some sizes, one collective after the other [sanitize]") {
    findings wrong;
    for (const unsigned threads : {1u, 32u, 33u, 100u, 1024u})
        join_in_blocks<<<std::min(3u, threads), threads>>>(folds(), wrong.data());
    CHECK(wrong.number() == 0);
}

TEST_CASE("group_all_reduce of values of 1 to 64 bytes") {
    findings wrong;
    for (const unsigned threads : {3u, 50u, 1024u}) {
        join_values_of_size<1><<<1, threads>>>(wrong.data());
        join_values_of_size<3><<<1, threads>>>(wrong.data());
        join_values_of_size<12><<<1, threads>>>(wrong.data());
        join_values_of_size<64><<<1, threads>>>(wrong.data());
    }
    CHECK(wrong.number() == 0);
}

TEST_CASE("the queue and the guard by a cooperative group's handle [sanitize]") {
    findings wrong;
    const gpu::buffer<impulse::counters> shared(std::vector<impulse::counters>(1));
    for (const unsigned threads : {1u, 20u, 32u, 200u}) {  // with the same counters
        const gpu::buffer<int> handed_out(std::vector<int>(1000));
        fetch_and_meet<<<40, threads>>>(shared.data(), 1000, handed_out.data(), wrong.data());
        CHECK(wrong.number() == 0);
    }
}

TEST_CASE("a block of three dimensions ranks its threads with x first") {
    findings wrong;
    for (const dim3 shape : {dim3(3, 5, 7), dim3(1, 1, 33), dim3(16, 4, 2), dim3(2, 512, 1)})
        join_in_three_dimensions<<<3, shape>>>(folds(), wrong.data());
    CHECK(wrong.number() == 0);
}

TEST_CASE("group_reduce in parts of a warp and in warps short of lanes [sanitize]") {
    findings wrong;
    join_in_sub_warps<1><<<2, 96>>>(folds(), wrong.data());
    join_in_sub_warps<2><<<2, 96>>>(folds(), wrong.data());
    join_in_sub_warps<4><<<2, 96>>>(folds(), wrong.data());
    join_in_sub_warps<8><<<2, 96>>>(folds(), wrong.data());
    join_in_sub_warps<16><<<2, 96>>>(folds(), wrong.data());
    join_in_sub_warps<32><<<2, 96>>>(folds(), wrong.data());
    part_company<<<2, 64>>>(folds(), wrong.data());
    join_in_partial_warps<<<32, 32>>>(folds(), wrong.data());
    CHECK(wrong.number() == 0);
}

TEST_CASE("the card's own reduction of a warp agrees with a loop") {
    findings wrong;
    use_redux<int><<<1, 32>>>(wrong.data());
    use_redux<unsigned><<<1, 32>>>(wrong.data());
    CHECK(wrong.number() == 0);
}

TEST_CASE("cooperative groups' handles stand for groups") {
    findings wrong;
    for (const unsigned threads : {16u, 64u, 208u, 1024u})
        join_by_handles<<<2, threads>>>(folds(), wrong.data());
    CHECK(wrong.number() == 0);
}

TEST_CASE("group_reduce joins the blocks of a cluster" * doctest::skip(!gpu::has_clusters())) {
    findings wrong;
    for (const int blocks : {1, 2, 3, 8, 16})
        for (const int threads : {1, 5, 32, 100, 1024})
            for (const int valid : {1, threads, blocks * threads / 2 + 1, blocks * threads})
                if (valid <= blocks * threads) launch_clusters_of(blocks, threads, valid, wrong);
    CHECK(wrong.number() == 0);
}

TEST_CASE("group_reduce joins the blocks of some clusters [sanitize]" *  // all of them take racecheck minutes
          doctest::skip(!gpu::has_clusters())) {
    findings wrong;
    launch_clusters_of(2, 100, 150, wrong);
    launch_clusters_of(3, 33, 99, wrong);
    CHECK(wrong.number() == 0);
}

TEST_CASE("joint_reduce runs a window over global and shared memory [sanitize]") {
    findings wrong;
    constexpr index_t most = 20000;
    const auto items = gpu::made(most, gpu::make_hash{});
    const std::vector<index_t> counts{0, 1, 31, 1025, most};
    const auto expected = gpu::tree_folds(gpu::make_hash{}, counts, gpu::mix_init, mix{});
    for (const unsigned threads : {1u, 7u, 32u, 33u, 96u, 100u, 1000u, 1024u})
        for (std::size_t i = 0; i < counts.size(); ++i)
            join_runs<<<1, threads>>>(items.data(), counts[i], expected[i], wrong.data());
    CHECK(wrong.number() == 0);
}

TEST_CASE("joint_reduce adds up bytes, odd structs and iterators") {
    findings wrong;
    constexpr index_t most = 3'000'001;
    const gpu::buffer<unsigned char> small(std::vector<unsigned char>(most, 3));
    const gpu::buffer<unsigned char> odd(std::vector<unsigned char>(12 * most, 3));
    const auto* const structs = reinterpret_cast<const bytes<12>*>(odd.data());
    for (const unsigned threads : {31u, 128u, 1000u})
        for (const index_t count : {index_t{0}, index_t{30}, index_t{2049}, most})
            add_up<<<1, threads>>>(small.data(), structs, count, wrong.data());
    CHECK(wrong.number() == 0);
}
