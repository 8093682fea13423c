// SPDX-License-Identifier: Apache-2.0
// # Find the longest run, by an operator that knows its ends
// What crosses the border of two pieces is found if a piece keeps its length, its two ends and its best. The
// largest sum of neighbours and the depth of brackets go the same way. An operator gets no index: a place
// counts from the begin of the piece, and the length of the left piece moves that of the right one.
//
// Prints: 3 times 7, from item 4 on
#include <impulse/operators.hpp>
#include <impulse/reduce.hpp>

#include <iostream>
#include <vector>

struct piece {
    long length = 0, head = 0, tail = 0;  // `head`, `tail`: of the runs at its ends
    int first = 0, last = 0;              // the items at its ends
    long longest = 0, at = 0;
    int value = 0;
};
struct longest_run {
    piece identity() const { return {}; }
    piece lift(int x) const { return {1, 1, 1, x, x, 1, 0, x}; }
    piece operator()(const piece& a, const piece& b) const {
        if (a.length == 0) return b;
        if (b.length == 0) return a;
        const bool meet = a.last == b.first;
        piece all = a;  // of runs of one length the first counts
        all.length += b.length;
        all.last = b.last;
        if (meet && a.head == a.length) all.head += b.head;
        all.tail = b.tail + (meet && b.tail == b.length ? a.tail : 0);
        if (meet && a.tail + b.head > all.longest) {
            all.longest = a.tail + b.head, all.at = a.length - a.tail, all.value = a.last;
        }
        if (b.longest > all.longest) all.longest = b.longest, all.at = a.length + b.at, all.value = b.value;
        return all;
    }
};

int main() {
    const std::vector<int> x{1, 2, 2, 5, 7, 7, 7, 2, 2};
    const piece all = impulse::reduce(x, impulse::assume_associative(longest_run{}));
    std::cout << all.longest << " times " << all.value << ", from item " << all.at << " on\n";
}
