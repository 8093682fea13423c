// SPDX-License-Identifier: Apache-2.0
/// \file
/// One warning of g++ that is wrong about the library. Include before the library's headers.
#pragma once

// An absent partial result is copied and joined with the bytes that nobody set, behind a flag that says so. Where
// g++ 12 has inlined everything at -O3 it loses sight of the flag.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
