// SPDX-License-Identifier: Apache-2.0
// # Join strings in order
// Strings are concatenated in order, by any number of threads: concatenation is associative, but does not
// commute.
//
// Prints: the tree keeps the order
#include <impulse/operators.hpp>
#include <impulse/reduce.hpp>

#include <iostream>
#include <string>
#include <vector>

int main() {
    const std::vector<std::string> words{"the ", "tree ", "keeps ", "the ", "order"};
    std::cout << impulse::reduce(words, std::string(), impulse::assume_associative(impulse::plus{})) << '\n';
}
