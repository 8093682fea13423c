// SPDX-License-Identifier: Apache-2.0
//
// crc32 [FILE]...: the CRC-32 of each file, of any length, by one reduction. --compare checks it against
// zlib's.
#include "crc.hpp"
#include "run.hpp"
#include "stream.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

#include <zlib.h>

namespace examples {

std::vector<polynomial> ask_zlib(const by_file<unsigned char>& text) {
    std::vector<polynomial> crcs;
    std::size_t begin = 0;
    for (const std::size_t end : text.ends) {
        const uLong crc = crc32_z(crc32_z(0, nullptr, 0), text.all.data() + begin, end - begin);
        crcs.push_back(static_cast<polynomial>(crc));
        begin = end;
    }
    return crcs;
}

void print_crcs(const options& o, const std::vector<crc_piece>& crcs) {
    for (std::size_t f = 0; f < crcs.size(); ++f) std::printf("%08x  %s\n", crcs[f].crc, o.files[f].c_str());
}

void stream(const options& o) {
    print_crcs(o, reduce_files(o, crc_piece{}, impulse::assume_associative(crc32_join{}), "CRC-32"));
}

bool compare(const options& o) {
    const auto text = read_files(o.files);
    const auto measurements =
        measure_everywhere(o, text, crc_piece{}, impulse::assume_associative(crc32_join{}));
    print_crcs(o, measurements.front().results);

    std::vector<polynomial> expected;
    const double seconds = seconds_of([&] { expected = ask_zlib(text); });
    const auto same = [](const crc_piece& piece, polynomial crc) { return piece.crc == crc; };
    return print_table(measurements, text.all.size(), "zlib's crc32", seconds, [&](const auto& results) {
        return verdict{std::equal(results.begin(), results.end(), expected.begin(), same)};
    });
}

}  // namespace examples

int main(int argc, char** argv) {
    return examples::run_program(
        argc, argv,
        "Computes the CRC-32 of each FILE by one reduction, whose operator joins pieces by\n"
        "polynomial arithmetic over GF(2); with --compare beside zlib's.",
        examples::compare, examples::stream);
}
