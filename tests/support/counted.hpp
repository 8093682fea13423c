// SPDX-License-Identifier: Apache-2.0
// A number that counts its objects and knows whether it is alive, for tests of nontrivial types.
#pragma once

#include <impulse/config.hpp>

#include <atomic>
#include <cstdlib>
#include <memory>

namespace support {

class counted {
  public:
    explicit counted(impulse::index_t value) : value_(new impulse::index_t(value)) { ++alive_; }
    counted(const counted& other) : counted(other.value()) {}
    counted& operator=(const counted& other) {
        *value_ = other.value();
        return *this;
    }
    ~counted() {
        (void)value();
        --alive_;
        value_.reset();
    }

    /// Ends the program if the object was destroyed.
    impulse::index_t value() const {
        if (!value_) std::abort();
        return *value_;
    }
    static impulse::index_t alive() { return alive_; }

  private:
    static inline std::atomic<impulse::index_t> alive_ = 0;
    std::unique_ptr<impulse::index_t> value_;
};

struct add_counted {
    counted operator()(const counted& a, const counted& b) const { return counted(a.value() + b.value()); }
};

}  // namespace support
