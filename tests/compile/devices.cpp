// SPDX-License-Identifier: Apache-2.0
// Devices, and places that are not there.
#include <impulse/algorithms.hpp>
#include <impulse/devices.hpp>
#include <impulse/reduce.hpp>

#include <memory>
#include <utility>
#include <vector>

// case device_without_cuda: static.assert.*impulse: a file needs nvcc to run on the device
#ifdef CASE_device_without_cuda
int main() { return impulse::reduce(impulse::last_block.on(impulse::device), std::vector<int>{1, 2}, 0); }
#endif

// case device_without_cuda_into: static.assert.*impulse: a file needs nvcc to run on the device
#ifdef CASE_device_without_cuda_into
int main() {
    int out = 0;
    impulse::reduce_into(impulse::single_block.on(impulse::device), std::vector<int>{1, 2}, &out, 0);
    return out;
}
#endif

// case devices_layout: static.assert.*impulse: a call over devices has one result
#ifdef CASE_devices_layout
int main() {
    const std::vector<float> x(6);
    const auto policy = impulse::automatic.on(impulse::devices(impulse::host, impulse::host));
    static_cast<void>(impulse::sum(policy, impulse::batches(x, 2)));
}
#endif

// case devices_layout_of_a_temporary: static.assert.*impulse: a call over devices has one result
#ifdef CASE_devices_layout_of_a_temporary
int main() {
    const auto policy = impulse::automatic.on(impulse::devices(impulse::host, impulse::host));
    static_cast<void>(impulse::sum(policy, impulse::batches(std::vector<float>(6), 2)));
}
#endif

// case devices_move_only: static.assert.*impulse: over devices the accumulator must be copyable
#ifdef CASE_devices_move_only
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
#endif

// case devices_of_words: static.assert.*impulse: devices are numbers of GPUs, CUDA streams, and impulse::host
#ifdef CASE_devices_of_words
int main() { impulse::devices(impulse::host, 1.5); }
#endif

// case devices_part: static.assert.*impulse: a part needs a single place, not ranks or devices
#ifdef CASE_devices_part
int main() {
    const std::vector<float> x(6);
    const auto policy = impulse::automatic.on(impulse::devices(impulse::host, impulse::host));
    static_cast<void>(impulse::reduce_part(policy, x, 0));
}
#endif

// case devices_second_input: static.assert.*impulse: a distributed input cannot have a second input
#ifdef CASE_devices_second_input
int main() {
    const std::vector<float> x(6);
    const auto policy = impulse::automatic.on(impulse::devices(impulse::host, impulse::host));
    const impulse::distributed<float> parts{{impulse::host, x.data(), 6}};
    static_cast<void>(impulse::dot(policy, parts, x));
}
#endif

// case devices_without_cuda: static.assert.*impulse: a file needs nvcc to use GPUs
#ifdef CASE_devices_without_cuda
int main() { impulse::devices(0, impulse::host); }
#endif

// case distributed_without_devices: static.assert.*impulse: a distributed input needs a policy over its devices
#ifdef CASE_distributed_without_devices
int main() {
    const float x[6] = {};
    static_cast<void>(impulse::sum(impulse::distributed<float>{{impulse::host, x, 6}}));
}
#endif
