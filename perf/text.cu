// SPDX-License-Identifier: Apache-2.0
//
// Lines, words and bytes of text, and its CRC-32, by the operators of the examples. The baseline is the f32
// sum of the same number of bytes, which runs at the rate of the memory.
#include <crc.hpp>
#include <rows.hpp>
#include <sides.cuh>
#include <word_count.hpp>

namespace perf {

namespace {

using byte = unsigned char;

/// Letters; every sixth byte is a space, and some bytes are line feeds.
struct letters {
    __device__ static byte make(std::uint64_t random) {
        const auto at = static_cast<unsigned>(random % 78);
        return at < 65 ? static_cast<byte>('a' + at % 26) : at < 76 ? byte{' '} : byte{'\n'};
    }
};

template <class Acc, class Op>
std::vector<entrant> sides(std::int64_t n, const Acc& init, const Op& op, double floor) {
    return sides_of(entrant{"impulse", impulse_side<byte>(n, init, op)},
                    entrant{"sum", impulse_side<float>(n / 4, 0.f, impulse::plus{}), floor, false});
}
std::vector<entrant> words(std::int64_t n) {
    return sides(n, examples::before_text, impulse::assume_associative(examples::word_count{}), 0.5);
}
std::vector<entrant> crc(std::int64_t n) {
    return sides(n, examples::crc_piece{}, impulse::assume_associative(examples::crc32_join{}), 0.4);
}

comparison row(const char* name, std::int64_t n, entrants make) {
    comparison its = compare<byte, float>(name, timing::gpu, n, make);
    its.fill_pool = fill<byte, letters>;
    return its;
}

}  // namespace

rows text() {
    rows all;
    for (const int k : {24, 30}) {
        all.push_back(row("gpu/words of text", std::int64_t{1} << k, words));
        all.push_back(row("gpu/crc32 of text", std::int64_t{1} << k, crc));
    }
    return all;
}

}  // namespace perf
