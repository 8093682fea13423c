// SPDX-License-Identifier: Apache-2.0
// One kernel for each way in which blocks synchronize: tests/orders/check compares their instructions.
#define IMPULSE_INTERNAL 1
#include <impulse/detail/backend/cuda/block.cuh>
#include <impulse/detail/base/atomics.hpp>
#include <impulse/detail/kernel/block_meeting.hpp>

using word = std::uint64_t;
using pair = impulse::uninitialized<word>;
using flagged = impulse::flagged_value<word>;
using storage = impulse::on_device::block_storage<word>;
namespace detail = impulse::detail;

#define KERNEL extern "C" __global__ void

KERNEL fetch_add_acq_rel(word* at, word* out) { *out = detail::fetch_add_acq_rel(at, 1); }
KERNEL fetch_add_relaxed(word* at, word* out) { *out = detail::fetch_add_relaxed(at, 1); }
KERNEL fetch_next_relaxed(word* at, word* out) { *out = detail::fetch_next_relaxed(at, 5); }
KERNEL load_relaxed(word* at, word* out) { *out = detail::load_relaxed(at); }
KERNEL store_relaxed(word* at) { detail::store_relaxed(at, 1); }
KERNEL store_for_all(word* at) { detail::store_for_all(at, 1); }

KERNEL flagged_put(flagged* at, pair value) { at->put(value); }
KERNEL flagged_post(flagged* at, pair value) { at->post(value); }
KERNEL flagged_poll_and_take(flagged* at, pair* out) {
    flagged::poll seen;
    for (seen.at(*at); !seen.has_all(); seen.at(*at)) {
    }
    *out = seen.take(*at);
}

KERNEL guard_is_last(word* ticket, int* out) {
    __shared__ storage exchanged;
    impulse::on_device::block block(exchanged);
    if (impulse::last_block_guard(ticket).is_last(block)) *out = 1;
}
KERNEL guard_began_last(word* ticket, int* out) {
    __shared__ storage exchanged;
    impulse::on_device::block block(exchanged);
    const impulse::last_block_guard guard(ticket);
    if (guard.began_last(block, guard.take_ticket(block))) *out = 1;
}
KERNEL queue_fetch_and_reset(word* next, impulse::interval* out) {
    __shared__ storage exchanged;
    impulse::on_device::block block(exchanged);
    const impulse::global_queue queue(next, 7);
    *out = queue.fetch(block);
    queue.reset();
}
