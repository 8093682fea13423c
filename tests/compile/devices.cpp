// SPDX-License-Identifier: Apache-2.0
// Several devices, places that do not exist, and what the library requires of a compiler: its version and its
// options.
#include <impulse/algorithms.hpp>
#include <impulse/devices.hpp>
#include <impulse/host.hpp>
#include <impulse/reduce.hpp>

#include <memory>
#include <utility>
#include <vector>

#if CASE_device_without_cuda  // case: static.assert.*impulse: a file needs nvcc to run on the device
int main() { return impulse::reduce(impulse::last_block.on(impulse::device), std::vector<int>{1, 2}, 0); }
#elif CASE_device_without_cuda_into  // case: static.assert.*impulse: a file needs nvcc to run on the device
int main() {
    int out = 0;
    impulse::reduce_into(impulse::single_block.on(impulse::device), std::vector<int>{1, 2}, &out, 0);
    return out;
}
#elif CASE_devices_layout            // case: static.assert.*impulse: a call over devices has one result
int main() {
    const std::vector<float> x(6);
    const auto policy = impulse::automatic.on(impulse::devices(impulse::host, impulse::host));
    static_cast<void>(impulse::sum(policy, impulse::batches(x, 2)));
}
#elif CASE_devices_layout_of_a_temporary  // case: static.assert.*impulse: a call over devices has one result
int main() {
    const auto policy = impulse::automatic.on(impulse::devices(impulse::host, impulse::host));
    static_cast<void>(impulse::sum(policy, impulse::batches(std::vector<float>(6), 2)));
}
#elif CASE_devices_move_only  // case: static.assert.*impulse: over devices the accumulator must be copyable
int main() {
    std::vector<int> x(6);
    using held = std::unique_ptr<int>;
    const auto keep = [](held a, held) { return a; };
    struct op_type {
        decltype(keep) call;
        held lift(int v) const { return std::make_unique<int>(v); }
        held operator()(held a, held b) const { return call(std::move(a), std::move(b)); }
    };
    const auto policy = impulse::automatic.on(impulse::devices(impulse::host, impulse::host));
    static_cast<void>(impulse::reduce(policy, x, held(), op_type{keep}));
}
#elif CASE_devices_of_words  // case: static.assert.*impulse: devices are numbers of GPUs, CUDA streams, and impulse::host
int main() { impulse::devices(impulse::host, 1.5); }
#elif CASE_devices_part  // case: static.assert.*impulse: a part needs a single place, not ranks or devices
int main() {
    const std::vector<float> x(6);
    const auto policy = impulse::automatic.on(impulse::devices(impulse::host, impulse::host));
    static_cast<void>(impulse::reduce_part(policy, x, 0));
}
#elif CASE_devices_second_input  // case: static.assert.*impulse: a distributed input cannot have a second input
int main() {
    const std::vector<float> x(6);
    const auto policy = impulse::automatic.on(impulse::devices(impulse::host, impulse::host));
    const impulse::distributed<float> parts{{impulse::host, x.data(), 6}};
    static_cast<void>(impulse::dot(policy, parts, x));
}
#elif CASE_devices_without_cuda  // case: static.assert.*impulse: a file needs nvcc to use GPUs
int main() { impulse::devices(0, impulse::host); }
#elif CASE_elementwise_over_hosts  // case, 1 error: static.assert.*impulse: elementwise over devices takes only GPUs
int main() {
    float x[6] = {}, out[6] = {};
    const impulse::distributed<float> parts{{impulse::host, x, 6}};
    impulse::sum_into(impulse::automatic.on(impulse::devices(impulse::host)), impulse::elementwise(parts),
                      impulse::copies<float>{out});
}
#elif CASE_devices_root_of_one_result  // case, 1 error: static.assert.*impulse: .root.device. and .scattered.. say where
int main() {
    const std::vector<float> x(6);
    const auto policy = impulse::automatic.on(impulse::devices(impulse::host, impulse::host).root(1));
    static_cast<void>(impulse::sum(policy, x));
}
#elif CASE_elementwise_without_devices  // case, 1 error: static.assert.*impulse: a distributed input needs a policy over its devices
int main() {
    float x[6] = {}, out[6] = {};
    const impulse::distributed<float> parts{{impulse::host, x, 6}};
    impulse::sum_into(impulse::elementwise(parts), impulse::copies<float>{out});
}
#elif CASE_copies_of_one_result  // case, 1 error: static.assert.*impulse: impulse::copies are the results of elementwise
int main() {
    float x[6] = {}, out[6] = {};
    const impulse::distributed<float> parts{{impulse::host, x, 6}};
    impulse::sum_into(impulse::automatic.on(impulse::devices(impulse::host)), parts,
                      impulse::copies<float>{out});
}
#elif CASE_distributed_without_devices  // case: static.assert.*impulse: a distributed input needs a policy over its devices
int main() {
    const float x[6] = {};
    static_cast<void>(impulse::sum(impulse::distributed<float>{{impulse::host, x, 6}}));
}
#elif CASE_devices_init_from  // case, 1 error: static.assert.*impulse: init_from and accumulate_into need a single place
float call(const std::vector<float>& x, const float* init) {
    const auto policy = impulse::automatic.on(impulse::devices(impulse::host, impulse::host));
    return impulse::reduce(policy, x, impulse::init_from(init));
}
#elif CASE_devices_accumulate_into  // case, 1 error: static.assert.*impulse: init_from and accumulate_into need a single place
void call(const std::vector<float>& x, float* out) {
    const auto policy = impulse::automatic.on(impulse::devices(impulse::host, impulse::host));
    impulse::accumulate_into(policy, x, out);
}
#endif

// What the library requires of a compiler: its version and its options.
#if CASE_needs_cxx20          // case (-std=c++17): error.*impulse: C..20 is needed; compile with -std=c..20
#elif CASE_needs_exceptions   // case (-fno-exceptions): #error "impulse: errors are reported by exceptions
#elif CASE_needs_newer_clang  // case (-U__clang__ -D__clang__ -U__clang_major__ -D__clang_major__=13): error.*impulse: this clang.. is too old; version 14
#elif CASE_needs_newer_gcc  // case (-U__clang__ -U__GNUC__ -D__GNUC__=11): error.*impulse: this g.. is too old; version 12
#elif CASE_needs_newer_nvcc  // case (-D__CUDACC_VER_MAJOR__=12): error.*impulse: this nvcc is too old; CUDA 13.0
#elif CASE_needs_no_associative_math  // case (-fassociative-math -fno-signed-zeros -fno-trapping-math -D__ASSOCIATIVE_MATH__=1): impulse: -fassociative-math regroups sums
#elif CASE_needs_no_fast_math  // case (-ffast-math): impulse: -ffast-math .a part of -Ofast. regroups sums
#elif CASE_needs_no_finite_math  // case (-ffinite-math-only): impulse: -ffinite-math-only drops comparisons with NaN
#elif CASE_needs_no_ofast  // case (-Ofast): impulse: -ffast-math .a part of -Ofast. regroups sums
#elif CASE_needs_no_reciprocal_math  // case (-freciprocal-math -D__RECIPROCAL_MATH__=1): impulse: -freciprocal-math rounds divisions twice
#elif CASE_needs_nvcc_cluster  // case: error.*impulse: this header needs nvcc
#include <impulse/cluster.cuh>
#elif CASE_needs_nvcc_cooperative_groups  // case: error.*impulse: this header needs nvcc
#include <impulse/cooperative_groups.cuh>
#elif CASE_needs_nvcc_device  // case: error.*impulse: this header needs nvcc
#include <impulse/device.cuh>
#elif CASE_needs_nvcc_groups  // case: error.*impulse: this header needs nvcc
#include <impulse/groups.cuh>
#elif CASE_needs_signed_zeros  // case (-fno-signed-zeros -D__NO_SIGNED_ZEROS__=1): impulse: -fno-signed-zeros takes -0 for .0
#endif

// Between a call and its block there are many templates, so the case sets a limit.
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
