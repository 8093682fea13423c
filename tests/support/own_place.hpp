// SPDX-License-Identifier: Apache-2.0
// A place of your own, in one file: a serial machine that runs its blocks from the last to the first, with
// any number of processors, each of which is worth using for 16 bytes.
#pragma once

#include <impulse/host.hpp>
#include <impulse/place.hpp>

namespace own {

struct serial_machine {
    impulse::index_t processors = 7;
    impulse::tuning tuned{.rows = 1, .row = {{.bytes = 0, .warp_bytes = 16, .warps = 1}}};
};

}  // namespace own

template <>
struct impulse::runtime<own::serial_machine> {
    own::serial_machine machine;
    runtime(own::serial_machine at, own_memory) : machine(at) {}

    template <class Acc, class Result>
    static consteval void type_checks() {}
    impulse::capacity capacity() const {
        return {.processors = machine.processors, .resident = machine.processors, .tuned = machine.tuned};
    }
    auto visitor() const {
        return [](const void*, const char*) {};
    }

    /// The memory of the host's threads serves this place too.
    template <class Acc>
    on_host::scratch_memory<Acc> scratch(const scratch_plan& p) {
        return on_host::scratch_memory<Acc>(p);
    }

    void launch(const auto& body, index_t blocks, int) const {
        for (index_t rank = blocks - 1; rank >= 0; --rank) {
            on_host::block self(rank, blocks);  // one thread
            body(self);
        }
    }
    template <class Result>
    Result value(const auto& run) const {
        Result result{};
        run(&result);
        return result;
    }
};
