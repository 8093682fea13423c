// SPDX-License-Identifier: Apache-2.0
/// \file
/// `cell<T>`: room for a T. Whoever reads it knows that it was written: which results there are follows from counts. It is
/// what lets an operator go without an identity and a value type without a default constructor.
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/bytes.hpp>

#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {

namespace detail {

/// Of a trivially copyable type: its bytes, wherever they lie. Copying it copies them.
template <class T>
class trivial_cell {
  public:
    IMPULSE_SHARED trivial_cell() : nothing_{} {
#if !defined(__CUDA_ARCH__)
        // What was not written is seen to be wrong; and g++ takes a copy of it for a mistake, and says so in the
        // caller's file.
        std::memset(static_cast<void*>(this), 0xa5, sizeof(*this));
#endif
    }
    IMPULSE_SHARED trivial_cell(const T& value) : value_(value) {}
    IMPULSE_SHARED T& operator*() { return value_; }
    IMPULSE_SHARED const T& operator*() const { return value_; }

  private:
    struct nothing {};
    union {
        nothing nothing_;
        T value_;
    };
};

/// Of a type that copies as bytes, though not as the language has it: the bytes, which the cell itself copies.
template <class T>
class bytes_cell {
  public:
    IMPULSE_SHARED bytes_cell() {
#if !defined(__CUDA_ARCH__)
        std::memset(static_cast<void*>(bytes_), 0xa5, sizeof(T));  // as above
#endif
    }
    IMPULSE_SHARED bytes_cell(const T& value) {
        // fault: copy-bytes
        std::memcpy(bytes_, static_cast<const void*>(__builtin_addressof(value)), sizeof(T));
    }
    IMPULSE_SHARED T& operator*() { return *reinterpret_cast<T*>(bytes_); }
    IMPULSE_SHARED const T& operator*() const { return *reinterpret_cast<const T*>(bytes_); }

  private:
    alignas(T) unsigned char bytes_[sizeof(T)];
};

template <class T>
using cell_of_bytes = std::conditional_t<std::is_trivially_copyable_v<T>, trivial_cell<T>, bytes_cell<T>>;

}  // namespace detail

/// Room for a T: `*cell` is the value, once one was put there. Trivially copyable where T is.
template <class T>
using cell = std::conditional_t<copies_as_bytes_v<T> && std::is_copy_constructible_v<T>,
                                detail::cell_of_bytes<T>, std::optional<T>>;

namespace detail {

/// Zeros of a cell that a lane may not fill: else it would have what a register had before, and wait for that to be loaded.
template <class Cell>
IMPULSE_INLINE void clear([[maybe_unused]] Cell& cell) {
#if defined(__CUDA_ARCH__)
    std::memset(static_cast<void*>(__builtin_addressof(cell)), 0, sizeof(cell));
#endif
}

/// Of items: all of them.
struct all_there {
    IMPULSE_SHARED constexpr bool operator()(int) const { return true; }
};

/// get(j) for those j below N that are there: all are asked for before the first is used.
template <class T, int N, class Get, class There>
class asked_first {
  public:
    static constexpr bool has_zeros =
        copies_as_bytes_v<T> && std::is_copy_constructible_v<T>;  ///< in the place of what is not there

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE asked_first(const Get& get, const There& there) {
        IMPULSE_UNROLL
        for (int j = 0; j < N; ++j) {
            if constexpr (has_zeros) std::memset(static_cast<void*>(got_ + j), 0, sizeof(cell<T>));
            if (there(j)) got_[j] = cell<T>(get(j));
        }
    }
    IMPULSE_INLINE const T& operator()(int j) const { return *got_[j]; }

  private:
    cell<T> got_[N];
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
