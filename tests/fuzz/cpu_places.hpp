// SPDX-License-Identifier: Apache-2.0
// The places of the program that g++ compiles: the host, a serial machine with any number of processors, and
// GPUs of fibers with warps of 4 and of 32 lanes.
#pragma once

#include "attempt.hpp"
#include "cpu.hpp"

#include <emulated/place.hpp>
#include <own_place.hpp>

#include <impulse/host.hpp>

#include <new>

namespace fuzz {

/// Items in memory that ends with the last item, so that a sanitizer finds reads after it. The bytes before
/// the first item are poison.
template <class T>
class exact_memory {
  public:
    exact_memory(const std::vector<T>& items, index_t offset)
        : offset_(static_cast<std::size_t>(offset) * sizeof(T)),
          bytes_(static_cast<unsigned char*>(::operator new(
              offset_ + items.size() * sizeof(T) + 1 - (offset_ + items.size() > 0), alignment))) {
        std::memset(bytes_.get(), 0xcd, offset_);
        if (!items.empty()) std::memcpy(bytes_.get() + offset_, items.data(), items.size() * sizeof(T));
    }
    const T* data() const { return reinterpret_cast<const T*>(bytes_.get() + offset_); }

  private:
    static constexpr std::align_val_t alignment{16};
    struct release {
        void operator()(unsigned char* bytes) const { ::operator delete(bytes, alignment); }
    };
    std::size_t offset_;
    std::unique_ptr<unsigned char[], release> bytes_;
};

/// Results, each of which must be written once.
template <class R>
class counted_results {
  public:
    explicit counted_results(std::size_t n) : cells_(n) {}
    emulated::result_cell<R>* begin() { return cells_.data(); }
    std::vector<R> take(std::size_t n) const {
        std::vector<R> all;
        for (std::size_t r = 0; r < cells_.size(); ++r) {
            if (cells_[r].writes != (r < n ? 1 : 0))
                throw std::runtime_error("result " + std::to_string(r) + " of " + std::to_string(n) +
                                         " was written " + std::to_string(cells_[r].writes) + " times");
            if (r < n) all.push_back(*cells_[r].value);
        }
        return all;
    }

  private:
    std::vector<emulated::result_cell<R>> cells_;
};

/// What these places have in common: `Where` is the argument of `policy.on(...)`.
template <class Where, int Every>
class cpu_place {
  public:
    static constexpr int every = Every;
    static constexpr bool has_axes(int) { return true; }
    static constexpr bool plants_policies = true;

    explicit cpu_place(Where where) : where_(where) {}
    template <bool = false>
    const Where& where() const {
        return where_;
    }

    template <class T>
    exact_memory<T> put(const std::vector<T>& items, index_t offset) const {
        return {items, offset};
    }
    template <class R>
    counted_results<R> results(std::size_t n) const {
        return counted_results<R>(n);
    }
    template <bool, class Policy, class Write>
    void call(index_t, const Policy& policy, const Write& write) const {
        write([&](const auto& algorithm, const auto&... args) { algorithm(policy.on(where_), args...); });
    }

  private:
    Where where_;
};

/// Calls f(place) on a GPU whose warps have `Width` lanes.
template <int Width, class F>
auto on_fibers(const trial& t, const F& f) {
    static emulated::fibers machines[] = {emulated::fibers(emulated::turns::oldest),
                                          emulated::fibers(emulated::turns::newest),
                                          emulated::fibers(emulated::turns::by_chance)};
    emulated::fibers& machine = machines[t.turns];
    machine.seed(static_cast<unsigned>(t.seed));
    emulated::gpu<emulated::fibers, Width> gpu(machine, {static_cast<int>(t.warps), static_cast<int>(t.tiles),
                                                         static_cast<int>(t.resident), t.processors});
    cpu_place<decltype(gpu.place()), Width == 4 ? 4 : 32> place(gpu.place());
    auto found = f(place);
    if (found.wrong.empty() && !gpu.counters_are_zero())
        found.wrong = "counters, mailboxes or lists are not left zero";
    return found;
}

/// Tries a kind in [First, Last), at the trial's place.
template <int First, int Last>
verdict attempted_on_cpu(const trial& t) {
    const auto attempt = [&](auto& place) { return attempted<First, Last>(t, place); };
    cpu_place<decltype(impulse::host), 16> on_host(impulse::host);
    cpu_place<own::serial_machine, 16> on_serial(own::serial_machine{t.processors});
    switch (t.place) {
        case host:
            return attempt(on_host);
        case serial:
            return attempt(on_serial);
        case warps_of_4:
            return on_fibers<4>(t, attempt);
        case warps_of_32:
            return on_fibers<32>(t, attempt);
        default:
            return {};
    }
}

}  // namespace fuzz
