// SPDX-License-Identifier: Apache-2.0
//
// wc [FILE]...: the lines, words and bytes of each file, of any length, by one reduction. --compare checks
// them against GNU wc.
#include "run.hpp"
#include "stream.hpp"
#include "word_count.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace examples {

/// Runs a command and passes its output to `read`.
template <class Read>
void read_command(const std::string& command, const Read& read) {
    std::FILE* const pipe = popen(command.c_str(), "r");
    const bool understood = pipe && read(pipe);
    if (!pipe || pclose(pipe) != 0 || !understood) throw std::runtime_error("cannot use this machine's wc");
}

const std::string gnu_wc = "LC_ALL=C command -p wc ";

std::string quoted(const std::string& path) {
    // Otherwise wc takes it as an option or as the standard input.
    std::string word = path[0] == '-' ? "'./" : "'";
    for (const char c : path) word += c == '\'' ? "'\\''" : std::string(1, c);
    return word + "' ";
}

/// Whether bytes that are neither printable nor white space belong to words on this machine: versions of GNU
/// wc differ.
byte_kind others_here() {
    int words = 0;
    read_command("printf '\\001' | " + gnu_wc + "-w",
                 [&](std::FILE* in) { return std::fscanf(in, "%d", &words) == 1; });
    return words == 1 ? byte_kind::word : byte_kind::none;
}

bool same(const text_piece& a, const text_piece& b) {
    return a.lines == b.lines && a.words == b.words && a.bytes == b.bytes;
}

std::vector<text_piece> ask_gnu_wc(const std::vector<std::string>& files) {
    std::vector<text_piece> counts;
    while (counts.size() < files.size()) {
        std::string command = gnu_wc + "-lwc ";
        std::size_t end = counts.size();  // as many files as fit on a command line
        while (end < files.size() && command.size() < 50'000) command += quoted(files[end++]);
        read_command(command, [&](std::FILE* in) {
            for (long long l, w, b; counts.size() < end;
                 counts.emplace_back(l, w, b, byte_kind{}, byte_kind{}))
                if (std::fscanf(in, "%lld %lld %lld%*[^\n]", &l, &w, &b) != 3) return false;
            while (std::fgetc(in) != EOF) continue;  // skip the total
            return true;
        });
    }
    return counts;
}

void print_counts(const options& o, const std::vector<text_piece>& counts) {
    text_piece total;
    for (const text_piece& c : counts)
        total = {total.lines + c.lines, total.words + c.words, total.bytes + c.bytes, {}, {}};
    const int width = static_cast<int>(std::to_string(total.bytes).size());
    const auto line = [width](const text_piece& c, const std::string& name) {
        std::printf("%*lld %*lld %*lld %s\n", width, static_cast<long long>(c.lines), width,
                    static_cast<long long>(c.words), width, static_cast<long long>(c.bytes), name.c_str());
    };
    for (std::size_t f = 0; f < counts.size(); ++f) line(counts[f], o.files[f]);
    if (counts.size() > 1) line(total, "total");
}

void stream(const options& o) {
    const byte_kind others = others_here();
    print_counts(o, reduce_files(o, before_text, impulse::assume_associative(word_count{others}),
                                 others == byte_kind::word ? "wc, whose words have all bytes but white space"
                                                           : "wc, whose words have printable bytes"));
}

bool compare(const options& o) {
    for (const std::string& path : o.files)
        if (std::filesystem::is_fifo(path))
            throw usage_error(path + ": a pipe, which GNU wc cannot read again");
    const auto text = read_files(o.files);
    const auto measurements =
        measure_everywhere(o, text, before_text, impulse::assume_associative(word_count{others_here()}));
    print_counts(o, measurements.front().results);

    std::vector<text_piece> expected;
    const double seconds = seconds_of([&] { expected = ask_gnu_wc(o.files); });
    return print_table(measurements, text.all.size(), "GNU wc -lwc", seconds, [&](const auto& results) {
        return verdict{std::equal(results.begin(), results.end(), expected.begin(), same)};
    });
}

}  // namespace examples

int main(int argc, char** argv) {
    return examples::run_program(
        argc, argv,
        "Counts the lines, words and bytes of each FILE by one reduction, whose operator joins\n"
        "pieces of text in their order; with --compare beside GNU wc's.",
        examples::compare, examples::stream);
}
