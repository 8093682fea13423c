// SPDX-License-Identifier: Apache-2.0
// The place of the program that nvcc compiles, and its trials of some of the kinds.
#pragma once

#include "attempt.hpp"

#define DOCTEST_CONFIG_DISABLE  // the headers of the GPU's tests include doctest; this program has no tests
#include "../device/one_multiprocessor.cuh"
#include "../device/scratch.cuh"

#include <algorithm>

namespace fuzz {

/// Items after poison bytes, in memory that ends with the last item.
template <class T>
class gpu_items {
  public:
    gpu_items(const std::vector<T>& items, index_t offset)
        : offset_(static_cast<std::size_t>(offset) * sizeof(T)), memory_(offset_ + items.size() * sizeof(T)) {
        memory_.upload(offset_, items.data(), items.size() * sizeof(T));
    }
    const T* data() const { return reinterpret_cast<const T*>(memory_.at(offset_)); }

  private:
    std::size_t offset_;
    gpu::memory memory_;
};

inline std::vector<unsigned char> bytes_of(const gpu::memory& memory) {
    std::vector<unsigned char> all(memory.bytes());
    gpu::must(cudaMemcpy(all.data(), memory.at(0), all.size(), cudaMemcpyDeviceToHost));
    return all;
}

/// Results, followed by bytes that must not be written.
template <class R>
class gpu_results {
  public:
    explicit gpu_results(std::size_t n) : memory_(n * sizeof(R) + 256) {}
    R* begin() { return reinterpret_cast<R*>(memory_.at(0)); }
    std::vector<R> take(std::size_t n) const {
        const auto bytes = bytes_of(memory_);
        const auto is_poison = [](unsigned char byte) { return byte == gpu::memory::poison; };
        if (!std::all_of(bytes.begin() + static_cast<std::ptrdiff_t>(n * sizeof(R)), bytes.end(), is_poison))
            throw std::runtime_error("something was written behind " + std::to_string(n) + " results");
        std::vector<R> all(n);
        std::memcpy(static_cast<void*>(all.data()), bytes.data(), n * sizeof(R));
        return all;
    }

  private:
    gpu::memory memory_;
};

class gpu_place {
  public:
    static constexpr int every = 32;
    /// A kernel for axes takes nvcc as long as all others of a kind, so few kinds have them: triples, and a
    /// vector beside an array.
    static constexpr bool has_axes(int kind) { return kind == 2 || kind == 17; }
    static constexpr bool plants_policies = false;

    template <bool Samples = false>
    auto where() const {
        if constexpr (Samples)
            return gpu::one_multiprocessor{{stream_}};
        else
            return impulse::device_place{stream_};
    }

    template <class T>
    gpu_items<T> put(const std::vector<T>& items, index_t offset) const {
        return {items, offset};
    }
    template <class R>
    gpu_results<R> results(std::size_t n) const {
        return gpu_results<R>(n);
    }

    template <bool Samples, class Policy, class Write>
    void call(index_t form, const Policy& policy, const Write& write) const {
        const auto by = [&](const auto& how) {
            write([&](const auto& algorithm, const auto&... args) { algorithm(how, args...); });
        };
        const auto how = policy.on(stream_);
        if (form == workspace || form == captured) {
            const std::size_t bytes = write([&](const auto& algorithm, const auto&... args) {
                return algorithm.workspace_bytes(how, args...);
            });
            with_workspace(bytes, [&](impulse::workspace& space) {
                if (form == workspace) return by(how.with(space));
                const gpu::graph replayed(gpu::captured(stream_, [&] { by(how.with(space)); }));
                for (int i = 0; i < 2; ++i) replayed.launch(stream_);
                stream_.wait();
            });
        } else if (form == resource) {
            gpu::counting_resource memory;
            by(how.with(memory));
            stream_.wait();
            if (memory.held != 0) throw std::runtime_error("memory of the resource was not given back");
        } else {
            by(policy.on(where<Samples>()));
        }
        stream_.wait();
    }

  private:
    /// Uses a workspace of exactly so many bytes, which must be zero afterwards. The bytes after it must be
    /// unchanged.
    template <class Use>
    void with_workspace(std::size_t bytes, const Use& use) const {
        const gpu::memory memory(bytes + 256);
        impulse::workspace space(memory.at(0), bytes);
        use(space);
        stream_.wait();
        const auto left = bytes_of(memory);
        const auto end = left.begin() + static_cast<std::ptrdiff_t>(bytes);
        if (!std::all_of(left.begin(), end, [](unsigned char byte) { return byte == 0; }))
            throw std::runtime_error("the workspace is not left zero");
        if (!std::all_of(end, left.end(), [](unsigned char byte) { return byte == gpu::memory::poison; }))
            throw std::runtime_error("something was written behind the workspace");
    }

    gpu::stream stream_;
};

// Each file has some of the kinds, so that the files compile in parallel.
verdict mix_on_gpu(const trial& t);
verdict first_kinds_on_gpu(const trial& t);
verdict more_kinds_on_gpu(const trial& t);
verdict other_kinds_on_gpu(const trial& t);
verdict aggregate_kinds_on_gpu(const trial& t);
verdict two_input_kinds_on_gpu(const trial& t);
verdict mask_kinds_on_gpu(const trial& t);

/// A trial of a kind in [First, Last).
template <int First, int Last>
verdict attempted_on_gpu(const trial& t) {
    if (t.place != on_gpu) return {};
    static const gpu_place place;
    return attempted<First, Last>(t, place);
}

}  // namespace fuzz
