// SPDX-License-Identifier: Apache-2.0
/// \file
/// `uninitialized<Type>`: storage for a Type that may not have been written; its reader knows from counts
/// whether it was. So an operator needs no identity and a value type no default constructor.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(operators.hpp)

#include <impulse/detail/base/bytes.hpp>

#include <cstring>
#include <optional>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

/// For a trivially copyable type: its bytes. Copying it copies them.
template <class Type>
class trivial_uninitialized {
  public:
    IMPULSE_SHARED trivial_uninitialized() : nothing_{} {
#if !defined(__CUDA_ARCH__)
        // Makes unwritten values visible. Without it g++ would warn about copies of uninitialized bytes in
        // the caller's file.
        std::memset(static_cast<void*>(this), 0xa5, sizeof(*this));
#endif
    }
    IMPULSE_SHARED trivial_uninitialized(const Type& value) : value_(value) {}
    IMPULSE_SHARED Type& operator*() { return value_; }
    IMPULSE_SHARED const Type& operator*() const { return value_; }

  private:
    struct nothing {};
    union {
        nothing nothing_;
        Type value_;
    };
};

/// For a type that copies as bytes, but is not trivially copyable: its bytes, which this class copies itself.
template <class Type>
class bytes_uninitialized {
  public:
    IMPULSE_SHARED bytes_uninitialized() {
#if !defined(__CUDA_ARCH__)
        std::memset(static_cast<void*>(bytes_), 0xa5, sizeof(Type));  // as above
#endif
    }
    IMPULSE_SHARED bytes_uninitialized(const Type& value) {
        // fault: copy-bytes
        std::memcpy(bytes_, static_cast<const void*>(__builtin_addressof(value)), sizeof(Type));
    }
    IMPULSE_SHARED Type& operator*() { return *reinterpret_cast<Type*>(bytes_); }
    IMPULSE_SHARED const Type& operator*() const { return *reinterpret_cast<const Type*>(bytes_); }

  private:
    alignas(Type) unsigned char bytes_[sizeof(Type)];
};

template <class Type>
using uninitialized_bytes = std::conditional_t<std::is_trivially_copyable_v<Type>,
                                               trivial_uninitialized<Type>, bytes_uninitialized<Type>>;

}  // namespace detail

/// Storage for a Type: `*partial` is the value after a value was written. It is trivially copyable if Type
/// is.
template <class Type>
using uninitialized = std::conditional_t<copies_as_bytes_v<Type> && std::is_copy_constructible_v<Type>,
                                         detail::uninitialized_bytes<Type>, std::optional<Type>>;

namespace detail {

/// Fills a partial that a lane may not write with zeros. Otherwise the compiler would keep an older value of
/// its registers alive, and wait for its load.
template <class Partial>
IMPULSE_INLINE void clear([[maybe_unused]] Partial& partial) {
#if defined(__CUDA_ARCH__)
    std::memset(static_cast<void*>(__builtin_addressof(partial)), 0, sizeof(partial));
#endif
}

/// All items are valid.
struct all_valid {
    IMPULSE_SHARED constexpr bool operator()(int) const { return true; }
};

/// Whether loaded items that are not valid are zeros, so that a lane may read them too.
template <class Loaded>
concept zeroes_invalid = requires {
    requires Loaded::has_zeros;
};

/// Calls get(j) for the valid j below Count, and loads all values before the first is used.
template <class Type, int Count, class Get, class IsValid>
class asked_first {
  public:
    static constexpr bool has_zeros =
        copies_as_bytes_v<Type> &&
        std::is_copy_constructible_v<Type>;  ///< in place of items that are not valid

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE asked_first(const Get& get, const IsValid& is_valid) {
        IMPULSE_UNROLL
        for (int j = 0; j < Count; ++j) {
            if constexpr (has_zeros)
                std::memset(static_cast<void*>(got_ + j), 0, sizeof(uninitialized<Type>));
            if (is_valid(j)) got_[j] = uninitialized<Type>(get(j));
        }
    }
    IMPULSE_INLINE const Type& operator()(int j) const { return *got_[j]; }

  private:
    uninitialized<Type> got_[std::size_t{Count}];
};

}  // namespace detail
}  // namespace impulse
