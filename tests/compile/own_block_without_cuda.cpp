// SPDX-License-Identifier: Apache-2.0
//
// Between a call and its block there are many templates, so the case sets a limit.
#include <impulse/host.hpp>
#include <impulse/reduce.hpp>

#include <vector>

struct here {};
struct own_block : impulse::on_host::block {
    using impulse::on_host::block::block;
#if CASE_no_pause  // case (-ftemplate-backtrace-limit=4): static.assert.*impulse: runtime<Place>::launch must call its body with a block_group
    void pause() const = delete;
#endif
};
template <>
struct impulse::runtime<here> : impulse::runtime<impulse::host_place> {
    template <class Memory>
    runtime(here, const Memory& memory) : impulse::runtime<impulse::host_place>(impulse::host, memory) {}

    template <class Body>
    static void launch(const Body& body, index_t blocks, int) {
        for (index_t rank = 0; rank < blocks; ++rank) {
            own_block self(rank, blocks);
            body(self);
        }
    }
};

float call(const std::vector<float>& x) { return impulse::reduce(impulse::last_block.on(here{}), x, 0.f); }
