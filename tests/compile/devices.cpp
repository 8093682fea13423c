// SPDX-License-Identifier: Apache-2.0
// Several devices, and places that do not exist.
#include <impulse/algorithms.hpp>
#include <impulse/devices.hpp>
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
void call(const std::vector<float>& x) {
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
void call(const std::vector<float>& x) {
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
