// SPDX-License-Identifier: Apache-2.0
/// \file
/// How the library says what went wrong: `std::invalid_argument` for arguments (which one, its value,
/// what was expected) and `cuda_error` for what CUDA reports (what was being done, and CUDA's words).
#pragma once

#include <impulse/config.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

// Without <stdexcept>, which brings strings, where the standard library has a function that throws:
// libstdc++.
#if __has_include(<bits/functexcept.h>)
#include <bits/functexcept.h>
#define IMPULSE_THROW_INVALID(words) std::__throw_invalid_argument(words)
#else
#include <stdexcept>
#define IMPULSE_THROW_INVALID(words) throw std::invalid_argument(words)
#endif

#if IMPULSE_HAS_CUDA
#include <cuda_runtime_api.h>

#include <stdexcept>
#include <string>
#endif

namespace impulse {
inline namespace IMPULSE_ABI {

namespace detail {

/// What an error says, as it is put together.
class sentence {
  public:
    void put(const char* text) {
        for (; *text != '\0'; ++text) put(*text);
    }
    void put(std::uint64_t number) {
        if (number > 9) put(number / 10);
        put(static_cast<char>('0' + number % 10));
    }
    /// Once nothing more is to come.
    const char* in_full() {
        put('\0');
        return all_.data();
    }

  private:
    [[gnu::cold, gnu::noinline]] void put(char one) { all_.push_back(one); }

    std::vector<char> all_;
};

/// A std::string, whose header is not included.
template <class String>
concept is_string = requires(const String& text) {
    { text.c_str() } -> std::same_as<const char*>;
};

/// A part of a sentence: a text, which must outlive it, or a number.
class phrase {
  public:
    phrase(const char* text) : text_(text) {}
    template <is_string String>
    phrase(const String& text) : text_(text.c_str()) {}
    template <class Type>
    requires std::is_arithmetic_v<Type>  // what is no integer was refused before
    phrase(Type number) : number_(static_cast<std::uint64_t>(number)) {
        if constexpr (std::is_signed_v<Type>) is_negative_ = number < 0;
    }

    [[gnu::cold, gnu::noinline]] void put_behind(sentence& all) const {
        if (text_ != nullptr) return all.put(text_);
        if (is_negative_) all.put("-");
        all.put(is_negative_ ? 0 - number_ : number_);
    }

  private:
    const char* text_ = nullptr;
    std::uint64_t number_ = 0;
    bool is_negative_ = false;
};

/// Several, in a row: words{"of ", n, " items"}. They are put together where an error is thrown: were each
/// check to make its strings, a call would be made of that for the most part.
template <std::size_t Parts>
struct words {
    phrase part[Parts];
};
template <class... Parts>
words(const Parts&...) -> words<sizeof...(Parts)>;

/// One or several, as a function takes them.
class text {
  public:
    text(const char* only) : only_(only), first_(&only_), count_(1) {}
    template <is_string String>
    text(const String& only) : only_(only), first_(&only_), count_(1) {}
    template <std::integral Type>
    text(Type only) : only_(only), first_(&only_), count_(1) {}
    template <std::size_t Parts>
    text(const words<Parts>& all) : only_(nullptr), first_(all.part), count_(Parts) {}
    text(const text&) = delete;
    text& operator=(const text&) = delete;

    void put_behind(sentence& all) const {
        for (std::size_t i = 0; i < count_; ++i) first_[i].put_behind(all);
    }

  private:
    phrase only_;
    const phrase* first_;
    std::size_t count_;
};

[[noreturn, gnu::cold]] inline void bad_argument(const text& which, const text& value, const text& expected) {
    sentence all;
    all.put("impulse: ");
    which.put_behind(all);
    all.put(" is ");
    value.put_behind(all);
    all.put("; expected ");
    expected.put_behind(all);
    IMPULSE_THROW_INVALID(all.in_full());
}

}  // namespace detail

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
    sentence all;
    doing.put_behind(all);
    throw cuda_error(code, all.in_full());
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

#undef IMPULSE_THROW_INVALID
