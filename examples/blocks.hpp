// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads files, and the standard input, block by block: they need not fit into memory.
#pragma once

#include "options.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace examples {

/// Records SIGINT and SIGTERM, whichever thread receives them, so that the program can handle them between
/// two blocks.
class interruption {
  public:
    interruption() {
        if (::pipe2(ends_, O_CLOEXEC | O_NONBLOCK) != 0) throw std::runtime_error("cannot make a pipe");
        note_to = ends_[1];
        struct sigaction noting {};
        noting.sa_handler = note;
        noting.sa_flags = SA_RESTART;
        for (int s = 0; s < 2; ++s) ::sigaction(signals[s], &noting, &before_[s]);
    }
    ~interruption() {
        for (int s = 0; s < 2; ++s) ::sigaction(signals[s], &before_[s], nullptr);
        for (const int end : ends_) ::close(end);
    }
    interruption(const interruption&) = delete;
    interruption& operator=(const interruption&) = delete;

    /// Waits until there is something to read. Returns the signal that arrived, or 0.
    int wait_for(int input) const {
        pollfd both[] = {{ends_[0], POLLIN, 0}, {input, POLLIN, 0}};
        while (::poll(both, 2, -1) < 0 && errno == EINTR) continue;
        // Read the pipe whatever poll returns: a signal's handler may run after poll has checked and before
        // it returns.
        unsigned char signal = 0;
        return ::read(ends_[0], &signal, 1) == 1 ? signal : 0;
    }

  private:
    static constexpr int signals[] = {SIGINT, SIGTERM};
    inline static volatile std::sig_atomic_t note_to = -1;
    static void note(int signal) {
        const int error = errno;
        const auto which = static_cast<unsigned char>(signal);
        if (::write(note_to, &which, 1) != 1) {  // the pipe is full of earlier signals
        }
        errno = error;
    }

    int ends_[2];
    struct sigaction before_[2];
};

/// A file that is read from beginning to end; "-" is the standard input.
class block_file {
  public:
    static constexpr std::size_t most = std::size_t{4} << 20;

    explicit block_file(const std::string& path)
        : path_(path), fd_(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
        if (fd_ < 0) fail();
    }
    ~block_file() {
        if (fd_ != STDIN_FILENO) ::close(fd_);
    }
    block_file(const block_file&) = delete;
    block_file& operator=(const block_file&) = delete;

    int descriptor() const { return fd_; }

    /// The next bytes, as many as are available at once; no bytes at the end.
    const std::vector<unsigned char>& next(std::size_t at_most = most) {
        block_.resize(at_most);
        ssize_t got;
        do got = ::read(fd_, block_.data(), at_most);
        while (got < 0 && errno == EINTR);
        if (got < 0) fail();
        block_.resize(static_cast<std::size_t>(got));
        return block_;
    }

    /// Seeks to a byte. If the input cannot seek, reads everything before that byte.
    void skip_to(std::uint64_t byte) {
        if (::lseek(fd_, static_cast<off_t>(byte), SEEK_SET) >= 0) return;
        while (byte > 0) {
            const std::size_t got =
                next(static_cast<std::size_t>(std::min<std::uint64_t>(byte, most))).size();
            if (got == 0) throw usage_error(path_ + ": ends before the position of the checkpoint");
            byte -= got;
        }
    }
    /// The next `count` bytes as one block, or fewer at the end of the file.
    const std::vector<unsigned char>& exactly(std::size_t count) {
        std::vector<unsigned char> all;
        while (all.size() < count && !next(count - all.size()).empty())
            all.insert(all.end(), block_.begin(), block_.end());
        block_ = std::move(all);
        return block_;
    }
    /// The most recent block.
    const std::vector<unsigned char>& block() const { return block_; }

  private:
    [[noreturn]] void fail() const { throw usage_error(path_ + ": " + std::strerror(errno)); }

    std::string path_;
    int fd_;
    std::vector<unsigned char> block_;
};

/// The total size of the files in bytes; 0 if the size of any file is unknown.
inline std::uint64_t total_bytes(const std::vector<std::string>& paths) {
    std::uint64_t total = 0;
    for (const std::string& path : paths) {
        struct stat is;
        const int known = path == "-" ? ::fstat(STDIN_FILENO, &is) : ::stat(path.c_str(), &is);
        if (known != 0 || !S_ISREG(is.st_mode)) return 0;
        total += static_cast<std::uint64_t>(is.st_size);
    }
    return total;
}

}  // namespace examples
