// SPDX-License-Identifier: Apache-2.0
// The functions that the linker puts in place of those of the runtime that the library calls (--wrap).
//
// A call that must fail does nothing, returns an error and sets it as the last error. A call that frees
// memory frees it anyway, like CUDA when it reports an earlier failure.
#include "runtime.hpp"

#include <utility>

namespace {

/// CUDA's last error, if this file made it.
thread_local cudaError_t pending = cudaSuccess;

}  // namespace

bool interposed::fails(const char* function, cudaError_t code) {
    if (is(broken, function)) {
        failed = {function, code};
        return true;
    }
    if (only != nullptr && !is(only, function)) return false;
    if (is(spared, function)) return false;
    if (!calls.next()) return false;
    failed = {function, code};
    return true;
}

namespace {

cudaError_t failure(cudaError_t code) { return pending = code; }

cudaError_t counted(interposed::kind what, long more, cudaError_t status) {
    if (status == cudaSuccess) interposed::alive[what] += more;
    return status;
}

}  // namespace

extern "C" {

// tests/device.cmake reads the first word and the name of each of these.

#define ASKS(name, parameters, arguments, code)                          \
    cudaError_t __real_##name parameters;                                \
    cudaError_t __wrap_##name parameters {                               \
        if (interposed::is(interposed::idle, #name)) return cudaSuccess; \
        if (interposed::fails(#name, code)) return failure(code);        \
        return __real_##name arguments;                                  \
    }
#define GIVES(name, parameters, arguments, code, what)                \
    cudaError_t __real_##name parameters;                             \
    cudaError_t __wrap_##name parameters {                            \
        if (interposed::fails(#name, code)) return failure(code);     \
        return counted(interposed::what, 1, __real_##name arguments); \
    }
#define TAKES(name, parameters, arguments, code, what, thing)                                    \
    cudaError_t __real_##name parameters;                                                        \
    cudaError_t __wrap_##name parameters {                                                       \
        const cudaError_t status = __real_##name arguments;                                      \
        if (thing) counted(interposed::what, -1, status);                                        \
        return status == cudaSuccess && interposed::fails(#name, code) ? failure(code) : status; \
    }

ASKS(cudaGetDevice, (int* d), (d), cudaErrorUnknown)
ASKS(cudaSetDevice, (int d), (d), cudaErrorUnknown)
ASKS(cudaDeviceGetAttribute, (int* v, cudaDeviceAttr a, int d), (v, a, d), cudaErrorUnknown)
ASKS(cudaPointerGetAttributes, (cudaPointerAttributes * a, const void* p), (a, p), cudaErrorUnknown)
ASKS(cudaGetDriverEntryPointByVersion,
     (const char* s, void** f, unsigned v, unsigned long long g, cudaDriverEntryPointQueryResult* r),
     (s, f, v, g, r), cudaErrorUnknown)
ASKS(cudaThreadExchangeStreamCaptureMode, (cudaStreamCaptureMode * m), (m), cudaErrorUnknown)

GIVES(cudaMalloc, (void** p, size_t n), (p, n), cudaErrorMemoryAllocation, memory)
GIVES(cudaMallocFromPoolAsync, (void** p, size_t n, cudaMemPool_t m, cudaStream_t s), (p, n, m, s),
      cudaErrorMemoryAllocation, memory)
TAKES(cudaFree, (void* p), (p), cudaErrorLaunchFailure, memory, p)
TAKES(cudaFreeAsync, (void* p, cudaStream_t s), (p, s), cudaErrorLaunchFailure, memory, p)
GIVES(cudaHostAlloc, (void** p, size_t n, unsigned f), (p, n, f), cudaErrorMemoryAllocation, pinned_memory)
ASKS(cudaHostGetDevicePointer, (void** d, void* h, unsigned f), (d, h, f), cudaErrorMemoryAllocation)
TAKES(cudaFreeHost, (void* p), (p), cudaErrorLaunchFailure, pinned_memory, p)
GIVES(cudaMemPoolCreate, (cudaMemPool_t * p, const cudaMemPoolProps* w), (p, w), cudaErrorMemoryAllocation,
      pool)
ASKS(cudaMemPoolSetAttribute, (cudaMemPool_t p, cudaMemPoolAttr a, void* v), (p, a, v), cudaErrorUnknown)
ASKS(cudaMemsetAsync, (void* p, int v, size_t n, cudaStream_t s), (p, v, n, s), cudaErrorUnknown)
ASKS(cudaMemcpyAsync, (void* t, const void* f, size_t n, cudaMemcpyKind k, cudaStream_t s), (t, f, n, k, s),
     cudaErrorUnknown)

ASKS(cudaFuncSetAttribute, (const void* f, cudaFuncAttribute a, int v), (f, a, v), cudaErrorUnknown)
ASKS(cudaLaunchKernelExC, (const cudaLaunchConfig_t* c, const void* f, void** a), (c, f, a),
     cudaErrorLaunchOutOfResources)

GIVES(cudaStreamCreateWithFlags, (cudaStream_t * s, unsigned f), (s, f), cudaErrorMemoryAllocation, stream)
TAKES(cudaStreamDestroy, (cudaStream_t s), (s), cudaErrorLaunchFailure, stream, s)
ASKS(cudaStreamIsCapturing, (cudaStream_t s, cudaStreamCaptureStatus* c), (s, c), cudaErrorUnknown)
ASKS(cudaStreamGetDevice, (cudaStream_t s, int* d), (s, d), cudaErrorUnknown)
ASKS(cudaStreamSynchronize, (cudaStream_t s), (s), cudaErrorLaunchFailure)
ASKS(cudaStreamWaitEvent, (cudaStream_t s, cudaEvent_t e, unsigned f), (s, e, f), cudaErrorUnknown)

GIVES(cudaEventCreateWithFlags, (cudaEvent_t * e, unsigned f), (e, f), cudaErrorMemoryAllocation, event)
TAKES(cudaEventDestroy, (cudaEvent_t e), (e), cudaErrorLaunchFailure, event, e)
ASKS(cudaEventRecord, (cudaEvent_t e, cudaStream_t s), (e, s), cudaErrorUnknown)
ASKS(cudaEventQuery, (cudaEvent_t e), (e), cudaErrorLaunchFailure)
ASKS(cudaEventSynchronize, (cudaEvent_t e), (e), cudaErrorLaunchFailure)

#define TELLS(name, expression)  \
    cudaError_t __real_##name(); \
    cudaError_t __wrap_##name() { return pending == cudaSuccess ? __real_##name() : (expression); }

TELLS(cudaPeekAtLastError, pending)
TELLS(cudaGetLastError, (static_cast<void>(__real_cudaGetLastError()), std::exchange(pending, cudaSuccess)))
}
