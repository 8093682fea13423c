// SPDX-License-Identifier: Apache-2.0
// The rungs of perf/ladder on a GPU with few items each: their results, their order if they keep it, and what
// a sanitizer finds.
#include "../gpu.cuh"

#include <ladder.hpp>

#include "../../../perf/ladder/families.hpp"
#include "../../../perf/ladder/resident.cuh"

namespace {

/// Arrays that end where their memory ends.
struct gpu_memory {
    template <class T>
    struct array {
        gpu::buffer<T> items;
        explicit array(const std::vector<T>& from) : items(from) {}
        T* data() { return items.data(); }
        std::vector<T> fetch() const {
            gpu::must(cudaDeviceSynchronize());  // a copy does not wait for the rung's stream
            return gpu::download(items);
        }
    };
    template <class... Arrays>
    static void share(ladder::gpu&, Arrays&...) {}
};

constexpr int largest_n = 40'001;

void check_families(const std::vector<ladder::family>& families) {
    const gpu::stream stream;
    ladder::gpu on(stream);
    for (const ladder::family& family : families)
        for (const ladder::rung& rung : family.rungs)
            for (const int n : {1, 37, 5000, largest_n}) {
                CAPTURE(family.name);
                CAPTURE(rung.name);
                CAPTURE(n);
                CHECK(support::check_rung<gpu_memory>(rung, on, n) == "");
            }
}

}  // namespace

// A separate program: except for memcheck, the tools of compute-sanitizer refuse kernels that launch kernels.
// Rungs of other sizes have the same kernels.
#ifdef LADDER_NESTED
TEST_CASE("[sanitize] ladder: grids that launch grids") {
    ladder::family nested = ladder::nested_grids();
    std::erase_if(nested.rungs, [](const ladder::rung& each) {
        return std::string(each.name).find('^') != std::string::npos;
    });
    REQUIRE(nested.rungs.size() == 3);
    check_families({nested});
}
#else
namespace {

/// The one rung of the family with that name.
ladder::family only(ladder::family of, const std::string& name) {
    std::erase_if(of.rungs, [&](const ladder::rung& each) { return each.name != name; });
    REQUIRE(of.rungs.size() == 1);
    return of;
}

}  // namespace

TEST_CASE("[sanitize] ladder: the rungs that also emulated blocks run") {
    check_families(support::emulated_rungs());
}

TEST_CASE("[sanitize] ladder: a barrier of the grid") {
    check_families({only(ladder::resident_blocks(), "grid_barrier")});
}

TEST_CASE("[sanitize, but for races] ladder: clusters" * doctest::skip(!gpu::has_clusters())) {
    check_families({only(ladder::resident_blocks(), "cluster")});
}
#endif
