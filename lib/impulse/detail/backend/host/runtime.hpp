// SPDX-License-Identifier: Apache-2.0
/// \file
/// The host: a grid of blocks on the threads of the host back end.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(host.hpp)

#include <impulse/detail/backend/host/block.hpp>
#include <impulse/detail/backend/host/threads.hpp>
#include <impulse/detail/base/atomics.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/plan/host_tuning.hpp>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/plan/records.hpp>
#include <impulse/place.hpp>

#if IMPULSE_HAS_CUDA
#include <impulse/detail/backend/cuda/pointer_checks.cuh>
#include <impulse/detail/base/standard.hpp>
#endif

#include <exception>
#include <optional>

namespace impulse::inline IMPULSE_ABI {

namespace on_host {

/// Keeps the first exception that a block throws.
class failure {
  public:
    bool is_present() const { return __atomic_load_n(&there_, __ATOMIC_RELAXED); }
    void note(std::exception_ptr thrown) {
        if (!__atomic_exchange_n(&there_, true, __ATOMIC_RELAXED)) thrown_ = std::move(thrown);
    }
    /// Call it when all blocks are done.
    void rethrow() const {
        if (thrown_) std::rethrow_exception(thrown_);
    }

  private:
    bool there_ = false;
    std::exception_ptr thrown_;
};

/// An array of value-initialized objects. A call has four; as std::vector they took a tenth of the time that
/// a sum takes to compile (docs/notes/host.md).
template <class Type>
class objects : detail::uncopied {
  public:
    explicit objects(index_t count)
        : first_(count > 0 ? new Type[static_cast<std::size_t>(count)]() : nullptr) {}
    ~objects() { delete[] first_; }
    Type* data() const { return first_; }

  private:
    Type* first_;
};

template <class Acc>
class scratch_memory {
  public:
    explicit scratch_memory(const scratch_plan& p)
        : partials_(p.partials), list_(p.listed), tiles_(p.tiles), runs_(p.runs) {}
    uninitialized<Acc>* partials() { return partials_.data(); }
    detail::listed_subtree* list() { return list_.data(); }
    detail::run_ends* tiles() { return tiles_.data(); }
    std::uint32_t* runs() { return runs_.data(); }
    counters* shared() { return &shared_; }

  private:
    objects<uninitialized<Acc>> partials_;
    objects<detail::listed_subtree> list_;
    objects<detail::run_ends> tiles_;
    objects<std::uint32_t> runs_;
    counters shared_;
};

}  // namespace on_host

template <>
struct runtime<host_place> {
    template <class Memory>
    runtime(host_place, const Memory&) {
        static_assert(std::is_empty_v<Memory>,
                      "impulse: .with(...) gives GPU memory, which a call on the host cannot use");
    }

    template <class Acc, class Result>
    static consteval void type_checks() {}

    /// The capacity of one thread, for input that one thread reduces alone, whatever the number of threads.
    static constexpr on_host::capacity_of_threads single_thread = {{.tuned = on_host::tuned}};

    static on_host::capacity_of_threads capacity() {
        const index_t threads = on_host::concurrency();
        return {{.processors = threads, .resident = threads, .tuned = on_host::tuned.shared_by(threads)}};
    }

    /// Whether a call for one result of `bytes` bytes lets other threads sleep.
    static bool lets_sleep(index_t bytes) {
        return bytes <= on_host::waking_bytes && on_host::threads_sleep();
    }
    static void note_call() { on_host::note_call(); }

    /// Refuses memory that only a GPU can access.
    static auto visitor() {
        return []([[maybe_unused]] const void* memory, [[maybe_unused]] const char* argument) {
#if IMPULSE_HAS_CUDA
            on_device::require_host_reach(memory, argument);
#endif
        };
    }

    template <class Acc>
    static on_host::scratch_memory<Acc> scratch(const scratch_plan& p) {
        return on_host::scratch_memory<Acc>(p);
    }

    /// Runs every block to its end. After a block has thrown, no further block starts, and the exception is
    /// thrown.
    static void launch(const auto& body, index_t blocks, int) {
        if (blocks == 1) {
            on_host::block self(0, 1);
            return body(self);
        }
        on_host::failure failed;
        on_host::for_each_index(blocks, [&](index_t rank) {
            if (failed.is_present()) return;
            on_host::block self(rank, blocks);
            try {
                body(self);
            } catch (...) {
                failed.note(std::current_exception());
            }
        });
        // fault: rethrow
        failed.rethrow();
    }

    template <class Result, class Run>
    static Result value(const Run& run) {
        if constexpr (std::is_default_constructible_v<Result>) {
            Result result{};  // g++ sees that its address is passed on, but not that it is written
            run(std::addressof(result));
            return result;
        } else {
            std::optional<Result> result;
            run(std::addressof(result));
            return std::move(*result);
        }
    }
};

}  // namespace impulse
