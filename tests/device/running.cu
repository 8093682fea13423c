// SPDX-License-Identifier: Apache-2.0
// Running reductions on a GPU: pieces come alternately from its memory, from pinned host memory and from
// pageable host memory.
#include "tree.cuh"

#include <impulse/running.hpp>

#include <sstream>

namespace {

/// Pinned host memory.
template <class T>
class pinned {
  public:
    explicit pinned(index_t n) { gpu::must(cudaMallocHost(&data_, static_cast<std::size_t>(n) * sizeof(T))); }
    ~pinned() { (void)cudaFreeHost(data_); }
    pinned(const pinned&) = delete;
    pinned& operator=(const pinned&) = delete;
    T* data() { return data_; }

  private:
    T* data_ = nullptr;
};

/// Pushes pieces of up to `most` items. Host memory is overwritten right after each push.
template <class Op>
void check_stream(index_t n, index_t most, const Op& op, unsigned long long salt) {
    using number = std::uint64_t;
    auto random = support::random_source(salt);
    const gpu::stream s;
    const auto how = impulse::last_block.on(s);
    const auto items = support::make_items(n, gpu::make_hash{});
    const gpu::buffer<number> there(items);
    pinned<number> page_locked(most);
    std::vector<number> pageable(static_cast<std::size_t>(most));
    const auto make = [&] { return impulse::running_reduction<number>(how, number{5}, op); };
    auto running = make();
    for (index_t at = 0; at < n;) {
        const index_t some = std::min(support::random_between(random, 0, most), n - at);
        const auto from_host = [&](number* memory) {
            std::copy(items.begin() + at, items.begin() + at + some, memory);
            running.push(memory, memory + some);
            std::fill(memory, memory + some, 0);
        };
        switch (random() % 3) {
            case 0:
                running.push(there.data() + at, there.data() + at + some);
                break;
            case 1:
                from_host(page_locked.data());
                break;
            default:
                from_host(pageable.data());
        }
        at += some;
        REQUIRE(running.count() == at);
        if (random() % 16 == 0) {
            std::stringstream file;
            running.save(file, "numbers");
            running = make();
            running.load(file, "numbers");
        }
    }
    CHECK(running.value() == impulse::tree_fold(items, number{5}, op));
    CHECK(running.value() == impulse::tree_fold(items, number{5}, op));
    running.push(there.data(), there.data() + n);
    running.clear();
    CHECK(running.value() == 5);
}

}  // namespace

TEST_CASE("running: pieces of any length, from any memory, give the bits of the whole") {
    check_stream(10'000, 300, gpu::mix{}, 1);
    check_stream(10'000, 300, support::mix_of_sixteen{}, 2);
    check_stream(20'000'000, 5'000'000, gpu::mix{}, 3);  // several buffers for each push
    check_stream(20'000'000, 5'000'000, support::mix_of_sixteen{}, 4);
}
