// SPDX-License-Identifier: Apache-2.0
/// \file
/// The contents of several files, one after another.
#pragma once

#include "options.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace examples {

/// The items of several files, one file after another: the items of file f end at `ends[f]`, and begin where
/// those of the file before end.
template <class T>
struct by_file {
    std::vector<T> all;
    std::vector<std::size_t> ends;
};

inline by_file<unsigned char> read_files(const std::vector<std::string>& paths) {
    by_file<unsigned char> text;
    for (const std::string& path : paths) {
        const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                                   std::fclose);
        if (!file) throw usage_error(path + ": " + std::strerror(errno));
        constexpr std::size_t most = 1 << 20;
        for (std::size_t got = most; got == most;) {
            const std::size_t size = text.all.size();
            text.all.resize(size + most);
            got = std::fread(text.all.data() + size, 1, most, file.get());
            text.all.resize(size + got);
        }
        if (std::ferror(file.get())) throw usage_error(path + ": " + std::strerror(errno));
        text.ends.push_back(text.all.size());
    }
    return text;
}

}  // namespace examples
