// SPDX-License-Identifier: Apache-2.0
// # Compute log-sum-exp by rows and by columns
// log(exp(x0) + exp(x1) + ...) of each row, and of each column, without overflow.
//
// Prints: rows 1000.69 2000.69 columns 2000 2000
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>

#include <cmath>
#include <iostream>
#include <vector>

struct piece {
    double most, sum;  // the largest item, and the sum of exp(item - most)
};
struct log_sum_exp {
    piece lift(double x) const { return {x, 1}; }
    piece operator()(const piece& a, const piece& b) const {
        if (a.most == b.most) return {a.most, a.sum + b.sum};  // correct for two infinities too
        if (a.most < b.most) return (*this)(b, a);
        return {a.most, std::fma(b.sum, std::exp(b.most - a.most), a.sum)};
    }
    piece identity() const { return {-INFINITY, 0}; }
    double finalize(const piece& all) const { return all.most + std::log(all.sum); }
};

int main() {
    const std::vector<double> x{1000, 1000, 2000, 2000};
    const impulse::matrix_view a(x.data(), 2, 2);
    const auto r = impulse::reduce(impulse::rows(a), log_sum_exp{}),
               c = impulse::reduce(impulse::columns(a), log_sum_exp{});
    std::cout << "rows " << r[0] << ' ' << r[1] << " columns " << c[0] << ' ' << c[1] << '\n';
}
