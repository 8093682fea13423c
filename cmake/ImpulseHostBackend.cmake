# SPDX-License-Identifier: Apache-2.0
#
# impulse_host_backend(<target> [default]): gives the target the host back end named by IMPULSE_HOST_BACKEND
# (auto, tbb, threads or serial), or the default if that is not set. The build tree and the installed package
# both use it, so the back end is always chosen where the library is used, never where it was packaged.
#
# The properties are set, not appended: a second find_package(impulse) may choose another back end. GLOBAL
# makes TBB::tbb visible to a project that uses add_subdirectory.
function(impulse_host_backend target)
    set(backend "${IMPULSE_HOST_BACKEND}")
    if(NOT backend)
        set(backend ${ARGN} auto)
        list(GET backend 0 backend)
    endif()

    set(choice ${backend})
    set(definition "")  # the serial back end needs neither
    set(library "")
    if(backend STREQUAL "auto")
        find_package(TBB 2021 QUIET GLOBAL)
        set(choice serial)
        if(TARGET TBB::tbb)
            set(choice tbb)
        endif()
    elseif(backend STREQUAL "tbb")
        find_package(TBB 2021 REQUIRED GLOBAL)
    elseif(NOT backend MATCHES "^(threads|serial)$")
        message(FATAL_ERROR "IMPULSE_HOST_BACKEND is '${backend}'; it must be auto, tbb, threads or serial")
    endif()

    if(choice STREQUAL "tbb")
        set(definition IMPULSE_HOST_TBB)
        set(library TBB::tbb)
    elseif(choice STREQUAL "threads")
        set(THREADS_PREFER_PTHREAD_FLAG ON)
        find_package(Threads REQUIRED GLOBAL)
        set(definition IMPULSE_HOST_THREADS)
        set(library Threads::Threads)
    endif()
    set_property(TARGET ${target} PROPERTY INTERFACE_COMPILE_DEFINITIONS ${definition})
    set_property(TARGET ${target} PROPERTY INTERFACE_LINK_LIBRARIES ${library})

    set(reason "as asked")
    if(backend STREQUAL "auto" AND choice STREQUAL "tbb")
        set(reason "oneTBB was found")
    elseif(backend STREQUAL "auto")
        set(reason "oneTBB was not found; IMPULSE_HOST_BACKEND=threads uses std::thread")
    endif()
    if(NOT impulse_FIND_QUIETLY)
        message(STATUS "impulse: host back end ${choice} (${reason})")
    endif()
endfunction()
