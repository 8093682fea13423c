// SPDX-License-Identifier: Apache-2.0
/// \file
/// CUDA contexts, and objects for each of them. Objects that the library keeps belong to the context that was
/// current, and end with it.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(device.cuh)

#include <impulse/error.hpp>

#include <cuda_runtime_api.h>
#include <pthread.h>

namespace impulse::inline IMPULSE_ABI::on_device {

inline void* driver_entry(const char* name) {
    void* entry = nullptr;
    cudaDriverEntryPointQueryResult found{};
    cudaError_t status = cudaGetDriverEntryPointByVersion(name, &entry, 12000, cudaEnableDefault, &found);
    if (status == cudaSuccess && found != cudaDriverEntryPointSuccess)
        status = cudaErrorCallRequiresNewerDriver;
    if (status != cudaSuccess) detail::cuda_failed(status, detail::sentence({"looking for ", name}).c_str());
    return entry;
}
/// A function of the driver, to which the library is not linked. `Function` has no types of the driver,
/// because cuda.h is not included.
template <class Function>
Function* driver_function(const char* name) {
    return reinterpret_cast<Function*>(on_device::driver_entry(name));
}

/// The driver's codes are also the runtime's.
inline void check_driver(int code, const char* doing) {
    detail::check_cuda(static_cast<cudaError_t>(code), doing);
}

/// Whether this thread has a CUDA context. The query makes none; without a driver there is none.
inline bool has_context() {
    static const auto ask = []() -> int (*)(void**) {
        try {
            return on_device::driver_function<int(void**)>("cuCtxGetCurrent");
        } catch (const cuda_error&) {
            return nullptr;
        }
    }();
    void* context = nullptr;
    return ask && ask(&context) == 0 && context;
}

/// A unique number of the current context. It is different after cudaDeviceReset, or in another context of
/// the caller, even if addresses are reused. If no context is current (the first call of a thread, or after a
/// reset), the device's context becomes current.
inline unsigned long long current_context(int device) {
    static const auto ask = on_device::driver_function<int(void*, unsigned long long*)>("cuCtxGetId");
    unsigned long long id = 0;
    const int status = ask(nullptr, &id);
    if (status == cudaSuccess) return id;
    if (status != cudaErrorDeviceUninitialized && status != cudaErrorContextIsDestroyed)
        check_driver(status, "asking which context is current");
    detail::check_cuda(cudaSetDevice(device), "making the device's context current");
    check_driver(ask(nullptr, &id), "asking which context is current");
    return id;
}

/// The mutex of <mutex>, which is not used because it includes strings.
class mutex : detail::uncopied {
  public:
    void lock() { (void)pthread_mutex_lock(&held_); }
    void unlock() { (void)pthread_mutex_unlock(&held_); }

  private:
    pthread_mutex_t held_ = PTHREAD_MUTEX_INITIALIZER;
};
class lock_guard : detail::uncopied {
  public:
    explicit lock_guard(mutex& held) : held_(held) { held_.lock(); }
    ~lock_guard() { held_.unlock(); }

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

/// Objects that are free to be borrowed, by context; those of a destroyed context are never lent again. They
/// are kept until the process ends and never destroyed, because the driver may already be gone then. `Type`
/// has a pointer `next` for them.
template <class Type>
class lent_objects {
  public:
    static lent_objects& instance() {
        static auto* const all = new lent_objects;
        return *all;
    }
    /// The one given back last of those that suit, or a new one.
    Type* borrow(unsigned long long context, const auto& suits, const auto&... arguments) {
        {
            const lock_guard lock(mutex_);
            for (Type** at = &free_[context]; *at; at = &(*at)->next)
                if (suits(**at)) {
                    Type* const found = *at;
                    *at = found->next;
                    return found;
                }
        }
        return new Type(arguments...);
    }
    void give_back(unsigned long long context, Type* used) noexcept {
        const lock_guard lock(mutex_);
        Type*& first = free_[context];  // the entry exists since the object was borrowed
        used->next = first;
        first = used;
    }

  private:
    mutex mutex_;
    per_context<Type*> free_;
};

}  // namespace impulse::on_device
