// SPDX-License-Identifier: Apache-2.0
//
// Zero copy: the kernel reads host memory itself. The rows compare it with a copy and the same kernel, by
// size; then they have every kind of pinned memory, and the cost of reading write-combined memory on the
// host. All times are host times.
#include <launcher.cuh>
#include <memory/arrays.cuh>
#include <memory/families.hpp>
#include <memory/plain_sums.cuh>
#include <numeric>

namespace perf {

namespace {

constexpr int threads = 256;

/// The sum, in a host variable, of items anywhere that the GPU can access.
int sum_of(const int* items, int n) {
    static const device_memory out(sizeof(int));
    ladder::gpu& on = launcher();
    on.zero(out.data<int>());
    const int blocks = (std::min)(ladder::divide_up(n, threads), on.blocks_at_once(threads));
    on.launch(sum_placed<1>, blocks, threads, items, placement{0, 1}, n, out.data<int>());
    return *on.fetch(out.data<int>(), 1);
}

row summed(const std::string& name, const char* lesson, int n, const std::function<int(const int*)>& sum_here,
           const std::function<const int*()>& items) {
    const auto measure = [=] {
        const int* const here = items();
        const int* const known = arrays::all().pageable();
        const int expected = std::accumulate(known, known + n, 0);
        int sum = 0;
        return host_seconds([] {}, [&] { sum = sum_here(here); }, [&] { require_equal(sum, expected); });
    };
    return {"zero copy/" + name, lesson, n, 4. * n, 4. * n, measure};
}

row copied(int n) {
    const auto sum = [n](const int* here) {
        int* const there = arrays::all().on_gpu();
        check(cudaMemcpyAsync(there, here, static_cast<std::size_t>(n) * sizeof(int), cudaMemcpyHostToDevice,
                              lab::instance().stream()),
              "copying items");
        return sum_of(there, n);
    };
    return summed(count_text(n) + ", copied", "a copy, a kernel, a copy of the sum", n, sum,
                  [] { return arrays::all().pinned(); });
}

row in_place(int n) {
    return summed(
        count_text(n) + ", read in place", "the kernel waits for the link instead", n,
        [n](const int* here) { return sum_of(here, n); }, [] { return arrays::all().pinned(); });
}

constexpr int kinds_n = 1 << 24;
constexpr int read_by_host_n = 1 << 20;

/// A kernel, or the host, reads one kind of memory, which the row allocates.
template <class Memory, class... Flags>
row of_kind(const char* kind, const char* lesson, bool by_host, Flags... flags) {
    const int n = by_host ? read_by_host_n : kinds_n;
    const auto sum = [=](const int* here) {
        return by_host ? std::accumulate(here, here + n, 0) : sum_of(here, n);
    };
    const auto measure = [=] {
        const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(int);
        const Memory own(bytes, flags...);
        std::memcpy(own.data(), arrays::all().pageable(), bytes);
        int* const items = own.template data<int>();
        int* const here = by_host ? items : address_on_gpu(items);
        return summed("", "", n, sum, [=] { return here; }).seconds();
    };
    return {std::string("zero copy/") + kind + (by_host ? ", read by the host" : ""),
            lesson,
            n,
            4. * n,
            4. * n,
            measure};
}

}  // namespace

rows zero_copies() {
    rows all;
    for (const int n : {1 << 10, 1 << 14, 1 << 18, 1 << 22, 1 << 26}) {
        all.push_back(copied(n));
        all.push_back(in_place(n));
    }
    constexpr bool by_gpu = false;
    constexpr bool by_host = true;
    all.push_back(of_kind<pinned_memory>(
        "pinned", "cudaHostAlloc without flags: mapped where addresses are unified", by_gpu));
    all.push_back(of_kind<pinned_memory>("portable", "pinned for every context: with one, the same", by_gpu,
                                         unsigned{cudaHostAllocPortable}));
    all.push_back(of_kind<registered_memory>("registered", "pinned after it was allocated", by_gpu));
    all.push_back(of_kind<pinned_memory>("write-combined", "the link need not ask the host's caches", by_gpu,
                                         unsigned{cudaHostAllocWriteCombined}));
    all.push_back(of_kind<pinned_memory>("pinned", "as fast as any memory", by_host));
    all.push_back(of_kind<pinned_memory>("write-combined",
                                         "no cache of the host keeps it: write it, never read it", by_host,
                                         unsigned{cudaHostAllocWriteCombined}));
    return all;
}

}  // namespace perf
