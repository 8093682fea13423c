// SPDX-License-Identifier: Apache-2.0
//
// The cost of allocating and freeing memory of every kind; and the same bytes sent in one copy or in many.
// All times are host times.
#include <algorithm>
#include <bit>
#include <limits>
#include <memory/arrays.cuh>
#include <memory/families.hpp>

namespace perf {

namespace {

cudaStream_t stream() { return lab::instance().stream(); }

void synchronize() { check(cudaStreamSynchronize(stream()), "waiting for a stream"); }

// ---- allocations -----------------------------------------------------------------------------------------

struct allocator {
    const char* name;
    const char* lesson;
    void* (*allocate)(std::size_t bytes);
    void (*free)(void*);
    std::uint64_t kept = 0;  ///< what the pool keeps when a stream is synchronized
};

void* by_malloc(std::size_t bytes) {
    void* made = nullptr;
    check(cudaMalloc(&made, bytes), "allocating memory");
    return made;
}
void* by_malloc_host(std::size_t bytes) {
    void* made = nullptr;
    check(cudaMallocHost(&made, bytes), "allocating memory");
    return made;
}
void* by_malloc_managed(std::size_t bytes) {
    void* made = nullptr;
    check(cudaMallocManaged(&made, bytes), "allocating memory");
    return made;
}
void* by_pool(std::size_t bytes) {
    void* made = nullptr;
    check(cudaMallocAsync(&made, bytes, stream()), "allocating memory");
    return made;
}
void free_memory(void* memory) { check(cudaFree(memory), "freeing memory"); }
void free_host(void* memory) { check(cudaFreeHost(memory), "freeing memory"); }
void free_to_pool(void* memory) {
    check(cudaFreeAsync(memory, stream()), "freeing memory");
    synchronize();
}

/// Sets how much memory the pool keeps when a stream is synchronized; the destructor restores the old value.
class release_threshold {
  public:
    explicit release_threshold(std::uint64_t bytes) {
        check(cudaDeviceGetDefaultMemPool(&pool_, 0), "asking for the pool");
        check(cudaMemPoolGetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &before_), "asking the pool");
        check(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &bytes), "setting up the pool");
    }
    ~release_threshold() { (void)cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &before_); }
    release_threshold(const release_threshold&) = delete;
    release_threshold& operator=(const release_threshold&) = delete;

  private:
    cudaMemPool_t pool_ = nullptr;
    std::uint64_t before_ = 0;
};

constexpr allocator allocators[] = {
    {"cudaMalloc", "the address space of the GPU changes, and cudaFree waits for all its work", by_malloc,
     free_memory},
    {"cudaMallocHost", "every page is pinned: the most expensive of all", by_malloc_host, free_host},
    {"cudaMallocManaged", "an address range at first; pages come when they are touched", by_malloc_managed,
     free_memory},
    {"cudaMallocAsync, pool emptied", "the pool gives back what it has whenever the stream is waited for",
     by_pool, free_to_pool},
    {"cudaMallocAsync, pool kept", "with a release threshold the second call finds what the first has left",
     by_pool, free_to_pool, (std::numeric_limits<std::uint64_t>::max)()},
};

/// Small allocations vary, so more of them are timed, and the row has the minimum and maximum beside the
/// median.
row allocation(const allocator& by, std::size_t bytes) {
    const int calls = bytes < std::size_t{1} << 24 ? 101 : 21;
    const auto taken = std::make_shared<std::vector<double>>();
    const auto measure = [=] {
        const release_threshold threshold(by.kept);
        *taken = samples_by_turns(1, calls, 1, [&](std::size_t) {
            void* memory = nullptr;
            const double seconds = seconds_of([&] {
                memory = by.allocate(bytes);
                by.free(memory);
            });
            if (memory == nullptr) throw std::runtime_error("no memory was allocated");
            return seconds;
        })[0];
        return median(*taken);
    };
    row made{
        std::string("allocation/") + by.name + ", 2^" + std::to_string(std::bit_width(bytes) - 1) + " bytes",
        by.lesson,
        static_cast<std::int64_t>(bytes),
        0,
        0,
        measure};
    made.explained_by = [=](double) -> facts {
        const auto [least, most] = std::minmax_element(taken->begin(), taken->end());
        return {{"least_us", *least * 1e6}, {"most_us", *most * 1e6}};
    };
    return made;
}

// ---- one copy in many parts ------------------------------------------------------------------------------

constexpr std::int64_t sent = std::int64_t{1} << 24;  // items

void send(std::int64_t first, std::int64_t count) {
    check(cudaMemcpyAsync(arrays::all().on_gpu() + first, arrays::all().pinned() + first,
                          static_cast<std::size_t>(count) * sizeof(int), cudaMemcpyHostToDevice, stream()),
          "copying a part");
}

/// One call for each part.
work send_parts(int parts) {
    return [=] {
        const std::int64_t count = sent / parts;
        for (int part = 0; part < parts; ++part) send(part * count, count);
        synchronize();
    };
}

/// One call for all parts. The list of parts is made before.
work send_batch(int parts) {
    const std::int64_t count = sent / parts;
    std::vector<void*> to;
    std::vector<const void*> from;
    for (int part = 0; part < parts; ++part) {
        to.push_back(arrays::all().on_gpu() + part * count);
        from.push_back(arrays::all().pinned() + part * count);
    }
    const std::vector<std::size_t> bytes(to.size(), static_cast<std::size_t>(count) * sizeof(int));
    return [=]() mutable {
        cudaMemcpyAttributes how{};
        how.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
        std::size_t first = 0;
        check(
            cudaMemcpyBatchAsync(to.data(), from.data(), bytes.data(), to.size(), &how, &first, 1, stream()),
            "copying a batch");
        synchronize();
    };
}

row transfer(const char* how, const char* lesson, int parts, work (*make)(int)) {
    const auto measure = [=] {
        int* const there = arrays::all().on_gpu();
        const auto forget = [=] {
            check(cudaMemsetAsync(there, 0, sent * sizeof(int), stream()), "clearing items");
        };
        const auto compare = [=] {
            static std::vector<int> found(sent);
            check(cudaMemcpy(found.data(), there, sent * sizeof(int), cudaMemcpyDeviceToHost),
                  "copying items back");
            if (!std::equal(found.begin(), found.end(), arrays::all().pinned()))
                throw std::runtime_error("WRONG: the copied items differ");
        };
        return host_seconds(forget, make(parts), compare);
    };
    return {"parts/" + count_text(parts) + how, lesson, parts, 4. * sent, 4. * sent, measure};
}

}  // namespace

rows allocations() {
    rows all;
    for (const std::size_t bytes : {std::size_t{1} << 12, std::size_t{1} << 20, std::size_t{1} << 26})
        for (const allocator& each : allocators) all.push_back(allocation(each, bytes));
    return all;
}

rows small_transfers() {
    rows all;
    for (const int parts : {1, 16, 256, 4096, 16384})
        all.push_back(
            transfer(" copies", "64 MiB in all: each copy has a price of its own", parts, send_parts));
    for (const int parts : {4096, 16384})
        all.push_back(transfer(" in a batch", "one call names all of them", parts, send_batch));
    return all;
}

}  // namespace perf
