// SPDX-License-Identifier: Apache-2.0
/// \file
/// How the library says what went wrong: `std::invalid_argument` for arguments (which one, its value, what was
/// expected) and `cuda_error` for what CUDA reports (what was being done, and CUDA's words).
#pragma once

#include <impulse/config.hpp>

#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <string>

#if IMPULSE_HAS_CUDA
#include <cuda_runtime_api.h>
#endif

namespace impulse {
inline namespace IMPULSE_ABI {

namespace detail {

/// A part of a sentence: a text, which must outlive it, or a number.
class phrase {
  public:
    phrase(const char* text) : text_(text) {}
    phrase(const std::string& text) : text_(text.c_str()) {}
    template <std::integral T>
    phrase(T number) : number_(static_cast<std::uint64_t>(number)), is_signed_(std::signed_integral<T>) {}

    [[gnu::cold]] void put_behind(std::string& sentence) const {
        if (text_)
            sentence += text_;
        else if (is_signed_)
            sentence += std::to_string(static_cast<std::int64_t>(number_));
        else
            sentence += std::to_string(number_);
    }

  private:
    const char* text_ = nullptr;
    std::uint64_t number_ = 0;
    bool is_signed_ = false;
};

/// Several, in a row: words{"of ", n, " items"}. They are put together where an error is thrown: were each check to make its
/// strings, a call would be made of that for the most part.
template <std::size_t N>
struct words {
    phrase part[N];
};
template <class... Parts>
words(const Parts&...) -> words<sizeof...(Parts)>;

/// One or several, as a function takes them.
class text {
  public:
    text(const char* only) : only_(only), first_(&only_), count_(1) {}
    text(const std::string& only) : only_(only), first_(&only_), count_(1) {}
    template <std::integral T>
    text(T only) : only_(only), first_(&only_), count_(1) {}
    template <std::size_t N>
    text(const words<N>& all) : only_(nullptr), first_(all.part), count_(N) {}
    text(const text&) = delete;
    text& operator=(const text&) = delete;

    [[gnu::cold]] std::string string() const {
        std::string all;
        for (std::size_t i = 0; i < count_; ++i) first_[i].put_behind(all);
        return all;
    }

  private:
    phrase only_;
    const phrase* first_;
    std::size_t count_;
};

[[noreturn, gnu::cold]] inline void bad_argument(const text& which, const text& value, const text& expected) {
    throw std::invalid_argument("impulse: " + which.string() + " is " + value.string() + "; expected " +
                                expected.string());
}

}  // namespace detail

/// A rank has thrown, and so all ranks of the call throw this: on the rank itself what it threw is nested
/// (std::rethrow_if_nested).
class rank_error : public std::runtime_error {
  public:
    rank_error(int rank, const std::string& what)
        : std::runtime_error("impulse: rank " + std::to_string(rank) + " failed: " + what), rank_(rank) {}

    /// The first of those that have thrown.
    int rank() const noexcept { return rank_; }

  private:
    int rank_;
};

#if IMPULSE_HAS_CUDA
/// A call of CUDA failed. The library is usable again unless CUDA itself calls the error sticky.
class cuda_error : public std::runtime_error {
  public:
    [[gnu::cold]] cuda_error(cudaError_t code, const std::string& doing)
        : std::runtime_error("impulse: " + doing + ": " + cudaGetErrorName(code) + " (" +
                             cudaGetErrorString(code) + ")"),
          code_(code) {}

    /// What CUDA returned.
    cudaError_t code() const noexcept { return code_; }

  private:
    cudaError_t code_;
};

namespace detail {

[[noreturn, gnu::cold]] inline void cuda_failed(cudaError_t code, const text& doing) {
    (void)cudaGetLastError();
    throw cuda_error(code, doing.string());
}

/// Throws a cuda_error unless `code` is success, and takes the error out of CUDA's last-error slot, so that
/// the caller's next check does not find it again.
inline void check_cuda(cudaError_t code, const char* doing) {
    if (code != cudaSuccess) detail::cuda_failed(code, doing);
}

/// Takes the error of a call that cannot be answered, in a destructor say, out of CUDA's last-error slot.
inline void ignore(cudaError_t code) noexcept {
    if (code != cudaSuccess) (void)cudaGetLastError();
}

}  // namespace detail
#endif

}  // namespace IMPULSE_ABI
}  // namespace impulse
