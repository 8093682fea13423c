// SPDX-License-Identifier: Apache-2.0
/// \file
/// Objects that the library keeps for each context.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(device.cuh)

#include <pthread.h>

namespace impulse::inline IMPULSE_ABI::on_device {

/// The mutex of <mutex>, which is not used because it includes strings.
class mutex {
  public:
    mutex() = default;
    mutex(const mutex&) = delete;
    mutex& operator=(const mutex&) = delete;
    void lock() { (void)pthread_mutex_lock(&held_); }
    void unlock() { (void)pthread_mutex_unlock(&held_); }

  private:
    pthread_mutex_t held_ = PTHREAD_MUTEX_INITIALIZER;
};
class lock_guard {
  public:
    explicit lock_guard(mutex& held) : held_(held) { held_.lock(); }
    ~lock_guard() { held_.unlock(); }
    lock_guard(const lock_guard&) = delete;
    lock_guard& operator=(const lock_guard&) = delete;

  private:
    mutex& held_;
};

/// An object of type `Type` for each context (`current_context`), initially Type{}. There are few contexts,
/// so it searches a list.
template <class Type>
class per_context {
  public:
    Type& operator[](unsigned long long context) {
        for (entry* e = first_; e; e = e->next)
            if (e->context == context) return e->value;
        first_ = new entry{context, Type{}, first_};
        return first_->value;
    }

  private:
    struct entry {
        unsigned long long context;
        Type value;
        entry* next;
    };
    entry* first_ = nullptr;  // kept until the process ends, like its users
};

}  // namespace impulse::on_device
