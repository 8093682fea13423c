// SPDX-License-Identifier: Apache-2.0
//
// Libraries with one thread: Eigen, and NumPy in a separate Python process, which measures its own times.
#include <algorithm>
#include <cstdio>
#include <memory>

#include "calls.hpp"
#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#elif __has_include(<eigen3/Eigen/Core>)
#include <eigen3/Eigen/Core>
#endif

namespace perf {

template <class Item>
std::vector<side> eigen_of([[maybe_unused]] const std::string& call, [[maybe_unused]] items_of<Item> x) {
    std::vector<side> all;
#if defined(EIGEN_WORLD_VERSION)
    using list = items_of<Item>;
    using array = Eigen::Map<const Eigen::Array<Item, Eigen::Dynamic, 1>>;
    const auto of = [](list v) { return array(v.data(), static_cast<Eigen::Index>(v.size())); };
    const auto add = [&](const char* its, auto side_of) {
        if (call == its) all.push_back(timed("Eigen", x, side_of));
    };
    add("sum", [=](list v) { return of(v).template cast<value_of<Item>>().sum(); });
    add("dot", [=](list v) {
        const auto wide = of(v).template cast<value_of<Item>>();
        return (wide.head(v.size() / 2) * wide.tail(v.size() / 2)).sum();
    });
    add("count_if", [=](list v) { return (of(v) > Item(0)).count(); });
    add("max_value", [=](list v) { return of(v).maxCoeff(); });
    add("argmax", [=](list v) {
        Eigen::Index at = 0;
        of(v).maxCoeff(&at);
        return at;
    });
    if constexpr (std::is_floating_point_v<Item>) {
        add("norm", [=](list v) { return of(v).matrix().norm(); });
        add("mean", [=](list v) { return of(v).mean(); });
        add("variance", [=](list v) { return (of(v) - of(v).mean()).square().mean(); });
    }
#endif
    return all;
}

template std::vector<side> eigen_of(const std::string&, items_of<float>);
template std::vector<side> eigen_of(const std::string&, items_of<double>);
template std::vector<side> eigen_of(const std::string&, items_of<std::int8_t>);
template std::vector<side> eigen_of(const std::string&, items_of<std::int16_t>);
template std::vector<side> eigen_of(const std::string&, items_of<std::int32_t>);
template std::vector<side> eigen_of(const std::string&, items_of<std::int64_t>);

std::vector<side> numpy_of(const std::string& call, const char* type, std::int64_t n) {
    static const std::vector<std::pair<std::string, std::string>> calls{
        {"sum", "x.sum()"},
        {"dot", "x[:n//2].dot(x[n//2:])"},
        {"norm", "np.linalg.norm(x)"},
        {"mean", "x.mean()"},
        {"count_if", "np.count_nonzero(x > 0)"},
        {"max_value", "x.max()"},
        {"argmax", "x.argmax()"},
        {"variance", "x.var()"}};
    static const bool is_here = std::system("python3 -c 'import numpy' 2>/dev/null") == 0;
    const auto found =
        std::find_if(calls.begin(), calls.end(), [&](const auto& c) { return c.first == call; });
    if (!is_here || found == calls.end()) return {};
    // Without this NumPy asks for huge pages for its array, and the cells would compare two kinds of memory.
    const std::string program =
        "NUMPY_MADVISE_HUGEPAGE=0 python3 -c 'import numpy as np, timeit; n = " + std::to_string(n) +
        "; x = np.resize(np.arange(-100, 101), n).astype(\"" + type +
        "\"); t = timeit.Timer(lambda: " + found->second +
        "); k = max(1, int(0.01 / t.timeit(1))); print(min(t.repeat(7, k)) / k)'";
    const auto seconds = std::make_shared<double>(0);  // one process is enough
    return {{"NumPy", [=](std::int64_t) {
                 if (*seconds == 0)
                     if (std::FILE* const python = popen(program.c_str(), "r")) {
                         if (std::fscanf(python, "%lf", seconds.get()) != 1) *seconds = 1e9;
                         pclose(python);
                     }
                 return sample{*seconds, std::nan("")};
             }}};
}

}  // namespace perf
