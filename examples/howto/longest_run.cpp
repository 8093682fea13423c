// SPDX-License-Identifier: Apache-2.0
// # Find the longest run, by an operator that knows its ends
// A run may cross the border between two pieces, so a piece stores its length, its two ends and its longest
// run. Positions count from the beginning of a piece. The maximum subarray sum works in the same way.
//
// Prints: 3 equal items from item 4 on
#include <impulse/operators.hpp>
#include <impulse/reduce.hpp>

#include <iostream>
#include <vector>

struct piece {  // `head`, `tail`: the runs at its ends, `first`, `last`: the items there
    long length = 0, head = 0, tail = 0, longest = 0, at = 0;
    int first = 0, last = 0;
};
struct longest_run {
    piece identity() const { return {}; }
    piece lift(int x) const { return {1, 1, 1, 1, 0, x, x}; }
    piece operator()(const piece& a, const piece& b) const {
        if (a.length == 0 || b.length == 0) return a.length == 0 ? b : a;
        const long meet = a.last == b.first ? 1 : 0;
        piece all{a.length + b.length, a.head, b.tail, a.longest, a.at, a.first, b.last};
        if (a.head == a.length) all.head += meet * b.head;
        if (b.tail == b.length) all.tail += meet * a.tail;
        const long across = meet * (a.tail + b.head);  // of runs of one length the first counts
        if (across > all.longest) all.longest = across, all.at = a.length - a.tail;
        if (b.longest > all.longest) all.longest = b.longest, all.at = a.length + b.at;
        return all;
    }
};

int main() {
    const std::vector<int> x{1, 2, 2, 5, 7, 7, 7, 2, 2};
    const piece all = impulse::reduce(x, impulse::assume_associative(longest_run{}));
    std::cout << all.longest << " equal items from item " << all.at << " on\n";
}
