// SPDX-License-Identifier: Apache-2.0
/// \file
/// Checkpoints save the position in the input and the result so far, at intervals, so that a program can
/// continue from there.
#pragma once

#include "options.hpp"

#include <impulse/saved_state.hpp>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <zlib.h>

namespace examples {

inline std::uint32_t crc_of(const void* bytes, std::size_t count) {
    return static_cast<std::uint32_t>(crc32_z(0, static_cast<const Bytef*>(bytes), count));
}

/// A position in the input, and the last block before it, which identifies the input.
struct position {
    std::uint64_t file = 0;        ///< the index of the file
    std::uint64_t byte = 0;        ///< the offset in this file
    std::uint64_t read = 0;        ///< bytes of all files before this position
    std::uint64_t last_bytes = 0;  ///< bytes of the last block before it, in the same file
    std::uint64_t last_crc = 0;
};

/// `work` has save(std::ostream&) and load(std::istream&). The file is replaced as a whole, so it is never
/// half-written.
template <class Work>
void write_checkpoint(const options& o, const position& at, const Work& work) {
    std::ostringstream to;
    to << o.name << "'s checkpoint\n" << o.files.size() << '\n';
    for (const std::string& file : o.files) to << file.size() << ' ' << file << '\n';
    to << at.file << ' ' << at.byte << ' ' << at.read << ' ' << at.last_bytes << ' ' << at.last_crc << '\n';
    work.save(to);
    std::string bytes = to.str();
    const std::uint32_t crc = crc_of(bytes.data(), bytes.size());
    bytes.append(reinterpret_cast<const char*>(&crc), sizeof crc);
    impulse::replace_file(o.checkpoint, bytes);
}

/// Whether there is a checkpoint. Throws if it is damaged, or if another program wrote it, or a machine of
/// another kind, or a run with other files.
template <class Work>
bool read_checkpoint(const options& o, position& at, Work& work) {
    std::ifstream file(o.checkpoint, std::ios::binary);
    if (!file) return false;
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    std::uint32_t crc = 0;
    const auto refuse = [&](const char* why) { throw usage_error(o.checkpoint + ": " + why); };
    if (bytes.size() < sizeof crc) refuse("no checkpoint");
    std::memcpy(&crc, bytes.data() + bytes.size() - sizeof crc, sizeof crc);
    std::istringstream from(bytes.substr(0, bytes.size() - sizeof crc));
    std::string title;
    std::getline(from, title);
    if (title != o.name + "'s checkpoint") refuse(("no checkpoint of " + o.name).c_str());
    if (crc != crc_of(bytes.data(), bytes.size() - sizeof crc)) refuse("this checkpoint is damaged");
    std::size_t count = 0, length = 0;
    std::vector<std::string> files;
    for (from >> count; count > 0 && from >> length; --count) {
        files.emplace_back(length, '\0');
        from.get();
        from.read(files.back().data(), static_cast<std::streamsize>(length));
    }
    if (files != o.files) refuse("this checkpoint is of other files");
    from >> at.file >> at.byte >> at.read >> at.last_bytes >> at.last_crc;
    from.get();
    work.load(from);
    return true;
}

}  // namespace examples
