// SPDX-License-Identifier: Apache-2.0
//
// The positions of the smallest item, of the largest, and of both, in items that are mostly distinct; and the
// values of both.
#include <cub/device/device_reduce.cuh>
#include <impulse/extrema.hpp>
#include <rows.hpp>
#include <sides.cuh>

namespace perf {

namespace {

using index = std::int64_t;

/// All values of an integer type; floats between -1 and 1.
template <class T>
struct anything {
    __device__ static T make(std::uint64_t random) {
        if constexpr (std::is_floating_point_v<T>)
            return static_cast<T>(static_cast<double>(static_cast<std::int64_t>(random)) * 0x1p-63);
        else
            return static_cast<T>(random >> (64 - 8 * sizeof(T)));
    }
};

/// CUB also writes the value, so it needs memory for it.
template <class T>
struct found {
    index at;
    T value;
};

struct cub_min {
    template <class T>
    cudaError_t operator()(void* scratch, std::size_t& bytes, const T* in, found<T>* out, index n,
                           cudaStream_t stream) const {
        return cub::DeviceReduce::ArgMin(scratch, bytes, in, &out->value, &out->at, n, stream);
    }
};
struct cub_max {
    template <class T>
    cudaError_t operator()(void* scratch, std::size_t& bytes, const T* in, found<T>* out, index n,
                           cudaStream_t stream) const {
        return cub::DeviceReduce::ArgMax(scratch, bytes, in, &out->value, &out->at, n, stream);
    }
};

template <class T, class Cub, const auto& Algorithm>
std::vector<entrant> sides(index n) {
    return sides_of(entrant{"impulse", impulse_side_by<T, index, Algorithm>(n)},
                    entrant{"cub", std::make_unique<cub_call<T, found<T>, Cub, index>>(n),
                            sizeof(T) > 1  ? 1.0
                            : n >= 1 << 28 ? 2.2
                            : n >= 1 << 20 ? 1.2
                                           : 0});
}

/// minmax_element, compared with min_element.
template <class T>
std::vector<entrant> both(index n) {
    std::vector<entrant> all;
    all.push_back(
        {"impulse", impulse_side_by<T, impulse::minmax_positions, impulse::minmax_element_into>(n)});
    auto smallest = sides<T, cub_min, impulse::min_element_into>(n);
    all.push_back({"argmin", std::move(smallest[0].runs), 0.97});
    return all;
}

/// minmax_value, compared with min_value.
template <class T>
std::vector<entrant> both_values(index n) {
    return sides_of(
        entrant{"impulse", impulse_side_by<T, impulse::values<T, T>, impulse::minmax_value_into>(n)},
        entrant{"min_value", impulse_side_by<T, T, impulse::min_value_into>(n), 0.95});
}

template <class T>
void add(rows& all, const std::string& type, std::initializer_list<int> sizes) {
    const auto add_row = [&]<class Result = index>(const std::string& name, int k, entrants make) {
        auto row = compare<T, Result>("", timing::gpu, index{1} << k, make);
        row.row = "gpu/" + name + " " + type;
        row.fill_pool = fill<T, anything<T>>;
        all.push_back(row);
    };
    for (const int k : sizes) {
        add_row("argmin", k, sides<T, cub_min, impulse::min_element_into>);
        if (k < 32) add_row("argmax", k, sides<T, cub_max, impulse::max_element_into>);
        if (k < 32) add_row("minmax", k, both<T>);
        if (k < 32) add_row.template operator()<T>("minmax_value", k, both_values<T>);
    }
}

}  // namespace

rows positions() {
    rows all;
    add<std::int8_t>(all, "i8", {16, 20, 24, 28, 32});
    add<int>(all, "i32", {16, 20, 24, 28});
    add<float>(all, "f32", {16, 20, 24, 28});
    add<double>(all, "f64", {16, 20, 24, 28});
    return all;
}

}  // namespace perf
