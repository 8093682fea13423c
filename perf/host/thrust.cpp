// SPDX-License-Identifier: Apache-2.0
//
// A file of its own, because the settings for Thrust apply to a whole file.
#if defined(PERF_THRUST)
#define THRUST_HOST_SYSTEM THRUST_HOST_SYSTEM_CPP
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_OMP
#include <thrust/reduce.h>
#include <thrust/system/omp/execution_policy.h>

#include "thrust.hpp"

namespace perf {

template <class Item>
value_of<Item> thrust_omp(items_of<Item> x) {
    return thrust::reduce(thrust::omp::par, x.data(), x.data() + x.size(), identity_of<Item>(),
                          operator_of<Item>{});
}

template float thrust_omp(items_of<float>);
template double thrust_omp(items_of<double>);
template int thrust_omp(items_of<std::int8_t>);
template int thrust_omp(items_of<std::int16_t>);
template int thrust_omp(items_of<int>);
template std::int64_t thrust_omp(items_of<std::int64_t>);

}  // namespace perf
#endif
