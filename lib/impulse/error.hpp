// SPDX-License-Identifier: Apache-2.0
/// \file
/// Errors at run time: `std::invalid_argument` for a wrong argument, with a sentence about it, and
/// `cuda_error` for an error of CUDA, with what the library was doing and CUDA's message.
#pragma once

#include <impulse/config.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

// <stdexcept> includes strings. It is not included if the standard library has a function that throws;
// libstdc++ has one.
#if __has_include(<bits/functexcept.h>)
#include <bits/functexcept.h>
#define IMPULSE_THROW_INVALID(words) std::__throw_invalid_argument(words)
#else
#include <stdexcept>
#define IMPULSE_THROW_INVALID(words) throw std::invalid_argument(words)
#endif

#if IMPULSE_HAS_CUDA
#include <cuda_runtime_api.h>

#include <exception>
#endif

namespace impulse::inline IMPULSE_ABI {

namespace detail {

class phrase;

/// A text that consists of phrases; a string without <string>, and without a vector, which every call would
/// compile.
class sentence {
  public:
    sentence() = default;
    sentence(std::initializer_list<phrase> phrases);
    sentence(sentence&& other) noexcept : all_(other.all_), size_(other.size_), room_(other.room_) {
        other.all_ = nullptr;
        other.size_ = other.room_ = 0;
    }
    ~sentence() { delete[] all_; }

    void put(const char* text) {
        for (; *text != '\0'; ++text) put(*text);
    }
    void put(std::uint64_t number) {
        if (number > 9) put(number / 10);
        put(static_cast<char>('0' + number % 10));
    }
    /// Call it only once, after the last phrase.
    const char* c_str() {
        put('\0');
        return all_;
    }

  private:
    [[gnu::cold, gnu::noinline]] void put(char one) {
        if (size_ == room_) {
            room_ = 2 * room_ + 64;
            char* const more = new char[room_];
            for (std::size_t i = 0; i < size_; ++i) more[i] = all_[i];
            delete[] all_;
            all_ = more;
        }
        all_[size_++] = one;
    }

    char* all_ = nullptr;
    std::size_t size_ = 0, room_ = 0;
};

/// Whether a type is a std::string, whose header is not included.
template <class String>
concept is_string = requires(const String& text) {
    { text.c_str() } -> std::same_as<const char*>;
};

/// A part of a message: a text, which must outlive the phrase, a number, or a number of things: {3, "item"}
/// is "3 items".
class phrase {
  public:
    phrase(const char* text) : text_(text) {}
    template <is_string String>
    phrase(const String& text) : text_(text.c_str()) {}
    template <class Type>
    requires std::is_arithmetic_v<Type>  // only integers reach this
    phrase(Type number, const char* noun = nullptr)
        : noun_(noun), number_(static_cast<std::uint64_t>(number)) {
        if constexpr (std::is_signed_v<Type>) is_negative_ = number < 0;
    }

    [[gnu::cold, gnu::noinline]] void append_to(sentence& all) const {
        if (text_ != nullptr) return all.put(text_);
        if (is_negative_) all.put("-");
        all.put(is_negative_ ? 0 - number_ : number_);
        if (noun_ == nullptr) return;
        all.put(" ");
        all.put(noun_);
        if (number_ != 1) all.put("s");
    }

  private:
    const char* text_ = nullptr;
    const char* noun_ = nullptr;
    std::uint64_t number_ = 0;
    bool is_negative_ = false;
};

// Delegates, so that the destructor frees the text if memory for more of it runs out.
inline sentence::sentence(std::initializer_list<phrase> phrases) : sentence() {
    for (const phrase& each : phrases) each.append_to(*this);
}

/// Throws std::invalid_argument. The phrases together are one sentence, which begins with the caller's
/// argument: {"workspace has ", n, " bytes; need ", m}. The text is composed here, because composing it in
/// each check would add string code to every call. (The parameter is an array, because nvcc 13 omits a
/// semicolon after a statement with an initializer_list.)
template <std::size_t Count>
[[noreturn, gnu::cold]] void bad_argument(const phrase (&phrases)[Count]) {
    sentence all{"impulse: "};
    for (const phrase& each : phrases) each.append_to(all);
    IMPULSE_THROW_INVALID(all.c_str());
}

}  // namespace detail

#if IMPULSE_HAS_CUDA
/// A call of CUDA failed. The library can be used again unless CUDA calls the error sticky. It is not
/// a `std::runtime_error`: <stdexcept> includes strings, which took a seventh of nvcc's time for a sum
/// (docs/notes/compile_time.md).
class cuda_error : public std::exception {
  public:
    [[gnu::cold]] cuda_error(cudaError_t code, const char* doing) : code_(code) {
        const char* const parts[] = {
            "impulse: ", doing, ": ", cudaGetErrorName(code), " (", cudaGetErrorString(code), ")"};
        for (const char* part : parts)
            for (; *part != '\0' && end_ + 1 < int{sizeof(words_)}; ++part) words_[end_++] = *part;
    }

    const char* what() const noexcept override { return words_; }
    /// CUDA's error code.
    cudaError_t code() const noexcept { return code_; }

  private:
    cudaError_t code_;
    int end_ = 0;
    char words_[500] = {};  // a copy does not throw
};

namespace detail {

[[noreturn, gnu::cold]] inline void cuda_failed(cudaError_t code, const char* doing) {
    (void)cudaGetLastError();
    throw cuda_error(code, doing);
}

/// Throws a cuda_error unless `code` is success, and clears CUDA's last error, so that the caller's next
/// check does not find it again.
inline void check_cuda(cudaError_t code, const char* doing) {
    if (code != cudaSuccess) detail::cuda_failed(code, doing);
}

/// Clears CUDA's last error after a call whose failure cannot be reported, for example in a destructor.
inline void ignore(cudaError_t code) noexcept {
    if (code != cudaSuccess) (void)cudaGetLastError();
}

}  // namespace detail
#endif

}  // namespace impulse

#undef IMPULSE_THROW_INVALID
